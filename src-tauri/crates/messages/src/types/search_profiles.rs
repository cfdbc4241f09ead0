//! How searches are made, as administrators change it, and as a search says it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How searches are made: settings of the desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchProfiles {
    /// Whether the kind of question decides the profile and the number of documents. Without it every
    /// question goes to the profile `search`, in all documents of its job.
    pub routing: bool,
    /// The profiles. In a change, a profile that is left out returns to the shipped values.
    pub profiles: Vec<SearchProfile>,
}

impl Default for SearchProfiles {
    fn default() -> Self {
        Self { routing: true, profiles: Vec::new() }
    }
}

/// The formula that joins the lists by words and by meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FusionFormula {
    /// Sum of weight / (k + rank).
    ReciprocalRank,
    /// Sum of weight × score / best score of the list.
    WeightedScores,
}

/// The values of a search profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchProfile {
    /// Name of the profile: `search`, `review`, `pharmacy`, `counsel`.
    pub id: String,
    /// Depth of the list by words.
    pub lexical: u32,
    /// Depth of the list by meaning.
    pub dense: u32,
    /// The formula that joins the lists.
    pub fusion: FusionFormula,
    /// The k of reciprocal ranks; absent for weighted scores.
    pub k: Option<f64>,
    /// Weights of the list by words and of the list by meaning.
    pub weights: [f64; 2],
    /// Number of joined hits that are reranked; 0 for none.
    pub rerank: u32,
    /// Number of results: one, or several steps from 0 up among which the question decides.
    pub results: Vec<u32>,
    /// Score of the reranker below which a hit is left out, 0 to 1; absent for no limit.
    pub minimum: Option<f64>,
}

/// How the hits of one search came about, so that their scores can be computed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UsedProfile {
    /// Name of the profile.
    pub id: String,
    /// Depth of the list by words: the profile's, or more where more results were asked for. 0 where words
    /// were not searched.
    pub lexical: u32,
    /// Depth of the list by meaning; 0 where meaning was not searched.
    pub dense: u32,
    /// The formula that joined the lists; absent where only one was searched.
    pub fusion: Option<FusionFormula>,
    /// The k of reciprocal ranks.
    pub k: Option<f64>,
    /// Weights of the two lists, where they were joined.
    pub weights: Option<[f64; 2]>,
    /// Number of joined hits that went to the reranker; 0 where nothing was reranked.
    pub rerank: u32,
    /// The reranker's least score; absent where there was no limit.
    pub minimum: Option<f64>,
}
