//! Tests questions, failures, limits, cancellation and inspection.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::common;
use crate::common::{N, Ran, Segment, Trail, Word, clock, graph_of};
use serde_json::json;
use simui_domain::{InterruptId, RunId};
use simui_flow::{
    Context, Edge, Engine, EventKind, FailureKind, FlowError, Graph, Journal, Limits, NodeError,
    Outcome, RamJournal, RunStatus, StepKind, Stop,
};

type RamEngine = Engine<Trail, RamJournal>;

fn done(node: u8, text: &str) -> Result<Outcome<Trail>, NodeError> {
    Ok(Outcome::Done(Word { node, text: text.to_owned(), counts: true }))
}

async fn fine(_: Arc<Trail>, context: Context) -> Result<Outcome<Trail>, NodeError> {
    done(0, &format!("fine {}", context.visit()))
}

fn engine_of(graph: Graph<Trail>) -> Arc<RamEngine> {
    engine_with(graph, Limits::default())
}

fn engine_with(graph: Graph<Trail>, limits: Limits) -> Arc<RamEngine> {
    Arc::new(Engine::new(Arc::new(graph), Arc::new(RamJournal::new()), clock(), limits))
}

/// An engine over a graph of segments, with the initial state.
fn random(segments: &[Segment], journal: &Arc<RamJournal>) -> (RamEngine, Trail) {
    let (graph, initial) = graph_of(segments, Ran::default(), journal.clone());
    (common::engine(Arc::new(graph), journal.process()), initial)
}

async fn start(engine: &RamEngine) -> Stop<Trail> {
    engine.start(RunId::from("run"), "case", Trail::default()).await.unwrap()
}

fn failure(stop: &Stop<Trail>) -> (FailureKind, &str, &str) {
    assert_eq!(stop.status, RunStatus::Failed);
    let failure = stop.failure.as_ref().unwrap();
    (failure.kind, &failure.node, &failure.message)
}

