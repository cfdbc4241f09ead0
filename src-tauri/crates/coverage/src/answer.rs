//! The answer to a question. Its JSON form is part of the headless contract.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::intent::Intent;
use crate::resolve::ResolutionState;

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

/// One thing the documents say about a coverage, company by company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageSlot")]
pub struct Slot {
    /// `payout_amount`, …
    pub slot_key: String,
    /// In Korean.
    pub label: String,
    /// Whether values of several companies may be set against each other.
    pub comparable: bool,
    /// Whether they differ.
    pub differs: bool,
    /// One of each company.
    pub insurers: Vec<SlotValue>,
}

/// What one company's documents say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageSlotValue")]
pub struct SlotValue {
    /// The company.
    pub insurer_code: String,
    /// What they say; null where nothing was found.
    pub value: Option<String>,
    /// In won, where the value is one amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount_won: Option<u64>,
    /// `high`, `medium`, `low` or `none`.
    pub confidence: Confidence,
    /// `COMPARABLE_DOC` or `POLICY`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub source_level: Option<SourceLevel>,
    /// What a reader should know, in Korean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// Where it stands.
    pub evidence: Vec<Evidence>,
    /// What other documents say instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<PartValue>,
    /// Where the company sells the coverage in parts: each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartValue>,
}

/// One of several values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoveragePart")]
pub struct PartValue {
    /// The company's name for it, or the document.
    pub name: String,
    /// The value.
    pub value: String,
    /// In won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount_won: Option<u64>,
    /// Where it stands.
    pub evidence: Vec<Evidence>,
}

/// How sure a value is.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SlotConfidence")]
pub enum Confidence {
    /// There is none.
    #[default]
    None,
    /// From a text that speaks of more than this coverage, or against other documents.
    Low,
    /// From a text about the coverage.
    Medium,
    /// From the line of the coverage itself.
    High,
}

/// What sort of document a value is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[ts(rename = "CoverageSourceLevel")]
pub enum SourceLevel {
    /// 가입설계서, 상품요약서, 사업방법서.
    ComparableDoc,
    /// 약관.
    Policy,
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageEvidence")]
pub struct Evidence {
    /// The file's name.
    pub document: String,
    /// 가입설계서, …
    pub doc_type: String,
    /// From 1.
    pub page: u32,
    /// A substring of the page's text.
    pub quote: String,
    /// Where the quote begins in the page's text, in Unicode scalar values.
    pub start: u32,
    /// Behind its last.
    pub end: u32,
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

/// A line of a table: a coverage and its amount.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ListedAmount {
    /// As printed, line breaks taken out.
    pub name: String,
    /// The standard coverage it was taken for.
    pub coverage_code: Option<String>,
    /// The amount.
    pub amount_won: u64,
    /// Where.
    #[serde(flatten)]
    pub evidence: Evidence,
}
