//! The words of the corpus: how many chunks have a word, and which words are near another.

use simui_korean::hangul;
use tantivy::Term;
use tantivy::schema::Field;

use super::SearchIndex;
use super::near_words::NearWords;
use crate::SearchError;
use crate::analysis::Terms;

/// A word of the corpus that is near another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NearWord {
    pub(crate) word: String,
    /// Number of edits between the two.
    pub(crate) distance: u8,
    /// Number of chunks that have it.
    pub(crate) chunks: u64,
}

impl SearchIndex {
    /// Returns the number of chunks with a term of [`Terms::morphemes`].
    pub(crate) fn chunks_with_word(&self, word: &str) -> u64 {
        self.chunks_with(self.inner.fields.morphemes, word)
    }

    /// Returns the number of chunks with a term of [`Terms::bigrams`].
    pub(crate) fn chunks_with_bigram(&self, bigram: &str) -> u64 {
        self.chunks_with(self.inner.fields.bigrams, bigram)
    }

    /// Returns whether any of the terms that show what a query is about is in the corpus.
    pub(crate) fn knows_any(&self, terms: &Terms) -> bool {
        significant_words(terms).any(|word| self.chunks_with_word(word) > 0)
            || significant_bigrams(terms).any(|bigram| self.chunks_with_bigram(bigram) > 0)
    }

    /// Returns the words that `wanted` accepts, in no particular order; a word of two segments may come
    /// twice.
    pub(crate) fn near_words(&self, wanted: &NearWords) -> Result<Vec<NearWord>, SearchError> {
        let mut found = Vec::new();
        for segment in self.inner.searcher.segment_readers() {
            let index =
                segment.inverted_index(self.inner.fields.morphemes).map_err(super::failed)?;
            let search = index.terms().search(wanted).into_stream();
            let mut words = search.map_err(|error| super::failed(error.into()))?;
            while words.advance() {
                let Ok(word) = std::str::from_utf8(words.key()) else { continue };
                let Some(distance) = wanted.distance(word) else { continue };
                let chunks = u64::from(words.value().doc_freq);
                found.push(NearWord { word: word.to_owned(), distance, chunks });
            }
        }
        Ok(found)
    }

    fn chunks_with(&self, field: Field, text: &str) -> u64 {
        let term = Term::from_field_text(field, text);
        self.inner.searcher.doc_freq(&term).unwrap_or(0)
    }
}

/// Returns the words that show what a text is about: no loose jamo, and no number that is a piece of a longer
/// run (the 1234 of qwerty1234).
pub(crate) fn significant_words(terms: &Terms) -> impl Iterator<Item = &str> {
    let stands_alone = |word: &String| terms.bigrams.contains(word);
    let is_number = |word: &str| word.chars().all(char::is_numeric);
    terms
        .morphemes
        .iter()
        .filter(move |word| !has_loose(word) && (!is_number(word) || stands_alone(word)))
        .map(String::as_str)
}

/// Returns the bigrams that show what a text is about: those without loose jamo.
pub(crate) fn significant_bigrams(terms: &Terms) -> impl Iterator<Item = &str> {
    terms.bigrams.iter().filter(|bigram| !has_loose(bigram)).map(String::as_str)
}

fn has_loose(text: &str) -> bool {
    text.chars().any(hangul::is_loose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analyser;

    #[test]
    fn keyboard_noise_shows_nothing() {
        let analyser = Analyser::without_dictionary();
        let check = |text: &str, words: &[&str], bigrams: &[&str]| {
            let terms = analyser.terms(text);
            assert_eq!(significant_words(&terms).collect::<Vec<_>>(), words, "{text}");
            assert_eq!(significant_bigrams(&terms).collect::<Vec<_>>(), bigrams, "{text}");
        };
        check("ㅁㄴㅇㄹ", &[], &[]);
        check("ㅋㅋ 광고ㅋㅋ", &[], &["광고"]);
        check("qwerty1234", &["qwerty"], &["qwerty1234"]);
        check("qwerty 1234", &["qwerty", "1234"], &["qwerty", "1234"]);
        check("!!!", &[], &[]);
        check("약", &[], &["약"]);
    }
}