#[tokio::test]
async fn an_answer_is_given_once_and_the_body_not_repeated() {
    let journal = Arc::new(RamJournal::new());
    let (engine, initial) = random(&[Segment::Step, Segment::Ask], &journal);
    let stop = engine.start(RunId::from("run"), "case", initial).await.unwrap();
    let question = stop.interrupt.unwrap();
    assert_eq!(stop.status, RunStatus::Waiting);

    let unfit = engine.answer(&question, "kim", json!({})).await.unwrap_err();
    assert_eq!(unfit.to_string(), "answer refused: an answer needs a text");

    let run = engine.answer(&question, "kim", json!({ "text": "yes" })).await.unwrap();
    let again = engine.answer(&question, "lee", json!({ "text": "no" })).await.unwrap_err();
    assert!(matches!(again, FlowError::AlreadyAnswered { by, .. } if by == "kim"));

    let end = engine.resume(&run).await.unwrap();
    assert_eq!(end.status, RunStatus::Finished);
    assert_eq!(end.state.words[2], "yes+2");
    let late = engine.answer(&question, "lee", json!({ "text": "no" })).await.unwrap_err();
    assert!(matches!(late, FlowError::AlreadyAnswered { .. }));
    let unknown = engine.answer(&InterruptId::from("?"), "lee", json!({})).await.unwrap_err();
    assert!(matches!(unknown, FlowError::UnknownInterrupt(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_answers_at_once_one_wins() {
    for round in 0..50 {
        let journal = Arc::new(RamJournal::new());
        let (engine, initial) = random(&[Segment::Ask], &journal);
        let stop = engine.start(RunId::from("run"), "case", initial).await.unwrap();
        let question = stop.interrupt.unwrap();
        let answers = (0..8).map(|person| {
            let (other, _) = random(&[Segment::Ask], &journal);
            let question = question.clone();
            tokio::spawn(async move {
                let by = format!("person {person}");
                let given = other.answer(&question, &by, json!({ "text": by })).await;
                (by, given)
            })
        });
        let mut winners = Vec::new();
        let mut losers = Vec::new();
        for answer in futures::future::join_all(answers).await {
            match answer.unwrap() {
                (by, Ok(_)) => winners.push(by),
                (_, Err(FlowError::AlreadyAnswered { by, .. })) => losers.push(by),
                (_, Err(error)) => panic!("round {round}: {error}"),
            }
        }
        assert_eq!((winners.len(), losers.len()), (1, 7), "round {round}");
        assert!(losers.iter().all(|by| *by == winners[0]), "losers hear who won");
        let asked = journal.interrupt(&question).await.unwrap().unwrap();
        assert_eq!(asked.answer.unwrap().by, winners[0]);
        assert_eq!(engine.state(&stop.run_id).await.unwrap().words[1], format!("{}+1", winners[0]));
    }
}

#[tokio::test]
async fn failures_are_recorded_and_retried_from_where_they_happened() {
    static TRIES: AtomicU32 = AtomicU32::new(0);
    static CALLS: AtomicU32 = AtomicU32::new(0);
    async fn shaky(_: Arc<Trail>, context: Context) -> Result<Outcome<Trail>, NodeError> {
        let reply: String = context
            .record("reply", || async {
                Ok(format!("call {}", CALLS.fetch_add(1, Ordering::Relaxed)))
            })
            .await?;
        match TRIES.fetch_add(1, Ordering::Relaxed) {
            0 => Err(std::io::Error::other("disk on fire").into()),
            1 => panic!("a defect"),
            2 => std::future::pending().await,
            _ => done(1, &reply),
        }
    }
    let graph = Graph::builder("g", 1)
        .node(N(0), fine, Edge::to(N(1)))
        .node(N(1), shaky, Edge::End)
        // Long enough to write the trace of the panic.
        .timeout(N(1), Duration::from_secs(1))
        .build();
    let engine = engine_of(graph.unwrap());
    let run = RunId::from("run");

    assert_eq!(failure(&start(&engine).await), (FailureKind::Error, "n1", "disk on fire"));
    let stop = engine.retry(&run).await.unwrap();
    assert_eq!(failure(&stop), (FailureKind::Panic, "n1", "panic: a defect"));
    let stop = engine.retry(&run).await.unwrap();
    assert_eq!(failure(&stop).0, FailureKind::Timeout);
    assert_eq!(engine.resume(&run).await.unwrap(), stop, "resuming a failed run only reports it");

    let stop = engine.retry(&run).await.unwrap();
    assert_eq!(stop.status, RunStatus::Finished);
    assert_eq!(stop.state.words, ["fine 1", "call 0"], "what was recorded is not done again");
    let again = engine.retry(&run).await.unwrap_err();
    assert!(matches!(again, FlowError::WrongStatus { status: RunStatus::Finished, .. }));
}

#[tokio::test]
async fn a_failing_branch_does_not_lose_the_others() {
    static BROKEN: AtomicU32 = AtomicU32::new(1);
    static OTHER: AtomicU32 = AtomicU32::new(0);
    let graph = Graph::builder("g", 1)
        .node(N(0), fine, Edge::all([N(1), N(2)], N(3)))
        .node(
            N(1),
            |_, _| async {
                match BROKEN.swap(0, Ordering::Relaxed) {
                    1 => Err(NodeError::new("once")),
                    _ => done(1, "one"),
                }
            },
            Edge::to(N(3)),
        )
        .node(
            N(2),
            |_, _| async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                OTHER.fetch_add(1, Ordering::Relaxed);
                done(2, "two")
            },
            Edge::to(N(3)),
        )
        .node(N(3), fine, Edge::End)
        .build();
    let engine = engine_of(graph.unwrap());
    assert_eq!(failure(&start(&engine).await), (FailureKind::Error, "n1", "once"));
    let stop = engine.retry(&RunId::from("run")).await.unwrap();
    assert_eq!(
        stop.state.words,
        ["fine 1", "one", "two", "fine 1"],
        "declared order, not order of time"
    );
    assert_eq!(OTHER.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn what_the_graph_gets_wrong_fails_the_run() {
    fn nowhere(_: &Trail) -> N {
        N(9)
    }
    fn boom(_: &Trail) -> N {
        panic!("no idea")
    }
    let asks = |_, _| async {
        Ok(Outcome::Wait {
            delta: Word { node: 0, text: String::new(), counts: true },
            question: json!(1),
        })
    };
    let build = |edge| Graph::builder("g", 1).node(N(0), fine, edge).node(N(1), fine, Edge::End);
    for (graph, message) in [
        (
            build(Edge::choice(nowhere, [N(1)])),
            "the edge of n0 chose n9, which it does not declare; add it to `among`",
        ),
        (build(Edge::choice(boom, [N(1)])), "panic: no idea"),
        (
            Graph::builder("g", 1).node(N(0), asks, Edge::End),
            "n0 asked a question but takes no answer; add it with `waiting`",
        ),
    ] {
        let stop = start(&engine_of(graph.build().unwrap())).await;
        assert_eq!(failure(&stop), (FailureKind::Graph, "n0", message));
    }
}

#[tokio::test]
async fn a_loop_ends_at_the_step_limit() {
    fn again(_: &Trail) -> N {
        N(0)
    }
    let graph = Graph::builder("g", 1)
        .node(N(0), fine, Edge::choice(again, [N(0), N(1)]))
        .node(N(1), fine, Edge::End)
        .build();
    let engine = engine_with(graph.unwrap(), Limits { steps: 10, ..Limits::default() });
    let stop = start(&engine).await;
    assert_eq!(failure(&stop).0, FailureKind::StepLimit);
    assert_eq!(stop.state.words.len(), 10);
}

#[tokio::test]
async fn runs_are_cancelled_while_they_run_and_while_they_wait() {
    let graph = Graph::builder("g", 1)
        .node(N(0), fine, Edge::to(N(1)))
        .node(
            N(1),
            |_, _| async {
                tokio::time::sleep(Duration::from_secs(30)).await;
                done(1, "slept")
            },
            Edge::End,
        )
        .build();
    let engine = engine_of(graph.unwrap());
    let mut events = engine.subscribe();
    let driving = tokio::spawn({
        let engine = engine.clone();
        async move { start(&engine).await }
    });
    let run = RunId::from("run");
    while !matches!(events.recv().await.unwrap().kind, EventKind::NodeStarted { node, .. } if node == "n1")
    {
    }
    assert!(matches!(engine.resume(&run).await, Err(FlowError::Active(_))));
    assert!(engine.unfinished().await.unwrap().is_empty(), "what is driven is not unfinished");
    engine.cancel(&run).await.unwrap();
    let stop = driving.await.unwrap();
    assert_eq!((stop.status, stop.state.words.len()), (RunStatus::Cancelled, 1));
    assert!(matches!(engine.cancel(&run).await, Err(FlowError::WrongStatus { .. })));

    let journal = Arc::new(RamJournal::new());
    let (engine, initial) = random(&[Segment::Ask], &journal);
    let question = engine.start(run.clone(), "case", initial).await.unwrap().interrupt.unwrap();
    engine.cancel(&run).await.unwrap();
    assert_eq!(engine.status(&run).await.unwrap(), RunStatus::Cancelled);
    let late = engine.answer(&question, "kim", json!({ "text": "yes" })).await.unwrap_err();
    assert!(matches!(late, FlowError::WrongStatus { status: RunStatus::Cancelled, .. }));
}

/// The test's executor has one thread: a body on it would block everything, including the time limit.
#[tokio::test]
async fn a_body_that_computes_for_ever_fails_its_run_and_holds_up_nobody() {
    static ENDED: AtomicU32 = AtomicU32::new(0);
    async fn spin(_: Arc<Trail>, context: Context) -> Result<Outcome<Trail>, NodeError> {
        while !context.is_cancelled() {
            std::hint::spin_loop();
        }
        ENDED.fetch_add(1, Ordering::Relaxed);
        done(0, "spun")
    }
    let graph = Graph::builder("g", 1)
        .node(N(0), spin, Edge::End)
        .timeout(N(0), Duration::from_millis(50))
        .build();
    let spinning = engine_of(graph.unwrap());
    let other = engine_of(Graph::builder("g", 1).node(N(0), fine, Edge::End).build().unwrap());
    let driving = tokio::spawn({
        let spinning = spinning.clone();
        async move { start(&spinning).await }
    });
    assert_eq!(start(&other).await.status, RunStatus::Finished, "another run goes on beside it");
    assert_eq!(failure(&driving.await.unwrap()).0, FailureKind::Timeout);
    assert_eq!(spinning.status(&RunId::from("run")).await.unwrap(), RunStatus::Failed);
    for _ in 0..1000 {
        if ENDED.load(Ordering::Relaxed) == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("a body that asks whether it is still wanted was not told");
}

#[tokio::test]
async fn a_limit_can_depend_on_the_state() {
    let graph = Graph::builder("g", 1)
        .node(N(0), |_, _| std::future::pending(), Edge::End)
        .timeout_when(N(0), Duration::from_millis(20), |state: &Trail| state.last == 0)
        .build();
    let stop = start(&engine_of(graph.unwrap())).await;
    assert_eq!(failure(&stop).0, FailureKind::Timeout);
    let graph = Graph::builder("g", 1)
        .node(N(0), fine, Edge::End)
        .timeout_when(N(0), Duration::ZERO, |state: &Trail| state.last == 7)
        .build();
    assert_eq!(start(&engine_of(graph.unwrap())).await.status, RunStatus::Finished);
}

/// A body that ends its process until a flag allows it to live.
#[tokio::test]
async fn a_run_that_ends_every_process_is_given_up_and_can_be_run_again() {
    let journal = RamJournal::new();
    let deadly = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let process = || {
        let own = Arc::new(journal.process());
        let (deadly, killed) = (deadly.clone(), own.clone());
        let body = move |_, _| {
            let (deadly, killed) = (deadly.clone(), killed.clone());
            async move {
                if deadly.load(Ordering::Relaxed) {
                    killed.kill();
                }
                done(1, "lived")
            }
        };
        let graph = Graph::builder("g", 1)
            .node(N(0), fine, Edge::to(N(1)))
            .node(N(1), body, Edge::End)
            .build();
        Engine::new(Arc::new(graph.unwrap()), own, clock(), Limits::default())
    };
    let run = RunId::from("run");
    process().start(run.clone(), "case", Trail::default()).await.unwrap_err();
    // The first end takes the result of n0 with it, which the second process then commits at once: from
    // there on ends are counted.
    for _ in 0..=Limits::default().takeovers {
        let error = process().resume(&run).await.unwrap_err();
        assert!(matches!(error, FlowError::Journal(_)), "{error}");
    }
    let last = process();
    let stop = last.resume(&run).await.unwrap();
    assert_eq!((failure(&stop).0, failure(&stop).1), (FailureKind::Crash, "n1"));
    assert!(last.unfinished().await.unwrap().is_empty(), "nobody takes it up by itself");

    deadly.store(false, Ordering::Relaxed);
    let stop = last.retry(&run).await.unwrap();
    assert_eq!(stop.status, RunStatus::Finished);
    assert_eq!(stop.state.words, ["fine 1", "lived"], "what was committed is not done again");
}

#[tokio::test]
async fn a_dropped_drive_leaves_a_run_to_be_resumed() {
    static SLOW: AtomicU32 = AtomicU32::new(1);
    let graph = Graph::builder("g", 1)
        .node(
            N(0),
            |_, _| async {
                if SLOW.swap(0, Ordering::Relaxed) == 1 {
                    std::future::pending::<()>().await;
                }
                done(0, "ran")
            },
            Edge::End,
        )
        .build();
    let engine = engine_of(graph.unwrap());
    let dropped = tokio::time::timeout(Duration::from_millis(20), start(&engine)).await;
    assert!(dropped.is_err());
    let unfinished = engine.unfinished().await.unwrap();
    assert_eq!(unfinished, [RunId::from("run")]);
    let stop = engine.resume(&unfinished[0]).await.unwrap();
    assert_eq!(stop.state.words, ["ran"]);
}

#[tokio::test]
async fn a_living_process_keeps_its_runs() {
    let journal = Arc::new(RamJournal::new());
    let (first, initial) = random(&[Segment::Step], &journal);
    let run = RunId::from("run");
    let record = first.new_run(run.clone(), "case", &initial).unwrap();
    first.journal().create(&record).await.unwrap();

    let (second, _) = random(&[Segment::Step], &journal);
    assert!(second.unfinished().await.unwrap().is_empty());
    assert!(matches!(second.resume(&run).await, Err(FlowError::OwnedElsewhere(_))));
    assert!(matches!(second.cancel(&run).await, Err(FlowError::OwnedElsewhere(_))));
    first.journal().kill();
    assert_eq!(second.unfinished().await.unwrap(), std::slice::from_ref(&run));
    assert_eq!(second.resume(&run).await.unwrap().status, RunStatus::Finished);
    assert!(matches!(
        second.start(run.clone(), "case", initial).await,
        Err(FlowError::RunExists(_))
    ));
}

#[tokio::test]
async fn another_version_of_the_graph_refuses_the_run() {
    let one = Graph::builder("g", 1).node(N(0), fine, Edge::End).build().unwrap();
    let two = Graph::builder("g", 2).node(N(0), fine, Edge::End).build().unwrap();
    let engine = engine_of(one);
    start(&engine).await;
    let newer = Engine::new(Arc::new(two), engine.journal().clone(), clock(), Limits::default());
    let refused = newer.resume(&RunId::from("run")).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "run run was recorded by graph g v1, this is g v2; use the program version that wrote it"
    );
}

#[tokio::test]
async fn the_past_can_be_listed_inspected_replayed_and_forked() {
    let journal = Arc::new(RamJournal::new());
    let segments = [Segment::Step, Segment::Fan(2), Segment::Ask];
    let (engine, initial) = random(&segments, &journal);
    let run = RunId::from("run");
    let question = engine.start(run.clone(), "case", initial).await.unwrap().interrupt.unwrap();
    engine.answer(&question, "kim", json!({ "text": "yes" })).await.unwrap();
    let end = engine.resume(&run).await.unwrap();

    let checkpoints = engine.checkpoints(&run).await.unwrap();
    let nodes: Vec<&str> = checkpoints.iter().map(|c| c.node.as_str()).collect();
    assert_eq!(
        (nodes[0], nodes[1], nodes[4], nodes[5], nodes[6], nodes[7]),
        ("n0", "n1", "n4", "n5", "n5", "n6")
    );
    assert_eq!(checkpoints[6].kind, StepKind::Answer);
    assert!(checkpoints.iter().all(|c| c.size > 0));

    for (seq, words) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)] {
        let state = engine.state_at(&run, seq).await.unwrap();
        assert_eq!(state.words, end.state.words[..words], "state at {seq}");
    }
    assert!(matches!(engine.state_at(&run, 9).await, Err(FlowError::Checkpoint { .. })));

    let writes = journal.writes();
    let replay = engine.replay(&run).await.unwrap();
    assert_eq!((replay.steps, &replay.state, replay.mismatches.len()), (8, &end.state, 0));
    assert_eq!(journal.writes(), writes, "looking back writes nothing");

    let shape = engine.shape_of(&run).await.unwrap();
    assert!(shape.nodes.iter().all(|node| node.visits == 1 && !node.current));

    // A fork between the branches is refused; one after the join continues with the edited state.
    let mut edited = engine.state_at(&run, 4).await.unwrap();
    assert!(matches!(engine.fork(&run, 3, &edited).await, Err(FlowError::Checkpoint { .. })));
    assert!(matches!(engine.fork(&run, 8, &edited).await, Err(FlowError::Checkpoint { .. })));
    edited.words[0] = "edited".into();
    let first_after = [
        (0, vec!["n0"]),
        (1, vec!["n1"]),
        // Both branches run; either may be the first to end.
        (2, vec!["n2", "n3"]),
        (4, vec!["n4"]),
        // The question is asked again.
        (5, vec!["n5"]),
        (6, vec!["n5"]),
        (7, vec!["n6"]),
    ];
    for (seq, first) in first_after {
        let state = engine.state_at(&run, seq).await.unwrap();
        let fork = engine.fork(&run, seq, &state).await.unwrap();
        engine.resume(&fork).await.unwrap();
        let steps = engine.checkpoints(&fork).await.unwrap();
        assert!(first.contains(&steps[0].node.as_str()), "{} after {seq}", steps[0].node);
    }
    let fork = engine.fork(&run, 4, &edited).await.unwrap();
    let stop = engine.resume(&fork).await.unwrap();
    assert_eq!((stop.status, &stop.state.words[0][..]), (RunStatus::Waiting, "edited"));
    let parent = journal.load(&fork).await.unwrap().unwrap().run.parent.unwrap();
    assert_eq!((parent.run_id, parent.seq), (run.clone(), 4));
    let paths: Vec<String> =
        engine.compare(&run, &fork).await.unwrap().into_iter().map(|d| d.path).collect();
    assert!(paths.contains(&"/words/0".to_owned()) && !paths.contains(&"/words/1".to_owned()));
    assert_eq!(journal.runs("case").await.unwrap().len(), 9);
}

#[tokio::test]
async fn a_replay_shows_where_the_graph_would_now_go_elsewhere() {
    fn to_one(_: &Trail) -> N {
        N(1)
    }
    fn to_two(_: &Trail) -> N {
        N(2)
    }
    let build = |choose| {
        Graph::builder("g", 1)
            .node(N(0), fine, Edge::choice(choose, [N(1), N(2)]))
            .node(N(1), fine, Edge::End)
            .node(N(2), fine, Edge::End)
            .build()
            .unwrap()
    };
    let engine = engine_of(build(to_one));
    start(&engine).await;
    let changed =
        Engine::new(Arc::new(build(to_two)), engine.journal().clone(), clock(), Limits::default());
    let replay = changed.replay(&RunId::from("run")).await.unwrap();
    assert_eq!(replay.mismatches.len(), 1);
    let found = &replay.mismatches[0];
    assert_eq!((found.seq, &found.node[..]), (1, "n0"));
    assert_eq!((&found.recorded[..], &found.present[..]), ("Node(\"n1\")", "Node(\"n2\")"));
}

#[tokio::test]
async fn events_are_streamed_and_stored() {
    async fn chatty(_: Arc<Trail>, context: Context) -> Result<Outcome<Trail>, NodeError> {
        context.progress(1, 2, "half");
        context.token("글");
        done(0, "x")
    }
    let graph = Graph::builder("g", 1).node(N(0), chatty, Edge::End).build();
    let engine = engine_of(graph.unwrap());
    let mut events = engine.subscribe();
    start(&engine).await;
    let name = |kind: &EventKind| json!(kind)["type"].as_str().unwrap().to_owned();
    let mut live = Vec::new();
    while let Ok(event) = events.try_recv() {
        assert_eq!((event.run_id.as_str(), &event.subject[..]), ("run", "case"));
        live.push(name(&event.kind));
    }
    assert_eq!(
        live,
        ["run_started", "node_started", "progress", "token", "node_finished", "finished"]
    );
    let stored = engine.journal().events(&RunId::from("run")).await.unwrap();
    let stored: Vec<String> = stored.iter().map(|event| name(&event.kind)).collect();
    assert_eq!(stored, ["run_started", "node_started", "node_finished", "finished"]);
}
