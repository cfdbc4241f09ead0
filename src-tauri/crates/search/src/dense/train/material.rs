use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::thread;

use super::everyday::{PhraseTokens, Phrases};
use super::lists::Lists;
use crate::analysis::{Analyser, Terms};
use crate::dense::key;
use crate::dense::lexicon::IdentityHasher;

/// Training material: passages with their structure, and questions that belong to one of them.
#[derive(Debug, Clone, Default)]
pub struct Material {
    pub(super) tokens: Tokens,
    /// For each passage its heading, then its sentences.
    pub(super) texts: Lists<u32>,
    /// For each passage the index after its last text.
    pub(super) ends: Vec<usize>,
    pub(super) questions: Lists<u32>,
    /// Index of the passage that answers each question.
    pub(super) answers: Vec<usize>,
    /// Phrases that questions are rewritten with.
    pub(super) phrase_tokens: PhraseTokens,
}

/// The words and bigrams of the material; texts refer to them by index.
#[derive(Debug, Clone, Default)]
pub(super) struct Tokens {
    places: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
    pub(super) keys: Vec<u64>,
    /// Keys of the pieces of each word; empty for a bigram.
    pub(super) pieces: Vec<Box<[u64]>>,
}

/// The tokens of a phrase in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrase {
    pub(super) words: Vec<u32>,
    pub(super) bigrams: Vec<u32>,
}

/// Passages that one thread analyses at a time.
const SHARE: usize = 256;

impl Material {
    /// Analyses passages, each a heading (possibly empty) and a text, with `threads` threads. Indices
    /// continue from [`Material::passages`].
    pub fn add_passages(
        &mut self,
        analyser: &Analyser,
        passages: &[(String, String)],
        threads: usize,
    ) {
        if self.phrase_tokens.asking.is_empty() {
            self.add_phrases(analyser, Phrases::shipped());
        }
        for round in passages.chunks(SHARE * threads.max(1)) {
            let read = thread::scope(|scope| {
                let parts: Vec<_> =
                    round.chunks(SHARE).map(|part| scope.spawn(|| read(analyser, part))).collect();
                // A panicked thread has no result; its panic was reported.
                parts.into_iter().filter_map(|part| part.join().ok()).collect::<Vec<_>>()
            });
            read.into_iter().for_each(|part| self.append(part));
        }
    }

    /// Appends the passages of `other`.
    fn append(&mut self, other: Self) {
        let Tokens { keys, pieces, .. } = other.tokens;
        let places: Vec<u32> = keys
            .into_iter()
            .zip(pieces)
            .map(|(key, pieces)| self.tokens.place(key, || pieces))
            .collect();
        let first = self.texts.len();
        for text in other.texts.iter() {
            self.texts.push(text.iter().map(|&token| places[token as usize]));
        }
        self.ends.extend(other.ends.into_iter().map(|end| first + end));
    }

    fn add_phrases(&mut self, analyser: &Analyser, phrases: &Phrases) {
        let tokens = &mut self.tokens;
        let mut phrase = |text: &String| tokens.phrase(&analyser.terms(text));
        let asking = phrases.asking.iter().map(&mut phrase).collect();
        let everyday = phrases
            .everyday
            .iter()
            .map(|(law, everyday)| (phrase(law), everyday.iter().map(&mut phrase).collect()))
            .collect();
        self.phrase_tokens = PhraseTokens { everyday, asking };
    }

    /// Adds a question that the passage at an index answers; ignored where the passage does not exist.
    pub fn add_link(&mut self, analyser: &Analyser, question: &str, passage: usize) {
        if passage < self.passages() {
            self.questions.push(self.tokens.text(&analyser.terms(question)));
            self.answers.push(passage);
        }
    }

    /// Returns the number of passages.
    pub fn passages(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of questions.
    pub fn links(&self) -> usize {
        self.answers.len()
    }

    /// Returns for each token the number of passages and questions in which it occurs.
    pub(super) fn frequencies(&self) -> Vec<u32> {
        let mut found = vec![0; self.tokens.keys.len()];
        let mut last = vec![usize::MAX; found.len()];
        let mut count = |text: &[u32], owner: usize| {
            for &token in text {
                if std::mem::replace(&mut last[token as usize], owner) != owner {
                    found[token as usize] += 1;
                }
            }
        };
        let mut start = 0;
        for (owner, &end) in self.ends.iter().enumerate() {
            (start..end).for_each(|text| count(self.texts.get(text), owner));
            start = end;
        }
        for (owner, question) in (self.passages()..).zip(self.questions.iter()) {
            count(question, owner);
        }
        // Everyday words get rows of their own even where no passage contains them.
        let everyday = self.phrase_tokens.everyday.iter().flat_map(|it| &it.1);
        for phrase in everyday.chain(&self.phrase_tokens.asking) {
            for &token in phrase.words.iter().chain(&phrase.bigrams) {
                found[token as usize] += 2;
            }
        }
        found
    }
}

impl Tokens {
    /// Returns the index of a key; `pieces` are stored for a new one.
    fn place(&mut self, key: u64, pieces: impl FnOnce() -> Box<[u64]>) -> u32 {
        *self.places.entry(key).or_insert_with(|| {
            // A corpus of 2³² different words would not fit into memory.
            let place = self.keys.len() as u32;
            self.keys.push(key);
            self.pieces.push(pieces());
            place
        })
    }

    fn phrase(&mut self, terms: &Terms) -> Phrase {
        let word = |it: &String| self.place(key::word(it), || key::pieces(it).into());
        let words = terms.morphemes.iter().map(word).collect();
        let bigram = |it: &String| self.place(key::gram(it), Box::default);
        Phrase { words, bigrams: terms.bigrams.iter().map(bigram).collect() }
    }

    fn text(&mut self, terms: &Terms) -> Vec<u32> {
        let Phrase { mut words, bigrams } = self.phrase(terms);
        words.extend(bigrams);
        words
    }
}

fn read(analyser: &Analyser, passages: &[(String, String)]) -> Material {
    let mut material = Material::default();
    for (heading, text) in passages {
        for text in std::iter::once(heading.as_str()).chain(sentences(text)) {
            material.texts.push(material.tokens.text(&analyser.terms(text)));
        }
        material.ends.push(material.texts.len());
    }
    material
}

/// Splits a text at ends of lines and sentences, into pieces of at least [`SHORTEST`] characters.
fn sentences(text: &str) -> Vec<&str> {
    const SHORTEST: usize = 20;
    let mut sentences = Vec::new();
    let (mut from, mut length) = (0, 0);
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        length += 1;
        let next = letters.peek().map(|&(_, next)| next);
        let ends = letter == '\n'
            || matches!(letter, '.' | '?' | '!') && next.is_none_or(char::is_whitespace);
        if ends && length >= SHORTEST {
            let end = at + letter.len_utf8();
            sentences.push(text[from..end].trim());
            (from, length) = (end, 0);
        }
    }
    let rest = text[from..].trim();
    if !rest.is_empty() {
        sentences.push(rest);
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(sentences(text), expected, "{text}");
    }

    #[test]
    fn sentences_end_where_they_should() {
        let long = "의료인은 거짓이나 과장된 내용의 광고를 하지 못한다.";
        check(&format!("{long} {long}"), &[long, long]);
        check(&format!("제1호. {long}"), &[&format!("제1호. {long}")]);
        check(&format!("{long}\n그 밖에"), &[long, "그 밖에"]);
        check("  ", &[]);
        check("2010.1.18. 개정", &["2010.1.18. 개정"]);
    }
}
