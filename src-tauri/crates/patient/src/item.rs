//! The items of a profile.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Fact;

/// Number of an item within its profile, from 1; displayed as `i1`. A number is never used twice.
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

/// When a fact was stated: the turn and the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnTime {
    /// Number of the turn with this patient, from 1; 0 for an imported record.
    pub turn: u32,
    /// The moment of the turn.
    pub at: Timestamp,
}

/// Whether a person has confirmed or edited an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Checked {
    /// Nobody has checked it.
    No,
    /// A person confirmed it.
    Confirmed {
        /// Name of the person.
        by: String,
        /// When it was confirmed.
        #[ts(type = "string")]
        at: Timestamp,
    },
    /// A person wrote or corrected it.
    Edited {
        /// Name of the person.
        by: String,
        /// When it was edited.
        #[ts(type = "string")]
        at: Timestamp,
    },
}

/// A remembered fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileItem {
    /// Number of the item.
    pub id: ItemId,
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// When the fact was first stated.
    pub first: TurnTime,
    /// When the fact was last stated.
    pub last: TurnTime,
    /// When the value was stated: ages and weeks of pregnancy are counted from this moment.
    pub valued_at: Timestamp,
    /// Whether a person has checked the item.
    pub checked: Checked,
}

impl ProfileItem {
    /// The moment from which its weight fades: when it was measured, otherwise when it was last stated.
    pub fn since(&self) -> Timestamp {
        self.fact.measured_at.unwrap_or(self.last.at)
    }
}
