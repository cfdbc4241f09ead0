//! What a text asserts about a mention, by cues in a table (ConText; Harkema et al. 2009): `rules/cues.toml`.
//!
//! `text + mentions -> tokens -> cues, longest first -> scopes -> Reading`. A cue reaches the tokens in its direction until its
//! scope is used up, or a terminator or a rival (a cue of the same axis and direction) stands in the way. Positions are letters
//! of [`Text`]. The table holds what is the same in every sentence: fields, boxes, signs, headings, set phrases. What needs the
//! grammar of a sentence is in the modules beside this one; where a cue of the table decides an axis, it outweighs the grammar.

mod table;
mod tokens;

use std::ops::Range;

pub(crate) use table::{Category, Cue};

use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::letters::Text;
use table::{Axis, CUES, CueTable, Direction};
use tokens::{Token, tokens};

/// What the cues say of a mention; an axis that no cue decides is `None`.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Reading {
    pub assertion: Option<&'static Cue>,
    pub temporality: Option<&'static Cue>,
    pub experiencer: Option<&'static Cue>,
}

impl Reading {
    /// Ids of the cues that decided, in the order of the fields.
    pub fn trace(&self) -> Vec<&'static str> {
        let cues = [self.assertion, self.temporality, self.experiencer];
        cues.into_iter().flatten().map(|it| it.id.as_str()).collect()
    }
}

/// A cue that was found in a text; `at` are its tokens.
#[derive(Debug, Clone)]
struct Found {
    cue: &'static Cue,
    direction: Direction,
    at: Range<usize>,
}

/// The cues of one text.
#[derive(Debug)]
pub(crate) struct Cues {
    tokens: Vec<Token>,
    found: Vec<Found>,
}

impl Cues {
    /// Finds the cues of a text. `mentions` are in order and do not overlap; no cue is looked for in them.
    pub fn find(text: &Text, mentions: &[Mention]) -> Self {
        Self::find_by(&CUES, text, mentions)
    }

    fn find_by(table: &'static CueTable, text: &Text, mentions: &[Mention]) -> Self {
        let tokens = tokens(text, mentions);
        let ends_in_box = lines_that_end_in_a_box(&tokens);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let best = table.longest_at(text, &tokens[at..]);
            if let Some((length, cue)) = best {
                let direction = match cue.direction {
                    Direction::Form if ends_in_box[at] => Direction::Backward,
                    Direction::Form => Direction::Forward,
                    direction => direction,
                };
                found.push(Found { cue, direction, at: at..at + length });
            }
            at += best.map_or(1, |(length, _)| length);
        }
        Self { tokens, found }
    }

    /// What the cues say of a mention.
    pub fn read(&self, mention: &Mention) -> Reading {
        let target = self.tokens.partition_point(|it| it.start < mention.start);
        if self.tokens.get(target).is_none_or(|it| it.mention.is_none()) {
            return Reading::default();
        }
        let [assertion, temporality, experiencer] =
            Axis::ALL.map(|axis| self.nearest(axis, target, mention.slot));
        Reading { assertion, temporality, experiencer }
    }

    /// The nearest cue of an axis that reaches a token; of two as near the one before it.
    fn nearest(&self, axis: Axis, target: usize, slot: Slot) -> Option<&'static Cue> {
        // No scope is longer, so that nothing outside this window can reach the target.
        let from = self.found.partition_point(|it| it.at.end + CueTable::LONGEST_SCOPE < target);
        let near = self.found[from..].iter();
        let near = near.take_while(|it| it.at.start <= target + CueTable::LONGEST_SCOPE);
        let reaching = near.enumerate().filter(|(at, it)| {
            it.cue.category.axis() == Some(axis)
                && it.cue.fits(slot)
                && self.reaches(it, from + at, target)
        });
        reaching.min_by_key(|(_, it)| distance(&it.at, target)).map(|(_, it)| it.cue)
    }

    /// Whether a token lies in the scope of the cue at `index`.
    fn reaches(&self, it: &Found, index: usize, target: usize) -> bool {
        let towards = if target < it.at.start { Direction::Backward } else { Direction::Forward };
        let directed = it.direction == towards || it.direction == Direction::Both;
        let blocks = |other: &Found| {
            other.cue.category == Category::Terminator
                || (other.cue.category.axis() == it.cue.category.axis()
                    && other.direction == it.direction)
        };
        let between: &[Found] = match towards {
            Direction::Backward => {
                let first = self.found[..index].partition_point(|other| other.at.start < target);
                &self.found[first..index]
            }
            _ => {
                let rest = &self.found[index + 1..];
                &rest[..rest.partition_point(|other| other.at.start < target)]
            }
        };
        directed
            && distance(&it.at, target) <= it.cue.scope()
            && !between.iter().any(blocks)
            && !(it.cue.single && self.has_mention_between(&it.at, target))
    }

    fn has_mention_between(&self, cue: &Range<usize>, target: usize) -> bool {
        let between = if target < cue.start { target + 1..cue.start } else { cue.end..target };
        self.tokens[between].iter().any(|it| it.mention.is_some())
    }
}

/// Tokens from a cue to a target, at least 1.
fn distance(cue: &Range<usize>, target: usize) -> usize {
    cue.start.checked_sub(target).unwrap_or_else(|| (target + 1).saturating_sub(cue.end))
}

/// For each token whether the last one of its line is a box: then each box of the line stands behind what it ticks.
fn lines_that_end_in_a_box(tokens: &[Token]) -> Vec<bool> {
    let mut last = None;
    let mut ends: Vec<bool> = tokens
        .iter()
        .rev()
        .map(|it| {
            if it.ends_line {
                last = None;
            } else if last.is_none() && !it.is_punctuation {
                last = Some(it.is_box());
            }
            last == Some(true)
        })
        .collect();
    ends.reverse();
    ends
}

#[cfg(test)]
mod tests;
