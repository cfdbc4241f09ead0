//! Tests that a restart ends in the same state and repeats nothing that was committed, whatever is killed
//! and when.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{Ran, Segment, Trail, graph_of, to_the_end};
use proptest::prelude::*;
use simui_domain::RunId;
use simui_flow::{Journal, Moment, RamJournal, RunLog, StepKind};

fn segments() -> impl Strategy<Value = Vec<Segment>> {
    let segment = prop_oneof![
        2 => Just(Segment::Step),
        2 => (1u8..=4).prop_map(Segment::Fan),
        2 => Just(Segment::Ask),
        1 => (any::<u8>(), 1u32..=2).prop_map(|(back, times)| Segment::Loop(back, times)),
    ];
    proptest::collection::vec(segment, 1..=6)
}

fn kills() -> impl Strategy<Value = Vec<(u64, Moment)>> {
    let moment = prop_oneof![Just(Moment::BeforeWrite), Just(Moment::AfterWrite)];
    proptest::collection::vec((1u64..60, moment), 0..=8)
}

struct End {
    state: Trail,
    log: RunLog,
    ran: Ran,
    writes: u64,
}

async fn run(segments: &[Segment], kills: &[(u64, Moment)]) -> End {
    let (journal, ran) = (Arc::new(RamJournal::new()), Ran::default());
    let (graph, initial) = graph_of(segments, ran.clone(), journal.clone());
    for (write, moment) in kills {
        journal.kill_at(*write, *moment);
    }
    let id = RunId::from("run");
    let state = to_the_end(Arc::new(graph), &journal, &id, &initial).await;
    let log = journal.load(&id).await.unwrap().unwrap();
    End { state, log, ran, writes: journal.writes() }
}

/// Properties of every history.
fn check(killed: &End, calm: &End) {
    assert_eq!(killed.state, calm.state, "the same final state");
    let steps = |end: &End| -> BTreeSet<(String, u32, bool)> {
        let body = |kind| kind == StepKind::Body;
        end.log.steps.iter().map(|s| (s.node.clone(), s.visit, body(s.kind))).collect()
    };
    assert_eq!(steps(killed), steps(calm), "the same steps");
    assert_eq!(killed.log.steps.len(), steps(killed).len(), "each of them once");
    let ran = calm.ran.lock().unwrap();
    assert!(ran.values().all(|times| *times == 1), "undisturbed, each body runs once");
    assert_eq!(killed.ran.lock().unwrap().len(), ran.len(), "the same bodies ran");
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_kills_give_the_same_end(segments in segments(), kills in kills()) {
        runtime().block_on(async {
            let calm = run(&segments, &[]).await;
            check(&run(&segments, &kills).await, &calm);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn every_single_write_may_be_the_last(segments in segments()) {
        runtime().block_on(async {
            let calm = run(&segments, &[]).await;
            for write in 1..=calm.writes {
                for moment in [Moment::BeforeWrite, Moment::AfterWrite] {
                    check(&run(&segments, &[(write, moment)]).await, &calm);
                }
            }
        });
    }
}

#[test]
fn a_body_runs_again_only_when_its_commit_was_lost() {
    // Short bodies in a row share a commit: create, all three. After a lost process each has its own: claim,
    // n0, n1, n2.
    let check = |kills: &[(u64, Moment)], expected: (u32, u32, u32)| {
        let end = runtime().block_on(run(&[Segment::Step, Segment::Step], kills));
        let ran = end.ran.lock().unwrap();
        assert_eq!((ran[&(0, 1)], ran[&(1, 1)], ran[&(2, 1)]), expected, "{kills:?}");
    };
    let (lost, kept) = (Moment::BeforeWrite, Moment::AfterWrite);
    check(&[], (1, 1, 1));
    check(&[(2, kept)], (1, 1, 1));
    check(&[(2, lost)], (2, 2, 2));
    check(&[(2, lost), (5, lost)], (2, 3, 2));
    check(&[(2, lost), (5, kept)], (2, 2, 2));
}
