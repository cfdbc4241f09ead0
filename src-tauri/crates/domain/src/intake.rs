//! Files of advertisements that were taken in.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A file of advertisements that was taken in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeFile {
    /// Path at which it was first found.
    pub path: String,
    /// Number of its advertisements that became cases.
    pub cases: u32,
    /// What could not be taken in, and what to do; empty if everything was.
    pub problem: String,
    /// When it was taken in.
    #[ts(type = "string")]
    pub taken_at: Timestamp,
}
