//! Finds names after a word that announces one, and names beside another identifier or an age.

use super::find::{Identifier, Place};
use super::names::{WORDS, word_before};
use super::skeleton::{FOUND, Skeleton, is_syllable};
use super::words::Words;

/// Characters between an announcing word and the name.
const BETWEEN: [char; 12] = [' ', ':', '=', '-', '(', '\'', '"', '‘', '“', '>', '[', '/'];
/// Most such characters.
const LONGEST_BETWEEN: usize = 3;

/// How certain an announcing word makes it that a name follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// `성명:`, `예금주`: any word with a family name at its beginning is a name.
    Certain,
    /// `이름은`, `환자`: a word that also looks like a name is one.
    Likely,
    /// `저는`: a word that looks like a name is one if a copula follows.
    FirstPerson,
}

/// Returns the names after announcing words.
pub(super) fn announced_names(skeleton: &Skeleton) -> Vec<Place> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < skeleton.chars.len() {
        let length = word_length(skeleton, at);
        if length == 0 {
            at += 1;
            continue;
        }
        let end = at + length;
        let word: String = skeleton.chars[at..end].iter().collect();
        found.extend(announcement(&word, skeleton, at, end).and_then(|(how, from)| {
            let (from, to) = name_at(skeleton, from, how)?;
            Some((Identifier::Name, from, to))
        }));
        found.extend(addressed_name(&word, skeleton, at, end));
        at = end;
    }
    found
}

/// Finds a name before a form of address (`홍길동 환자`) or before a quotation of it (`홍길동이라고 합니다`).
fn addressed_name(word: &str, skeleton: &Skeleton, at: usize, end: usize) -> Option<Place> {
    let words = Words::shipped();
    let apart = skeleton.get(end) == Some(' ');
    let next = skeleton.chars.get(end + 1..).unwrap_or_default();
    let next: String = next.iter().take_while(|c| is_syllable(**c)).collect();
    if !apart {
        return None;
    }
    if let Some(name) = word.strip_suffix("이라고").or_else(|| word.strip_suffix("라고")) {
        let is_quoted =
            ["합니다", "해요", "하는", "하고", "불", "해"].iter().any(|it| next.starts_with(it));
        let length = name.chars().count();
        let fits = is_quoted && length > 2 && looks_like_a_name(name);
        return fits.then_some((Identifier::Name, at, at + length));
    }
    // 이상한 and 성인인 before 환자 are adjectives.
    let is_adjective = word.ends_with(['한', '인']);
    let fits = (3..=4).contains(&(end - at))
        && words.called.contains(&next)
        && !is_adjective
        && looks_like_a_name(word);
    fits.then_some((Identifier::Name, at, end))
}

/// Returns how a word announces a name, and where that name would begin.
fn announcement(
    word: &str,
    skeleton: &Skeleton,
    start: usize,
    end: usize,
) -> Option<(Certainty, usize)> {
    let words = Words::shipped();
    let between = skeleton.chars.get(end..)?.iter().take(LONGEST_BETWEEN);
    let between: Vec<char> = between.take_while(|c| BETWEEN.contains(c)).copied().collect();
    if between.is_empty() {
        return None;
    }
    let from = end + between.len();
    let labels = word.char_indices().map(|(at, _)| &word[at..]);
    let is_label =
        labels.filter(|it| it.chars().count() > 1).any(|it| words.name_labels.contains(it));
    let opens = words.name_openers.contains(word);
    if !is_label && !opens || is_of_no_person(word, skeleton, start) {
        return None;
    }
    let colon = between.iter().any(|c| matches!(c, ':' | '='));
    let how = match (is_label, colon) {
        (_, true) => Certainty::Certain,
        (true, _) if !word.contains("이름") && !word.contains("성함") => Certainty::Certain,
        (true, _) => Certainty::Likely,
        _ if words.first_person.contains(word) => Certainty::FirstPerson,
        _ => Certainty::Likely,
    };
    Some((how, from))
}

/// Returns whether the name is that of a thing: `약 이름은`, `제품이름은`.
fn is_of_no_person(word: &str, skeleton: &Skeleton, start: usize) -> bool {
    let named = |of: &str| WORDS.not_persons.contains(of);
    let glued = word.char_indices().any(|(at, _)| at > 0 && named(&word[..at]));
    let apart = start.checked_sub(1).filter(|&it| skeleton.get(it) == Some(' '));
    let before = apart.and_then(|it| word_before(skeleton, it));
    glued || before.is_some_and(|(_, word)| named(&word))
}

