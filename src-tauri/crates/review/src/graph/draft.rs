use serde::{Deserialize, Serialize};
use simui_domain::{
    Citation, ClaimId, Confidence, ConfidenceParts, ReasoningEntry, Suggestion, Verdict, Violation,
};

/// 초안: what node 4 writes and node 5 attacks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// From the matrix; 보류 when the confidence is too low.
    pub verdict: Verdict,
    /// 위반 사항.
    pub violations: Vec<Violation>,
    /// 인용.
    pub citations: Vec<Citation>,
    /// The five steps.
    pub reasoning: Vec<ReasoningEntry>,
    /// 고침 제안.
    pub suggestions: Vec<Suggestion>,
    /// Filled in by the verifier; all 0 before.
    pub parts: ConfidenceParts,
    /// Likewise.
    pub confidence: Confidence,
}

/// What the verifier holds against a draft: the next one must change it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "object_to", rename_all = "snake_case")]
pub enum Objection {
    /// A citation does not stand: it must be replaced or go.
    Citation {
        /// `의료법 제56조제2항제8호`
        article: String,
        /// What the check found.
        why: String,
    },
    /// A violation does not hold together.
    Violation {
        /// Its rule.
        rule: String,
        /// Its claim.
        claim_id: ClaimId,
        /// What does not fit.
        why: String,
        /// The next draft must leave it out.
        fatal: bool,
    },
    /// The verdict is not what the matrix gives.
    Verdict {
        /// What it gives.
        expected: Verdict,
    },
}
