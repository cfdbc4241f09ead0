//! 청구항 추출: the parts of an advertisement that a reviewer must judge.

use simui_domain::{Claim, ClaimId, Span};
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
    let mut spans: Vec<Span> = merged
        .into_iter()
        .map(|(from, to)| {
            let span = reading.normal.span(from, to);
            Span { end: span.end + exclamation(reading, to), ..span }
        })
        .collect();
    close_pairs(&reading.ad.text, &mut spans);
    let mut slicer = ForwardSlicer::new(&reading.ad.text);
    let claim = |(index, Span { start, end }): (usize, Span)| Claim {
        id: ClaimId(format!("c{}", index + 1)),
        text: slicer.slice(start, end),
        start,
        end,
    };
    spans.into_iter().enumerate().map(claim).collect()
}

/// Brackets and quotation marks that stand in pairs.
pub(crate) const PAIRS: [(char, char); 9] = [
    ('(', ')'),
    ('[', ']'),
    ('‘', '’'),
    ('“', '”'),
    ('「', '」'),
    ('『', '』'),
    ('【', '】'),
    ('〈', '〉'),
    ('《', '》'),
];

/// Longest stretch, in characters, that a claim is extended by to close a pair.
const MAX_EXTENSION: usize = 40;

/// Extends spans that hold one half of a pair of brackets or quotation marks to the other half, where it
/// stands in the same line and in no other span. `spans` are in order and do not overlap.
pub(crate) fn close_pairs(text: &str, spans: &mut [Span]) {
    let has_pairs = |c: char| PAIRS.iter().any(|&(open, close)| c == open || c == close);
    if spans.is_empty() || !text.contains(has_pairs) {
        return;
    }
    let chars: Vec<char> = text.chars().collect();
    for at in 0..spans.len() {
        let Span { start, end } = spans[at];
        let floor = at.checked_sub(1).map_or(0, |before| spans[before].end);
        let ceiling = spans.get(at + 1).map_or(chars.len(), |after| after.start);
        for (open, close) in PAIRS {
            let (mut missing_open, mut depth) = (0_usize, 0_usize);
            for &c in chars.get(start..end).unwrap_or_default() {
                if c == open {
                    depth += 1;
                } else if c == close && depth > 0 {
                    depth -= 1;
                } else if c == close {
                    missing_open += 1;
                }
            }
            let ahead = chars[end.min(ceiling)..ceiling].iter().take(MAX_EXTENSION);
            let until = ahead.take_while(|&&c| c != '\n').position(|&c| c == close);
            let behind = chars[floor..start.max(floor)].iter().rev().take(MAX_EXTENSION);
            let back = behind.take_while(|&&c| c != '\n').position(|&c| c == open);
            if let (Some(until), true) = (until, depth > 0) {
                spans[at].end = spans[at].end.max(end + until + 1);
            }
            if let (Some(back), true) = (back, missing_open > 0) {
                spans[at].start = spans[at].start.min(start - back - 1);
            }
        }
    }
}

/// Returns the end of a claim: a noun ends before its particle, a predicate after its ending.
pub fn claim_end(reading: &Reading<'_>, end: usize) -> usize {
    let until = word_end(&reading.normal, end);
    let rest: String = reading.normal.letters[end..until].iter().map(|letter| letter.ch).collect();
    if particles::of(Place::Claim).contains(&rest.as_str()) { end } else { until }
}

/// Returns 1 when an exclamation mark follows directly, otherwise 0.
fn exclamation(reading: &Reading<'_>, to: usize) -> usize {
    let glyph = reading.normal.letters[to - 1].glyph + 1;
    let next_letter = reading.normal.letters.get(to);
    let free = next_letter.is_none_or(|next| next.gap > Gap::None);
    let adjacent = reading.normal.glyphs.get(glyph).is_some_and(|next| {
        next.ch == '!'
            && next.start == reading.normal.letters[to - 1].end
            && next.end == next.start + 1
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_closed_within_the_line() {
        let check = |text: &str, claims: &[&str], expected: &[&str]| {
            let span = |words: &&str| {
                let at = text.find(words).map_or(0, |at| text[..at].chars().count());
                Span { start: at, end: at + words.chars().count() }
            };
            let mut spans: Vec<Span> = claims.iter().map(span).collect();
            close_pairs(text, &mut spans);
            let found: Vec<&str> = spans.iter().filter_map(|span| span.slice(text)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("효과 보장(1년", &["보장(1년"], &["보장(1년"]);
        check("효과 보장(1년 이내) 안내", &["보장(1년"], &["보장(1년 이내)"]);
        check("“국내 최고” 병원", &["국내 최고”"], &["“국내 최고”"]);
        check("‘최고의 기술’과 ‘최고의 장비’", &["최고의 기술"], &["최고의 기술"]);
        check("(완치 보장\n) 끝", &["(완치"], &["(완치"]);
        check("(완치 100% 보장)", &["(완치", "100% 보장)"], &["(완치", "100% 보장)"]);
        check("완치", &["완치"], &["완치"]);
    }
}
