//! Corrects field terms with one wrong letter in a question: 혈전용헤 becomes 혈전용해.

use std::ops::Range;

use crate::catalog::typing_error::is_typed_for;
use crate::document::book::Book;

/// Smallest length, in syllables, of a term that is corrected anywhere; shorter terms are too
/// similar to each other.
const LONG_TERM: usize = 4;
/// Smallest length, in syllables, of a term that is corrected if the question names no coverage.
const SHORT_TERM: usize = 2;

/// Returns a question with long terms corrected. Every character keeps its place, since a syllable
/// replaces a syllable.
pub(crate) fn spelt(book: &Book, question: &str) -> String {
    let mut letters: Vec<char> = question.chars().collect();
    for (at, meant) in misspelt(book, question, LONG_TERM..usize::MAX) {
        if let Some(window) = letters.get_mut(at..at + meant.len()) {
            window.copy_from_slice(&meant);
        }
    }
    letters.into_iter().collect()
}

/// Returns the readings of a question that names no coverage, each with one short term corrected
/// (수슬 to 수술) at one place.
pub(crate) fn readings(book: &Book, question: &str) -> Vec<String> {
    let found = misspelt(book, question, SHORT_TERM..LONG_TERM).into_iter();
    let read = found.map(|(at, meant)| {
        let behind = question.chars().skip(at + meant.len());
        question.chars().take(at).chain(meant.iter().copied()).chain(behind).collect()
    });
    read.collect()
}

/// Returns the places, in characters, at which one letter more, less or different makes a field
/// term, and the term. A word that is a term itself (소액암) is not read as another one (고액암).
fn misspelt(book: &Book, question: &str, syllables: Range<usize>) -> Vec<(usize, Vec<char>)> {
    let letters: Vec<char> = question.chars().collect();
    let known = known(book, question);
    let mut found = Vec::new();
    for word in &book.rules.names.long_terms {
        let meant: Vec<char> = word.chars().collect();
        if !syllables.contains(&meant.len()) || question.contains(word.as_str()) {
            continue;
        }
        for (at, window) in letters.windows(meant.len()).enumerate() {
            let is_hangul = window.iter().all(|c| ('가'..='힣').contains(c));
            let end = at + meant.len();
            let is_known = known.iter().any(|it| it.start <= at && end <= it.end);
            if is_hangul && !is_known && is_typed_for(&window.iter().collect::<String>(), word) {
                found.push((at, meant.clone()));
            }
        }
    }
    found
}

/// Returns the ranges of the field terms in a question, in characters.
fn known(book: &Book, question: &str) -> Vec<Range<usize>> {
    let names = &book.rules.names;
    let all = [&names.terms, &names.diseases, &book.rules.subtypes.words];
    let scalars = |bytes: usize| question.get(..bytes).map_or(0, |it| it.chars().count());
    all.into_iter()
        .flat_map(|words| words.find_iter(question))
        .map(|it| scalars(it.start())..scalars(it.end()))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::catalog::rules::Rules;
    use crate::catalog::tables::Tables;

    #[test]
    fn words_with_one_letter_wrong_are_read() {
        let book = Book::new(Rules::shipped().unwrap(), Tables::default(), Vec::new());
        assert_eq!(spelt(&book, "혈전용헤 치료비 얼마"), "혈전용해 치료비 얼마");
        assert_eq!(spelt(&book, "암진단비 얼마"), "암진단비 얼마");
        for (question, meant) in
            [("암수슬비 얼마", "암수술비 얼마"), ("뇌졸증진단비", "뇌졸중진단비")]
        {
            assert!(readings(&book, question).iter().any(|it| it == meant), "{question}");
        }
        assert!(readings(&book, "얼마예요").is_empty());
        assert!(!readings(&book, "소액암진단").iter().any(|it| it.contains("고액암")));
    }
}
