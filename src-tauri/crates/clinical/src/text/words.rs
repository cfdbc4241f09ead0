//! Lists of words and endings that the rules of grammar use. They are data (`rules/*.toml`, where each
//! list has its meaning), read once and kept as long as the program runs.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::LazyLock;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use crate::ClinicalError;
use crate::data::parse;

/// Words for people, from `people.toml`.
pub(crate) static PEOPLE: LazyLock<People> =
    LazyLock::new(|| shipped("people.toml", include_str!("../../rules/people.toml")));

/// Words that decide the status of a mention, from `standing.toml`.
pub(crate) static STANDING: LazyLock<Standing> =
    LazyLock::new(|| shipped("standing.toml", include_str!("../../rules/standing.toml")));

/// Particles, endings and other function words, from `grammar.toml`.
pub(crate) static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| shipped("grammar.toml", include_str!("../../rules/grammar.toml")));

/// Words by which allergies are read, from `allergy.toml`.
pub(crate) static ALLERGY: LazyLock<Allergies> =
    LazyLock::new(|| shipped("allergy.toml", include_str!("../../rules/allergy.toml")));

/// Words for people; `people.toml` explains each list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct People {
    pub family: Sorted,
    pub others: Sorted,
    pub children: Sorted,
    pub young: List,
    pub adult_stages: List,
    pub parents: List,
    pub stating: List,
    pub ends_a_topic: List,
    pub infants: List,
    pub animals: List,
    pub outsiders: Sorted,
    pub clinical: List,
    pub possessive: List,
    pub patient: Sorted,
    pub respect: List,
    pub honorific: BTreeMap<char, List>,
    pub no_honorific: Vec<char>,
    pub benefactive: List,
    pub women: List,
    pub men: List,
    pub errands: List,
    pub instead: List,
    pub gives: List,
    pub fed_on: List,
    pub left_over: List,
    pub used_by: List,
    pub tries: List,
    pub belongings: List,
    pub pointers: List,
    pub determiners: List,
    pub pointed_at: List,
    pub exclamations: List,
    pub speaker: List,
    pub acquaintances: List,
    pub copulas: List,
    pub subjects: List,
    pub alone: List,
    pub owners: List,
    pub own: List,
    pub reported: List,
    pub orders: List,
    pub meant: List,
    pub having: List,
    pub who: List,
    pub owner_copulas: List,
    pub has: List,
    pub takes: List,
    pub form_heads: List,
    pub form_tails: List,
    pub form_pregnant: List,
    pub form_nursing: List,
    pub form_male: List,
    pub form_female: List,
    pub form_yes: List,
    pub form_no: List,
}

/// Words that decide the status of a mention; `standing.toml` explains each list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Standing {
    pub lack: List,
    pub no_lack: List,
    pub not: List,
    pub believed: List,
    pub persist: List,
    pub take: List,
    pub occur: List,
    pub light: List,
    pub stop: List,
    pub turns: List,
    pub again: List,
    pub not_yet_done: List,
    pub other_object: List,
    pub heard: List,
    pub what: List,
    pub of_illness: List,
    pub wishes: List,
    pub improves: List,
    pub degree: List,
    pub becomes: List,
    pub retrospective: List,
    pub quit: List,
    pub seldom: List,
    pub told_of: List,
    pub avoid: List,
    pub ought: List,
    pub over: List,
    pub once: Sorted,
    pub diagnosed: List,
    pub planned: List,
    pub changed_rate: List,
    pub supposed: List,
    pub looked_for: List,
    pub asked: List,
    pub contained: List,
    pub product: List,
    pub operations: List,
    pub allowed: List,
    pub english_no: List,
    pub english_stop: List,
    pub english_supposed: List,
    pub english_once: List,
    pub english_asked: List,
    pub changes: List,
    pub given_up: List,
    pub once_missed: List,
    pub chronic: List,
    pub tumours: List,
    pub removed: List,
    pub long_ago: List,
    pub recent: List,
    pub goes_on: List,
    pub permits: List,
    pub denies_other: List,
    pub puts_right: List,
    pub interrupts: List,
    pub was_mistaken: List,
    pub replaces: List,
    pub will: List,
    pub begun: List,
    pub reasons: List,
    pub or: List,
    pub none_without: List,
    pub borne: List,
    pub counted_in_weeks: List,
    pub fever_was: List,
    pub fever_now: List,
    pub older: List,
    pub other_tests: List,
    pub drug_for: List,
}

