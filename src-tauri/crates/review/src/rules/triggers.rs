//! The places where a rule is triggered: by its patterns, its elements or its procedure.

use super::detector::AdContext;
use super::elements::{self, Filled};
use super::exception::{Memo, occurs};
use super::ruleset::Rule;
use crate::claims::Reading;
use crate::lexicon::ClassSet;
use crate::pattern::Match;

/// The words that trigger a rule.
#[derive(Debug, Clone)]
pub(super) struct Trigger {
    pub found: Match,
    /// The elements that they fill; none where a pattern or a procedure found them.
    pub filled: Vec<Filled>,
}

/// Largest number of triggers of one rule in one advertisement: enough for any reader, and a bound for
/// hostile text.
const MAX_TRIGGERS: usize = 200;

/// Returns the places where the patterns of a rule occur, the longest of those that overlap, and whether
/// these are all.
pub(super) fn triggers(
    rule: &Rule,
    context: &AdContext<'_>,
    reading: &Reading<'_>,
    all: &ClassSet,
    memo: &Memo,
) -> (Vec<Trigger>, bool) {
    let mut found: Vec<Match> = Vec::new();
    if let Some(procedure) = rule.procedure {
        found.extend(procedure.find(context, reading));
    }
    let possible: Vec<_> = rule.patterns.iter().filter(|it| it.is_possible(all)).collect();
    if rule.whole_ad {
        for pattern in &possible {
            found.extend(pattern.find(reading, reading.words()));
        }
    } else if !possible.is_empty() {
        for sentence in &reading.sentences {
            for pattern in &possible {
                if pattern.is_possible(&sentence.classes) {
                    found.extend(pattern.find(reading, reading.words_in(sentence)));
                }
            }
        }
    }
    let mut found: Vec<Trigger> =
        found.into_iter().map(|found| Trigger { found, filled: Vec::new() }).collect();
    found.extend(elements::find(&rule.elements, rule.reach, reading));
    found.retain(|trigger| {
        rule.requirements
            .iter()
            .all(|(patterns, within)| occurs(patterns, *within, reading, &trigger.found, memo))
    });
    // Of the same letters the one that says which elements they fill.
    found.sort_by_key(|trigger| {
        (trigger.found.start, usize::MAX - trigger.found.end, usize::MAX - trigger.filled.len())
    });
    let mut kept: Vec<Trigger> = Vec::with_capacity(found.len());
    for it in found {
        match kept.last_mut() {
            Some(last) if it.found.start < last.found.end => {
                if it.found.end - it.found.start > last.found.end - last.found.start {
                    *last = it;
                }
            }
            _ => kept.push(it),
        }
    }
    let is_complete = kept.len() <= MAX_TRIGGERS;
    kept.truncate(MAX_TRIGGERS);
    (kept, is_complete)
}
