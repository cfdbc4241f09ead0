//! The words of a rationale: whole words of the advertisement in the template of a rule.

use simui_domain::ScalarIndex;
use simui_korean::particles::with_particle;

use super::elements::Filled;
use super::ruleset::Rule;
use crate::claims::{Reading, claim_end, word_start};
use crate::pattern::Match;
use crate::titles;

/// Returns the whole words of a trigger as they stand in the advertisement, at most 40 characters of each.
/// Parts of one word and neighbouring words are quoted together.
pub(super) fn quoted_words(reading: &Reading<'_>, text: &ScalarIndex<'_>, found: &Match) -> String {
    quoted_ranges(reading, text, &found.words)
}

fn quoted_ranges(
    reading: &Reading<'_>,
    text: &ScalarIndex<'_>,
    ranges: &[(usize, usize)],
) -> String {
    let mut ranges: Vec<(usize, usize)> = ranges.iter().map(|&it| whole(reading, it)).collect();
    ranges.sort_unstable();
    ranges.dedup_by(|next, kept| {
        let joins = next.0 <= kept.1;
        if joins {
            kept.1 = kept.1.max(next.1);
        }
        joins
    });
    let mut words: Vec<String> = Vec::new();
    for (start, end) in ranges {
        let span = reading.normal.span(start, end);
        let original = text.slice(span).unwrap_or_default().trim();
        let mut short: String = original.chars().take(40).collect();
        if short.len() < original.len() {
            short.push('…');
        }
        let quoted = format!("‘{short}’");
        if !words.contains(&quoted) {
            words.push(quoted);
        }
    }
    words.join(" ")
}

/// Returns the sentence of a rationale that says which words meet which element of the rule; empty without
/// elements.
pub(super) fn met_elements(
    reading: &Reading<'_>,
    text: &ScalarIndex<'_>,
    rule: &Rule,
    filled: &[Filled],
) -> String {
    if filled.is_empty() {
        return String::new();
    }
    let met = filled.iter().filter_map(|filling| {
        let words = quoted_ranges(reading, text, &filling.words);
        rule.elements.get(filling.element).map(|element| format!("{} {words}", element.label))
    });
    format!(" 요건: {}.", met.collect::<Vec<_>>().join(", "))
}

/// Stands in a rationale for the lawful specialties near the words.
const LAWFUL: &str = "{lawful}";

/// Longest word that is quoted whole, in letters: text without spaces is one word.
const LONGEST_WORD: usize = 16;

/// Extends letters to whole words, a noun without its particle.
fn whole(reading: &Reading<'_>, (start, end): (usize, usize)) -> (usize, usize) {
    let (from, to) = (word_start(&reading.normal, start), claim_end(reading, end));
    let from = if start - from > LONGEST_WORD { start } else { from };
    let to = if to - end > LONGEST_WORD { end } else { to };
    (from, to)
}

/// Replaces `{words:은/는}` in a template by the words with the particle that fits, and `{lawful}` by the
/// lawful specialties that are near them.
pub(super) fn fill(template: &str, words: &str) -> String {
    let template = match template.contains(LAWFUL) {
        true => template.replace(LAWFUL, &titles::remark(words)),
        false => template.to_owned(),
    };
    let mut filled = String::with_capacity(template.len() + words.len());
    let mut rest = template.trim_end();
    while let Some(at) = rest.find("{words") {
        filled.push_str(&rest[..at]);
        let Some(close) = rest[at..].find('}') else { break };
        let inner = &rest[at + "{words".len()..at + close];
        match inner.strip_prefix(':').and_then(|pair| pair.split_once('/')) {
            Some(pair) => filled.push_str(&with_particle(words, pair)),
            None => filled.push_str(words),
        }
        rest = &rest[at + close + 1..];
    }
    filled.push_str(rest);
    filled
}
