//! Computes the features of a question for the linear models: runs of characters, stems, and what the rules
//! found. All are hashed into one table, so that no vocabulary is stored. Models must be fitted again after
//! any change here.

use unicode_normalization::UnicodeNormalization;

use super::question::Question;
use crate::classifier::{CELLS, Features};

/// Placeholder for the name of any drug.
const DRUG: char = '◇';

/// Euclidean length of the features of what the rules found; that of the runs of characters is 1.
const RULES: f32 = 1.0;

/// Euclidean length of the features of stems.
const STEMS: f32 = 0.7;

/// Number of runs at which their features reach full length; a question with fewer has shorter ones.
const FULL_RUNS: usize = 12;

/// The features of a question; `topics` are ids of the matters for other professions whose words it has.
pub fn features(question: &Question, topics: &[&str]) -> Features {
    let mut features = Vec::new();
    add(runs(question), 1.0, FULL_RUNS, &mut features);
    add(stems(question), STEMS, 4, &mut features);
    add(rule_findings(question, topics), RULES, 4, &mut features);
    features.sort_by_key(|(cell, _)| *cell);
    features.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    features
}

/// Cells of the runs of two to four characters across spaces, of the beginnings of words, and of whole words.
fn runs(question: &Question) -> Vec<u16> {
    let words = words(question);
    let squeezed: Vec<char> = words.iter().flatten().copied().collect();
    let mut cells = Vec::with_capacity(squeezed.len() * 4);
    for length in 2..=4 {
        cells.extend(squeezed.windows(length).map(|run| cell("", run.iter().copied())));
    }
    for word in &words {
        for length in 1..=word.len().min(3) {
            cells.push(cell("^", word.iter().take(length).copied()));
        }
        cells.push(cell("=", word.iter().copied()));
    }
    if let (Some(first), Some(last)) = (squeezed.first(), squeezed.last()) {
        cells.push(cell("first", [*first].into_iter()));
        cells.push(cell("last", [*last].into_iter()));
    }
    cells
}

/// The words of a question as characters: folded, each name of a drug replaced by `DRUG`, each number by 0.
fn words(question: &Question) -> Vec<Vec<char>> {
    let mut text = folded(&question.text);
    for drug in &question.drugs {
        text = text.replace(&folded(&drug.written), &DRUG.to_string());
    }
    let mut words = Vec::new();
    for eojeol in text.split_whitespace() {
        let mut word: Vec<char> = Vec::new();
        for letter in eojeol.chars() {
            match letter {
                _ if letter.is_ascii_digit() && word.last() == Some(&'0') => {}
                _ if letter.is_ascii_digit() => word.push('0'),
                DRUG => word.push(DRUG),
                _ if letter.is_alphanumeric() => word.push(letter),
                _ => {}
            }
        }
        if !word.is_empty() {
            words.push(word);
        }
    }
    words
}

/// NFKC, lower case.
fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// Cells of the lemmas of content words.
fn stems(question: &Question) -> Vec<u16> {
    question.words.iter().map(|it| cell("stem", it.chars())).collect()
}

/// Cells of what the rules found: numbers of drugs and complaints, intents, complaints, topics, length.
fn rule_findings(question: &Question, topics: &[&str]) -> Vec<u16> {
    let mut names: Vec<String> = vec![
        format!("drugs {}", question.ingredients().len().min(3)),
        format!("complaints {}", question.symptoms.len().min(2)),
        format!("taking {}", question.asks_about_taking()),
        format!("length {}", question.text.chars().count().min(60) / 12),
    ];
    names.extend(question.intents.iter().map(|it| format!("asks {it}")));
    names.extend(question.symptoms.iter().map(|it| format!("about {it}")));
    names.extend(topics.iter().map(|it| format!("topic {it}")));
    // Evidence for and against a pharmacist's question weighs differently together than the sum of both.
    let (named, asks) = (question.names_drug_or_complaint(), !question.intents.is_empty());
    names.push(format!("named {named} asks {asks} topic {}", !topics.is_empty()));
    names.iter().map(|it| cell("found", it.chars())).collect()
}

/// Appends the cells, each once, with equal values. Their Euclidean length is `length`, and less for fewer
/// than `fewest` cells.
fn add(mut cells: Vec<u16>, length: f32, fewest: usize, features: &mut Features) {
    cells.sort_unstable();
    cells.dedup();
    if !cells.is_empty() {
        let value = length / (cells.len().max(fewest) as f32).sqrt();
        features.extend(cells.iter().map(|&cell| (cell, value)));
    }
}

/// The cell of a feature: FNV-1a of its kind and its text, folded to the size of the table.
fn cell(kind: &str, text: impl Iterator<Item = char>) -> u16 {
    let mut hash: u32 = 0x811C_9DC5;
    for letter in kind.chars().chain(text) {
        hash = (hash ^ letter as u32).wrapping_mul(0x0100_0193);
    }
    ((hash ^ (hash >> 15) ^ (hash >> 30)) & (CELLS as u32 - 1)) as u16
}