/// Returns the span of the name at `from`.
fn name_at(skeleton: &Skeleton, from: usize, how: Certainty) -> Option<(usize, usize)> {
    let length = word_length(skeleton, from);
    if length == 0 {
        return latin_at(skeleton, from).filter(|_| how != Certainty::FirstPerson);
    }
    let word: Vec<char> = skeleton.chars.get(from..from + length)?.to_vec();
    if how == Certainty::Certain
        && let Some(to) = apart_at(skeleton, from, length)
    {
        return Some((from, to));
    }
    let text = |letters: &[char]| letters.iter().collect::<String>();
    if is_no_name(&text(&word)) {
        return None;
    }
    let words = Words::shipped();
    let (mut lengths, surname) = (vec![3, 2], text(&word[..word.len().min(2)]));
    if surname.chars().count() == 2 && WORDS.surnames.contains(&surname) {
        lengths.insert(0, 4);
    }
    let found = lengths.into_iter().filter(|&it| it <= word.len()).find(|&count| {
        let (name, rest) = (text(&word[..count]), text(&word[count..]));
        let ends = rest.is_empty() || words.after_name.contains(&rest);
        let looks = looks_like_a_name(&name);
        match how {
            Certainty::Certain => ends && has_surname(&name) && !is_no_name(&name),
            Certainty::Likely => ends && looks && (count > 2 || words.copulas.contains(&rest)),
            Certainty::FirstPerson => looks && words.copulas.contains(&rest),
        }
    });
    found.map(|it| (from, from + it))
}

/// Returns the end of a name written apart (`김 철수`, `홍 길 동`) at `from`, whose first word has `length`
/// syllables.
fn apart_at(skeleton: &Skeleton, from: usize, length: usize) -> Option<usize> {
    let surname: String = skeleton.chars.get(from..from + length)?.iter().collect();
    if length > 2 || !WORDS.surnames.contains(&surname) || skeleton.get(from + length) != Some(' ')
    {
        return None;
    }
    let second = from + length + 1;
    match word_length(skeleton, second) {
        2 => Some(second + 2),
        1 if skeleton.get(second + 1) == Some(' ') && word_length(skeleton, second + 2) == 1 => {
            Some(second + 3)
        }
        _ => None,
    }
}

/// Returns the span of a Latin name at `from`, one to three capitalised words: `Hong Gildong`.
fn latin_at(skeleton: &Skeleton, from: usize) -> Option<(usize, usize)> {
    let mut to = from;
    for number in 0..3 {
        let start = if number == 0 { from } else { to + 1 };
        if number > 0 && skeleton.get(to) != Some(' ') {
            break;
        }
        let rest = skeleton.chars.get(start..)?;
        let length = rest.iter().take_while(|c| c.is_ascii_alphabetic()).count();
        let small = rest.iter().take(length).filter(|c| c.is_ascii_lowercase()).count();
        if length < 2 || !rest.first()?.is_ascii_uppercase() || small + 1 != length {
            break;
        }
        to = start + length;
    }
    (to > from).then_some((from, to))
}

/// Finds names directly before or after one of `places`, or before an age: `홍길동 010-1234-5678`, `홍길동(58세)`.
pub(super) fn names_beside(skeleton: &Skeleton, places: &[Place]) -> Vec<Place> {
    let mut found = Vec::new();
    let numbers = places.iter().filter(|(kind, _, _)| *kind != Identifier::Name);
    for &(_, from, to) in numbers {
        found.extend(name_before(skeleton, from));
        let rest = skeleton.chars.get(to..).unwrap_or_default();
        let between = rest.iter().take(2).take_while(|c| BETWEEN.contains(c)).count();
        if between > 0 {
            found.extend(likely_name(skeleton, to + between));
        }
    }
    for at in 0..skeleton.chars.len() {
        if skeleton.get(at).is_some_and(|c| c.is_ascii_digit()) && is_age(skeleton, at) {
            found.extend(name_before(skeleton, at));
        }
    }
    found
}

