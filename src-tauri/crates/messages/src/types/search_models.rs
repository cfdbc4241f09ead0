//! Requests and responses of the installed models that searches use.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The installed models that searches use, and their thresholds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchModels {
    /// The encoder of search by meaning; the static embedding when absent.
    pub encoder: Option<String>,
    /// The cross-encoder that reranks the best hits; the offline reranker alone when absent.
    pub reranker: Option<String>,
    /// The offline reranker's least score, where a profile demands one; the profile's own when absent.
    pub offline_minimum: Option<f32>,
    /// The offline reranker's score below which a question that names neither drug nor complaint is out of
    /// scope; the least score when absent.
    pub offline_out_of_scope: Option<f32>,
}

/// Result of computing the encoder's vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EmbedOutcome {
    /// All vectors are computed, and searches use them.
    Complete,
    /// Cancelled; the computed vectors are kept.
    Cancelled,
    /// The corpora keep changing, because an import is running; the computed vectors are kept.
    Behind,
    /// No encoder is chosen.
    NoEncoder,
}

/// Result of computing the encoder's vectors, and their number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EmbedReport {
    /// The result.
    pub outcome: EmbedOutcome,
    /// The encoder.
    pub encoder: Option<String>,
    /// Number of different passages that have a vector.
    pub done: u32,
    /// Number of different passages in all.
    pub of: u32,
}

/// A threshold of a reranker's scores, determined on a set whose right answers are known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Calibration {
    /// `minimum`: a hit below it is discarded. `out_of_scope`: a question whose best hit is below it is out
    /// of scope.
    pub what: String,
    /// The reranker; `offline` for the one that comes with the program.
    pub id: String,
    /// Number of queries with right answers.
    pub queries: u32,
    /// Number of hits of these queries.
    pub hits: u32,
    /// Number of right hits.
    pub relevant: u32,
    /// The threshold: hits with this score or more are accepted.
    pub threshold: f32,
    /// Share of the accepted hits that are right.
    pub precision: f64,
    /// Share of the right hits that are accepted.
    pub recall: f64,
    /// Youden's J: 1 separates right from wrong, 0 is chance.
    pub youden_j: f64,
    /// Whether it is saved, so that searches use it where a profile demands a least score.
    pub saved: bool,
}
