//! Finds patterns in a sentence or a whole advertisement.

use super::language::{Distance, Element, Pattern};
use crate::claims::Reading;
use crate::lexicon::{ClassId, ClassSet, Hit, Words};

/// A place where a pattern was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// First letter of the trigger.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// First letter of all words of the pattern, context included.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// The words of the trigger as ranges of letters, in reading order.
    pub words: Vec<(usize, usize)>,
}

impl Match {
    /// Creates a match of one word at letters `start..end`.
    pub fn of(start: usize, end: usize) -> Self {
        Self { start, end, from: start, to: end, words: vec![(start, end)] }
    }
}

/// Largest number of candidates tried for the next word of a pattern: enough for language, and a bound for
/// hostile text.
const MAX_CANDIDATES: usize = 24;

/// Largest number of words examined for one pattern in one stretch of text: thousands of times what language
/// needs, and a bound for a hostile pattern over hostile text. In a long stretch, such as a whole
/// advertisement, the bound is [`STEPS_PER_WORD`] for each of its words.
const MAX_STEPS: usize = 20_000;
const STEPS_PER_WORD: usize = 8;

impl Pattern {
    /// Whether every word that must be there occurs among `classes`.
    pub fn is_possible(&self, classes: &ClassSet) -> bool {
        self.elements.iter().all(|it| it.optional || classes.contains_any(&it.classes))
    }

    /// Returns every place where the pattern begins among `words`. The reading is marked as cut where a bound
    /// kept the search from examining all of them.
    pub fn find(&self, reading: &Reading<'_>, words: Words<'_>) -> Vec<Match> {
        let Some((first, rest)) = self.elements.split_first() else { return vec![] };
        let mut beginnings: Vec<&Hit> =
            first.classes.iter().flat_map(|class| words.of(*class).iter()).collect();
        beginnings.sort_unstable_by_key(|hit| reading_order(hit));
        let left = MAX_STEPS.max(words.hits.len().saturating_mul(STEPS_PER_WORD));
        let mut search = Search { reading, words, left, skipped_candidates: false };
        let mut found = Vec::new();
        for hit in beginnings {
            if !search.look() {
                break;
            }
            if !fits(first, hit) {
                continue;
            }
            let mut chosen = vec![(*hit, first.context)];
            search.skipped_candidates = false;
            if search.extend(rest, &mut chosen) {
                found.push(matched(&chosen));
            } else if search.skipped_candidates {
                reading.budget.cut();
            }
        }
        found
    }
}

/// Key that sorts hits in reading order.
fn reading_order(hit: &Hit) -> (usize, usize, ClassId) {
    (hit.start, hit.end, hit.class)
}

fn matched(chosen: &[(Hit, bool)]) -> Match {
    let range = |words: &mut dyn Iterator<Item = &(Hit, bool)>| {
        words.fold(None, |range: Option<(usize, usize)>, (hit, _)| {
            let (start, end) = range.unwrap_or((hit.start, hit.end));
            Some((start.min(hit.start), end.max(hit.end)))
        })
    };
    let (from, to) = range(&mut chosen.iter()).unwrap_or_default();
    let (start, end) =
        range(&mut chosen.iter().filter(|(_, context)| !context)).unwrap_or((from, to));
    let mut words: Vec<(usize, usize)> = chosen
        .iter()
        .filter(|(_, context)| !context)
        .map(|(hit, _)| (hit.start, hit.end))
        .collect();
    words.sort_unstable();
    Match { start, end, from, to, words }
}

fn fits(element: &Element, hit: &Hit) -> bool {
    element.classes.contains(&hit.class)
        && element.value.is_none_or(|(comparison, bound)| comparison.holds(hit.value, bound))
}

/// The search for one pattern in one stretch of text.
struct Search<'a> {
    reading: &'a Reading<'a>,
    words: Words<'a>,
    /// Number of words that may still be examined.
    left: usize,
    /// True when there were more than [`MAX_CANDIDATES`] candidates for a word.
    skipped_candidates: bool,
}

impl<'a> Search<'a> {
    /// Counts one examined word; `false` when no more may be examined.
    fn look(&mut self) -> bool {
        if self.left == 0 {
            self.reading.budget.cut();
            return false;
        }
        self.left -= 1;
        self.reading.budget.spend(1)
    }

