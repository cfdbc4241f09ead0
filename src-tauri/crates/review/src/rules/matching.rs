//! Finding a pattern in a sentence.

use super::lexicon::Hit;
use super::pattern::{Distance, Element, Pattern};
use crate::claims::Reading;
use crate::rules::class::ClassSet;

/// A pattern, found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// First letter of the words complained of.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// First letter of all its words, context included.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// The letters of the words complained of, in reading order.
    pub words: Vec<(usize, usize)>,
}

impl Match {
    /// Letters `start..end` as one word complained of.
    pub fn of(start: usize, end: usize) -> Self {
        Self { start, end, from: start, to: end, words: vec![(start, end)] }
    }
}

/// How many ways to go on are tried from one word: enough for language, a bound for hostile text.
const TRIES: usize = 24;

/// How many words are tried for one pattern in one sentence: thousands of times what language needs, and a bound for a
/// hostile pattern over hostile text.
const STEPS: usize = 20_000;

impl Pattern {
    /// Whether every needed word occurs at all.
    pub fn is_possible(&self, classes: &ClassSet) -> bool {
        self.elements.iter().all(|it| it.optional || classes.contains_any(&it.classes))
    }

    /// Every place where the pattern begins among `hits`, which are in reading order.
    pub fn find(&self, reading: &Reading<'_>, hits: &[Hit]) -> Vec<Match> {
        let Some((first, rest)) = self.elements.split_first() else { return vec![] };
        let mut found = Vec::new();
        let most = STEPS.min(reading.steps.get());
        let mut steps = most;
        for hit in hits.iter().filter(|hit| fits(first, hit)) {
            let mut chosen = vec![(*hit, first.context)];
            if extend(reading, hits, rest, &mut chosen, &mut steps) {
                found.push(matched(&chosen));
            }
        }
        reading.steps.set(reading.steps.get() - (most - steps));
        found
    }
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

/// Finds the remaining elements, nearest words first.
fn extend(
    reading: &Reading<'_>,
    hits: &[Hit],
    rest: &[Element],
    chosen: &mut Vec<(Hit, bool)>,
    steps: &mut usize,
) -> bool {
    let Some((element, rest)) = rest.split_first() else { return true };
    let (Some(first), Some(last)) = (
        chosen.iter().map(|(hit, _)| hit.start).min(),
        chosen.iter().map(|(hit, _)| hit.end).max(),
    ) else {
        return false;
    };
    let previous = chosen.last().map_or(last, |(hit, _)| hit.end);
    let reach = match element.gap {
        Distance::After(words) | Distance::Around(words) => words as usize,
        Distance::Attached => 0,
    };
    let after = hits.partition_point(|hit| hit.start < previous);
    let forward = hits[after..]
        .iter()
        .take_while(|hit| reading.distance(previous, hit.start) <= reach)
        .filter(|hit| element.gap != Distance::Attached || attached(reading, previous, hit.start))
        .filter(|hit| fits(element, hit))
        .map(|hit| (reading.distance(previous, hit.start), hit));
    let mut candidates: Vec<(usize, &Hit)> = forward.take(TRIES).collect();
    if matches!(element.gap, Distance::Around(_)) {
        let before = hits.partition_point(|hit| hit.start < first);
        let backward = hits[..before]
            .iter()
            .rev()
            .take_while(|hit| reading.distance(hit.end.min(first), first) <= reach + 2)
            .filter(|hit| hit.end <= first && reading.distance(hit.end, first) <= reach)
            .filter(|hit| fits(element, hit))
            .map(|hit| (reading.distance(hit.end, first), hit));
        candidates.extend(backward.take(TRIES));
    }
    // Nearest first; of two words at one place the longer one.
    candidates.sort_by_key(|(distance, hit)| (*distance, hit.start, usize::MAX - hit.end));
    for (_, hit) in candidates {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        chosen.push((*hit, element.context));
        if extend(reading, hits, rest, chosen, steps) {
            return true;
        }
        chosen.pop();
    }
    element.optional && extend(reading, hits, rest, chosen, steps)
}

/// Whether nothing, or only a particle's worth of letters, stands between two words.
fn attached(reading: &Reading<'_>, end: usize, start: usize) -> bool {
    use crate::normalise::Gap;
    start >= end
        && reading.normal.letters[end..=start.min(reading.normal.letters.len() - 1)]
            .iter()
            .all(|letter| letter.gap <= Gap::Soft)
        && start - end <= 1
}
