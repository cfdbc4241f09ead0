//! The type of a safety warning, shared by `patient` and `consult`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How soon something has to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SafetySeverity")]
pub enum Severity {
    /// Act now: ambulance, emergency room.
    Emergency,
    /// See a physician today.
    Urgent,
    /// Ask a pharmacist or a physician before the drug is taken.
    Caution,
}

impl Severity {
    /// What has to be done, as the head of a warning in a text.
    pub fn label(self) -> &'static str {
        match self {
            Severity::Emergency => "[응급]",
            Severity::Urgent => "[오늘 진료]",
            Severity::Caution => "[복용 전 확인]",
        }
    }
}

/// A safety warning, shown above the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "SafetyWarning")]
pub struct Warning {
    /// Id of the rule that fired.
    pub rule: String,
    /// How soon something has to be done.
    pub severity: Severity,
    /// Text of the warning, in Korean.
    pub text: String,
    /// Whom the warning is about: `patient`, or the word that the text has for somebody else.
    pub experiencer: String,
    /// Source of the rule's limit.
    pub source: String,
    /// The row or sentence of a document on which it rests, exactly as stored; empty for a rule.
    #[serde(default)]
    pub quote: String,
    /// Start of the words that the rule matched, in Unicode scalar values.
    pub start: usize,
    /// End of the matched words, exclusive, in Unicode scalar values.
    pub end: usize,
}

impl Warning {
    /// The warning as a paragraph of an answer: `[오늘 진료] … (근거: …)`.
    pub fn with_source(&self) -> String {
        format!("{} {} (근거: {})", self.severity.label(), self.text, self.source)
    }
}
