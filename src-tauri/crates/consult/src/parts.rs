//! What of a consultation is in use: its mode, and the parts that can be left out.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How much of the graph a turn goes through.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// No cache, slots, memory, judging or second search: one search, one answer. The search stays
    /// because no sentence is shown without a document behind it.
    Plain,
    /// Everything.
    #[default]
    Agent,
}

/// A part of the consultation that `simui eval consult` can switch off to measure what it contributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Answers kept for questions that are alike.
    Cache,
    /// As many documents as the question needs; without it always eight.
    ActiveRetrieval,
    /// Reading the turn into slots.
    Slots,
    /// What was said in earlier turns.
    Memory,
    /// The DUR tables.
    Dur,
    /// The budget of tokens.
    Budget,
    /// Looking at the answer's quality at all.
    Refine,
    /// The three-part judgement; without it the heuristic one.
    Judge,
    /// Another query for the second search.
    Rewrite,
    /// Stopping where a second search finds the same.
    DuplicateGuard,
    /// Stopping where the answer does not get better.
    ProgressGuard,
    /// Saying a kept answer in other endings.
    Style,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 12] = [
        Part::Cache,
        Part::ActiveRetrieval,
        Part::Slots,
        Part::Memory,
        Part::Dur,
        Part::Budget,
        Part::Refine,
        Part::Judge,
        Part::Rewrite,
        Part::DuplicateGuard,
        Part::ProgressGuard,
        Part::Style,
    ];

    /// Its name in commands and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Part::Cache => "cache",
            Part::ActiveRetrieval => "active_retrieval",
            Part::Slots => "slots",
            Part::Memory => "memory",
            Part::Dur => "dur",
            Part::Budget => "budget",
            Part::Refine => "refine",
            Part::Judge => "judge",
            Part::Rewrite => "rewrite",
            Part::DuplicateGuard => "duplicate_guard",
            Part::ProgressGuard => "progress_guard",
            Part::Style => "style",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Part::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Part::ALL.iter().map(|it| it.name()).collect();
            format!("part {name:?} is unknown; use one of {}", known.join(", "))
        })
    }
}

/// Which parts are in use. What is a matter of safety (limits of values, allergies, drugs in pregnancy) is no part: it cannot
/// be left out but by leaving out what it is read from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// Those that are not.
    pub without: BTreeSet<Part>,
}

impl Parts {
    /// All but these.
    pub fn without(parts: impl IntoIterator<Item = Part>) -> Self {
        Self { without: parts.into_iter().collect() }
    }

    /// Whether a part is in use.
    pub fn has(&self, part: Part) -> bool {
        !self.without.contains(&part)
    }
}
