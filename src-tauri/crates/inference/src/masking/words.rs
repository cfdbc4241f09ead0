//! Reads the word lists `words.toml` and `places.toml`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::InferenceError;

/// The content of `words.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    between: String,
    digits: HashMap<char, u8>,
    after_digits: String,
    account: String,
    banks: String,
    phone: String,
    card: String,
    passport: String,
    licence: String,
    record: String,
    account_name: String,
    halves: String,
    birth: String,
    address: String,
    mail_services: String,
    name_labels: String,
    called: String,
    name_openers: String,
    first_person: String,
    after_name: String,
    copulas: String,
}

/// The content of `places.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlaces {
    provinces: String,
    districts: String,
    buildings: String,
}

/// Words that announce an identifier or are part of one.
pub(super) struct Words {
    /// Words between the parts of a number, longest first.
    pub between: Vec<Vec<char>>,
    /// Syllables that mean a digit.
    pub digits: HashMap<char, u8>,
    /// Endings of a number written as a word.
    pub after_digits: Vec<String>,
    pub account: Vec<String>,
    pub banks: Vec<String>,
    pub phone: Vec<String>,
    pub card: Vec<String>,
    pub passport: Vec<String>,
    pub licence: Vec<String>,
    pub record: Vec<String>,
    pub account_name: Vec<String>,
    pub halves: Vec<String>,
    pub birth: Vec<String>,
    pub address: Vec<String>,
    pub mail_services: Vec<String>,
    pub name_labels: HashSet<String>,
    pub called: HashSet<String>,
    pub name_openers: HashSet<String>,
    pub first_person: HashSet<String>,
    pub after_name: HashSet<String>,
    pub copulas: HashSet<String>,
    pub provinces: Vec<String>,
    pub districts: Vec<String>,
    pub buildings: Vec<String>,
}

impl Words {
    /// Parses both files.
    ///
    /// # Errors
    /// [`InferenceError::Manifest`] with file and line of the mistake.
    pub fn parse(words: &str, places: &str) -> Result<Self, InferenceError> {
        let words: Written = toml_of("words.toml", words)?;
        let places: WrittenPlaces = toml_of("places.toml", places)?;
        let between = longest_first(&words.between).into_iter().map(|it| it.chars().collect());
        Ok(Self {
            between: between.collect(),
            digits: words.digits,
            after_digits: longest_first(&words.after_digits),
            account: longest_first(&words.account),
            banks: longest_first(&words.banks),
            phone: longest_first(&words.phone),
            card: longest_first(&words.card),
            passport: longest_first(&words.passport),
            licence: longest_first(&words.licence),
            record: longest_first(&words.record),
            account_name: longest_first(&words.account_name),
            halves: longest_first(&words.halves),
            birth: longest_first(&words.birth),
            address: longest_first(&words.address),
            mail_services: longest_first(&words.mail_services),
            name_labels: set(&words.name_labels),
            called: set(&words.called),
            name_openers: set(&words.name_openers),
            first_person: set(&words.first_person),
            after_name: set(&words.after_name),
            copulas: set(&words.copulas),
            provinces: longest_first(&places.provinces),
            districts: longest_first(&places.districts),
            buildings: longest_first(&places.buildings),
        })
    }

    /// Returns the built-in words.
    pub fn shipped() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the files are built in, and a test reads them")]
        static WORDS: LazyLock<Words> = LazyLock::new(|| {
            Words::parse(include_str!("words.toml"), include_str!("places.toml"))
                .expect("words.toml and places.toml are in their form")
        });
        &WORDS
    }
}

/// Parses a TOML file; an error names the line.
pub(super) fn toml_of<T: DeserializeOwned>(path: &str, text: &str) -> Result<T, InferenceError> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = 1 + text.get(..at).unwrap_or(text).matches('\n').count();
        let problem = error.message().trim().to_owned();
        InferenceError::Manifest { path: path.to_owned(), line, problem }
    })
}

/// Returns the distinct words of a text.
pub(super) fn set(words: &str) -> HashSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// Returns the words of a text, longest first.
fn longest_first(words: &str) -> Vec<String> {
    let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test stops at what it did not expect")]
    use super::*;

    #[test]
    fn the_words_are_in_their_form_and_an_error_says_its_line() {
        let (words, places) = (include_str!("words.toml"), include_str!("places.toml"));
        let read = Words::parse(words, places).expect("in their form");
        assert_eq!(read.digits.get(&'륙'), Some(&6));
        assert!(read.districts.iter().any(|it| it == "종로구"));
        let broken = words.replacen("between = ", "betwixt = ", 1);
        let error = Words::parse(&broken, places).err().expect("refused").to_string();
        assert!(error.contains("words.toml:4"), "{error}");
        let error = Words::parse(words, "provinces = 1").err().expect("refused").to_string();
        assert!(error.contains("places.toml:1"), "{error}");
    }
}
