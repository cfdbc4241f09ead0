//! Fits the wording model and writes `rules/wording.bin`.
//!
//! `cargo run --release -p simui-review --example train_wording -- [--folds] OUT.bin FILE…`
//!
//! FILE: labelled advertisements (`tests/labelled`). Fits one logistic regression for each kind by Adagrad,
//! with the same result on every machine. An advertisement that *may* be of a kind is no example for it.
//! `--folds` measures by five-fold cross-validation instead of writing, and prints the `rise` of
//! `rules/suspicions.toml`. The examples of `../shared` must not
//! be used for fitting: they measure.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

use std::error::Error;
use std::path::Path;

use simui_review::rules::Detector;
use simui_search::analysis::{Analyser, Dictionary};

#[path = "../tests/labelled/mod.rs"]
mod labelled;
#[path = "wording_training/mod.rs"]
mod wording_training;

use wording_training::{Example, KINDS, fit};

fn main() -> Result<(), Box<dyn Error>> {
    let mut folds = false;
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--folds" => folds = true,
            path => paths.push(path.to_owned()),
        }
    }
    let (out, files) = paths.split_first().ok_or("usage: train_wording [--folds] OUT.bin FILE…")?;
    let detector = Detector::builtin(Analyser::open(&Dictionary::locate(None)?)?)?;
    let mut examples = Vec::new();
    for file in files {
        for ad in labelled::read(Path::new(file))? {
            let (features, sentences) = detector.features(&ad.ad);
            examples.push(Example { features, must: ad.must, may: ad.may, sentences });
        }
    }
    println!("{} advertisements", examples.len());
    if folds {
        cross_validate(&examples);
        return Ok(());
    }
    let all: Vec<&Example> = examples.iter().collect();
    let bytes = fit(&all).to_bytes();
    std::fs::write(out, &bytes)?;
    println!("{} bytes written to {out}", bytes.len());
    Ok(())
}

fn cross_validate(examples: &[Example]) {
    let mut probabilities = vec![[0.0f32; 14]; examples.len()];
    let mut logits = vec![Vec::new(); KINDS.len()];
    for fold in 0..5 {
        let train: Vec<&Example> = examples
            .iter()
            .enumerate()
            .filter(|(at, _)| at % 5 != fold)
            .map(|(_, it)| it)
            .collect();
        let weights = fit(&train);
        for (at, example) in examples.iter().enumerate().filter(|(at, _)| at % 5 == fold) {
            for (index, &kind) in KINDS.iter().enumerate() {
                let best = example.sentences.iter().map(|it| weights.probability(kind, it));
                probabilities[at][index] = best.fold(0.0, f32::max);
                if !example.must.contains(&kind) && !example.may.contains(&kind) {
                    let windows = example.sentences.iter().map(|it| weights.probability(kind, it));
                    logits[index].extend(windows.map(|it| (it / (1.0 - it)).ln()));
                }
            }
        }
    }
    println!("kind   threshold: recall/unexpected an ad …");
    for (index, kind) in KINDS.iter().enumerate() {
        print!("{kind:<4}", kind = kind.to_string());
        for threshold in [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9] {
            let (mut must, mut found, mut surplus) = (0usize, 0usize, 0usize);
            for (example, row) in examples.iter().zip(&probabilities) {
                let here = row[index] >= threshold;
                let expected = example.must.contains(kind);
                must += usize::from(expected);
                found += usize::from(expected && here);
                surplus += usize::from(here && !expected && !example.may.contains(kind));
            }
            let (recall, extra) =
                (found as f32 / must.max(1) as f32, surplus as f32 / examples.len() as f32);
            print!("  {threshold:.2}: {recall:.2}/{extra:.4}");
        }
        println!();
    }
    let rises: Vec<f32> = logits.into_iter().map(mean_excess).collect();
    println!("rise {:.2}", rises.iter().sum::<f32>() / rises.len() as f32);
}

/// Share of the windows without a violation above which the tail of their logits is measured.
const TAIL: f32 = 0.02;

/// Returns by how much the logits above the quantile of [`TAIL`] exceed it on average. Where the tail falls
/// exponentially, the threshold must rise by so much for each factor e in the number of windows, so that one
/// advertisement raises as many false suspicions as another, however long.
fn mean_excess(mut logits: Vec<f32>) -> f32 {
    logits.sort_by(|a, b| b.total_cmp(a));
    let count = ((logits.len() as f32 * TAIL) as usize).max(1).min(logits.len().max(1) - 1);
    let Some(&quantile) = logits.get(count) else { return 0.0 };
    logits[..count].iter().map(|it| it - quantile).sum::<f32>() / count.max(1) as f32
}
