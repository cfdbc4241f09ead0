//! The installed models that searches use.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which installed models searches use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchModels {
    /// The encoder of search by meaning; the static embedding when absent.
    pub encoder: Option<String>,
    /// The cross-encoder that looks at the best hits again; the offline reranker alone when absent.
    pub reranker: Option<String>,
    /// The offline reranker's least score, where a profile asks for one; the profile's own when absent.
    pub offline_minimum: Option<f32>,
    /// The offline reranker's score below which a question that names neither drug nor complaint is out of scope; the least
    /// score when absent.
    pub offline_out_of_scope: Option<f32>,
}

/// What making the encoder's vectors came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EmbedOutcome {
    /// All are there: searches use them.
    Complete,
    /// Called off; what was made is kept.
    Cancelled,
    /// The corpora keep changing, because an import is running; what was made is kept.
    Behind,
    /// No encoder is chosen.
    NoEncoder,
}

/// What making the encoder's vectors came to, and how many are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EmbedReport {
    /// What it came to.
    pub outcome: EmbedOutcome,
    /// The encoder.
    pub encoder: Option<String>,
    /// Passages that have their vector …
    pub done: u32,
    /// … of so many different ones.
    pub of: u32,
}

/// The score from which on a reranker's hits are to be believed, found on a set whose right answers are known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Calibration {
    /// `minimum`: below it a hit says nothing. `out_of_scope`: below it the best hit is of another matter.
    pub what: String,
    /// The reranker; `offline` for the one that comes with the program.
    pub id: String,
    /// Queries with right answers.
    pub queries: u32,
    /// Hits that were judged by them.
    pub hits: u32,
    /// Those that are right.
    pub relevant: u32,
    /// Hits with this score or more are taken for right.
    pub threshold: f32,
    /// Of those taken, how many are right.
    pub precision: f64,
    /// Of the right ones among the hits, how many are taken.
    pub recall: f64,
    /// Youden's J: 1 separates right from wrong, 0 is chance.
    pub youden_j: f64,
    /// It is kept: searches use it where a profile asks for a least score.
    pub saved: bool,
}
