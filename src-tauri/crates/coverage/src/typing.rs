//! Words of the field that a question misspells by one letter, as they should be: 혈전용헤 is 혈전용해.

use crate::book::Book;
use crate::hangul::is_typed_for;

/// Syllables of a word that is looked for: shorter ones are too near to each other.
const LONG: usize = 4;

/// A question with such words spelt right; every character keeps its place, since a syllable takes a syllable's.
pub(crate) fn spelt(book: &Book, question: &str) -> String {
    let mut letters: Vec<char> = question.chars().collect();
    for word in &book.rules.names.long_terms {
        let meant: Vec<char> = word.chars().collect();
        if meant.len() < LONG || question.contains(word.as_str()) {
            continue;
        }
        for at in 0..(letters.len() + 1).saturating_sub(meant.len()) {
            let Some(window) = letters.get_mut(at..at + meant.len()) else { break };
            let is_hangul = window.iter().all(|c| ('가'..='힣').contains(c));
            if is_hangul && is_typed_for(&window.iter().collect::<String>(), word) {
                window.copy_from_slice(&meant);
            }
        }
    }
    letters.into_iter().collect()
}
