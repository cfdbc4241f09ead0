//! Learns the reranker's weights on the tuning halves of retrieval sets and writes them:
//! `cargo run --release -p simui-search --example learn-reranker -- <file to write> <set>[@weight] <set>…`
//! Sets count equally unless they have a weight. First, each set is measured with weights learned on all
//! others, which shows how well weights transfer to an unseen set.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod common;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use common::measure::Measures;
use common::pipeline::{Pipeline, base, both, fusions};
use common::{Outcome, analyser, sets};
use simui_search::rerank::{FEATURES, Features, Weights, features_of};

const COUNT: usize = FEATURES.len();
/// Seconds for fitting the embedding to a set: enough on any machine, so that the result does not depend on
/// it.
const SECONDS: u64 = 600;

/// Initial weights, towards which the penalty pulls: the weighted scores, `lexical` and `dense` alike.
const START: f64 = 10.0;

/// The questions of a set, and the set's weight.
struct Cases {
    name: String,
    weight: f64,
    cases: Vec<Case>,
}

/// A question with its candidates.
struct Case {
    /// The document of each candidate.
    documents: Vec<usize>,
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
    for argument in &sets {
        let (folder, weight) = argument.split_once('@').unwrap_or((argument, "1"));
        let set = sets::read(Path::new(folder))?;
        let pipeline = Pipeline::new(&set, &analyser, &base, SECONDS).await?;
        let cases = both(&set.questions, |question| {
            let terms = analyser.terms(&question.text);
            let vector = pipeline.embedding.embed(&terms);
            let lexical = pipeline.lexical(&question.text).unwrap_or_default();
            let [_, fused] = fusions(&lexical, &pipeline.dense(&vector));
            let candidates = pipeline.candidates(&fused, &lexical, &vector);
            let embedding = &pipeline.embedding;
            let features =
                features_of(&terms, &candidates, &pipeline.passages, embedding, &|| false);
            Case {
                documents: candidates.iter().map(|it| it.place).collect(),
                features: features.unwrap_or_default(),
                right: question.right.clone(),
                held_out: question.held_out,
            }
        });
        eprintln!("{}: {} questions", set.name, cases.len());
        all.push(Cases { name: set.name, weight: weight.parse()?, cases });
    }
    for left_out in 0..all.len() {
        let others = all.iter().enumerate().filter(|it| it.0 != left_out).map(|it| it.1);
        let weights = learn(&others.collect::<Vec<_>>());
        measure("not learned on", &all[left_out], &weights);
    }
    let weights = learn(&all.iter().collect::<Vec<_>>());
    for set in &all {
        measure("learned on", set, &weights);
    }
    let head = "# Weights of the offline reranker, learned by examples/learn-reranker.rs; see\n# \
                simui_search::rerank for what each feature is. Made again by models/train/train.sh.\n\n";
    std::fs::write(PathBuf::from(file), format!("{head}{}", weights.to_toml()))?;
    Ok(())
}

/// Measures on the tuning half; the held-out half belongs to retrieval-quality.
fn measure(what: &str, set: &Cases, weights: &Weights) {
    let (mut before, mut after) = (Measures::default(), Measures::default());
    for case in set.cases.iter().filter(|case| !case.held_out) {
        let mut found: Vec<(usize, f32)> = case
            .documents
            .iter()
            .zip(&case.features)
            .map(|(&document, features)| (document, weights.score(features)))
            .collect();
        before.add(&found, &case.right);
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        after.add(&found, &case.right);
    }
    println!("{} ({what}): fused {}, reranked {}", set.name, before.row(), after.row());
}

/// Minimises the listwise softmax loss (ListNet; Cao et al., 2007) with a quadratic penalty by Adam, over all
/// questions of the tuning halves.
fn learn(sets: &[&Cases]) -> Weights {
    let (rounds, rate, penalty) = (600, 0.05, 3e-3);
    let total_weight: f64 = sets.iter().map(|set| set.weight).sum();
    let cases: Vec<(&Case, f64)> = sets
        .iter()
        .flat_map(|set| {
            let useful: Vec<&Case> = set
                .cases
                .iter()
                .filter(|it| !it.held_out && it.documents.iter().any(|at| it.right.contains(at)))
                .collect();
            let share = set.weight / (useful.len().max(1) as f64 * total_weight);
            useful.into_iter().map(move |case| (case, share))
        })
        .collect();
    let start: [f64; COUNT] = std::array::from_fn(|at| match FEATURES[at] {
        "lexical" | "dense" => START,
        _ => 0.0,
    });
    let mut weights = start;
    let (mut mean, mut square) = ([0.0_f64; COUNT], [0.0_f64; COUNT]);
    for round in 1..=rounds {
        let mut slope: [f64; COUNT] = std::array::from_fn(|at| penalty * (weights[at] - start[at]));
        for (case, share) in &cases {
            let scores: Vec<f64> = case.features.iter().map(|it| score(&weights, it)).collect();
            let all = softmax(&scores, |_| true);
            let right = softmax(&scores, |at| case.right.contains(&case.documents[at]));
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

/// Finds by bisection the bias for which the mean score is the share of relevant candidates.
fn bias(cases: &[(&Case, f64)], weights: &[f64; COUNT]) -> f64 {
    let (mut low, mut high) = (-60.0, 60.0);
    for _ in 0..60 {
        let bias = (low + high) / 2.0;
        let mut excess = 0.0;
        for (case, share) in cases {
            for (document, features) in case.documents.iter().zip(&case.features) {
                let guess = 1.0 / (1.0 + (-(bias + score(weights, features))).exp());
                let right = f64::from(u8::from(case.right.contains(document)));
                excess += share * (guess - right);
            }
        }
        if excess > 0.0 { high = bias } else { low = bias }
    }
    (low + high) / 2.0
}
