//! Values that an answer shows, chosen from the facts. Their JSON form is part of the headless contract.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::catalog::fact::{Confidence, Evidence};

/// One property of a coverage, with the value of each company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageSlot")]
pub struct Slot {
    /// Key of the slot, such as `payout_amount`.
    pub slot_key: String,
    /// Label in Korean.
    pub label: String,
    /// Whether the values of companies may be compared.
    pub comparable: bool,
    /// Whether the values of companies differ.
    pub differs: bool,
    /// The value of each company.
    pub insurers: Vec<SlotValue>,
}

/// The value that one company's documents give a slot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageSlotValue")]
pub struct SlotValue {
    /// Code of the company.
    pub insurer_code: String,
    /// The value; null if none was found.
    pub value: Option<String>,
    /// Amount in won, if the value is a single amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount_won: Option<u64>,
    /// `high`, `medium`, `low` or `none`.
    pub confidence: Confidence,
    /// `COMPARABLE_DOC` or `POLICY`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub source_level: Option<SourceLevel>,
    /// Remark for the user, in Korean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// Places that the value was read from.
    pub evidence: Vec<Evidence>,
    /// Values that other documents give instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<PartValue>,
    /// The parts, if the company sells the coverage in parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartValue>,
    /// Id of the reading that found the value, a row of `readings.toml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// One of several values of a slot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoveragePart")]
pub struct PartValue {
    /// The company's name for the part, or the type of the document.
    pub name: String,
    /// The value as text.
    pub value: String,
    /// Amount in won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount_won: Option<u64>,
    /// Places that the value was read from.
    pub evidence: Vec<Evidence>,
}

/// The kind of document that a value is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[ts(rename = "CoverageSourceLevel")]
pub enum SourceLevel {
    /// 가입설계서, 상품요약서 or 사업방법서.
    ComparableDoc,
    /// 약관, the terms.
    Policy,
}