/// Returns whether an age begins at `at`: `58세`, `7 살`.
fn is_age(skeleton: &Skeleton, at: usize) -> bool {
    let rest = skeleton.chars.get(at..).unwrap_or_default();
    let digits = rest.iter().take(4).take_while(|c| c.is_ascii_digit()).count();
    let rest = rest.get(digits..).unwrap_or_default();
    let rest = rest.strip_prefix(&[' ']).unwrap_or(rest);
    digits < 4 && matches!(rest.first(), Some('세' | '살'))
}

/// Finds a name before `at`, separated by at most a blank and a bracket, and possibly the sex: `홍길동 남 58세`.
fn name_before(skeleton: &Skeleton, at: usize) -> Option<Place> {
    let mut end = at;
    for _ in 0..2 {
        let window = skeleton.chars.get(end.saturating_sub(2)..end)?;
        let between = window.iter().rev().take_while(|c| BETWEEN.contains(c) || **c == ',').count();
        if between == 0 {
            return None;
        }
        end -= between;
        let (from, word) = word_before(skeleton, end)?;
        if matches!(word.as_str(), "남" | "여" | "남성" | "여성" | "남자" | "여자") {
            end = from;
            continue;
        }
        // Both 홍길동 58세 and 홍길동이고 58세.
        let copulas = Words::shipped().copulas.iter();
        let before_copula = copulas.filter_map(|copula| word.strip_suffix(copula.as_str()));
        let mut names = std::iter::once(word.as_str()).chain(before_copula);
        let is_name =
            |name: &str| (3..=4).contains(&name.chars().count()) && looks_like_a_name(name);
        let name = names.find(|name| is_name(name))?;
        return Some((Identifier::Name, from, from + name.chars().count()));
    }
    None
}

/// Finds a Hangul name at `from`, with or without a particle.
fn likely_name(skeleton: &Skeleton, from: usize) -> Option<Place> {
    let (from, to) = name_at(skeleton, from, Certainty::Likely)?;
    is_syllable(skeleton.get(from)?).then_some((Identifier::Name, from, to))
}

/// Returns the number of syllables of the word at `from`.
fn word_length(skeleton: &Skeleton, from: usize) -> usize {
    let rest = skeleton.chars.get(from..).unwrap_or_default();
    rest.iter().take_while(|c| is_syllable(**c) && **c != FOUND).count()
}

/// Returns the length in syllables of the family name that a word begins with; the longer one where two fit.
fn surname_length(name: &str) -> Option<usize> {
    let start = |length: usize| name.chars().take(length).collect::<String>();
    [2, 1]
        .into_iter()
        .find(|&length| name.chars().count() > length && WORDS.surnames.contains(&start(length)))
}

fn has_surname(name: &str) -> bool {
    surname_length(name).is_some()
}

/// Returns whether a word is formed like a name: a frequent family name, then one or two syllables of given
/// names.
fn looks_like_a_name(name: &str) -> bool {
    let given_of = |length: usize| -> Vec<String> {
        name.chars().skip(length).map(|c| c.to_string()).collect()
    };
    let is_given = |given: Vec<String>| match given.as_slice() {
        [last] => WORDS.given_last.contains(last),
        [middle, last] => WORDS.given_middle.contains(middle) && WORDS.given_last.contains(last),
        _ => false,
    };
    let start = |length: usize| name.chars().take(length).collect::<String>();
    let is_surname =
        |surname: &str| WORDS.surnames.contains(surname) && !WORDS.rare_surnames.contains(surname);
    let made_of = |length: usize| is_surname(&start(length)) && is_given(given_of(length));
    [2, 1].into_iter().any(made_of) && !is_no_name(name)
}

/// Returns whether this is a known word other than a name, also with a particle.
fn is_no_name(word: &str) -> bool {
    let mut letters = word.chars();
    let particle = letters.next_back();
    // 은, 이, 을 and 과 follow a final consonant only.
    let closed = letters.clone().next_back().is_some_and(|c| is_syllable(c) && !is_open(c));
    let is_particle = particle.is_some_and(|c| match c {
        '은' | '이' | '을' | '과' => closed,
        c => "는가를의에도만와로".contains(c),
    });
    WORDS.not_names.contains(word) || is_particle && WORDS.not_names.contains(letters.as_str())
}

/// Returns whether a syllable ends in a vowel.
fn is_open(syllable: char) -> bool {
    const FIRST: u32 = '가' as u32;
    const FINALS: u32 = 28;
    (u32::from(syllable).wrapping_sub(FIRST)).is_multiple_of(FINALS)
}
