//! The mode of a consultation, and the parts that can be switched off.

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
    /// The whole graph.
    #[default]
    Agent,
}

/// A part of the consultation that `simui eval consult` can switch off to measure what it contributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The cache of answers to similar questions.
    Cache,
    /// Active retrieval: as many documents as the question needs; without it always eight.
    ActiveRetrieval,
    /// Extraction of clinical facts from the turn.
    Slots,
    /// The patient's record and earlier turns.
    Memory,
    /// Notices of the DUR tables.
    Dur,
    /// The token budget of the context.
    Budget,
    /// Scoring of the answer, and searching again.
    Refine,
    /// Scoring by grounding, completeness and accuracy; without it by the heuristic.
    Judge,
    /// Rewriting of the query for another search.
    Rewrite,
    /// Stop when a search finds the same documents as the one before.
    DuplicateGuard,
    /// Stop when the score does not rise.
    ProgressGuard,
    /// Varied wording of a cached answer.
    Style,
}

impl Part {
    /// All parts.
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

    /// The name of the part in commands and JSON.
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

/// The parts in use. Safety checks (limits of values, allergies, drugs in pregnancy) are not parts: they can
/// only lose their input, when slots or memory are off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The parts that are switched off.
    pub without: BTreeSet<Part>,
}

impl Parts {
    /// All parts except these.
    pub fn without(parts: impl IntoIterator<Item = Part>) -> Self {
        Self { without: parts.into_iter().collect() }
    }

    /// Whether a part is in use.
    pub fn has(&self, part: Part) -> bool {
        !self.without.contains(&part)
    }
}
