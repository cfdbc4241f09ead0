use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Fact;

/// Words that are not remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PatientIgnored")]
pub struct Ignored {
    /// The words, or the name of the concept.
    pub text: String,
    /// First character in the turn; absent for what is no words of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// One past the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// Why.
    pub why: WhyIgnored,
}

/// Why something said is not remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WhyIgnored {
    /// It is about somebody else.
    OtherPerson,
    /// It was only asked about.
    OnlyAsked,
    /// No living person has this value.
    NotPlausible,
    /// More is known already.
    Covered,
    /// What is remembered was said later.
    Older,
    /// The same turn says it otherwise further on.
    Corrected,
}

impl Ignored {
    pub(super) fn words(text: &str, start: usize, end: usize, why: WhyIgnored) -> Self {
        Self { text: text.to_owned(), start: Some(start), end: Some(end), why }
    }

    pub(super) fn fact(fact: &Fact, why: WhyIgnored) -> Self {
        Self { text: fact.concept.name.clone(), start: None, end: None, why }
    }
}
