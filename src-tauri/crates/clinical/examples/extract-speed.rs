//! Measures how long the extraction of a turn of 200 characters takes: `extract-speed [IMPORTED_NAMES]`.
//!
//! The turns are filled with utterances of the evaluation corpus. `IMPORTED_NAMES` is the number of
//! invented names that are imported first, 0 by default.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark stops at the first surprise, and prints what it measures"
)]

use std::time::Instant;

use simui_clinical::Extractor;
use simui_clinical::vocabulary::{Names, read_medcat};

/// Characters in a turn.
const TURN: usize = 200;

fn main() {
    let names: usize = std::env::args().nth(1).map_or(0, |it| it.parse().unwrap());
    let mut extractor = Extractor::shipped().unwrap();
    if names > 0 {
        extractor = extractor.with_vocabulary(&invented(names));
    }
    let turns = turns();
    let mut took: Vec<f64> = Vec::new();
    for round in 0..3 {
        for turn in &turns {
            let begun = Instant::now();
            let slots = extractor.extract(turn).unwrap();
            let elapsed = begun.elapsed().as_secs_f64() * 1000.0;
            std::hint::black_box(slots);
            // The first round warms up.
            if round > 0 {
                took.push(elapsed);
            }
        }
    }
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize];
    println!(
        "{} turns of {TURN} characters, {names} imported names: median {:.2} ms, p95 {:.2} ms (target 2), slowest {:.2} ms",
        turns.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

/// The utterances of the evaluation corpus, joined to turns.
fn turns() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/corpora/utterances");
    let files = ["counter_turns.jsonl"];
    let (mut turns, mut turn) = (Vec::new(), String::new());
    for file in files {
        for line in std::fs::read_to_string(format!("{folder}/{file}")).unwrap().lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            turn += line["text"].as_str().unwrap();
            turn.push('\n');
            if turn.chars().count() >= TURN {
                turns.push(turn.chars().take(TURN).collect());
                turn.clear();
            }
        }
    }
    turns
}

/// A MedCAT table of `count` invented names.
fn invented(count: usize) -> simui_clinical::vocabulary::Vocabulary {
    let syllables: Vec<char> =
        "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허".chars().collect();
    let mut table = String::from("name,cui,type_ids\n");
    for number in 0..count {
        let (mut rest, mut name) = (number, String::new());
        for _ in 0..5 {
            name.push(syllables[rest % syllables.len()]);
            rest /= syllables.len();
        }
        table += &format!("{name}병증,X{number},T047\n");
    }
    let mut names = Names::default();
    read_medcat("invented.csv", table.as_bytes(), &mut names).unwrap();
    names.finish("invented.csv").unwrap().0
}
