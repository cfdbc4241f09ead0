//! Digests (요지) of our own, and what people say of them after reading them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Reviewer;

/// What a person says of a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DigestVerdict {
    /// It is right as it stands.
    Confirmed,
    /// Something in it is wrong; the note says what.
    Faulty,
}

/// A signed reading of a digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DigestReading {
    /// The person, with the name and role of that time.
    pub by: Reviewer,
    /// What the person says of it.
    pub verdict: DigestVerdict,
    /// What was compared, or what is wrong.
    pub note: String,
    /// When it was signed.
    #[ts(type = "string")]
    pub at: Timestamp,
}
