//! Finds cues of `rules/cues.toml` and applies them to mentions, after ConText (Harkema et al. 2009).
//!
//! `text + mentions -> tokens -> cues, longest first -> scopes -> Reading`. A cue reaches the tokens in
//! its direction until its scope is used up, or until a terminator or a rival (a cue of the same axis and
//! direction) stands in the way. Positions are letters of [`Text`]. The table holds what is the same in
//! every sentence: fields, boxes, signs, headings, set phrases. The modules beside this one read what
//! depends on the grammar of a sentence; where a cue of the table decides an axis, it outweighs the
//! grammar.

mod table;
mod tokens;

use std::ops::Range;

pub(crate) use table::{Category, Cue};

use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::boundary::run_end;
use crate::text::boxes::is_border;
use crate::text::clauses::Clauses;
use crate::text::letters::Text;
use table::{Axis, CUES, CueTable, Direction};
use tokens::{Token, tokens};

/// The cue that decides each axis of a mention; `None` where no cue reaches it.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Reading {
    pub assertion: Option<&'static Cue>,
    pub temporality: Option<&'static Cue>,
    pub experiencer: Option<&'static Cue>,
    pub amount: Option<&'static Cue>,
    pub onset: Option<&'static Cue>,
    pub intensity: Option<&'static Cue>,
    pub course: Option<&'static Cue>,
    pub trouble: Option<&'static Cue>,
}

impl Reading {
    /// Ids of the deciding cues, in the order of the fields.
    pub fn trace(&self) -> Vec<&'static str> {
        let cues = [
            self.assertion,
            self.temporality,
            self.experiencer,
            self.amount,
            self.onset,
            self.intensity,
            self.course,
            self.trouble,
        ];
        cues.into_iter().flatten().map(|it| it.id.as_str()).collect()
    }
}

/// A cue that was found in a text; `at` is its range of tokens.
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
    skipped: Vec<Skipped>,
}

/// The tokens between a mention and a sentence or clause that is read as if it followed. They count as none
/// for the cues of that sentence or clause.
#[derive(Debug)]
struct Skipped {
    tokens: Range<usize>,
    /// The only axis whose cues pass over the tokens; `None` for all. What a clause asserts ends with it, but
    /// an amount that is taken is one of the drug that was named: 인슐린 맞는데 깜빡하고 두 번 맞았어요.
    axis: Option<Axis>,
}

impl Cues {
    /// Finds the cues of a text outside its mentions, which are in order and do not overlap.
    pub fn find(text: &Text, mentions: &[Mention], clauses: &Clauses) -> Self {
        let mut cues = Self::find_by(&CUES, text, mentions);
        let joints = clauses.joints().map(|it| (it, None));
        let gaps = joints.chain(clauses.gaps().map(|it| (it, Some(Axis::Amount))));
        let skipped = gaps.filter_map(|(gap, axis)| {
            let end = cues.tokens.partition_point(|it| it.start < gap.end);
            let target = cues.tokens[..end].iter().rposition(|it| it.mention.is_some())?;
            Some(Skipped { tokens: target + 1..end, axis })
        });
        cues.skipped = skipped.collect();
        cues.skipped.sort_by_key(|it| it.tokens.end);
        cues
    }

