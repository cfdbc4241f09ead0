//! Finds names before the honorifics 님 and 씨.

use simui_korean::particles;
use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::find::{Identifier, Place};
use super::skeleton::{Skeleton, is_syllable};
use super::words::{set, toml_of};
use crate::InferenceError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    surnames: String,
    titles: String,
    with_ssi: String,
    given_middle: String,
    given_last: String,
    not_names: String,
    not_persons: String,
    rare_surnames: String,
}

/// Word lists about names.
pub(super) struct NameWords {
    pub surnames: HashSet<String>,
    titles: HashSet<String>,
    with_ssi: HashSet<String>,
    /// Middle syllables of names with three syllables.
    pub given_middle: HashSet<String>,
    /// Last syllables of names.
    pub given_last: HashSet<String>,
    /// Words that look like names.
    pub not_names: HashSet<String>,
    /// Things that have a name and are no persons.
    pub not_persons: HashSet<String>,
    /// Family names too rare to make a word look like a name.
    pub rare_surnames: HashSet<String>,
}

impl NameWords {
    fn parse(path: &str, text: &str) -> Result<Self, InferenceError> {
        let written: Written = toml_of(path, text)?;
        Ok(Self {
            surnames: set(&written.surnames),
            titles: set(&written.titles),
            with_ssi: set(&written.with_ssi),
            given_middle: set(&written.given_middle),
            given_last: set(&written.given_last),
            not_names: set(&written.not_names),
            not_persons: set(&written.not_persons),
            rare_surnames: set(&written.rare_surnames),
        })
    }
}

#[expect(clippy::expect_used, reason = "the file is built in, and a test of this module reads it")]
pub(super) static WORDS: LazyLock<NameWords> = LazyLock::new(|| {
    NameWords::parse("names.toml", include_str!("names.toml")).expect("names.toml is in its form")
});

/// Longest name in syllables: 남궁 and three more.
const LONGEST: usize = 5;

/// Returns the names of a text before 님 and 씨.
pub(super) fn names(skeleton: &Skeleton) -> Vec<Place> {
    let mut found = Vec::new();
    for at in 0..skeleton.chars.len() {
        let honorific = skeleton.chars[at];
        let before = match honorific {
            '님' | '씨' if ends_word(skeleton, at + 1) => name_before(skeleton, at, honorific),
            _ => None,
        };
        found.extend(before.map(|(from, to)| (Identifier::Name, from, to)));
    }
    found
}

/// Returns whether a name may end before `at`: the word ends, or a particle follows.
pub(super) fn ends_word(skeleton: &Skeleton, at: usize) -> bool {
    let rest: String = skeleton.chars.iter().skip(at).take(3).collect();
    !rest.chars().next().is_some_and(is_syllable)
        || particles::of(particles::Place::Honorific)
            .iter()
            .any(|particle| rest.starts_with(particle))
}

/// Returns the span of the name before an honorific at `at`.
fn name_before(skeleton: &Skeleton, at: usize, honorific: char) -> Option<(usize, usize)> {
    let spaced = at.checked_sub(1).and_then(|it| skeleton.get(it)) == Some(' ');
    let end = if spaced { at - 1 } else { at };
    let Some((from, word)) = word_before(skeleton, end) else { return latin_before(skeleton, end) };
    let length = end - from;
    if length == 1 {
        return spelled(skeleton, end).or_else(|| {
            let alone = WORDS.surnames.contains(&word) && !is_other_word(&word, honorific);
            alone.then_some((from, end))
        });
    }
    if is_title(&word, honorific) {
        return titled(skeleton, from, &word);
    }
    if honorific == '씨' && ends_in_seed(&word) {
        return None;
    }
    if length > LONGEST {
        // Written together with the word before: the last syllables that can be a name, else the last three.
        let tail = |length: usize| (length, word.chars().skip(end - from - length).collect());
        let named = [4, 3, 2].into_iter().map(tail).find(|(length, tail): &(usize, String)| {
            let two: String = tail.chars().take(2).collect();
            match length {
                4 => WORDS.surnames.contains(&two),
                _ => begins_with_surname(tail),
            }
        });
        return Some((end - named.map_or(3, |(length, _)| length), end));
    }
    let from = family_apart(skeleton, from).unwrap_or(from);
    Some((from, end))
}

/// Returns a Latin name before `end` (`John님`); abbreviations (`VIP님`) are no names.
fn latin_before(skeleton: &Skeleton, end: usize) -> Option<(usize, usize)> {
    let letters = skeleton.chars.get(..end)?.iter().rev();
    let length = letters.take_while(|c| c.is_ascii_alphabetic()).count();
    let word = skeleton.chars.get(end - length..end)?;
    (length > 1 && word.iter().any(char::is_ascii_lowercase)).then_some((end - length, end))
}

