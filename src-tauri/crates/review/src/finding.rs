//! What classification hands to drafting.

use serde::{Deserialize, Serialize};
use simui_domain::{ClaimId, Level, Severity, Span, ViolationKind};

/// 위반 후보: a rule that fired on a claim, with everything a draft needs to say why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// 유형.
    pub kind: ViolationKind,
    /// 법령 or 심의기준.
    pub level: Level,
    /// After the rule's modifiers.
    pub severity: Severity,
    /// The claim it fired on.
    pub claim_id: ClaimId,
    /// The trigger words in the advertisement.
    pub span: Span,
    /// `superlative.rank@2026.3`.
    pub rule: String,
    /// Articles broken, the primary one first: `의료법 제56조제2항제8호`.
    pub articles: Vec<String>,
    /// Why, in one or two Korean sentences that name the words found.
    pub rationale: String,
    /// The exceptions that were tried.
    pub exceptions: Vec<ExceptionTrial>,
    /// The advertiser asserts something that would clear it, and nobody has checked that yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsettled: bool,
    /// How unequivocal the wording is, `0.0..=1.0`.
    pub strength: f64,
    /// How to reword the claim.
    pub suggestion: Option<Rewording>,
    /// Words to look for in guidelines and decisions.
    pub query: String,
}

/// 예외 사유 검토: one exception that was tried on one trigger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExceptionTrial {
    /// `objective_evidence`, `medically_verifiable`, `evaluated_technology`, `access_restricted`, …
    pub name: String,
    /// Whether it applies.
    pub applied: bool,
    /// Why or why not, in Korean.
    pub why: String,
    /// It rests on something that the advertiser asserts, and a person has to check that. Where [`Self::applied`] is false the
    /// finding stands until then; where it is true the words are let through, but not without that person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unconfirmed: bool,
}

impl ExceptionTrial {
    /// A trial that rests on the wording or on a register.
    pub fn new(name: &str, applied: bool, why: &str) -> Self {
        Self { name: name.to_owned(), applied, why: why.to_owned(), unconfirmed: false }
    }

    /// A trial of what only the advertiser says: it clears nothing, and a person checks it.
    pub fn asserted(name: &str, why: &str) -> Self {
        Self { unconfirmed: true, ..Self::new(name, false, why) }
    }
}

/// 고침 제안 of a rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rewording {
    /// The proposed wording; empty means: remove it.
    pub after: String,
    /// Why.
    pub why: String,
}

/// Words that looked like a trigger and were let through, so that the reasoning can say what was considered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cleared {
    /// The kind that was considered.
    pub kind: ViolationKind,
    /// The words in the advertisement.
    pub span: Span,
    /// The rule.
    pub rule: String,
    /// What let them through.
    pub exceptions: Vec<ExceptionTrial>,
}
