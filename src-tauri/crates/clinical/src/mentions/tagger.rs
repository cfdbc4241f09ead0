//! Finds all surface forms of the lexicon at once (Aho-Corasick), with any spacing that the forms allow.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use aho_corasick::{AhoCorasick, MatchKind};

use crate::ClinicalError;
use crate::data::DataFault;
use crate::lexicon::Target;
use crate::text::boundary::{begins, ends, is_unspaced};
use crate::text::letters::{Text, is_hangul};

/// Abbreviations of two letters that are also accepted in small letters.
const SMALL: [&str; 2] = ["dm", "tb"];

/// The automaton of all surface forms.
#[derive(Debug)]
pub(crate) struct Tagger {
    automaton: AhoCorasick,
    patterns: Vec<Pattern>,
}

/// A surface form without spaces.
#[derive(Debug, Default)]
struct Pattern {
    /// For each letter, whether a space may stand before it.
    gaps: Vec<bool>,
    targets: Vec<Target>,
    /// Number of syllables; at least 3 for forms with other letters than Hangul.
    syllables: usize,
    /// Whether the form has at most two Latin letters and counts only in capitals.
    short: bool,
}

/// A surface form in the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    pub start: usize,
    pub end: usize,
    pub target: Target,
}

impl Tagger {
    /// Makes the automaton of surface forms with their meanings. A form is in normal letters, with spaces
    /// where a space may stand.
    pub fn new(surfaces: &BTreeMap<String, BTreeSet<Target>>) -> Result<Self, ClinicalError> {
        let mut patterns: BTreeMap<String, Pattern> = BTreeMap::new();
        for (surface, targets) in surfaces {
            let compact: String = surface.split_whitespace().collect();
            let letters = compact.chars().count();
            let all_hangul = compact.chars().all(is_hangul);
            let pattern = patterns.entry(compact.clone()).or_default();
            pattern.gaps.resize(letters, false);
            let mut at = 0;
            for word in surface.split_whitespace() {
                if at > 0 {
                    pattern.gaps[at] = true;
                }
                at += word.chars().count();
            }
            if all_hangul && letters >= 4 {
                (2..=letters - 2).for_each(|at| pattern.gaps[at] = true);
            }
            pattern.syllables = if all_hangul { letters } else { letters.max(3) };
            let small = SMALL.contains(&compact.as_str());
            pattern.short = letters <= 2 && compact.is_ascii() && !small;
            pattern.targets.extend(targets);
        }
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(patterns.keys())
            .map_err(|error| {
                ClinicalError::Data(DataFault {
                    file: "lexicon".into(),
                    line: 0,
                    problem: error.to_string(),
                })
            })?;
        Ok(Self { automaton, patterns: patterns.into_values().collect() })
    }

    /// All surface forms of the text at word boundaries, overlapping ones included.
    pub fn find(&self, text: &Text) -> Vec<Found> {
        let (compact, places) = without_spaces(text);
        let mut candidates = Vec::new();
        for found in self.automaton.find_overlapping_iter(&compact) {
            let pattern = &self.patterns[found.pattern().as_usize()];
            let first = places.partition_point(|it| it.byte < found.start());
            let last = first + pattern.gaps.len() - 1;
            if spaced_rightly(text, &places[first..=last], pattern) {
                candidates.push((places[first].letter, places[last].letter + 1, pattern));
            }
        }
        let begun: HashSet<usize> = candidates.iter().map(|it| it.0).collect();
        let ended: HashSet<usize> =
            candidates.iter().filter(|it| it.2.is_concept()).map(|it| it.1).collect();
        let mut all = Vec::new();
        for (start, end, pattern) in candidates {
            // 가래 약간 has no 가래 약: a last word of one syllable ends like a short noun.
            let is_short = text.get(end.saturating_sub(2)).is_some_and(char::is_whitespace);
            let syllables = if is_short { pattern.syllables.min(2) } else { pattern.syllables };
            let adjoins = pattern.syllables >= 2 && ended.contains(&start);
            let adjoined =
                pattern.syllables >= 2 && !is_short && pattern.is_concept() && begun.contains(&end);
            for target in &pattern.targets {
                let kept = match target {
                    Target::Blocked => true,
                    Target::Noun(_) | Target::Verb(_) => {
                        // 7kg 빠졌어요: a predicate may follow a unit.
                        let counted = text.before(start).is_some_and(|it| it.is_ascii_digit());
                        counted
                            || begins(text, start, pattern.syllables, false)
                            || (pattern.syllables >= 2 && is_unspaced(text, start))
                    }
                    Target::Measure(_) => {
                        begins(text, start, pattern.syllables, false)
                            && (ends(text, end, pattern.syllables.min(2), false, true)
                                || number_follows(text, end))
                    }
                    Target::Concept(_) => {
                        (!pattern.short || text.capitals(start, end))
                            && begins(text, start, pattern.syllables, adjoins)
                            && ends(text, end, syllables, adjoined, false)
                    }
                };
                if kept {
                    all.push(Found { start, end, target: *target });
                }
            }
        }
        all
    }
}

impl Pattern {
    fn is_concept(&self) -> bool {
        self.syllables >= 2 && self.targets.iter().any(|it| matches!(it, Target::Concept(_)))
    }
}

/// Whether a number in words is written together with the name of its value: 혈당이이백십이던데.
fn number_follows(text: &Text, end: usize) -> bool {
    let rest = text.slice(end, text.len().min(end + 4));
    let rest = rest.strip_prefix(['이', '은', '는', '가', '도']).unwrap_or(rest);
    let mut letters = rest.chars();
    let digit = |it: Option<char>| it.is_some_and(|it| "일이삼사오육칠팔구".contains(it));
    let ten = |it: Option<char>| it.is_some_and(|it| matches!(it, '십' | '백'));
    let first = letters.next();
    ten(first) || (digit(first) && ten(letters.next()))
}

/// A letter of the text without spaces: its byte there, and its position in the text.
struct Place {
    byte: usize,
    letter: usize,
}

fn without_spaces(text: &Text) -> (String, Vec<Place>) {
    let mut compact = String::with_capacity(text.string.len());
    let mut places = Vec::with_capacity(text.len());
    for (letter, c) in text.chars.iter().enumerate().filter(|it| !it.1.is_whitespace()) {
        places.push(Place { byte: compact.len(), letter });
        compact.push(*c);
    }
    (compact, places)
}

/// Whether spaces are only where the form allows them: at most two together, never a line break.
fn spaced_rightly(text: &Text, places: &[Place], pattern: &Pattern) -> bool {
    places.windows(2).zip(&pattern.gaps[1..]).all(|(pair, gap)| {
        let between = &text.chars[pair[0].letter + 1..pair[1].letter];
        between.is_empty() || (*gap && between.len() <= 2 && !between.contains(&'\n'))
    })
}

/// Keeps of overlapping ranges the longest, then the first. The result is in the order of the text.
pub(crate) fn longest<T>(mut found: Vec<T>, range: impl Fn(&T) -> (usize, usize)) -> Vec<T> {
    found.sort_by_key(|item| {
        let (start, end) = range(item);
        (std::cmp::Reverse(end - start), start)
    });
    let mut taken: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
    let mut kept: Vec<T> = Vec::new();
    for it in found {
        let (start, end) = range(&it);
        let before = taken.range(..end).next_back();
        if before.is_none_or(|(_, taken_end)| *taken_end <= start) {
            taken.insert(start, end);
            kept.push(it);
        }
    }
    kept.sort_by_key(|it| range(it).0);
    kept
}
