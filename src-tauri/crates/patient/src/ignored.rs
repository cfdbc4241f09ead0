//! Statements that are not remembered, with the reason.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Fact;

/// A statement that is not remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PatientIgnored")]
pub struct Ignored {
    /// The words, or the name of the concept.
    pub text: String,
    /// Start of the words in the turn, in Unicode scalar values; absent for a fact that has no words there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// End of the words, exclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// The reason.
    pub why: WhyIgnored,
}

/// Why a statement is not remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WhyIgnored {
    /// It is about somebody else.
    OtherPerson,
    /// It is only a question or a wish.
    OnlyAsked,
    /// No living person can have this value.
    NotPlausible,
    /// What is remembered is more exact.
    Covered,
    /// What is remembered was stated later.
    Older,
    /// The same turn corrects it later.
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
