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

    /// Whether the word modifies the word after it by its form: 최고의, 유일한, 압도적, 가장.
    pub fn is_inflected_modifier(&self) -> bool {
        matches!(self.last_tag(), Some(Tag::ETM | Tag::JKG | Tag::MAG | Tag::MM | Tag::XSN))
    }

    /// Whether the word is an adnominal predicate: 들여온, 갖춘.
    pub fn is_adnominal(&self) -> bool {
        self.last_tag() == Some(Tag::ETM)
    }

    /// Whether the word consists of nouns without a particle: 국내, 최초, 1위.
    pub fn is_bare_noun(&self) -> bool {
        !self.morphemes.is_empty() && self.morphemes.iter().all(|it| is_nominal(it.tag))
    }

    /// Whether the word is a noun, with or without a particle.
    pub fn is_noun_phrase(&self) -> bool {
        let nominal = |tag: Tag| is_nominal(tag) || tag.as_str().starts_with('J');
        !self.morphemes.is_empty() && self.morphemes.iter().all(|it| nominal(it.tag))
    }

    /// Whether the word begins with a noun that can stand alone, so that words before it may go. A count
    /// (3인이) depends on what is counted.
    pub fn begins_with_noun(&self) -> bool {
        let tag = |at: usize| self.morphemes.get(at).map(|it| it.tag);
        let is_count = tag(0) == Some(Tag::SN)
            && tag(1).is_some_and(|it| matches!(it, Tag::NNBC | Tag::NNB | Tag::NR));
        let stands = tag(0).is_some_and(|tag| {
            is_nominal(tag) && !matches!(tag, Tag::NNB | Tag::NNBC | Tag::XSN) || tag == Tag::MM
        });
        stands && !is_count
    }

    /// Whether the word holds a number.
    pub fn holds_figure(&self) -> bool {
        self.morphemes.iter().any(|it| matches!(it.tag, Tag::SN | Tag::NR))
    }

    /// Whether punctuation other than a closing quotation mark ends the word, so that the next one begins
    /// another phrase.
    pub fn ends_phrase(&self, sentence: &Sentence<'_>) -> bool {
        let end = self.morphemes.last().map_or(self.start, |morpheme| morpheme.end);
        sentence.slice(end, self.end).chars().any(|c| !"”’\"'%％".contains(c))
    }

    /// Whether the word is an adverb.
    pub fn is_adverb(&self) -> bool {
        self.last_tag() == Some(Tag::MAG)
    }
}

/// Whether a part of speech belongs to nouns and figures.
fn is_nominal(tag: Tag) -> bool {
    tag.is_noun() || matches!(tag, Tag::SL | Tag::SN | Tag::XPN | Tag::XSN | Tag::XR)
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
