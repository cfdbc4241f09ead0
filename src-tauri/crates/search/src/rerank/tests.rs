#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::Cell;

use super::*;
use crate::analysis::Terms;
use crate::dense::train::{Material, Next, Settings, train};

fn terms(text: &str) -> Terms {
    let morphemes: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    Terms { bigrams: morphemes.clone(), morphemes }
}

fn embedding() -> Embedding {
    let mut material = Material::default();
    let analyser = crate::analysis::Analyser::without_dictionary();
    let text = (
        "의료 광고".to_owned(),
        "의료 광고를 금지하는 규정이다.\n의료 광고는 심의를 받는다.".to_owned(),
    );
    material.add_passages(&analyser, &[text.clone(), text], 1);
    let settings = Settings { dims: 8, buckets: 16, epochs: 1, ..Settings::default() };
    train(material, &settings, &mut |_| Next::Finish).unwrap()
}

const TEXTS: [(&str, &str); 4] = [
    ("광고 금지", "거짓 광고 는 금지 한다"),
    ("광고 심의", "광고 전 에 기구 의 긴 절차 를 거쳐 여러 번 의 심의 를 받는다 금지"),
    ("약국 등록", "약국 은 등록 한다"),
    ("과태료", "거짓 광고 를 한 사람 은 금지 된다"),
];

fn passages() -> Passages {
    let mut passages = Passages::default();
    TEXTS.iter().for_each(|(heading, text)| {
        passages.push(&terms(heading), &terms(text)).unwrap();
    });
    passages
}

fn candidates() -> Vec<Candidate> {
    (0..4).map(|place| Candidate { place, fused: 0.5, lexical: 1.0, dense: 0.5 }).collect()
}

fn feature(name: &str, query: &str) -> Vec<f32> {
    let at = FEATURES.iter().position(|it| *it == name).unwrap();
    let all =
        features_of(&terms(query), &candidates(), &passages(), &embedding(), &|| false).unwrap();
    assert!(all.iter().flatten().all(|it| (-0.01..=1.01).contains(it)), "{all:?}");
    all.into_iter().map(|it| it[at]).collect()
}

#[test]
fn features_say_what_their_names_do() {
    let near = feature("proximity", "거짓 광고");
    assert!(near[0] > 0.99 && near[1] == 0.0 && near[2] == 0.0, "{near:?}");
    let words = feature("words", "거짓 광고 금지");
    assert!(words[0] == 1.0 && words[1] > 0.0 && words[1] < 1.0 && words[2] == 0.0, "{words:?}");
    let heading = feature("heading_coverage", "광고 금지");
    assert!(heading[0] > heading[1] && heading[3] == 0.0, "{heading:?}");
    let meaning = feature("heading_meaning", "광고 금지");
    assert!((meaning[0] - 1.0).abs() < 1e-5, "its own words are nearest: {meaning:?}");
    assert_eq!(feature("both", "광고"), [1.0; 4]);
}

#[test]
fn candidates_are_ranked_by_their_cosines() {
    let mut given = candidates();
    for (candidate, dense) in given.iter_mut().zip([0.1, 0.4, -0.2, 0.3]) {
        candidate.dense = dense;
    }
    let found = features_of(&terms("광고"), &given, &passages(), &embedding(), &|| false).unwrap();
    let column = |name: &str| {
        let at = FEATURES.iter().position(|it| *it == name).unwrap();
        found.iter().map(|it| it[at]).collect::<Vec<_>>()
    };
    assert_eq!(column("dense_rank"), [10.0 / 12.0, 1.0, 10.0 / 13.0, 10.0 / 11.0]);
    assert_eq!(column("dense")[1..3], [1.0, 0.0]);
    assert_eq!(column("lexical_rank"), [1.0; 4], "of equals each is first");
}

#[test]
fn an_empty_query_and_a_missing_passage_are_no_trouble() {
    let lost = [Candidate { place: 99, fused: 0.1, lexical: 0.0, dense: 0.0 }];
    let found = features_of(&terms(""), &lost, &passages(), &embedding(), &|| false).unwrap();
    assert_eq!(found, [[0.0; FEATURES.len()]]);
    feature("words", "");
    feature("proximity", "모르는 말");
}

#[test]
fn the_better_passage_rises() {
    let weights = Weights::shipped().unwrap();
    let (order, complete) =
        rerank(&weights, &terms("거짓 광고"), &candidates(), &passages(), &embedding(), &|| false);
    assert!(complete && order.is_sorted_by(|a, b| a.score >= b.score));
    assert!(matches!(order[0].place, 0 | 3), "{order:?}");
}

#[test]
fn when_time_is_up_the_given_order_comes_back() {
    let weights = Weights::shipped().unwrap();
    let asked = Cell::new(0);
    let after_two = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let query = terms("약국 등록");
    let (order, complete) =
        rerank(&weights, &query, &candidates(), &passages(), &embedding(), &after_two);
    assert!(!complete);
    assert_eq!(order.iter().map(|it| it.place).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(asked.get(), 3);
}

#[test]
fn a_mistake_in_the_weights_names_its_line() {
    let weights = Weights::shipped().unwrap();
    let good = weights.to_toml();
    assert!(Weights::parse("w", &good).is_ok());
    let line = format!("{} = ", FEATURES[3]);
    let without: String =
        good.lines().filter(|it| !it.starts_with(&line)).map(|it| format!("{it}\n")).collect();
    let check = |text: &str, reason: &str| {
        let message = Weights::parse("w.toml", text).unwrap_err().to_string();
        assert!(message.starts_with("w.toml line ") && message.contains(reason), "{message}");
    };
    check(&without, "lexical_rank must be there");
    check(&format!("{good}speed = 1.0\n"), "speed is no feature");
    check(&good.replace("bias", "bios"), "line 1: ");
    check("", "bias");
}