    /// Finds the remaining elements of the pattern, nearest words first.
    fn extend(&mut self, rest: &[Element], chosen: &mut Vec<(Hit, bool)>) -> bool {
        let Some((element, rest)) = rest.split_first() else { return true };
        for hit in self.candidates(element, chosen) {
            if !self.look() {
                return false;
            }
            chosen.push((*hit, element.context));
            if self.extend(rest, chosen) {
                return true;
            }
            chosen.pop();
        }
        element.optional && self.extend(rest, chosen)
    }

    /// Returns the candidates for an element, nearest first; of two at one place the longer one first.
    fn candidates(&mut self, element: &Element, chosen: &[(Hit, bool)]) -> Vec<&'a Hit> {
        let (Some(first), Some(last)) = (
            chosen.iter().map(|(hit, _)| hit.start).min(),
            chosen.iter().map(|(hit, _)| hit.end).max(),
        ) else {
            return Vec::new();
        };
        let previous = chosen.last().map_or(last, |(hit, _)| hit.end);
        let reach = match element.gap {
            Distance::After(words) | Distance::Around(words) => words as usize,
            Distance::Attached => 0,
        };
        let mut candidates = self.after(element, previous, reach);
        if matches!(element.gap, Distance::Around(_)) {
            candidates.extend(self.before(element, first, reach));
        }
        candidates.sort_by_key(|(distance, hit)| (*distance, hit.start, usize::MAX - hit.end));
        candidates.into_iter().map(|(_, hit)| hit).collect()
    }

    /// Returns the words of the element from letter `previous` on, at most `reach` words away, each with its
    /// distance.
    fn after(&mut self, element: &Element, previous: usize, reach: usize) -> Vec<(usize, &'a Hit)> {
        let (reading, attaches) = (self.reading, element.gap == Distance::Attached);
        let mut found: Vec<(usize, &Hit)> = Vec::new();
        for class in &element.classes {
            let (_, following) = self.words.of(*class).split(previous);
            let mut candidates = 0;
            for hit in following.iter() {
                let distance = reading.distance(previous, hit.start);
                if distance > reach || attaches && hit.start > previous + 1 || !self.look() {
                    break;
                }
                if (!attaches || attached(reading, previous, hit.start)) && fits(element, hit) {
                    found.push((distance, hit));
                    candidates += 1;
                }
                if candidates > MAX_CANDIDATES {
                    break;
                }
            }
        }
        found.sort_unstable_by_key(|(_, hit)| reading_order(hit));
        self.keep(found)
    }

    /// Returns the words of the element that end before letter `first`, at most `reach` words away, each with
    /// its distance.
    fn before(&mut self, element: &Element, first: usize, reach: usize) -> Vec<(usize, &'a Hit)> {
        let reading = self.reading;
        let mut found: Vec<(usize, &Hit)> = Vec::new();
        for class in &element.classes {
            let (preceding, _) = self.words.of(*class).split(first);
            let mut candidates = 0;
            for hit in preceding.iter().rev() {
                let distance = reading.distance(hit.end.min(first), first);
                if distance > reach + 2 || !self.look() {
                    break;
                }
                if hit.end <= first && distance <= reach && fits(element, hit) {
                    found.push((distance, hit));
                    candidates += 1;
                }
                if candidates > MAX_CANDIDATES {
                    break;
                }
            }
        }
        found.sort_unstable_by_key(|(_, hit)| std::cmp::Reverse(reading_order(hit)));
        self.keep(found)
    }

    /// Keeps the first [`MAX_CANDIDATES`] words.
    fn keep(&mut self, mut found: Vec<(usize, &'a Hit)>) -> Vec<(usize, &'a Hit)> {
        self.skipped_candidates |= found.len() > MAX_CANDIDATES;
        found.truncate(MAX_CANDIDATES);
        found
    }
}

/// Whether at most one letter, of a particle, stands between two words.
fn attached(reading: &Reading<'_>, end: usize, start: usize) -> bool {
    use crate::normalise::Gap;
    start >= end
        && reading.normal.letters[end..=start.min(reading.normal.letters.len() - 1)]
            .iter()
            .all(|letter| letter.gap <= Gap::Soft)
        && start - end <= 1
}
