use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Reviewer;

/// Who looked at something quarantined, and what they found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuarantineResolution {
    /// Who, as they were called then.
    pub by: Reviewer,
    /// What they did about it.
    pub note: String,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
}

/// Something a reader could not take in, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuarantineRecord {
    /// The file.
    pub path: String,
    /// The place in it: `line 120`, `제12조제3항`.
    #[serde(rename = "where")]
    pub place: String,
    /// Why, and how to resolve it.
    pub reason: String,
    /// When it was first found in these bytes.
    #[ts(type = "string")]
    pub found_at: Timestamp,
    /// `None` while it is open.
    pub resolution: Option<QuarantineResolution>,
}