/// Returns whether 씨 belongs to the word for a seed: `홍화씨`, `국산홍화씨`.
fn ends_in_seed(word: &str) -> bool {
    let mut tails = word.char_indices().map(|(at, _)| &word[at..]);
    tails.any(|tail| WORDS.with_ssi.contains(tail) && (tail == word || tail.chars().count() > 1))
}

/// Returns the name before a title (`홍길동 환자님`) or in one word with it (`김철수원장님`).
fn titled(skeleton: &Skeleton, from: usize, word: &str) -> Option<(usize, usize)> {
    let title = longest_title(word)?;
    let own = word.chars().count() - title;
    if own > 0 {
        // 김원장 identifies a person; 정하나 is a name although 하나님 is a word.
        let name: String = word.chars().take(own).collect();
        let kept = match WORDS.surnames.contains(&name) {
            true => own + title,
            false if own == 3 && begins_with_surname(&name) => own,
            false => return None,
        };
        return Some((from, from + kept));
    }
    if skeleton.get(from.checked_sub(1)?)? != ' ' {
        return None;
    }
    let (start, before) = word_before(skeleton, from - 1)?;
    let fits = (3..=4).contains(&before.chars().count()) && begins_with_surname(&before);
    (fits && !is_title(&before, '님') && !ends_in_particle(&before)).then_some((start, from - 1))
}

/// Returns a name before `end` with one syllable for each word: `홍 길 동`.
fn spelled(skeleton: &Skeleton, end: usize) -> Option<(usize, usize)> {
    let mut from = end;
    for _ in 0..4 {
        let alone = |at: usize| {
            skeleton.get(at).is_some_and(is_syllable)
                && !at.checked_sub(1).and_then(|it| skeleton.get(it)).is_some_and(is_syllable)
        };
        let here = if from == end { from.checked_sub(1) } else { from.checked_sub(2) };
        match here {
            Some(here) if alone(here) && (from == end || skeleton.get(from - 1) == Some(' ')) => {
                from = here;
            }
            _ => break,
        }
    }
    let first: String = skeleton.chars.get(from..from + 1)?.iter().collect();
    (end - from >= 3 && WORDS.surnames.contains(&first)).then_some((from, end))
}

/// Returns the start of a family name written apart before `from`: `홍 길동`.
fn family_apart(skeleton: &Skeleton, from: usize) -> Option<usize> {
    let space = from.checked_sub(1)?;
    if skeleton.get(space)? != ' ' {
        return None;
    }
    let (start, word) = word_before(skeleton, space)?;
    // 이 and similar family names are also words.
    let sure = WORDS.surnames.contains(&word) && !["이", "한", "전", "그", "저"].contains(&&*word);
    sure.then_some(start)
}

/// Returns start and text of the Hangul word before `end`.
pub(super) fn word_before(skeleton: &Skeleton, end: usize) -> Option<(usize, String)> {
    let length = skeleton.chars.get(..end)?.iter().rev().take_while(|c| is_syllable(**c)).count();
    let from = end - length;
    (length > 0).then(|| (from, skeleton.chars[from..end].iter().collect()))
}

fn is_other_word(word: &str, honorific: char) -> bool {
    WORDS.titles.contains(word) || honorific == '씨' && WORDS.with_ssi.contains(word)
}

/// Returns whether the word is or ends in a title.
pub(super) fn is_title(word: &str, honorific: char) -> bool {
    is_other_word(word, honorific) || longest_title(word).is_some()
}

/// Returns the length of the title that a word ends in; only titles of two or more syllables count.
fn longest_title(word: &str) -> Option<usize> {
    let starts = word.char_indices().map(|(at, _)| &word[at..]);
    let mut titles = starts.filter(|tail| WORDS.titles.contains(*tail));
    titles.find(|tail| tail.chars().count() > 1).map(|title| title.chars().count())
}

fn begins_with_surname(word: &str) -> bool {
    let start = |length: usize| word.chars().take(length).collect::<String>();
    WORDS.surnames.contains(&start(1)) || WORDS.surnames.contains(&start(2))
}

fn ends_in_particle(word: &str) -> bool {
    ["은", "는", "을", "를", "의", "에", "로", "과", "와", "도", "한", "된", "할"]
        .iter()
        .any(|particle| word.ends_with(particle))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test stops at what it did not expect")]
    use super::*;

    #[test]
    fn the_words_are_in_their_form() {
        let text = include_str!("names.toml");
        let words = NameWords::parse("names.toml", text).expect("in its form");
        assert!(words.surnames.contains("김") && words.surnames.contains("남궁"));
        let broken = text.replacen("titles = ", "title = ", 1);
        let error = NameWords::parse("names.toml", &broken).err().expect("refused").to_string();
        assert!(error.contains("names.toml:"), "{error}");
    }
}
