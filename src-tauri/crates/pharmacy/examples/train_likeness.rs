//! Fits the likeness model and writes `rules/likeness.bin`.
//!
//! Run in the folder of this crate, with `C` for `../../../tests/corpora/pharmacy`:
//! `train_likeness rules/likeness.bin training/scope_in.txt training/scope_out.txt
//! training/fitted_scope.jsonl training/fitted_sections.jsonl $C/scope_drug_questions.jsonl
//! $C/scope_other_matters.jsonl $C/scope_emergencies.jsonl $C/outcomes.jsonl $C/*_sections.jsonl
//! ../corpus/starter/drugs training/said_in.txt training/said_out.txt training/asked_in.txt
//! training/asked_out.txt training/guidance.txt`
//!
//! A folder among the files holds drug documents (`../corpus/starter/drugs`): each of their sentences is an
//! example of its section.
//!
//! Each model is a logistic regression by Adagrad, the same on every machine. Questions whose `part` is
//! `measure` are not read; those with `choose` only measure. Before a model is added to `MODELS`,
//! `likeness.bin` must get its new length: append eight bytes, and a zero for each cell.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

mod made;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use serde_json::Value;
use simui_pharmacy::classifier::{CELLS, Features, MODELS, Weights};
use simui_pharmacy::dur::DurBook;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;
use simui_search::analysis::{Analyser, Dictionary};

use made::{Random, patterns};

/// Number of questions that are made of one pattern.
const QUESTIONS_PER_PATTERN: usize = 40;
/// Number of questions made of a pattern that guidance answers; they only tell that a question is for this
/// desk.
const QUESTIONS_PER_GUIDANCE: usize = 5;
/// Weight of a question that a person wrote; that of one made of a pattern is 1.
const WRITTEN: f32 = 6.0;
/// Weight of a sentence of a document.
const DOCUMENT_WEIGHT: f32 = 0.3;
const ROUNDS: usize = 8;
/// Seed of the order in which examples are visited.
const SEED: u64 = 0x2545_F491_4F6C_DD1D;
/// Strength of L2 regularisation.
const SHRINK: f32 = 2e-7;

/// A question or a sentence of a document with its labels.
struct Example {
    features: Features,
    /// Whether it is a question for this desk; `None` for sentences of documents.
    inside: Option<bool>,
    section: Option<String>,
    /// Other sections that answer it as well.
    also: Vec<String>,
    weight: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [out, inside, outside, files @ ..] = paths.as_slice() else {
        return Err("usage: train_likeness OUT.bin IN.txt OUT.txt QUESTIONS.jsonl…".into());
    };
    let mut known = Known::default();
    // Without the dictionary words are split differently; the models are fitted on both analyses.
    let with_dictionary = Analyser::open(&Dictionary::locate(None)?)?;
    gather(&with_dictionary, inside, outside, files, &mut known)?;
    let (once, chosen_on) = (known.examples.len(), std::mem::take(&mut known.chosen_on));
    gather(&Analyser::without_dictionary(), inside, outside, files, &mut known)?;
    let Known { made, examples, .. } = known;
    let mut random = Random(SEED);
    println!(
        "{made} questions made of patterns and {} others, with and without a dictionary",
        examples.len() - made
    );
    folds(&examples[..once], &mut Random(SEED));
    let mut models = Vec::new();
    for (at, name) in MODELS.iter().enumerate() {
        let of_model = |it: &Example| match at {
            0 => it.inside,
            // The model `신장` is that of the section `간·신장`; 고령자 are in the section of 소아.
            _ if it.also.iter().any(|also| also.contains(name)) => None,
            _ => it.section.as_ref().map(|section| section.contains(name)),
        };
        let rows: Vec<(&Features, f32, f32)> = examples
            .iter()
            .filter_map(|example| {
                let label = if of_model(example)? { 1.0 } else { -1.0 };
                Some((&example.features, label, example.weight))
            })
            .collect();
        models.push(fit(&rows, &mut random));
        println!("{name}: {} questions", rows.len());
    }
    let weights = Weights::quantised(&models);
    measure(&chosen_on, &weights);
    let bytes = weights.to_bytes();
    std::fs::write(out, &bytes)?;
    println!("{} bytes written to {out}", bytes.len());
    Ok(())
}

/// The examples of all files.
#[derive(Default)]
struct Known {
    examples: Vec<Example>,
    /// The number of examples that were made of patterns.
    made: usize,
    /// The questions that thresholds are chosen on; nothing is fitted to them.
    chosen_on: Vec<Example>,
}

