//! Fits the model of guidance and writes `rules/guidance.bin`.
//!
//! Run in the folder of this crate, with `C` for `../../../tests/corpora/pharmacy`:
//! `train_guidance rules/guidance.bin training/guidance.txt ../corpus/starter/drugs training/scope_in.txt
//! training/said_in.txt training/asked_in.txt $C/*_sections*.jsonl`
//!
//! The model is fitted on `training/guidance.txt`, with less weight on the sentences of the guidance in the
//! folder, and on the questions of the later text files that a section of a drug's document answers (no
//! guidance answers these). Sets (`.jsonl`) only measure; of a set with `_unread` in its name only the share
//! is printed.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

mod made;
mod softmax;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use serde_json::Value;
use simui_pharmacy::classifier::{Features, GUIDE_CELLS, Guides, MODELS, Softmax};
use simui_pharmacy::dur::DurBook;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;
use simui_search::analysis::{Analyser, Dictionary};

use made::{Random, patterns};
use softmax::{Example, Recipe, fit};

/// Number of questions that are made of one pattern.
const QUESTIONS_PER_PATTERN: usize = 16;
/// Weight of a sentence of a document; that of a question is 1.
const DOCUMENT_WEIGHT: f32 = 2.0;
/// Weight of "no guidance"; that of a section is 1.
const NO_GUIDANCE_WEIGHT: f32 = 12.0;
const ROUNDS: usize = 12;
/// Seed of the order in which examples are visited.
const SEED: u64 = 0x2545_F491_4F6C_DD1D;
/// Strength of L2 regularisation.
const SHRINK: f32 = 1e-4;
/// The name of "no guidance": without title and heading.
const NO_GUIDANCE: &str = " · ";

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [out, asked, folder, files @ ..] = paths.as_slice() else {
        return Err("usage: train_guidance OUT.bin GUIDANCE.txt DRUGS/ FILES…".into());
    };
    let knowledge = Knowledge::shipped()?;
    let dur = DurBook::new(Vec::new(), &knowledge.names);
    let mut known: Vec<(String, String, f32)> = Vec::new();
    let mut random = Random(SEED);
    let text = std::fs::read_to_string(asked)?;
    for (question, section) in patterns(&text, QUESTIONS_PER_PATTERN, knowledge, &mut random) {
        known.push((question, section.ok_or("a question above the first section")?, 1.0));
    }
    let documents = guidance(Path::new(folder))?;
    if let Some((unasked, _)) =
        documents.iter().find(|(it, _)| !known.iter().any(|(_, of, _)| of == it))
    {
        return Err(format!("nobody asks for {unasked}").into());
    }
    if let Some(unknown) = known.iter().find(|(_, it, _)| !documents.iter().any(|(of, _)| of == it))
    {
        return Err(format!("no document has {}", unknown.1).into());
    }
    known.extend(documents.into_iter().map(|(section, text)| (text, section, DOCUMENT_WEIGHT)));
    for path in files.iter().filter(|it| it.ends_with(".txt")) {
        let text = std::fs::read_to_string(path)?;
        // These files have many patterns; a few questions of each are enough.
        for (question, section) in patterns(&text, 4, knowledge, &mut random) {
            if section.is_some_and(|it| MODELS[1..].iter().any(|model| it.contains(model))) {
                known.push((question, NO_GUIDANCE.to_owned(), 1.0));
            }
        }
    }
    let mut names: Vec<&str> = known.iter().map(|it| it.1.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut weighed: BTreeMap<&str, f32> = BTreeMap::new();
    known.iter().for_each(|(_, section, weight)| *weighed.entry(section).or_default() += weight);
    let mut examples = Vec::new();
    // Without the dictionary words are split differently; the model is fitted on both analyses.
    let with_dictionary = Analyser::open(&Dictionary::locate(None)?)?;
    for analyser in [&with_dictionary, &Analyser::without_dictionary()] {
        for (text, section, weight) in &known {
            let features = Question::features(text, knowledge, &dur, analyser);
            // Every section has the same total weight, whatever its number of examples.
            let all = if section == NO_GUIDANCE { NO_GUIDANCE_WEIGHT } else { 1.0 };
            let weight = all * weight / weighed[section.as_str()];
            let name = names.binary_search(&section.as_str()).unwrap_or_default();
            examples.push(Example { features, names: vec![name], weight });
        }
    }
    println!("{} sections, {} questions and sentences", names.len(), examples.len());
    let examples: Vec<&Example> = examples.iter().collect();
    let recipe = Recipe { width: GUIDE_CELLS, rounds: ROUNDS, shrink: SHRINK };
    let model = Softmax::quantised(&fit(&names, &examples, &recipe, &mut random));
    let bytes = model.to_bytes();
    let guides = Guides::from(model);
    for path in files.iter().filter(|it| it.ends_with(".jsonl")) {
        let features = |text: &str| Question::features(text, knowledge, &dur, &with_dictionary);
        measure(path, &guides, &features)?;
    }
    std::fs::write(out, &bytes)?;
    println!("{} bytes written to {out}", bytes.len());
    Ok(())
}

/// Every line of the guidance in a folder, after the name of its section (`title · heading`).
fn guidance(folder: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::path);
    let mut lines = Vec::new();
    for file in files.iter().filter(|it| it.file_name().to_string_lossy().starts_with("일반_")) {
        let text = std::fs::read_to_string(file.path())?;
        let title = text.lines().find_map(|it| it.strip_prefix("제목: ")).unwrap_or_default();
        let title = title.trim_matches(['"', '\'']);
        let mut section: Option<&str> = None;
        for line in text.lines().filter(|it| !it.is_empty()) {
            if line.starts_with('#') {
                section = line.strip_prefix("## ").filter(|it| !it.contains("이 안내에"));
            } else if let Some(section) = section {
                lines.push((format!("{title} · {section}"), line.to_owned()));
            }
        }
    }
    Ok(lines)
}

/// Prints how often the likeliest section is the one that a set names, and how often no section reaches a
/// probability of 0.5 for questions that a drug's document answers.
fn measure(
    path: &str,
    guides: &Guides,
    features: &dyn Fn(&str) -> Features,
) -> Result<(), Box<dyn Error>> {
    let (mut of_guidance, mut right, mut of_drugs, mut none) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(path)?.lines() {
        let question: Value = serde_json::from_str(line)?;
        let is = |key: &str, value: &str| question[key].as_str() == Some(value);
        let text = question["text"].as_str().unwrap_or_default();
        let found = guides.of(&features(text));
        if !guides.known().any(|(title, _)| is("title", title)) {
            of_drugs += 1;
            none += usize::from(found.iter().all(|it| it.share < 0.5));
            continue;
        }
        of_guidance += 1;
        let first = found.first();
        let wanted = first.is_some_and(|guide| {
            is("section", &guide.section)
                && (is("title", &guide.title) || is("or_title", &guide.title))
        });
        right += usize::from(wanted);
        if !path.contains("_unread") && (!wanted || first.is_some_and(|it| it.share < 0.5)) {
            let got: Vec<String> =
                found.iter().take(3).map(|it| format!("{} {:.2}", it.section, it.share)).collect();
            println!("  {text}: {} | {}", question["section"], got.join(", "));
        }
    }
    println!("{path}: guidance {right} of {of_guidance}, drugs {none} of {of_drugs}");
    Ok(())
}
