//! What documents say, each value with its place. Their JSON form is part of the headless contract.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
