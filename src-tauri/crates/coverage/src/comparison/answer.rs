//! The answer to a question. Its JSON form is part of the headless contract.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::values::{Slot, SlotValue};
use crate::catalog::fact::Evidence;
use crate::query::intent::Intent;
use crate::query::resolve::ResolutionState;

/// The answer to a question about coverage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageAnswer {
    /// The question as it was given.
    pub query: String,
    /// Codes of the companies that the question is about, in the order they are named.
    pub insurers: Vec<String>,
    /// Names of these companies, in the same order.
    pub insurer_names: Vec<String>,
    /// Named companies that are not imported.
    pub unknown_insurers: Vec<String>,
    /// Whether the question looks a value up or compares.
    pub intent: Intent,
    /// Whether the coverage of the question is known.
    pub resolution_state: ResolutionState,
    /// Code of the coverage, if it is known.
    pub resolved_coverage_code: Option<String>,
    /// Standard name of the coverage, if it is known.
    pub resolved_coverage_name: Option<String>,
    /// Coverages that the question may mean, best first.
    pub suggested_coverages: Vec<SuggestedCoverage>,
    /// The answers about the further coverages that the question names (암, 뇌졸중 진단비), without summaries
    /// of their own and without answers within.
    pub others: Vec<CoverageAnswer>,
    /// `COVERAGE`, or `SUBTYPE` if the question asks for cancer subtypes.
    pub comparison_mode: String,
    /// Keys of the cancer subtypes that the question asks for: `in_situ`, `borderline`,
    /// `similar_cancer`, …
    pub subtype_targets: Vec<String>,
    /// The values found in the documents, slot by slot.
    pub slots: Vec<Slot>,
    /// Other coverages that pay for the kinds of cancer in question where the coverage asked for
    /// does not.
    pub paid_elsewhere: Vec<PaidElsewhere>,
    /// Offers that were made for another person than the question's, in Korean.
    pub reader_notes: Vec<String>,
    /// Pages of 가입설계서, 상품요약서 and 사업방법서 that name the coverage.
    pub compare_axis: Vec<AxisHit>,
    /// Pages of the 약관 about the subject of the coverage.
    pub policy_axis: Vec<AxisHit>,
    /// Code of the coverage that the slots describe.
    pub primary_coverage_code: Option<String>,
    /// Standard name of that coverage.
    pub primary_coverage_name: Option<String>,
    /// The answer in Korean sentences.
    pub user_summary: String,
    /// Companies and coverage of this answer, to be passed with the next question of a
    /// conversation.
    pub anchor: Anchor,
    /// Duration of each step, in milliseconds.
    pub timings_ms: BTreeMap<String, f64>,
    /// Details for tracing how the answer was found.
    pub debug: Debug,
}

/// A coverage that the question may mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SuggestedCoverage {
    /// Code of the coverage.
    pub coverage_code: String,
    /// Standard name of the coverage.
    pub coverage_name: String,
    /// The name that is most similar to the question.
    pub raw_name: String,
    /// Similarity of that name, 0 to 1.
    pub similarity: f64,
    /// Similarity times the confidence of the name.
    pub score: f64,
}

/// A coverage of a company that pays for a kind of cancer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoveragePaidElsewhere")]
pub struct PaidElsewhere {
    /// Key of the kind of cancer.
    pub subtype: String,
    /// Its name in Korean.
    pub label: String,
    /// Code of the coverage that pays.
    pub coverage_code: String,
    /// Its standard name.
    pub coverage_name: String,
    /// The company's name for it; the standard name where its documents print none.
    pub name: String,
    /// What states that it pays: Y or 조건부.
    pub inclusion: SlotValue,
    /// How much it pays.
    pub payout: SlotValue,
}

/// A page found by a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageAxisHit")]
pub struct AxisHit {
    /// Code of the company.
    pub insurer_code: String,
    /// The coverage that the page names; in the 약관, the keyword that was searched for.
    pub found: String,
    /// The place on the page.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// The companies and the coverage that a conversation is about.
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

/// Details for tracing how an answer was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageDebug")]
pub struct Debug {
    /// The question as it was given.
    pub query: String,
    /// The part of the question that was compared with names.
    pub normalized_query: String,
    /// Codes of the companies that the question is about.
    pub insurers: Vec<String>,
    /// How the companies were found.
    pub insurer_scope: ScopeDebug,
    /// How the coverage was found.
    pub coverage_resolution: ResolutionDebug,
    /// Keywords searched for in the 약관.
    pub resolved_policy_keywords: Vec<String>,
    /// Type of the coverage, which decides the slots.
    pub slot_type: Option<String>,
    /// Number of slots.
    pub slots_count: u32,
    /// Number of pages of the companies in question.
    pub pages: u32,
    /// The readings that the values name: what each reads, as a Korean sentence, by its id.
    pub readings: BTreeMap<String, String>,
}

/// How the companies of a question were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageScopeDebug")]
pub struct ScopeDebug {
    /// How the companies were chosen: `query_single_explicit`, `all_imported`, …
    pub insurer_scope_method: String,
    /// Codes of the imported companies that the question itself names.
    pub query_extracted_insurers: Vec<String>,
}

/// How the coverage of a question was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageResolutionDebug")]
pub struct ResolutionDebug {
    /// Whether the coverage is known.
    pub status: ResolutionState,
    /// Similarity of the best candidate, 0 to 1.
    pub best_similarity: f64,
    /// Code of the best candidate; that of the coverage, if a person or the question names it.
    pub best_code: Option<String>,
    /// Reason of the status, as a key.
    pub reason: String,
}
