//! The answer to a question. Its JSON form is part of the headless contract.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::facts::values::{Evidence, Slot};
use crate::query::intent::Intent;
use crate::query::resolve::ResolutionState;

/// What a question is answered with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageAnswer {
    /// The question.
    pub query: String,
    /// Codes of the companies it is about, in the order they are named.
    pub insurers: Vec<String>,
    /// What they are called, in the same order.
    pub insurer_names: Vec<String>,
    /// Companies it names that are not imported.
    pub unknown_insurers: Vec<String>,
    /// Looks up or compares.
    pub intent: Intent,
    /// Whether the coverage is known.
    pub resolution_state: ResolutionState,
    /// Its code, when it is.
    pub resolved_coverage_code: Option<String>,
    /// Its standard name.
    pub resolved_coverage_name: Option<String>,
    /// Coverages that it may mean, best first.
    pub suggested_coverages: Vec<SuggestedCoverage>,
    /// Other coverages that the question names.
    pub also_named: Vec<SuggestedCoverage>,
    /// `COVERAGE`, or `SUBTYPE` when kinds of cancer are asked for.
    pub comparison_mode: String,
    /// Kinds of cancer that are asked for: `in_situ`, `borderline`, `similar_cancer`, …
    pub subtype_targets: Vec<String>,
    /// What the documents say, one line a slot.
    pub slots: Vec<Slot>,
    /// Pages of 가입설계서, 상품요약서 and 사업방법서 that name the coverage.
    pub compare_axis: Vec<AxisHit>,
    /// Pages of the 약관 that speak of it.
    pub policy_axis: Vec<AxisHit>,
    /// The coverage that stands for the answer.
    pub primary_coverage_code: Option<String>,
    /// Its standard name.
    pub primary_coverage_name: Option<String>,
    /// The answer in Korean sentences.
    pub user_summary: String,
    /// To be handed in with the next question of a conversation.
    pub anchor: Anchor,
    /// How long each step took, in milliseconds.
    pub timings_ms: BTreeMap<String, f64>,
    /// How the answer came about.
    pub debug: Debug,
}

/// A coverage that may be meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SuggestedCoverage {
    /// Its code.
    pub coverage_code: String,
    /// Its standard name.
    pub coverage_name: String,
    /// The name that is most like the question.
    pub raw_name: String,
    /// How like, 0 to 1.
    pub similarity: f64,
    /// Similarity times the confidence of the name.
    pub score: f64,
}

/// A page that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageAxisHit")]
pub struct AxisHit {
    /// The company.
    pub insurer_code: String,
    /// The coverage that it names; of the 약관, the word that was looked for.
    pub found: String,
    /// Where.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// What a conversation is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageAnchor")]
pub struct Anchor {
    /// Codes of the companies.
    #[serde(default)]
    pub insurers: Vec<String>,
    /// Code of the coverage.
    #[serde(default)]
    pub coverage_code: Option<String>,
}

/// How an answer came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageDebug")]
pub struct Debug {
    /// `query_single_explicit`, `all_imported`, …
    pub insurer_scope_method: String,
    /// What was compared with names.
    pub normalized_query: String,
    /// Why the state is what it is.
    pub resolution_reason: String,
    /// Of the best candidate.
    pub best_similarity: f64,
    /// What was looked for in the 약관.
    pub resolved_policy_keywords: Vec<String>,
    /// The coverage's type, which decides the slots.
    pub slot_type: Option<String>,
    /// Pages of the companies asked for.
    pub pages: u32,
}
