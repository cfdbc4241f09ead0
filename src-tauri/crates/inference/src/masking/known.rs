//! Finds known names, such as those of the desk's patients, without a word that announces them.

use std::collections::{BTreeSet, HashMap};

use super::names::{ends_word, is_title};
use super::skeleton::{FOUND, Skeleton, is_syllable};

/// Least length in letters of a name that is also found inside a word.
const MIN_INSIDE_WORD: usize = 3;

/// Most blanks and hyphens between two letters of a name: `홍 길 동`.
const MAX_GAP: usize = 2;

/// Names that are masked wherever they occur.
#[derive(Debug, Clone, Default)]
pub struct KnownNames {
    /// Each spelling with the index of its name.
    written: Vec<(Vec<char>, usize)>,
    /// Indices in `written` by the first letter.
    by_first: HashMap<char, Vec<usize>>,
}

impl KnownNames {
    /// Prepares stored names. For `김영희 (1950)` and `김영희2` the part before the distinguishing mark is known as
    /// well. A name of one letter is ignored, because it is too often part of a word.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known = Self::default();
        for (index, name) in names.into_iter().enumerate() {
            let stored: Vec<char> = Skeleton::of(name.trim()).chars;
            let first: Vec<char> = stored.iter().copied().take_while(|c| is_syllable(*c)).collect();
            let mut ways = BTreeSet::from([letters(&stored)]);
            let word: String = first.iter().collect();
            if (2..=5).contains(&first.len()) && !is_title(&word, '님') {
                ways.insert(first);
            }
            ways.retain(|way| way.len() > 1 && way.iter().any(|c| c.is_alphabetic()));
            known.written.extend(ways.into_iter().map(|way| (way, index)));
        }
        for (at, (way, _)) in known.written.iter().enumerate() {
            if let Some(&first) = way.first() {
                known.by_first.entry(first).or_default().push(at);
            }
        }
        // The longest spelling that fits takes precedence.
        for ways in known.by_first.values_mut() {
            ways.sort_by_key(|&at| std::cmp::Reverse(known.written.get(at).map(|it| it.0.len())));
        }
        known
    }

    /// Returns the indices of the names, in the order given, that occur in a text.
    pub fn named_in(&self, text: &str) -> BTreeSet<usize> {
        self.places(&Skeleton::of(text)).into_iter().map(|(name, _, _)| name).collect()
    }

    /// Returns index and span of each name in a skeleton, without overlaps.
    pub(super) fn places(&self, skeleton: &Skeleton) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        let mut from = 0;
        while !self.by_first.is_empty() && from < skeleton.chars.len() {
            match self.at(skeleton, from) {
                Some((name, to)) => {
                    found.push((name, from, to));
                    from = to;
                }
                None => from += 1,
            }
        }
        found
    }

    fn at(&self, skeleton: &Skeleton, from: usize) -> Option<(usize, usize)> {
        let ways = self.by_first.get(&small(skeleton.get(from)?))?;
        ways.iter().filter_map(|&at| self.written.get(at)).find_map(|(way, name)| {
            let to = end_of(way, skeleton, from)?;
            stands_alone(way, skeleton, from, to).then_some((*name, to))
        })
    }
}

/// Returns the letters and figures of a name in lower case.
fn letters(name: &[char]) -> Vec<char> {
    name.iter().copied().filter(|c| c.is_alphanumeric()).map(small).collect()
}

fn small(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Returns the end of a spelling that begins at `from`; `None` if it does not occur there.
fn end_of(way: &[char], skeleton: &Skeleton, from: usize) -> Option<usize> {
    let mut at = from;
    for (index, letter) in way.iter().enumerate() {
        let apart = match index {
            0 => 0,
            _ => {
                let rest = skeleton.chars.get(at..)?;
                rest.iter()
                    .take(MAX_GAP)
                    .take_while(|c| !c.is_alphanumeric() && **c != FOUND)
                    .count()
            }
        };
        at += apart;
        if small(skeleton.get(at)?) != *letter {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Returns whether a match may be a name here: one that is short or not in Hangul must be a word of its own.
fn stands_alone(way: &[char], skeleton: &Skeleton, from: usize, to: usize) -> bool {
    let hangul = way.iter().all(|c| is_syllable(*c));
    let before = from.checked_sub(1).and_then(|it| skeleton.get(it));
    match hangul {
        true if way.len() >= MIN_INSIDE_WORD => true,
        true => !before.is_some_and(is_syllable) && ends_word(skeleton, to),
        false => {
            let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            !joins(before) && !joins(skeleton.get(to))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_name_is_found_with_nothing_beside_it() {
        let known = KnownNames::of(["김영희 (1950)", "이솔", "Park Min", "환자 7", "김"]);
        let check = |text: &str, expected: &[usize]| {
            let found: Vec<usize> = known.named_in(text).into_iter().collect();
            assert_eq!(found, expected, "{text}");
        };
        check("김영희 타이레놀 먹어도 되나요", &[0]);
        check("어제온김영희환자", &[0]);
        check("김 영 희의 약", &[0]);
        check("이솔은 임신 중", &[1]);
        check("이솔", &[1]);
        check("이솔트 정", &[]);
        check("이제 솔잎차", &[]);
        check("PARK MIN, parkmin", &[2]);
        check("parkmining", &[]);
        check("환자 7 혈압", &[3]);
        check("환자 70세, 환자 상태", &[]);
        check("김치", &[]);
        check("", &[]);
    }
}
