//! Passages that a review's search found for its violations.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ClaimId, ViolationKind};

/// 검색이 찾은 근거: a cited passage that node 3 also found by searching for the kind of a violation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Support {
    /// The claim of the violation.
    pub claim_id: ClaimId,
    /// The kind of the violation.
    pub kind: ViolationKind,
    /// The cited passage, as in `citations`: `의료법 제56조제2항제8호`.
    pub article: String,
    /// Its rank in the search of its kind of document, from 1.
    pub rank: u32,
    /// Its rank by words; absent where words did not find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by_words: Option<u32>,
    /// Its rank by meaning; absent where meaning did not find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by_meaning: Option<u32>,
    /// Whether a rule names the passage; otherwise the search added it.
    pub named_by_rule: bool,
}