/// Function words; `grammar.toml` explains each list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grammar {
    pub adverbs: Sorted,
    pub particles: Sorted,
    pub open: Sorted,
    pub prefixes: Sorted,
    pub copulas: List,
    pub nouns: Sorted,
    pub connectives: List,
    pub final_endings: List,
    pub english_connectives: List,
    pub grows: List,
    pub complaint_particles: Sorted,
    pub unspaced_endings: Sorted,
    pub unspaced_counts: Sorted,
    pub stand_ins: List,
    pub times_as_topics: List,
}

/// Words by which allergies are read; `allergy.toml` explains each list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Allergies {
    pub words: List,
    pub between: List,
    pub taken: List,
    pub worn: List,
    pub reactions: List,
    pub grave_reactions: List,
    pub in_danger: List,
    pub skin_reactions: List,
    pub mucosal_reactions: List,
    pub food_reactions: List,
    pub sensitive: List,
    pub has: List,
    pub fillers: Sorted,
    pub as_cause: List,
    pub of_sugar: List,
}

/// Parses a file that comes with the program.
fn shipped<T: DeserializeOwned>(file: &str, text: &str) -> T {
    #[expect(clippy::expect_used, reason = "a file of this crate, which the tests read")]
    read(file, text).expect("a valid file")
}

fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ClinicalError> {
    Ok(parse(file, text)?)
}

/// Words in the order of the file, searched one by one.
#[derive(Clone, Copy)]
pub(crate) struct List(&'static [&'static str]);

/// Words in alphabetical order, searched by bisection.
#[derive(Clone, Copy)]
pub(crate) struct Sorted(&'static [&'static str]);

impl Deref for List {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl Sorted {
    /// Whether `word` is in the list.
    pub fn has(&self, word: &str) -> bool {
        self.0.binary_search(&word).is_ok()
    }

    /// Whether `word` begins with a word of the list.
    pub fn begin(&self, word: &str) -> bool {
        self.beginnings(word).next().is_some()
    }

    /// The words of the list that `word` begins with, the shortest first.
    pub fn beginnings(&self, word: &str) -> impl Iterator<Item = &'static str> {
        let mut within = self.0;
        let narrowed = word.char_indices().map_while(move |(at, c)| {
            let beginning = &word[..at + c.len_utf8()];
            within = &within[within.partition_point(|it| *it < beginning)..];
            within = &within[..within.partition_point(|it| it.starts_with(beginning))];
            within.first().map(|it| (*it == beginning).then_some(*it))
        });
        narrowed.flatten()
    }
}

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        Ok(Self(words(file)?.leak()))
    }
}

impl<'de> Deserialize<'de> for Sorted {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        let mut words = words(file)?;
        words.sort_unstable();
        Ok(Self(words.leak()))
    }
}

/// Reads a list of distinct, non-empty words and leaks it: a match keeps the word as long as the program
/// runs.
fn words<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<&'static str>, D::Error> {
    let mut known: Vec<&'static str> = Vec::new();
    for word in Vec::<String>::deserialize(file)? {
        if word.trim().is_empty() || known.contains(&word.as_str()) {
            return Err(D::Error::custom(format!("{word:?} is empty or stands there twice")));
        }
        known.push(word.leak());
    }
    Ok(known)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Two {
        one: List,
        other: Sorted,
    }

    #[test]
    fn the_files_of_this_crate_are_read() {
        assert_eq!(PEOPLE.young.first(), Some(&"아들"));
        assert!(GRAMMAR.particles.has("은") && !GRAMMAR.particles.has("은근"));
        assert!(STANDING.lack.contains(&"없어"));
        assert!(ALLERGY.words.contains(&"알레르기"));
    }

    #[test]
    fn a_sorted_list_is_in_order_and_another_as_it_is_written() {
        let text = "one = ['나', '가']\nother = ['할머니', '할', 'b', 'ab', '아버지', 'a']";
        let Two { one, other } = read("two.toml", text).unwrap();
        assert_eq!(*one, ["나", "가"]);
        assert!(other.0.is_sorted());
        assert!(other.has("아버지") && !other.has("아버") && !other.has(""));
        assert!(other.begin("abc") && !other.begin("x"));
        assert_eq!(other.beginnings("할머니가").collect::<Vec<_>>(), ["할", "할머니"]);
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let cases = [
            ("one = ['가']\nother = ['나', '나']", 2, "twice"),
            ("one = ['']\nother = []", 1, "empty"),
            ("one = []\nother = []\nthird = []", 3, "unknown field"),
            ("one = []", 1, "missing field"),
        ];
        for (text, at, why) in cases {
            let message = read::<Two>("two.toml", text).err().unwrap().to_string();
            assert!(message.starts_with(&format!("two.toml:{at}: ")), "{message}");
            assert!(message.contains(why), "{message}");
        }
    }
}