/// Reads all files into `known`, with the features by one analyser.
fn gather(
    analyser: &Analyser,
    inside: &str,
    outside: &str,
    files: &[String],
    known: &mut Known,
) -> Result<(), Box<dyn Error>> {
    let knowledge = Knowledge::shipped()?;
    let dur = DurBook::new(Vec::new(), &knowledge.names);
    let features = |text: &str| Question::features(text, knowledge, &dur, analyser);
    let mut random = Random(SEED);
    for (path, inside) in [(inside, true), (outside, false)] {
        for made in
            patterns(&std::fs::read_to_string(path)?, QUESTIONS_PER_PATTERN, knowledge, &mut random)
        {
            let (text, section) = made;
            let also = Vec::new();
            known.made += 1;
            known.examples.push(Example {
                features: features(&text),
                inside: Some(inside),
                section,
                also,
                weight: 1.0,
            });
        }
    }
    for path in files {
        if Path::new(path).is_dir() {
            known.examples.extend(sentences(Path::new(path), &features)?);
            continue;
        }
        if path.ends_with("guidance.txt") {
            let text = std::fs::read_to_string(path)?;
            for (text, _) in patterns(&text, QUESTIONS_PER_GUIDANCE, knowledge, &mut random) {
                let (features, inside, also) = (features(&text), Some(true), Vec::new());
                known.made += 1;
                known.examples.push(Example { features, inside, section: None, also, weight: 1.0 });
            }
            continue;
        }
        if path.ends_with(".txt") {
            let inside = Some(path.ends_with("_in.txt"));
            for (text, section) in questions(&std::fs::read_to_string(path)?) {
                let (features, also) = (features(text), Vec::new());
                let section = section.map(str::to_owned);
                known.examples.push(Example { features, inside, section, also, weight: WRITTEN });
            }
            continue;
        }
        for line in std::fs::read_to_string(path)?.lines() {
            let question: Value = serde_json::from_str(line)?;
            let is = |key: &str, value: &str| question[key] == value;
            if is("part", "measure") {
                continue;
            }
            let text = question["text"].as_str().unwrap_or_default();
            let section = question["section"].as_str().map(str::to_owned);
            let inside = !is("scope", "out") && !is("status", "out_of_scope");
            let also = question["also"].as_array().into_iter().flatten();
            let also = also.filter_map(|it| it.as_str()).map(str::to_owned).collect();
            let (features, inside) = (features(text), Some(inside));
            let example = Example { features, inside, section, also, weight: WRITTEN };
            if is("part", "choose") { &mut known.chosen_on } else { &mut known.examples }
                .push(example);
        }
    }
    Ok(())
}

/// Prints, for each threshold, how many questions of the part `choose` are decided right, and how often the
/// likeliest section is right.
fn measure(chosen_on: &[Example], weights: &Weights) {
    let inside: Vec<f32> =
        chosen_on.iter().map(|it| weights.probability(0, &it.features)).collect();
    let share = |wanted: bool, least: f32| {
        let of_it = chosen_on.iter().zip(&inside).filter(|(it, _)| it.inside == Some(wanted));
        let of_it: Vec<bool> = of_it.map(|(_, probability)| *probability >= least).collect();
        let right = of_it.iter().filter(|it| **it == wanted).count();
        format!("{right}/{}", of_it.len())
    };
    for least in [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] {
        println!("{least:.2}: inside {} outside {}", share(true, least), share(false, least));
    }
    let (mut right, mut all) = (0, 0);
    for (example, section) in chosen_on.iter().filter_map(|it| Some((it, it.section.as_ref()?))) {
        let likely = (1..MODELS.len()).max_by(|a, b| {
            let of = |model: &usize| weights.probability(*model, &example.features);
            of(a).total_cmp(&of(b))
        });
        let Some(likely) = likely.map(|it| MODELS[it]) else { continue };
        let also = example.also.iter().any(|it| it.contains(likely));
        right += usize::from(section.contains(likely) || also);
        all += usize::from(MODELS.iter().any(|it| section.contains(it)));
    }
    println!("section: {right}/{all}");
}

