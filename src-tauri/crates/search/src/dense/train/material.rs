use std::collections::HashMap;
use std::thread;

use super::everyday::{Phrases, Sayings};
use crate::analysis::{Analyser, Terms};
use crate::dense::key;

/// What a table learns from: passages with their structure, and questions that belong to one of them.
#[derive(Debug, Clone, Default)]
pub struct Material {
    pub(super) passages: Vec<Passage>,
    pub(super) links: Vec<Link>,
    /// The pieces of every word.
    pub(super) pieces: HashMap<u64, Box<[u64]>>,
    /// Other words for questions.
    pub(super) sayings: Sayings,
}

/// Keys of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    pub(super) words: Vec<u64>,
    pub(super) grams: Vec<u64>,
}

/// A heading and the sentences under it.
#[derive(Debug, Clone, Default)]
pub(super) struct Passage {
    pub(super) heading: Keys,
    pub(super) sentences: Vec<Keys>,
}

/// A question and the place of its passage.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub(super) question: Keys,
    pub(super) passage: usize,
}

/// Passages analysed at a time by one thread.
const SHARE: usize = 256;

impl Material {
    /// Analyses passages, each a heading (which may be empty) and a text, with `threads` threads. The first gets the place
    /// [`Material::passages`] had before.
    pub fn add_passages(
        &mut self,
        analyser: &Analyser,
        passages: &[(String, String)],
        threads: usize,
    ) {
        if self.sayings.asking.is_empty() {
            self.add_sayings(analyser, Phrases::shipped());
        }
        for round in passages.chunks(SHARE * threads.max(1)) {
            let read = thread::scope(|scope| {
                let parts: Vec<_> =
                    round.chunks(SHARE).map(|part| scope.spawn(|| read(analyser, part))).collect();
                // A thread that panicked has nothing to give; the panic has been reported.
                parts.into_iter().filter_map(|part| part.join().ok()).collect::<Vec<_>>()
            });
            for part in read {
                self.passages.extend(part.passages);
                self.pieces.extend(part.pieces);
            }
        }
    }

    fn add_sayings(&mut self, analyser: &Analyser, phrases: &Phrases) {
        let mut keys = |text: &String| self.keys(&analyser.terms(text));
        let asking = phrases.asking.iter().map(&mut keys).collect();
        let everyday = phrases.everyday.iter();
        let everyday =
            everyday.map(|(law, said)| (keys(law), said.iter().map(&mut keys).collect())).collect();
        self.sayings = Sayings { everyday, asking };
    }

    /// Adds a question that the passage at a place answers; a place that does not exist is left out.
    pub fn add_link(&mut self, analyser: &Analyser, question: &str, passage: usize) {
        if passage < self.passages.len() {
            let question = self.keys(&analyser.terms(question));
            self.links.push(Link { question, passage });
        }
    }

    /// How many passages there are.
    pub fn passages(&self) -> usize {
        self.passages.len()
    }

    /// How many questions there are.
    pub fn links(&self) -> usize {
        self.links.len()
    }

    fn keys(&mut self, terms: &Terms) -> Keys {
        let words = terms.morphemes.iter().map(|term| {
            let key = key::word(term);
            self.pieces.entry(key).or_insert_with(|| key::pieces(term).into());
            key
        });
        let words = words.collect();
        Keys { words, grams: terms.bigrams.iter().map(|term| key::gram(term)).collect() }
    }
}

fn read(analyser: &Analyser, passages: &[(String, String)]) -> Material {
    let mut material = Material::default();
    for (heading, text) in passages {
        let heading = material.keys(&analyser.terms(heading));
        let sentences = sentences(text)
            .into_iter()
            .map(|sentence| material.keys(&analyser.terms(sentence)))
            .collect();
        material.passages.push(Passage { heading, sentences });
    }
    material
}

/// Cuts where a line or a sentence ends, but not into pieces of less than [`SHORTEST`] characters.
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
