//! Fits the weights of `rules/evidence.toml` and prints them.
//!
//! `cargo run --release -p simui-review --example fit_evidence -- FILE…`
//!
//! FILE: labelled advertisements (`tests/labelled`), those that the wording model is fitted to. The model is
//! held out: in each of five folds it is fitted to the other four, so that its probabilities are those of
//! texts that it has not seen. Two logistic regressions are fitted by gradient descent, with the same result
//! on every machine. The examples of `../shared` must not be used for fitting: they measure.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

use std::error::Error;
use std::path::Path;

use jiff::civil::{Date, date};
use simui_review::evidence::{FindingFeatures, SilenceFeatures};
use simui_review::rules::wording::Thresholds;
use simui_review::rules::{AdContext, Alone, Detector};
use simui_search::analysis::{Analyser, Dictionary};

#[path = "../tests/labelled/mod.rs"]
mod labelled;
#[path = "wording_training/mod.rs"]
mod wording_training;

use labelled::Labelled;
use wording_training::{Example, fit};

const TODAY: Date = date(2026, 11, 21);
const FOLDS: usize = 5;

/// Values of the features, and whether the judgement was right.
type Row<const N: usize> = ([f64; N], bool);

fn main() -> Result<(), Box<dyn Error>> {
    let mut ads: Vec<Labelled> = Vec::new();
    for file in std::env::args().skip(1) {
        ads.extend(labelled::read(Path::new(&file))?);
    }
    let analyser = Analyser::open(&Dictionary::locate(None)?)?;
    let detector = Detector::builtin(analyser.clone())?;
    let example = |labelled: &Labelled| {
        let (features, sentences) = detector.features(&labelled.ad);
        let (must, may) = (labelled.must.clone(), labelled.may.clone());
        Example { features, must, may, sentences }
    };
    let examples: Vec<Example> = ads.iter().map(example).collect();
    let (mut findings, mut silences) = (Vec::new(), Vec::new());
    for fold in 0..FOLDS {
        let others = examples.iter().enumerate().filter(|(at, _)| at % FOLDS != fold);
        let train: Vec<&Example> = others.map(|(_, it)| it).collect();
        let detector = Detector::builtin(analyser.clone())?;
        let detector = detector.with_wording(fit(&train), Thresholds::builtin()?);
        for ad in ads.iter().skip(fold).step_by(FOLDS) {
            observe(&detector, ad, &mut findings, &mut silences);
        }
    }
    println!("# {} findings, {} silences", findings.len(), silences.len());
    let names = ["bias", "strength", "likeness", "alone", "letters"];
    print_section("finding", &names, &regression(&findings), &findings);
    let names = ["bias", "excess", "cleared", "letters"];
    print_section("silence", &names, &regression(&silences), &silences);
    Ok(())
}

/// Adds what a detector sees in an advertisement.
fn observe(
    detector: &Detector,
    labelled: &Labelled,
    findings: &mut Vec<Row<5>>,
    silences: &mut Vec<Row<4>>,
) {
    let ad = &labelled.ad;
    let as_of = ad.published_on.unwrap_or(TODAY);
    let context = AdContext { ad, as_of, technologies: &[] };
    let examined = detector.examine(&context);
    if examined.findings.is_empty() {
        let (excess, cleared) = (examined.excess, examined.cleared.len());
        let letters = ad.text.chars().count();
        let features = SilenceFeatures { excess, cleared, letters };
        silences.push((features.values(), labelled.must.is_empty()));
        return;
    }
    let likeness = detector.likeness(ad, &examined.findings);
    let mut alone = Alone::new(detector, context);
    for (finding, likeness) in examined.findings.iter().zip(likeness) {
        let again = alone.finds(finding.span, |it| it.kind == finding.kind).unwrap_or(true);
        let letters = finding.span.end - finding.span.start;
        let strength = finding.strength;
        let features = FindingFeatures { strength, likeness, alone: again, letters };
        let right = labelled.must.contains(&finding.kind) || labelled.may.contains(&finding.kind);
        findings.push((features.values(), right));
    }
}

const STEPS: usize = 20_000;
const RATE: f64 = 0.5;
/// Weight of the penalty on large weights.
const RIDGE: f64 = 1e-4;

/// Fits a logistic regression.
fn regression<const N: usize>(rows: &[Row<N>]) -> [f64; N] {
    let mut weights = [0.0; N];
    // Features on one scale, so that one rate suits all.
    let scale: [f64; N] = std::array::from_fn(|at| {
        let square: f64 = rows.iter().map(|(values, _)| values[at] * values[at]).sum();
        (square / rows.len().max(1) as f64).sqrt().max(1e-9)
    });
    for _ in 0..STEPS {
        let mut gradient = [0.0; N];
        for (values, right) in rows {
            let error = probability(&weights, values, &scale) - f64::from(u8::from(*right));
            for at in 0..N {
                gradient[at] += error * values[at] / scale[at];
            }
        }
        for at in 0..N {
            let penalty = if at == 0 { 0.0 } else { RIDGE * weights[at] };
            weights[at] -= RATE * (gradient[at] / rows.len().max(1) as f64 + penalty);
        }
    }
    std::array::from_fn(|at| weights[at] / scale[at])
}

fn probability<const N: usize>(weights: &[f64; N], values: &[f64; N], scale: &[f64; N]) -> f64 {
    let sum: f64 = (0..N).map(|at| weights[at] * values[at] / scale[at]).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn print_section<const N: usize>(
    name: &str,
    names: &[&str; N],
    weights: &[f64; N],
    rows: &[Row<N>],
) {
    let of = |wanted: bool| -> Vec<f64> {
        let rows = rows.iter().filter(|(_, right)| *right == wanted);
        rows.map(|(values, _)| probability(weights, values, &[1.0; N])).collect()
    };
    let (right, wrong) = (of(true), of(false));
    let pairs = right.iter().flat_map(|a| wrong.iter().map(move |b| (a, b)));
    let higher: f64 =
        pairs.map(|(a, b)| if a > b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 }).sum();
    let area = higher / (right.len() * wrong.len()).max(1) as f64;
    println!("# {} right, {} wrong, area under the curve {area:.3}", right.len(), wrong.len());
    println!("[{name}]");
    for (name, weight) in names.iter().zip(weights) {
        println!("{name} = {weight:.3}");
    }
}
