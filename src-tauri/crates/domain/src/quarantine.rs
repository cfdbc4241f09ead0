//! Quarantine entries with their resolutions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Reviewer;

/// Resolution of a quarantine entry by a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuarantineResolution {
    /// The person, with the name and role of that time.
    pub by: Reviewer,
    /// What the person did about it.
    pub note: String,
    /// When it was resolved.
    #[ts(type = "string")]
    pub at: Timestamp,
}

/// A quarantine entry with its resolution.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuarantineRecord {
    /// Path of the file.
    pub path: String,
    /// Place in the file: `line 120`, `제12조제3항`.
    #[serde(rename = "where")]
    pub place: String,
    /// Why it could not be imported, and how to resolve that.
    pub reason: String,
    /// When it was first found in these bytes.
    #[ts(type = "string")]
    pub found_at: Timestamp,
    /// The resolution; `None` while the entry is open.
    pub resolution: Option<QuarantineResolution>,
}
