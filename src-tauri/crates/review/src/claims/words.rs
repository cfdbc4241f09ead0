//! Boundaries of words in the letters.

use crate::normalise::{Gap, Normalised};

/// Returns the first letter of the word that contains letter `at`.
pub fn word_start(normal: &Normalised, at: usize) -> usize {
    let letters = &normal.letters;
    (1..=at.min(letters.len()))
        .rev()
        .find(|&i| i < letters.len() && letters[i].gap > Gap::Soft)
        .unwrap_or(0)
}

/// Returns one past the last letter of the word that contains letter `end - 1`.
pub fn word_end(normal: &Normalised, end: usize) -> usize {
    let letters = &normal.letters;
    (end..letters.len()).find(|&i| letters[i].gap > Gap::Soft).unwrap_or(letters.len()).max(end)
}
