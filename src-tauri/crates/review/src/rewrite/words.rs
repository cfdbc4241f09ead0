//! The words (어절) of a sentence, with their morphemes.

use std::ops::Range;

use simui_search::analysis::{Analyser, Morpheme, Tag};

/// A sentence whose words are to be changed.
#[derive(Debug)]
pub(super) struct Sentence<'a> {
    /// The sentence as written.
    pub text: &'a str,
    /// Its words in order.
    pub words: Vec<Word>,
    /// The words that are objected to; not empty.
    pub objected: Range<usize>,
}

/// A word between white space, characters `start..end` of the sentence.
#[derive(Debug)]
pub(super) struct Word {
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// Its morphemes, punctuation left out.
    pub morphemes: Vec<Morpheme>,
}

impl<'a> Sentence<'a> {
    /// Reads a sentence; `None` when it has no words at `objected`, in characters.
    pub fn read(text: &'a str, objected: Range<usize>, analyser: &Analyser) -> Option<Self> {
        let words = words_of(text, analyser);
        let first = words.iter().position(|word| word.end > objected.start)?;
        let last = words.iter().rposition(|word| word.start < objected.end)?;
        (first <= last).then_some(Self { text, words, objected: first..last + 1 })
    }

    /// Returns characters `from..to` of the sentence.
    pub fn slice(&self, from: usize, to: usize) -> &'a str {
        let byte = |at: usize| self.text.char_indices().nth(at).map_or(self.text.len(), |it| it.0);
        self.text.get(byte(from)..byte(to.max(from))).unwrap_or_default()
    }

    /// Returns the number of characters of the sentence.
    pub fn len(&self) -> usize {
        self.text.chars().count()
    }
}

impl Word {
    /// Returns the part of speech of the last morpheme.
    pub fn last_tag(&self) -> Option<Tag> {
        self.morphemes.last().map(|morpheme| morpheme.tag)
    }

    /// Whether the word modifies the word after it: 최고의, 유일한, 가장, 국내.
    pub fn modifies_next(&self) -> bool {
        use Tag::{ETM, JKG, MAG, MM, NNG, NNP, SL, SN};
        matches!(self.last_tag(), Some(ETM | JKG | MAG | MM | NNG | NNP | SL | SN))
    }

    /// Whether the word begins with a noun, so that words before it may go.
    pub fn begins_with_noun(&self) -> bool {
        let first = self.morphemes.first();
        first.is_some_and(|it| it.tag.is_noun() || matches!(it.tag, Tag::SL | Tag::MM))
    }

    /// Whether the word is an adverb.
    pub fn is_adverb(&self) -> bool {
        self.last_tag() == Some(Tag::MAG)
    }
}

/// Splits a text at white space and gives each word its morphemes.
pub(super) fn words_of(text: &str, analyser: &Analyser) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = None;
    for (at, c) in text.chars().chain([' ']).enumerate() {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                words.push(Word { start: from, end: at, morphemes: Vec::new() });
                start = None;
            }
            _ => {}
        }
    }
    for morpheme in analyser.morphemes(text) {
        let of_words = morpheme.surface.chars().any(char::is_alphanumeric);
        let within =
            words.iter_mut().find(|word| word.start <= morpheme.start && morpheme.start < word.end);
        if let Some(word) = within.filter(|_| of_words) {
            word.morphemes.push(morpheme);
        }
    }
    words
}
