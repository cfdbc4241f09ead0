use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A file of advertisements that was taken in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeFile {
    /// Where it was first seen.
    pub path: String,
    /// How many of its advertisements became cases.
    pub cases: u32,
    /// What could not be taken in, and what to do; empty when all of it was.
    pub problem: String,
    /// When.
    #[ts(type = "string")]
    pub taken_at: Timestamp,
}