    /// Finds the cues of a given table.
    fn find_by(table: &'static CueTable, text: &Text, mentions: &[Mention]) -> Self {
        let tokens = tokens(text, mentions);
        let ends_in_box = parts_that_end_in_a_box(text, &tokens);
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
                // 나아졌는데: the word of a cue may end the clause.
                let last = at + length - 1;
                let ending = table.terminator_in(text, &tokens[last]);
                if let Some(ending) = ending.filter(|it| it.id != cue.id) {
                    let direction = ending.direction;
                    found.push(Found { cue: ending, direction, at: last..last + 1 });
                }
            }
            at += best.map_or(1, |(length, _)| length);
        }
        Self { tokens, found, skipped: Vec::new() }
    }

    /// The cues that decide the axes of a mention.
    pub fn read(&self, text: &Text, mention: &Mention) -> Reading {
        let target = self.tokens.partition_point(|it| it.start < mention.start);
        if self.tokens.get(target).is_none_or(|it| it.mention.is_none()) {
            return Reading::default();
        }
        let [assertion, temporality, experiencer, amount, onset, intensity, course, trouble] =
            Axis::ALL.map(|axis| self.nearest(axis, target, mention.slot));
        let onset = onset.or_else(|| within(text, mention, Axis::Onset));
        let intensity = intensity.or_else(|| within(text, mention, Axis::Intensity));
        let course = course.or_else(|| within(text, mention, Axis::Course));
        let trouble = trouble.or_else(|| within(text, mention, Axis::Trouble));
        Reading { assertion, temporality, experiencer, amount, onset, intensity, course, trouble }
    }

    /// The nearest cue of an axis that reaches the token `target`. At equal distance the earlier cue
    /// counts.
    fn nearest(&self, axis: Axis, target: usize, slot: Slot) -> Option<&'static Cue> {
        // No cue reaches farther than LONGEST_SCOPE, so cues outside this window cannot reach the target.
        let from = self.found.partition_point(|it| it.at.end + CueTable::LONGEST_SCOPE < target);
        let near = self.found[from..].iter();
        let last = target + CueTable::LONGEST_SCOPE + self.skipped(target, usize::MAX, axis).len();
        let near = near.take_while(|it| it.at.start <= last);
        let reaching = near.enumerate().filter(|(at, found)| {
            found.cue.category.axis() == Some(axis)
                && found.cue.fits(slot)
                && self.reaches(found, from + at, target)
        });
        reaching.min_by_key(|(_, it)| distance(&it.at, target)).map(|(_, it)| it.cue)
    }

    /// Whether the token `target` lies in the scope of the cue at `index`.
    fn reaches(&self, it: &Found, index: usize, target: usize) -> bool {
        let towards = if target < it.at.start { Direction::Backward } else { Direction::Forward };
        let directed = it.direction == towards || it.direction == Direction::Both;
        let Some(axis) = it.cue.category.axis() else { return false };
        let skips = self.skipped(target, it.at.start, axis);
        let blocks = |other: &Found| {
            if skips.contains(&other.at.start) {
                return false;
            }
            other.cue.category == Category::Terminator
                || (other.cue.category.axis() == Some(axis) && other.direction == it.direction)
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
            && distance(&it.at, target) - skips.len() <= it.cue.scope()
            && !between.iter().any(blocks)
            && !(it.cue.single && self.has_mention_between(&it.at, target))
    }

    /// The tokens behind a mention that a cue of `axis` at `from` passes over; empty for most mentions. Of
    /// several joined sentences each is read as if it followed the mention.
    fn skipped(&self, target: usize, from: usize, axis: Axis) -> Range<usize> {
        let mut after = self.skipped.iter().filter(|skipped| {
            skipped.tokens.start == target + 1
                && skipped.tokens.end <= from
                && skipped.axis.is_none_or(|only| only == axis)
        });
        after.next_back().map_or(0..0, |it| it.tokens.clone())
    }

    fn has_mention_between(&self, cue: &Range<usize>, target: usize) -> bool {
        let between = if target < cue.start { target + 1..cue.start } else { cue.end..target };
        self.tokens[between].iter().any(|it| it.mention.is_some())
    }
}

/// The cue of an axis that stands among the words of a mention: 눈이 갑자기 안 보여요, 머리가 깨질 듯이 아파요, 열이 더 심해|졌어요.
fn within(text: &Text, mention: &Mention, axis: Axis) -> Option<&'static Cue> {
    if !text.slice(mention.start, mention.end).contains(' ') {
        return None;
    }
    cue_of(axis, text.slice(mention.start, run_end(text, mention.end)), mention.slot)
}

/// Whether words without a mention say how an illness goes on: 점점 심해져요.
pub(crate) fn states_course(words: &str) -> bool {
    cue_of(Axis::Course, words, Slot::Symptom).is_some()
}

/// The first cue of an axis in words, if it applies to mentions of `slot`.
fn cue_of(axis: Axis, words: &str, slot: Slot) -> Option<&'static Cue> {
    let cues = Cues::find_by(&CUES, &Text::new(words), &[]).found;
    let mut cues = cues.into_iter().map(|it| it.cue);
    cues.find(|it| it.category.axis() == Some(axis) && it.fits(slot))
}

/// Number of tokens from a cue to a target, at least 1.
fn distance(cue: &Range<usize>, target: usize) -> usize {
    cue.start.checked_sub(target).unwrap_or_else(|| (target + 1).saturating_sub(cue.end))
}

/// For each token, whether its part of the line ends with a box; then each box of the part follows the text
/// that it ticks.
fn parts_that_end_in_a_box(text: &Text, tokens: &[Token]) -> Vec<bool> {
    let mut last = None;
    let mut ends: Vec<bool> = tokens
        .iter()
        .rev()
        .map(|token| {
            if token.ends_line || text.slice(token.start, token.end).chars().all(is_border) {
                last = None;
            } else if last.is_none() && !token.is_punctuation {
                last = Some(token.is_box());
            }
            last == Some(true)
        })
        .collect();
    ends.reverse();
    ends
}

#[cfg(test)]
mod tests;
