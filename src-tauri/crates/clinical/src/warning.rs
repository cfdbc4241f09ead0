//! What has to be said before anything else.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How soon something has to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SafetySeverity")]
pub enum Severity {
    /// Now: ambulance, emergency room.
    Emergency,
    /// Today: a physician.
    Urgent,
    /// Before it is taken: a pharmacist or a physician.
    Caution,
}

/// A warning, to be shown before anything else.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "SafetyWarning")]
pub struct Warning {
    /// The rule that was hit.
    pub rule: String,
    /// How soon something has to be done.
    pub severity: Severity,
    /// What to say, in Korean.
    pub text: String,
    /// Whose it is: `patient`, or the word the text has for somebody else.
    pub experiencer: String,
    /// Where the limit comes from.
    pub source: String,
    /// The first character of the words it is about; Unicode scalar values.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}
