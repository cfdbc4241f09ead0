//! Fits the model of drugs' sections and writes `rules/sections.bin`.
//!
//! Run in the folder of this crate: `train_sections rules/sections.bin ../corpus/starter/drugs
//! training/scope_in.txt training/said_in.txt training/asked_in.txt training/sections.txt`
//!
//! The model is fitted on the questions of the files that are labelled with sections of a drug's document
//! (with `상호작용|경고` either answers), and with less weight on the sentences of the documents in the folder.
//! Sets of questions only measure and are not read here. Five folds by line choose the strength of
//! regularisation.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

mod made;
mod softmax;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use simui_pharmacy::classifier::{CELLS, SECTIONS, Softmax};
use simui_pharmacy::dur::DurBook;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;
use simui_search::analysis::{Analyser, Dictionary};

use made::{Random, patterns};
use softmax::{Example, Recipe, fit};

/// Number of questions that are made of one pattern.
const QUESTIONS_PER_PATTERN: usize = 16;
/// Weight of a question made of a pattern; all of one pattern weigh as much as two that a person wrote.
const PATTERN_WEIGHT: f32 = 2.0 / QUESTIONS_PER_PATTERN as f32;
/// Weight of a sentence of a document; that of a question which a person wrote is 1.
const DOCUMENT_WEIGHT: f32 = 0.1;
const ROUNDS: usize = 12;
/// Seed of the order in which examples are visited.
const SEED: u64 = 0x2545_F491_4F6C_DD1D;
/// Strengths of L2 regularisation that the folds choose from.
const SHRINKS: [f32; 5] = [1e-5, 3e-5, 1e-4, 3e-4, 1e-3];
const FOLDS: usize = 5;

/// A labelled text.
struct Labelled {
    text: String,
    /// Indices into `SECTIONS` of the sections that answer, best first.
    sections: Vec<usize>,
    weight: f32,
    /// The fold of a question that a person wrote.
    fold: Option<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [out, folder, files @ ..] = paths.as_slice() else {
        return Err("usage: train_sections OUT.bin DRUGS/ FILES.txt…".into());
    };
    let knowledge = Knowledge::shipped()?;
    let dur = DurBook::new(Vec::new(), &knowledge.names);
    let mut labelled = sentences(Path::new(folder))?;
    for path in files {
        read_questions(&std::fs::read_to_string(path)?, knowledge, &mut labelled);
    }
    // Without the dictionary words are split differently; the model is fitted on both analyses.
    let with_dictionary = Analyser::open(&Dictionary::locate(None)?)?;
    let mut examples = Vec::new();
    for analyser in [&with_dictionary, &Analyser::without_dictionary()] {
        examples.extend(labelled.iter().map(|text| {
            let features = Question::features(&text.text, knowledge, &dur, analyser);
            (Example { features, names: text.sections.clone(), weight: text.weight }, text.fold)
        }));
    }
    let written = labelled.iter().filter(|it| it.fold.is_some()).count();
    println!("{written} questions, {} sentences and made ones", labelled.len() - written);
    let shrink = choose_shrink(&examples[..labelled.len()]);
    let all: Vec<&Example> = examples.iter().map(|(it, _)| it).collect();
    let model = Softmax::quantised(&fit(&SECTIONS, &all, &recipe(shrink), &mut Random(SEED)));
    let bytes = model.to_bytes();
    std::fs::write(out, &bytes)?;
    println!("{} bytes written to {out}", bytes.len());
    Ok(())
}

fn recipe(shrink: f32) -> Recipe {
    Recipe { width: CELLS, rounds: ROUNDS, shrink }
}

/// Index into `SECTIONS` of the section that a label or a heading names.
fn section(named: &str) -> Option<usize> {
    SECTIONS.iter().position(|it| named.contains(it))
}

/// The sections that a label names (`상호작용|경고`); `None` if it names none.
fn sections(label: &str) -> Option<Vec<usize>> {
    let all: Vec<usize> = label.split('|').filter_map(section).collect();
    (!all.is_empty()).then_some(all)
}

