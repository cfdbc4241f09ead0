//! Fits the model of drugs' sections and writes `rules/sections.bin`.
//!
//! In the folder of this crate: `train_sections rules/sections.bin ../corpus/starter/drugs training/scope_in.txt
//! training/said_in.txt training/asked_in.txt training/sections.txt`
//!
//! What the documents of the folder say in their sections counts a little, too. Of the files behind it only questions with a section
//! of a drug's document count (`상호작용|경고`: either answers). No set of questions goes into it: they all measure. Five folds by line choose the shrinking.
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

/// Questions made of one pattern; together they weigh as much as two that a person wrote.
const OF_A_PATTERN: usize = 16;
const PATTERN: f32 = 2.0 / OF_A_PATTERN as f32;
/// A sentence of a document weighs as much as so many questions.
const OF_A_DOCUMENT: f32 = 0.1;
const ROUNDS: usize = 12;
/// Of the order in which examples are seen.
const SEED: u64 = 0x2545_F491_4F6C_DD1D;
/// What the folds choose from.
const SHRINKS: [f32; 5] = [1e-5, 3e-5, 1e-4, 3e-4, 1e-3];
const FOLDS: usize = 5;

/// A text, which of the sections have it, the best first, its weight, and its fold where a person wrote it.
struct Said {
    text: String,
    sections: Vec<usize>,
    weight: f32,
    fold: Option<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [out, folder, files @ ..] = paths.as_slice() else {
        return Err("usage: train_sections OUT.bin DRUGS/ FILES.txt…".into());
    };
    let knowledge = Knowledge::shipped()?;
    let dur = DurBook::new(Vec::new(), &knowledge.names);
    let mut said = sentences(Path::new(folder))?;
    for path in files {
        asked(&std::fs::read_to_string(path)?, knowledge, &mut said);
    }
    // A desk without the dictionary cuts words otherwise: the model has to know both.
    let with_dictionary = Analyser::open(&Dictionary::locate(None)?)?;
    let mut examples = Vec::new();
    for analyser in [&with_dictionary, &Analyser::without_dictionary()] {
        examples.extend(said.iter().map(|it| {
            let signs = Question::signs(&it.text, knowledge, &dur, analyser);
            (Example { signs, names: it.sections.clone(), weight: it.weight }, it.fold)
        }));
    }
    let written = said.iter().filter(|it| it.fold.is_some()).count();
    println!("{written} questions, {} sentences and made ones", said.len() - written);
    let shrink = chosen(&examples[..said.len()]);
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

/// The section of the models that a label or a heading names.
fn section(named: &str) -> Option<usize> {
    SECTIONS.iter().position(|it| named.contains(it))
}

/// The sections that a label names, where it names any: `상호작용|경고`.
fn sections(label: &str) -> Option<Vec<usize>> {
    let all: Vec<usize> = label.split('|').filter_map(section).collect();
    (!all.is_empty()).then_some(all)
}

/// The questions of a file: made of its patterns, or as they stand.
fn asked(text: &str, knowledge: &Knowledge, said: &mut Vec<Said>) {
    let mut random = Random(SEED);
    let mut fold = said.len();
    for line in text.lines().filter(|it| !it.starts_with('#')) {
        let Some((question, label)) = line.split_once("  # ") else { continue };
        let Some(sections) = sections(label) else { continue };
        if !question.contains(['{', '[']) {
            fold += 1;
            let (text, fold) = (question.to_owned(), Some(fold % FOLDS));
            said.push(Said { text, sections, weight: 1.0, fold });
        }
    }
    let lists_and_patterns: Vec<&str> =
        text.lines().filter(|it| it.contains(" = ") || it.contains(['{', '['])).collect();
    for (text, label) in
        patterns(&lists_and_patterns.join("\n"), OF_A_PATTERN, knowledge, &mut random)
    {
        if let Some(sections) = label.as_deref().and_then(sections) {
            said.push(Said { text, sections, weight: PATTERN, fold: None });
        }
    }
}

/// What documents say in which section. What every one of them says teaches nothing.
fn sentences(folder: &Path) -> Result<Vec<Said>, Box<dyn Error>> {
    let mut said: BTreeMap<String, (usize, usize)> = BTreeMap::new();
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
                said.entry(nameless).or_insert((of, 0)).1 += 1;
            }
        }
    }
    let told = said.into_iter().filter(|(_, (_, times))| *times < 3);
    let of = |(text, (section, _))| Said {
        text,
        sections: vec![section],
        weight: OF_A_DOCUMENT,
        fold: None,
    };
    Ok(told.map(of).collect())
}

/// The shrinking by which what is held back is likeliest; of everything written, each fifth in its turn.
fn chosen(examples: &[(Example, Option<usize>)]) -> f32 {
    let mut best = (f32::MIN, SHRINKS[0]);
    for shrink in SHRINKS {
        let (mut right, mut all, mut likelihood) = (0, 0, 0.0);
        for held in 0..FOLDS {
            let known = examples.iter().filter(|(_, fold)| *fold != Some(held));
            let known: Vec<&Example> = known.map(|(it, _)| it).collect();
            let fitted = fit(&SECTIONS, &known, &recipe(shrink), &mut Random(SEED));
            let model = Softmax::quantised(&fitted);
            for (example, _) in examples.iter().filter(|(_, fold)| *fold == Some(held)) {
                let shares = model.shares(&example.signs);
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
