//! What a heading states of each item below it: 우리 병원에 없는 것: 재발, 통증.

use super::lines::{Line, lines};
use crate::claims::{Grammar, Reading, Sentence, word_end, word_start};
use crate::lexicon::{ClassId, Hit};
use crate::normalise::Gap;

/// Longest item of which a heading states anything, in letters; a longer one is a sentence of its own.
const LONGEST_ITEM: usize = 12;
/// Endings of the word by which a heading says that its items are not there, or cost nothing.
const ENDINGS: [&str; 8] =
    ["없는", "없다", "없음", "없습니다", "없어요", "않는", "0원인", "무료인"];
/// Nouns that may follow that word in a heading.
const NOUNS: [&str; 5] = ["것", "것들", "일", "일들", "가지"];

impl Reading<'_> {
    /// Adds to each item what its heading states of it: that a harm is not there, that a treatment is free.
    #[must_use]
    pub fn with_heads(self, grammar: &Grammar) -> Self {
        let found = items(&self, grammar);
        self.with_hits(found)
    }
}

fn items(reading: &Reading<'_>, grammar: &Grammar) -> Vec<Hit> {
    let lines = lines(reading);
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let head = &reading.sentences[line.head];
        let end = reading.sentences[line.sentences.end - 1].to;
        let Some(stated) = stated(reading, grammar, head.from, line.head_end) else { continue };
        let below = lines[index + 1..].iter().take_while(|it| it.is_item && !it.is_marked);
        let below = below.flat_map(|it: &Line| &reading.sentences[it.sentences.clone()]);
        let below = below.map(|it: &Sentence| (it.from, it.to));
        for (from, to) in parts(reading, line.head_end, end).into_iter().chain(below) {
            let is_about =
                |hit: &Hit| from <= hit.start && hit.end <= to && stated.of.contains(&hit.class);
            if to - from <= LONGEST_ITEM && reading.hits.iter().any(is_about) {
                found.push(Hit { class: stated.class, start: from, end: to, value: 0.0 });
            }
        }
    }
    found
}

/// What a heading states: of items of some classes, by the class that they get.
struct Stated<'g> {
    of: &'g [ClassId],
    class: ClassId,
}

/// Reads the end of a heading at letters `from..to`.
fn stated<'g>(
    reading: &Reading<'_>,
    grammar: &'g Grammar,
    from: usize,
    to: usize,
) -> Option<Stated<'g>> {
    let mut end = to;
    while end > from {
        let start = word_start(&reading.normal, end - 1).max(from);
        let word = reading.text(start, end);
        if ENDINGS.iter().any(|it| word.ends_with(it)) {
            let has = |class: ClassId| {
                let mut hits = reading.hits.iter().filter(|hit| hit.class == class);
                hits.any(|hit| hit.start < end && word_end(&reading.normal, hit.end) == end)
            };
            return match () {
                () if has(grammar.absence) => {
                    Some(Stated { of: &grammar.harms, class: grammar.absent_harm })
                }
                () if has(grammar.free) => Some(Stated {
                    of: std::slice::from_ref(&grammar.procedure),
                    class: grammar.free_act,
                }),
                () => None,
            };
        }
        let is_noun = NOUNS.iter().any(|it| word.ends_with(it)) || word.chars().count() == 1;
        if !is_noun {
            return None;
        }
        end = start;
    }
    None
}

/// Returns the parts of a list between letters `from` and `to`.
fn parts(reading: &Reading<'_>, from: usize, to: usize) -> Vec<(usize, usize)> {
    let is_end = |at: &usize| *at == to || reading.normal.letters[*at].gap >= Gap::Comma;
    let ends = (from + 1..=to).filter(is_end);
    let mut start = from;
    ends.map(|end| (std::mem::replace(&mut start, end), end)).collect()
}
