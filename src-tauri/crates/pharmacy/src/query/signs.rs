//! What the model looks at: runs of letters, and what the rules found. Both are hashed into one table, so that there is no vocabulary.

use unicode_normalization::UnicodeNormalization;

use super::question::Question;
use crate::classifier::{CELLS, Signs};

/// Stands for the name of a drug, whichever it is.
const DRUG: char = '◇';

/// The weight of all that the rules found, with that of all runs being one.
const FOUND: f32 = 1.0;

/// The weight of all stems, likewise.
const STEMS: f32 = 0.7;

/// Little says little: short questions weigh as if this many runs were on.
const FEWEST: usize = 12;

/// The signs of a question that is of these `topics` of other trades.
pub fn signs(question: &Question, topics: &[&str]) -> Signs {
    let mut signs = Vec::new();
    add(runs(question), 1.0, FEWEST, &mut signs);
    add(stems(question), STEMS, 4, &mut signs);
    add(found(question, topics), FOUND, 4, &mut signs);
    signs.sort_by_key(|(cell, _)| *cell);
    signs.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    signs
}

/// Runs of two to four letters whatever the spaces, beginnings of words, and whole words.
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

/// Its words: folded, names of drugs by one letter, every number as 0.
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

fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// Its content words without their endings.
fn stems(question: &Question) -> Vec<u16> {
    question.words.iter().map(|it| cell("stem", it.chars())).collect()
}

/// What the rules made of it.
fn found(question: &Question, topics: &[&str]) -> Vec<u16> {
    let mut names: Vec<String> = vec![
        format!("drugs {}", question.ingredients().len().min(3)),
        format!("complaints {}", question.symptoms.len().min(2)),
        format!("taking {}", question.is_of_taking()),
        format!("length {}", question.text.chars().count().min(60) / 12),
    ];
    names.extend(question.intents.iter().map(|it| format!("asks {it}")));
    names.extend(question.symptoms.iter().map(|it| format!("about {it}")));
    names.extend(topics.iter().map(|it| format!("topic {it}")));
    // What speaks for a pharmacist and what speaks against one weigh differently together than each alone.
    let (named, asks) = (question.is_of_drugs(), !question.intents.is_empty());
    names.push(format!("named {named} asks {asks} topic {}", !topics.is_empty()));
    names.iter().map(|it| cell("found", it.chars())).collect()
}

/// Turns the cells on, with a Euclidean length of `length` together.
fn add(mut cells: Vec<u16>, length: f32, fewest: usize, signs: &mut Signs) {
    cells.sort_unstable();
    cells.dedup();
    if !cells.is_empty() {
        let value = length / (cells.len().max(fewest) as f32).sqrt();
        signs.extend(cells.iter().map(|&cell| (cell, value)));
    }
}

/// FNV-1a, folded to the size of the table.
fn cell(sort: &str, text: impl Iterator<Item = char>) -> u16 {
    let mut hash: u32 = 0x811C_9DC5;
    for letter in sort.chars().chain(text) {
        hash = (hash ^ letter as u32).wrapping_mul(0x0100_0193);
    }
    ((hash ^ (hash >> 15) ^ (hash >> 30)) & (CELLS as u32 - 1)) as u16
}