/// Cross-validates in five folds: fits on four fifths of the written questions and all that were made of
/// patterns, and measures on the last fifth.
fn folds(examples: &[Example], random: &mut Random) {
    const FOLDS: usize = 5;
    let mut at = 0;
    let fold: Vec<Option<usize>> = examples
        .iter()
        .map(|example| {
            (example.weight == WRITTEN).then(|| {
                at += 1;
                at % FOLDS
            })
        })
        .collect();
    let mut inside: Vec<(f32, bool)> = Vec::new();
    for held in 0..FOLDS {
        let rows: Vec<(&Features, f32, f32)> = examples
            .iter()
            .zip(&fold)
            .filter(|(_, fold)| **fold != Some(held))
            .filter_map(|(example, _)| {
                Some((&example.features, if example.inside? { 1.0 } else { -1.0 }, example.weight))
            })
            .collect();
        let weights = Weights::quantised(&[fit(&rows, random)]);
        for (example, _) in examples.iter().zip(&fold).filter(|(_, fold)| **fold == Some(held)) {
            let probability = weights.probability(0, &example.features);
            let is = example.inside == Some(true);
            inside.push((probability, is));
        }
    }
    for least in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.93] {
        let of = |wanted: bool| {
            let all: Vec<bool> = inside
                .iter()
                .filter(|it| it.1 == wanted)
                .map(|it| (it.0 >= least) == wanted)
                .collect();
            all.iter().filter(|it| **it).count() as f32 / all.len().max(1) as f32
        };
        println!("folds {least:.2}: inside {:.4} outside {:.4}", of(true), of(false));
    }
}

/// Fits one logistic regression to rows of features, label (1 or -1) and weight; returns bias and weights.
fn fit(rows: &[(&Features, f32, f32)], random: &mut Random) -> (f32, Vec<f32>) {
    let total: f32 = rows.iter().map(|it| it.2).sum();
    let positive: f32 = rows.iter().filter(|it| it.1 > 0.0).map(|it| it.2).sum();
    // Positive and negative rows have the same total weight.
    let balance = |label: f32| {
        if label > 0.0 { total / (2.0 * positive) } else { total / (2.0 * (total - positive)) }
    };
    let (mut bias, mut weights) = (0.0f32, vec![0.0f32; CELLS]);
    let (mut bias_seen, mut seen) = (1e-6f32, vec![1e-6f32; CELLS]);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    for _ in 0..ROUNDS {
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at + 1));
        }
        for &at in &order {
            let (features, label, weight) = rows[at];
            let sum: f32 = features.iter().map(|(it, on)| weights[usize::from(*it)] * on).sum();
            let slope = -label * weight * balance(label) / (1.0 + (label * (sum + bias)).exp());
            bias_seen += slope * slope;
            bias -= 0.1 * slope / bias_seen.sqrt();
            for (cell, on) in features {
                let cell = usize::from(*cell);
                let gradient = slope * on + SHRINK * total * weights[cell] * on;
                seen[cell] += gradient * gradient;
                weights[cell] -= 0.3 * gradient / seen[cell].sqrt();
            }
        }
    }
    (bias, weights)
}

/// The sentences of the documents in a folder, each as an example of its section. Sentences that three
/// documents or more share are left out.
fn sentences(
    folder: &Path,
    features: &dyn Fn(&str) -> Features,
) -> Result<Vec<Example>, Box<dyn Error>> {
    let mut lines: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let text = std::fs::read_to_string(file.path())?;
        let title = text.lines().find_map(|it| it.strip_prefix("제목: ")).unwrap_or_default();
        let mut section = String::new();
        for line in text.lines() {
            if line.starts_with('#') {
                section = line.trim_matches(['#', ' ']).to_owned();
            } else if MODELS.iter().any(|it| section.contains(it)) && !line.is_empty() {
                let nameless = line.replace(title.trim_matches(['"', '\'']), "");
                let known = lines.entry(nameless).or_insert((section.clone(), 0));
                known.1 += 1;
            }
        }
    }
    let distinctive = lines.into_iter().filter(|(_, (_, times))| *times < 3);
    let example = |(text, (section, _)): (String, (String, usize))| Example {
        features: features(&text),
        inside: None,
        section: Some(section),
        also: Vec::new(),
        weight: DOCUMENT_WEIGHT,
    };
    Ok(distinctive.map(example).collect())
}

/// The questions of a file without patterns, each with its section if it has a label.
fn questions(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let lines = text.lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
    lines.map(|line| match line.split_once("  # ") {
        Some((question, section)) => (question, Some(section)),
        None => (line, None),
    })
}
