//! Features of the wording model: runs of one to three characters within words, and the lexical classes that
//! occur. Both are hashed into one table, so that the model needs no vocabulary.

use crate::claims::Reading;
use crate::entities::touches;
use crate::lexicon::{ClassNames, Hit};
use crate::normalise::Gap;

/// Number of cells of the hash table.
pub const CELLS: usize = 1 << 14;
/// Euclidean length of all class features together; that of all runs is 1.
const CLASS_LENGTH: f32 = 0.5;
/// Smallest number of features that the length is divided among, so that a short text with few runs weighs
/// less.
const MIN_FEATURES: usize = 16;

/// The active cells in ascending order, each with its value.
pub type Features = Vec<(u16, f32)>;

/// Returns the features of letters `from..to` and of the classes among `hits`.
pub fn features(
    reading: &Reading<'_>,
    from: usize,
    to: usize,
    hits: &[Hit],
    names: &ClassNames,
) -> Features {
    let mut runs: Vec<u16> = Vec::with_capacity((to - from) * 3);
    for word in words(reading, from, to) {
        for length in 1..=3 {
            runs.extend(word.windows(length).map(|run| cell(run.iter().copied())));
        }
    }
    let mut classes: Vec<u16> = hits
        .iter()
        .map(|hit| names.name(hit.class))
        // Literals of patterns are single words, which the runs cover already; roles repeat their figure.
        .filter(|name| !name.starts_with('"') && !name.contains(':'))
        .map(|name| cell("class:".chars().chain(name.chars())))
        .collect();
    let mut features = Vec::new();
    add(&mut runs, 1.0, &mut features);
    add(&mut classes, CLASS_LENGTH, &mut features);
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

/// Returns each word outside entities with a space at both ends and its figures as 0, so that 95% and 97% are
/// the same.
fn words(reading: &Reading<'_>, from: usize, to: usize) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = Vec::new();
    for (index, letter) in reading.normal.letters[from..to].iter().enumerate() {
        if index == 0 || letter.gap > Gap::Soft {
            words.push(vec![' ']);
        }
        if touches(&reading.entities, from + index, from + index + 1) {
            continue;
        }
        let Some(word) = words.last_mut() else { continue };
        let ch = if letter.ch.is_ascii_digit() { '0' } else { letter.ch };
        if ch != '0' || word.last() != Some(&'0') {
            word.push(ch);
        }
    }
    words.retain(|word| word.len() > 1);
    words.iter_mut().for_each(|word| word.push(' '));
    words
}

/// Adds the cells to the features, with a Euclidean length of `length` together.
fn add(cells: &mut Vec<u16>, length: f32, features: &mut Features) {
    cells.sort_unstable();
    cells.dedup();
    if !cells.is_empty() {
        let value = length / (cells.len().max(MIN_FEATURES) as f32).sqrt();
        features.extend(cells.iter().map(|&cell| (cell, value)));
    }
}

/// Returns the cell of a text: FNV-1a, folded to the size of the table.
fn cell(text: impl Iterator<Item = char>) -> u16 {
    let mut hash: u32 = 0x811C_9DC5;
    for c in text {
        hash = (hash ^ c as u32).wrapping_mul(0x0100_0193);
    }
    ((hash ^ (hash >> 14) ^ (hash >> 28)) & (CELLS as u32 - 1)) as u16
}
