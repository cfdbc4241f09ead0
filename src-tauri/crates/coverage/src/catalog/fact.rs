//! One statement of one document about one coverage. Facts are read without a question; a question
//! selects and compares them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::rules::Rules;

/// A statement that a document makes about a coverage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageFact")]
pub struct Fact {
    /// Code of the company.
    pub insurer_code: String,
    /// Code of the standard coverage; null for a row of a table that belongs to none.
    pub coverage: Option<String>,
    /// Standard name of the coverage.
    pub coverage_name: Option<String>,
    /// The company's folded name for the coverage, if the fact was read from the sections with this
    /// name alone. A question that uses the name prefers these facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of_name: Option<String>,
    /// The name as printed beside an amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The folded name of the plan that the fact holds for; absent if it holds for every plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub plan: Option<String>,
    /// Whether the document states this plan as the chosen one; absent if it states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub plan_is_chosen: Option<bool>,
    /// What is stated.
    pub attribute: Attribute,
    /// Key of the kind of cancer (`borderline`), class of operations (`3종`) or codes of diseases
    /// (`i60-i63`) that it is stated for.
    pub applies_to: Option<String>,
    /// Whether it is affirmed, denied, or affirmed under a condition.
    pub polarity: Polarity,
    /// The value as shown.
    pub value: String,
    /// Amount in won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount_won: Option<u64>,
    /// What an amount is, if its document says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub basis: Option<Basis>,
    /// The words of the document that limit the value.
    pub condition: Option<String>,
    /// Confidence of the reading.
    pub confidence: Confidence,
    /// Id of the reading, a row of `readings.toml`.
    pub rule: String,
    /// Order of the readings of one attribute: the highest one is shown.
    pub rank: u8,
    /// The place that states it.
    pub evidence: Evidence,
    /// Further places that the value was put together from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Evidence>,
}

impl Fact {
    /// Whether it was read outside the coverage's sections. Such a statement holds for all names of
    /// the coverage, and counts only where a document of the company names it.
    pub(crate) fn is_general(&self, rules: &Rules) -> bool {
        rules.readings.get(&self.rule).is_some_and(|it| it.general)
    }
}

/// What a fact states about a coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CoverageAttribute")]
pub enum Attribute {
    /// 존재 여부: whether the company sells it.
    Existence,
    /// 지급금액: the sum insured.
    Amount,
    /// 지급률: the share of the sum insured that is paid in every case.
    Share,
    /// 종별 금액: the amount of one class of operations.
    ClassAmount,
    /// 지급조건: when the insurer pays.
    Condition,
    /// 대기기간: how long nothing is paid at first.
    WaitingPeriod,
    /// 감액: the share paid early in the contract, or for a kind of cancer.
    Reduction,
    /// 지급 횟수: how often the insurer pays.
    CountLimit,
    /// 진단 범위: what counts as the illness.
    Definition,
    /// 유사암 등 보장 여부: whether a kind of cancer is paid for.
    Inclusion,
    /// The clause that defines or limits a kind of cancer.
    KindClause,
    /// 면책: when nothing is paid.
    Exclusion,
    /// 보장 질병: whether a disease, an injury or a treatment is paid for; `applies_to` has its codes.
    Illness,
    /// A part of a document that is about the coverage.
    Place,
}

/// What an amount is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "CoverageBasis")]
pub enum Basis {
    /// The sum insured, of which another document may say what is paid for it.
    SumInsured,
    /// What is paid for a sum insured of so many won: (보험가입금액 1,000만원 기준).
    PaidPer {
        /// The sum insured in won.
        won: u64,
    },
}

/// Whether a fact affirms its attribute.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CoveragePolarity")]
pub enum Polarity {
    /// The document states it.
    #[default]
    Affirmed,
    /// The document denies it: 보장하지 않음, 판매하지 않음, 감액 없음.
    Denied,
    /// The document states it for a part of the cases: 조건부.
    Conditional,
}

/// Confidence of a value.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SlotConfidence")]
pub enum Confidence {
    /// There is no value.
    #[default]
    None,
    /// From a text about more than this coverage, or contradicted by other documents.
    Low,
    /// From a text about the coverage.
    Medium,
    /// From the row or section of the coverage itself.
    High,
}

/// A quote and its place in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageEvidence")]
pub struct Evidence {
    /// Name of the file.
    pub document: String,
    /// Type of the document, such as 가입설계서.
    pub doc_type: String,
    /// Number of the page, from 1.
    pub page: u32,
    /// Quote, a substring of the page's text.
    pub quote: String,
    /// Start of the quote in the page's text, in Unicode scalar values.
    pub start: u32,
    /// End of the quote (exclusive), in Unicode scalar values.
    pub end: u32,
}
