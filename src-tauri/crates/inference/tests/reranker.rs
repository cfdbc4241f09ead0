use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use simui_inference::onnx::{Computation, CrossEncoder, EarlyStop, Limits, Runtime};

use crate::models::{installed, runtime};

fn open(runtime: &Runtime, id: &str, edits: &[(&str, &str)]) -> CrossEncoder {
    let (_data, model) = installed(id, edits);
    CrossEncoder::open(runtime, &model, Computation { threads: 1, ..Computation::default() })
        .unwrap()
}

/// Scores calculated by hand: the weights of the words of the passage plus half of those of the query, minus
/// one. The weight of a word is a quarter of its position: 의료 .25, 광고 .5, 심의 .75, 표시 3.
#[test]
fn pairs_get_the_scores_of_the_head() {
    let Some(runtime) = runtime() else { return };
    let long = "표시 ".repeat(20);
    let passages = ["의료 심의", "", "사과", long.as_str(), "표시"];
    // Of twelve tokens three are special and one is the query, so eight words of the long passage remain.
    let expected = [0.25, -0.75, -0.75, 23.25, 2.25];
    for (scale, sigmoid) in [("logit", false), ("sigmoid", true)] {
        let reranker = open(
            &runtime,
            "tiny-reranker",
            &[("scale = \"logit\"", &format!("scale = \"{scale}\""))],
        );
        let found = reranker.score("광고", &passages, &Limits::default()).unwrap();
        assert!(!found.cut_off && !found.settled);
        for (score, logit) in found.scores.iter().zip(expected) {
            let wanted: f32 = if sigmoid { 1.0 / (1.0 + f32::exp(-logit)) } else { logit };
            assert!(
                (score.unwrap() - wanted).abs() < 1e-5,
                "{scale}: {score:?} instead of {wanted}"
            );
        }
        assert_eq!(reranker.scale().thresholds.get("minimum"), Some(&0.5));
    }
}

#[test]
fn a_batch_gives_what_each_pair_gives_alone() {
    let Some(runtime) = runtime() else { return };
    let reranker = open(&runtime, "tiny-reranker", &[]);
    let passages: Vec<String> = (0..30).map(|words| "약 간 ".repeat(words % 7)).collect();
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    let together = reranker.score("환자 복용", &passages, &Limits::default()).unwrap().scores;
    for (passage, score) in passages.iter().zip(together) {
        let alone = reranker.score("환자 복용", &[passage], &Limits::default()).unwrap().scores[0];
        assert!((alone.unwrap() - score.unwrap()).abs() < 1e-5, "{passage:?}");
    }
    assert!(reranker.score("환자", &[], &Limits::default()).unwrap().scores.is_empty());
}

#[test]
fn a_deadline_breaks_off_a_running_batch() {
    let Some(runtime) = runtime() else { return };
    let slow = open(&runtime, "tiny-reranker-slow", &[]);
    let begun = Instant::now();
    let limits = Limits { deadline: Some(begun + Duration::from_millis(200)), ..Limits::default() };
    let found = slow.score("광고", &["의료"; 20], &limits).unwrap();
    let took = begun.elapsed();
    eprintln!("a deadline of 200 ms ended a run after {took:?}");
    assert!(found.cut_off && found.scores.iter().all(Option::is_none), "{found:?}");
    assert!(took >= Duration::from_millis(200) && took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn what_was_finished_before_the_end_is_returned() {
    let Some(runtime) = runtime() else { return };
    let reranker = open(&runtime, "tiny-reranker", &[]);
    let passages = vec!["의료 심의"; 20];
    let past = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let found = reranker.score("광고", &passages, &past).unwrap();
    assert!(found.cut_off && found.scores.iter().all(Option::is_none));
    let future =
        Limits { deadline: Some(Instant::now() + Duration::from_secs(60)), ..Limits::default() };
    let begun = Instant::now();
    let found = reranker.score("광고", &passages, &future).unwrap();
    assert!(!found.cut_off && found.scores.iter().all(|score| *score == Some(0.25)));
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "nobody waits for a deadline that is not needed"
    );
    let asked = AtomicUsize::new(0);
    let after_one = || asked.fetch_add(1, Ordering::Relaxed) >= 1;
    let cancelled = Limits { cancelled: Some(&after_one), ..Limits::default() };
    let found = reranker.score("광고", &passages, &cancelled).unwrap();
    assert!(found.cut_off);
    assert_eq!(found.scores.iter().flatten().count(), 8);
    assert!(found.scores[..8].iter().all(|score| *score == Some(0.25)));
}

#[test]
fn scoring_stops_when_the_best_are_settled() {
    let Some(runtime) = runtime() else { return };
    let reranker = open(&runtime, "tiny-reranker", &[]);
    let mut passages = vec!["의료"; 40];
    (passages[0], passages[3], passages[20]) = ("표시", "금지", "표시 표시");
    let scored = |keep, patience| {
        let early_stop = Some(EarlyStop { keep, patience });
        let limits = Limits { early_stop, ..Limits::default() };
        let found = reranker.score("광고", &passages, &limits).unwrap();
        assert!(!found.cut_off);
        (found.scores.iter().flatten().count(), found.settled)
    };
    // The best two are unchanged since passage 3: four later passages have failed at the end of the first
    // batch.
    assert_eq!(scored(2, 4), (8, true));
    assert_eq!(scored(2, 5), (16, true));
    // Passage 20 is accepted after 17 failures. 15 more follow in its batch and the next two.
    assert_eq!(scored(2, 19), (40, false));
    assert_eq!(scored(60, 1), (40, false));
}
