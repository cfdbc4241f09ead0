//! 청구항 추출: the parts of an advertisement that a reviewer must judge.

use simui_domain::{Claim, ClaimId};
use simui_korean::particles::{self, Place};

use super::reading::{Grammar, Reading};
use super::words::{word_end, word_start};
use crate::normalise::Gap;

/// The letters `from..to` of a trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Triggered {
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
}

/// Longest claim without a trigger, in letters.
const LONGEST_CLAIM: usize = 120;

/// Returns the claims in order of appearance, not overlapping: the triggers, each with the word it stands in,
/// and sentences about treatment, skill, effect, equipment or price.
pub fn extract(reading: &Reading<'_>, grammar: &Grammar, triggered: &[Triggered]) -> Vec<Claim> {
    let mut ranges: Vec<(usize, usize)> = triggered
        .iter()
        .filter(|it| it.from < it.to)
        .map(|it| (word_start(&reading.normal, it.from), claim_end(reading, it.to)))
        .collect();
    ranges.sort_unstable();
    let mut merged: Vec<(usize, usize)> = Vec::with_capacity(ranges.len());
    for (from, to) in ranges {
        match merged.last_mut() {
            Some(last) if from < last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    let triggered = merged.clone();
    for sentence in &reading.sentences {
        let at = triggered.partition_point(|range| range.1 <= sentence.from);
        let taken = triggered.get(at).is_some_and(|range| range.0 < sentence.to);
        if !taken && sentence.classes.contains(grammar.assertive) {
            merged.push((sentence.from, sentence.to.min(sentence.from + LONGEST_CLAIM)));
        }
    }
    merged.sort_unstable();
    let mut slicer = ForwardSlicer::new(&reading.ad.text);
    merged
        .into_iter()
        .enumerate()
        .map(|(index, (from, to))| {
            let span = reading.normal.span(from, to);
            let end = span.end + exclamation(reading, to);
            let text = slicer.slice(span.start, end);
            Claim { id: ClaimId(format!("c{}", index + 1)), text, start: span.start, end }
        })
        .collect()
}

/// Returns the end of a claim: a noun ends before its particle, a predicate after its ending.
fn claim_end(reading: &Reading<'_>, end: usize) -> usize {
    let until = word_end(&reading.normal, end);
    let rest: String = reading.normal.letters[end..until].iter().map(|letter| letter.ch).collect();
    if particles::of(Place::Claim).contains(&rest.as_str()) { end } else { until }
}

/// Returns 1 when an exclamation mark follows directly, otherwise 0.
fn exclamation(reading: &Reading<'_>, to: usize) -> usize {
    let glyph = reading.normal.letters[to - 1].glyph + 1;
    let next_letter = reading.normal.letters.get(to);
    let free = next_letter.is_none_or(|next| next.gap > Gap::None);
    let adjacent = reading.normal.glyphs.get(glyph).is_some_and(|it| {
        it.ch == '!' && it.start == reading.normal.letters[to - 1].end && it.end == it.start + 1
    });
    usize::from(free && adjacent)
}

/// Slices a text by scalar values, going forward, without counting from the beginning each time.
struct ForwardSlicer<'a> {
    text: &'a str,
    char: usize,
    byte: usize,
}

impl<'a> ForwardSlicer<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, char: 0, byte: 0 }
    }

    /// Returns characters `start..end`; `start` must not decrease from call to call.
    fn slice(&mut self, start: usize, end: usize) -> String {
        let mut chars = self.text[self.byte..].char_indices();
        let skipped = start.saturating_sub(self.char);
        if let Some((offset, _)) = chars.nth(skipped) {
            self.byte += offset;
            self.char = start;
        }
        self.text[self.byte..].chars().take(end - start).collect()
    }
}
