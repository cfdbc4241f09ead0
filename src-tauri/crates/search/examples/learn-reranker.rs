//! Learns the reranker's weights on the tuning halves of retrieval sets and writes them:
//! `cargo run --release -p simui-search --example learn-reranker -- <file to write> <set> <set>…`
//! Before that it learns on all sets but one and measures on that one, which shows how far weights carry to a set
//! nobody has seen.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod common;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use common::measure::Measures;
use common::pipeline::{POOLED, Pipeline, Ranked, base, both, fusions};
use common::{Outcome, analyser, sets};
use simui_search::rerank::{FEATURES, Features, Weights, features_of};

const COUNT: usize = FEATURES.len();
/// Seconds for fitting the embedding to a set.
const SECONDS: u64 = 60;

/// A question with its candidates.
struct Case {
    lexical: Ranked,
    dense: Ranked,
    places: Vec<usize>,
    features: Vec<Features>,
    right: HashSet<usize>,
    held_out: bool,
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, sets) = arguments.split_first().ok_or("name a file to write and sets")?;
    let sets: Vec<&String> = sets.iter().filter(|it| !it.ends_with(".bin")).collect();
    let base = base(&arguments)?;
    let analyser = analyser()?;
    let mut all = Vec::new();
    for folder in &sets {
        let set = sets::read(Path::new(folder))?;
        let pipeline = Pipeline::new(&set, &analyser, &base, SECONDS).await?;
        let cases = both(&set.questions, |question| {
            let terms = analyser.terms(&question.text);
            let vector = pipeline.embedding.embed(&terms);
            let lexical = pipeline.lexical(&question.text).unwrap_or_default();
            let dense = pipeline.dense(&vector);
            let [fused, _] = fusions(&lexical, &dense, POOLED);
            let candidates = pipeline.candidates(&fused, &lexical, &vector);
            let embedding = &pipeline.embedding;
            let features =
                features_of(&terms, &candidates, &pipeline.passages, embedding, &|| false);
            Case {
                lexical,
                dense,
                places: candidates.iter().map(|it| it.place).collect(),
                features: features.unwrap_or_default(),
                right: question.right.clone(),
                held_out: question.held_out,
            }
        });
        eprintln!("{}: {} questions", set.name, cases.len());
        all.push((set.name, cases));
    }
    for set in &all {
        for ratio in [0.5, 1.0, 1.5, 2.0, 3.0] {
            let mut tuning = [Measures::default(); 2];
            for case in set.1.iter().filter(|case| !case.held_out) {
                let fused = fusions(&case.lexical, &case.dense, [ratio, 1.0]);
                for (measures, fused) in tuning.iter_mut().zip(&fused) {
                    measures.add(fused, &case.right);
                }
            }
            let [by_rank, by_score] = tuning.map(|it| it.row());
            println!("{}, tuning half, {ratio} : 1: by rank {by_rank}, by score {by_score}", set.0);
        }
    }
    for left_out in 0..all.len() {
        let others = all.iter().enumerate().filter(|it| it.0 != left_out).map(|it| &it.1.1);
        let weights = learn(&others.collect::<Vec<_>>());
        measure("not learned on", &all[left_out], &weights);
    }
    let weights = learn(&all.iter().map(|it| &it.1).collect::<Vec<_>>());
    for set in &all {
        measure("learned on", set, &weights);
    }
    let head = "# Weights of the offline reranker, learned by examples/learn-reranker.rs; see\n# \
                simui_search::rerank for what each feature is. Made again by models/train/train.sh.\n\n";
    std::fs::write(PathBuf::from(file), format!("{head}{}", weights.to_toml()))?;
    Ok(())
}

fn measure(what: &str, (name, cases): &(String, Vec<Case>), weights: &Weights) {
    let (mut before, mut after) = (Measures::default(), Measures::default());
    for case in cases.iter().filter(|case| case.held_out) {
        let mut found: Vec<(usize, f32)> = case
            .places
            .iter()
            .zip(&case.features)
            .map(|(&place, features)| (place, weights.score(features)))
            .collect();
        before.add(&found, &case.right);
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        after.add(&found, &case.right);
    }
    println!("{name} ({what}): fused {}, reranked {}", before.row(), after.row());
}

/// Listwise softmax (ListNet; Cao et al., 2007) with a quadratic penalty, by Adam over all questions of the tuning
/// halves; each set counts the same.
fn learn(sets: &[&Vec<Case>]) -> Weights {
    let (rounds, rate, penalty) = (400, 0.05, 1e-3);
    let cases: Vec<(&Case, f64)> = sets
        .iter()
        .flat_map(|cases| {
            let useful: Vec<&Case> = cases
                .iter()
                .filter(|it| !it.held_out && it.places.iter().any(|at| it.right.contains(at)))
                .collect();
            let share = 1.0 / (useful.len().max(1) * sets.len()) as f64;
            useful.into_iter().map(move |case| (case, share))
        })
        .collect();
    let mut weights = [0.0_f64; COUNT];
    let (mut mean, mut square) = ([0.0_f64; COUNT], [0.0_f64; COUNT]);
    for round in 1..=rounds {
        let mut slope: [f64; COUNT] = weights.map(|weight| penalty * weight);
        for (case, share) in &cases {
            let scores: Vec<f64> = case.features.iter().map(|it| score(&weights, it)).collect();
            let all = softmax(&scores, |_| true);
            let right = softmax(&scores, |at| case.right.contains(&case.places[at]));
            for ((features, all), right) in case.features.iter().zip(all).zip(right) {
                for (slope, &value) in slope.iter_mut().zip(features) {
                    *slope += share * (all - right) * f64::from(value);
                }
            }
        }
        for at in 0..COUNT {
            mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
            square[at] = 0.99 * square[at] + 0.01 * slope[at] * slope[at];
            let (first, second) = (1.0 - 0.9_f64.powi(round), 1.0 - 0.99_f64.powi(round));
            weights[at] -= rate * (mean[at] / first) / ((square[at] / second).sqrt() + 1e-8);
        }
    }
    Weights::new(bias(&cases, &weights) as f32, weights.map(|weight| weight as f32))
}

fn score(weights: &[f64; COUNT], features: &Features) -> f64 {
    weights.iter().zip(features).map(|(weight, &value)| weight * f64::from(value)).sum()
}

fn softmax(scores: &[f64], member: impl Fn(usize) -> bool) -> Vec<f64> {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut powers: Vec<f64> = scores
        .iter()
        .enumerate()
        .map(|(at, score)| if member(at) { (score - largest).exp() } else { 0.0 })
        .collect();
    let sum: f64 = powers.iter().sum();
    powers.iter_mut().for_each(|power| *power /= sum.max(1e-300));
    powers
}

/// The bias with which the mean score is the share of right candidates, by bisection.
fn bias(cases: &[(&Case, f64)], weights: &[f64; COUNT]) -> f64 {
    let (mut low, mut high) = (-60.0, 60.0);
    for _ in 0..60 {
        let bias = (low + high) / 2.0;
        let mut excess = 0.0;
        for (case, share) in cases {
            for (place, features) in case.places.iter().zip(&case.features) {
                let guess = 1.0 / (1.0 + (-(bias + score(weights, features))).exp());
                let right = f64::from(u8::from(case.right.contains(place)));
                excess += share * (guess - right);
            }
        }
        if excess > 0.0 { high = bias } else { low = bias }
    }
    (low + high) / 2.0
}
