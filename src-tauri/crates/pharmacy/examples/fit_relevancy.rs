//! Fits the weights of `rules/relevancy.toml` and prints them.
//!
//! `simui ask --batch SET --json > ANSWERS`, then
//! `cargo run -p simui-pharmacy --example fit_relevancy -- SET ANSWERS [SET ANSWERS …]`
//!
//! SET: labelled questions (`tests/corpora/pharmacy/*_sections.jsonl`). An answer is good if it states the
//! question's `fact`, or, where the label has none, if the right section is cited first. Questions of the
//! part `fit` are left out: the models of sections have seen them, and are surer of them than of others. A
//! logistic regression is fitted by gradient descent, with the same result on every machine; the area under
//! the curve is that of five folds, each scored by weights that were fitted to the other four.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

use std::collections::BTreeMap;
use std::error::Error;

use serde_json::Value;
use simui_pharmacy::classifier::FEATURES;

const STEPS: usize = 20_000;
const RATE: f64 = 0.5;
/// Weight of the penalty on large weights.
const RIDGE: f64 = 1e-3;

const WIDTH: usize = FEATURES.len();

const FOLDS: usize = 5;

/// An answer: the values of its features, and whether it is good.
struct Row {
    values: [f64; WIDTH],
    good: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut rows = Vec::new();
    for pair in files.chunks_exact(2) {
        let answers: BTreeMap<String, Value> =
            lines(&pair[1])?.into_iter().map(|it| (id(&it), it)).collect();
        for question in lines(&pair[0])? {
            rows.extend(answers.get(&id(&question)).and_then(|it| row(&question, it)));
        }
    }
    let mut scored: Vec<(f64, bool)> = Vec::new();
    for fold in 0..FOLDS {
        let others = rows.iter().enumerate().filter(|(at, _)| at % FOLDS != fold);
        let weights = regression(&others.map(|(_, it)| it).collect::<Vec<_>>());
        let held_out = rows.iter().skip(fold).step_by(FOLDS);
        scored.extend(held_out.map(|it| (probability(&weights, &it.values), it.good)));
    }
    let good = scored.iter().filter(|it| it.1).count();
    let (all, area) = (scored.len(), area(&scored));
    println!("# {good} good, {} not; area under the curve, held out, {area:.3}", all - good);
    for below in [0.4, 0.5, 0.6, 0.7, 0.8] {
        let low: Vec<_> = scored.iter().filter(|it| it.0 < below).collect();
        let bad = low.iter().filter(|it| !it.1).count();
        println!("# below {below}: {} answers, {bad} of them not good", low.len());
    }
    let weights = regression(&rows.iter().collect::<Vec<_>>());
    println!("[weights]");
    for (name, weight) in FEATURES.iter().zip(weights) {
        println!("{name} = {weight:.3}");
    }
    Ok(())
}

fn lines(path: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter(|it| !it.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap_or_default().to_owned()
}

/// The row of an answer; `None` if it has no score.
fn row(question: &Value, answer: &Value) -> Option<Row> {
    let parts = answer["scores"]["parts"].as_object().filter(|it| !it.is_empty())?;
    let value = |name: &str| if name == "bias" { 1.0 } else { parts[name].as_f64().unwrap_or(0.0) };
    let text: String = answer["answer"].as_str()?.split_whitespace().collect();
    let fact = question["fact"].as_str().unwrap_or_default();
    let good = match fact {
        "" => {
            let first = &answer["citations"][0];
            let sections = question["also"].as_array().into_iter().flatten();
            first["title"] == question["title"]
                && sections.chain([&question["section"]]).any(|it| *it == first["section"])
        }
        fact => fact.split('|').any(|it| text.contains(&it.split_whitespace().collect::<String>())),
    };
    (question["part"] != "fit").then(|| Row { values: FEATURES.map(value), good })
}

/// The area under the curve of scores of good and other answers.
fn area(scored: &[(f64, bool)]) -> f64 {
    let of = |good: bool| scored.iter().filter(move |it| it.1 == good).map(|it| it.0);
    let pairs = of(true).flat_map(|a| of(false).map(move |b| (a, b)));
    let higher: f64 =
        pairs.map(|(a, b)| if a > b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 }).sum();
    higher / (of(true).count() * of(false).count()).max(1) as f64
}

/// Fits a logistic regression.
fn regression(rows: &[&Row]) -> [f64; WIDTH] {
    let mut weights = [0.0; WIDTH];
    for _ in 0..STEPS {
        let mut gradient = [0.0; WIDTH];
        for row in rows {
            let error = probability(&weights, &row.values) - f64::from(u8::from(row.good));
            for (at, value) in row.values.iter().enumerate() {
                gradient[at] += error * value;
            }
        }
        for at in 0..WIDTH {
            let penalty = if at == 0 { 0.0 } else { RIDGE * weights[at] };
            weights[at] -= RATE * (gradient[at] / rows.len().max(1) as f64 + penalty);
        }
    }
    weights
}

fn probability(weights: &[f64; WIDTH], values: &[f64; WIDTH]) -> f64 {
    let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
    1.0 / (1.0 + (-sum).exp())
}
