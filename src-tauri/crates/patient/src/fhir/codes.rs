//! Reads `rules/fhir.toml`: the meaning of the status codes of FHIR R4.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use simui_clinical::data;
use simui_clinical::data::DataFault;
use toml::Spanned;

use super::OmissionReason;
use super::resource::Coded;
use crate::PatientError;

const FILE: &str = "rules/fhir.toml";

/// The meaning of a status; the head of the file explains each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Meaning {
    Active,
    Ended,
    Possible,
    Refuted,
    EnteredError,
    NotOrdered,
    Unknown,
}

impl Meaning {
    /// Why an entry with this status is left out; `None` if it is read.
    pub fn omission(self) -> Option<OmissionReason> {
        match self {
            Self::Active | Self::Ended | Self::Possible => None,
            Self::Refuted => Some(OmissionReason::Refuted),
            Self::EnteredError => Some(OmissionReason::EnteredInError),
            Self::NotOrdered => Some(OmissionReason::NotOrdered),
            Self::Unknown => Some(OmissionReason::UnknownStatus),
        }
    }
}

/// The tables of the file.
#[derive(Debug)]
pub(super) struct Codes {
    status: BTreeMap<(String, String), Meaning>,
    absent: Absent,
    /// Korean word of a relative by code, and whether the relative is one by blood.
    relatives: BTreeMap<String, (String, bool)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    status: Vec<Spanned<Status>>,
    absent: Absent,
    relative: Vec<Spanned<Relative>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Status {
    of: String,
    codes: Vec<String>,
    means: Meaning,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Absent {
    codes: BTreeSet<String>,
    whole: BTreeSet<String>,
    begins: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Relative {
    name: String,
    codes: Vec<String>,
    #[serde(default = "by_blood")]
    blood: bool,
}

fn by_blood() -> bool {
    true
}

impl Codes {
    /// The tables that come with the program.
    pub fn shipped() -> Result<Self, PatientError> {
        Self::read(FILE, include_str!("../../rules/fhir.toml"))
    }

    fn read(file: &str, text: &str) -> Result<Self, PatientError> {
        let read: File = data::parse(file, text)?;
        let repeated = |at: usize, code: &str| {
            PatientError::Data(DataFault {
                file: file.to_owned(),
                line: 1 + text.get(..at).map_or(0, |it| it.matches('\n').count()),
                problem: format!("code {code:?} is there already"),
            })
        };
        let (mut status, mut relatives) = (BTreeMap::new(), BTreeMap::new());
        for row in &read.status {
            for code in &row.as_ref().codes {
                let key = (row.as_ref().of.clone(), code.clone());
                if status.insert(key, row.as_ref().means).is_some() {
                    return Err(repeated(row.span().start, code));
                }
            }
        }
        for row in &read.relative {
            for code in &row.as_ref().codes {
                let relative = (row.as_ref().name.clone(), row.as_ref().blood);
                if relatives.insert(code.clone(), relative).is_some() {
                    return Err(repeated(row.span().start, code));
                }
            }
        }
        Ok(Self { status, absent: read.absent, relatives })
    }

    /// The meaning of a code of an element; [`Meaning::Unknown`] if no row has it.
    pub fn code(&self, element: &str, code: &str) -> Meaning {
        let key = (element.to_owned(), code.trim().to_lowercase());
        self.status.get(&key).copied().unwrap_or(Meaning::Unknown)
    }

    /// The meaning of a coded element, by its codes or else by its words; `None` if the entry does not
    /// have it.
    pub fn coded(&self, element: &str, coded: Option<&Coded>) -> Option<Meaning> {
        let coded = coded.filter(|it| !it.is_empty())?;
        let known =
            |code: &str| Some(self.code(element, code)).filter(|it| *it != Meaning::Unknown);
        let meaning = coded.codes().find_map(known).or_else(|| coded.words().and_then(known));
        Some(meaning.unwrap_or(Meaning::Unknown))
    }

    /// Whether a coded entry states that there is nothing of its kind, such as "no known allergies".
    pub fn states_absence(&self, coded: &Coded) -> bool {
        let words = |words: &str| {
            let letters: String =
                words.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect();
            self.absent.whole.contains(&letters)
                || self.absent.begins.iter().any(|it| letters.starts_with(it))
        };
        coded.codes().any(|it| self.absent.codes.contains(it)) || coded.all_words().any(words)
    }

    /// Korean word of a relative, and whether the relative is one by blood.
    pub fn relative(&self, coded: &Coded) -> Option<(&str, bool)> {
        let found = coded.codes().find_map(|it| self.relatives.get(it));
        found.map(|(name, blood)| (name.as_str(), *blood))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn a_code_that_stands_twice_is_named_by_its_line() {
        let text = "status = [\n{ of = \"a\", codes = [\"b\"], means = \"active\" },\n{ of = \"a\", codes = [\"b\"], means = \"ended\" },\n]\nrelative = []\n[absent]\ncodes = []\nwhole = []\nbegins = []";
        let error = Codes::read("fhir.toml", text).unwrap_err().to_string();
        assert!(error.starts_with("fhir.toml:3: code \"b\" is there already"), "{error}");
    }

    #[test]
    fn an_entry_that_states_absence_is_recognised_by_code_and_words() {
        let codes = Codes::shipped().unwrap();
        let check = |json: &str, expected: bool| {
            let coded: Coded = serde_json::from_str(json).unwrap();
            assert_eq!(codes.states_absence(&coded), expected, "{json}");
        };
        check(r#"{"coding":[{"code":"409137002"}]}"#, true);
        check(r#"{"coding":[{"code":"no-known-food-allergies"}]}"#, true);
        check(r#"{"text":"NKDA"}"#, true);
        check(r#"{"text":"No Known Drug Allergies"}"#, true);
        check(r#"{"text":"알려진 알레르기 없음"}"#, true);
        check(r#"{"coding":[{"display":"Allergen"}],"text":"알레르기: 무"}"#, true);
        check(r#"{"text":"Norfloxacin"}"#, false);
        check(r#"{"text":"Penicillin"}"#, false);
    }
}