/// Appends the labelled questions of a file, those as written first, then those made of its patterns.
fn read_questions(text: &str, knowledge: &Knowledge, labelled: &mut Vec<Labelled>) {
    let mut random = Random(SEED);
    let mut fold = labelled.len();
    for line in text.lines().filter(|it| !it.starts_with('#')) {
        let Some((question, label)) = line.split_once("  # ") else { continue };
        let Some(sections) = sections(label) else { continue };
        if !question.contains(['{', '[']) {
            fold += 1;
            let (text, fold) = (question.to_owned(), Some(fold % FOLDS));
            labelled.push(Labelled { text, sections, weight: 1.0, fold });
        }
    }
    let lists_and_patterns: Vec<&str> =
        text.lines().filter(|it| it.contains(" = ") || it.contains(['{', '['])).collect();
    for (text, label) in
        patterns(&lists_and_patterns.join("\n"), QUESTIONS_PER_PATTERN, knowledge, &mut random)
    {
        if let Some(sections) = label.as_deref().and_then(sections) {
            labelled.push(Labelled { text, sections, weight: PATTERN_WEIGHT, fold: None });
        }
    }
}

/// The sentences of the drugs' documents in a folder, labelled with their section. Sentences that three
/// documents or more share are left out.
fn sentences(folder: &Path) -> Result<Vec<Labelled>, Box<dyn Error>> {
    let mut lines: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files.iter().filter(|it| !it.file_name().to_string_lossy().starts_with("일반_")) {
        let text = std::fs::read_to_string(file.path())?;
        let title = text.lines().find_map(|it| it.strip_prefix("제목: ")).unwrap_or_default();
        let mut of: Option<usize> = None;
        for line in text.lines() {
            if line.starts_with('#') {
                of = section(line);
            } else if let Some(of) = of.filter(|_| !line.is_empty()) {
                let nameless = line.replace(title.trim_matches(['"', '\'']), "");
                lines.entry(nameless).or_insert((of, 0)).1 += 1;
            }
        }
    }
    let distinctive = lines.into_iter().filter(|(_, (_, times))| *times < 3);
    let label = |(text, (section, _))| Labelled {
        text,
        sections: vec![section],
        weight: DOCUMENT_WEIGHT,
        fold: None,
    };
    Ok(distinctive.map(label).collect())
}

/// The strength of regularisation with the highest likelihood of the written questions held out, in five
/// folds.
fn choose_shrink(examples: &[(Example, Option<usize>)]) -> f32 {
    let mut best = (f32::MIN, SHRINKS[0]);
    for shrink in SHRINKS {
        let (mut right, mut all, mut likelihood) = (0, 0, 0.0);
        for held in 0..FOLDS {
            let known = examples.iter().filter(|(_, fold)| *fold != Some(held));
            let known: Vec<&Example> = known.map(|(it, _)| it).collect();
            let fitted = fit(&SECTIONS, &known, &recipe(shrink), &mut Random(SEED));
            let model = Softmax::quantised(&fitted);
            for (example, _) in examples.iter().filter(|(_, fold)| *fold == Some(held)) {
                let shares = model.shares(&example.features);
                let named = example.names.iter().filter_map(|it| shares.get(*it));
                let (most, share) =
                    named.fold((0.0f32, 0.0), |(most, sum), it| (most.max(*it), sum + it));
                let is_first = shares.iter().all(|it| *it <= most);
                (right, all) = (right + usize::from(is_first), all + 1);
                likelihood += share.max(f32::MIN_POSITIVE).ln();
            }
        }
        let likelihood = likelihood / all as f32;
        println!("shrink {shrink:e}: first {right} of {all}, log likelihood {likelihood:.4}");
        if likelihood > best.0 {
            best = (likelihood, shrink);
        }
    }
    best.1
}
