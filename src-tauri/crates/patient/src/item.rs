use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Fact;

/// Number of an item within its profile: 1, 2, 3, …; shown as `i1`; never given twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct ItemId(pub u32);

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

impl FromStr for ItemId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.strip_prefix('i').unwrap_or(text).parse().map(Self)
    }
}

/// When something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Number of the turn with this patient: 1, 2, 3, …
    pub turn: u32,
    /// The moment.
    pub at: Timestamp,
}

/// Whether a person stands behind an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Checked {
    /// Nobody has looked at it.
    No,
    /// Somebody said that it is right.
    Confirmed {
        /// Name.
        by: String,
        /// When.
        #[ts(type = "string")]
        at: Timestamp,
    },
    /// Somebody wrote it, or corrected it.
    Edited {
        /// Name.
        by: String,
        /// When.
        #[ts(type = "string")]
        at: Timestamp,
    },
}

/// A fact that is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileItem {
    /// Its number.
    pub id: ItemId,
    /// What is remembered.
    #[serde(flatten)]
    pub fact: Fact,
    /// When it was said first.
    pub first: Said,
    /// When it was said last.
    pub last: Said,
    /// When its value was said: ages and weeks of a pregnancy count from here.
    pub valued_at: Timestamp,
    /// Whether a person stands behind it.
    pub checked: Checked,
}

impl ProfileItem {
    /// The moment from which it ages: when it was measured, else when it was last said.
    pub fn since(&self) -> Timestamp {
        self.fact.measured_at.unwrap_or(self.last.at)
    }
}
