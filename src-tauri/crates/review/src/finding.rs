//! Findings: the broken rules that classification hands to drafting.

use serde::{Deserialize, Serialize};
use simui_domain::{ClaimId, Level, Severity, Span, ViolationKind};

/// 위반 후보: a rule that fired on a claim, with everything that a draft needs to give the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The kind of violation.
    pub kind: ViolationKind,
    /// Whether 법령 or 심의기준 is broken.
    pub level: Level,
    /// The severity after the modifiers of the rule.
    pub severity: Severity,
    /// The claim that the rule fired on.
    pub claim_id: ClaimId,
    /// Where the trigger stands in the advertisement.
    pub span: Span,
    /// The rule with pack and version, like `superlative.rank@2026.3`.
    pub rule: String,
    /// The articles that are broken, the primary one first, like `의료법 제56조제2항제8호`.
    pub articles: Vec<String>,
    /// The reason in one or two Korean sentences that name the words found.
    pub rationale: String,
    /// The exceptions that were tried on the trigger.
    pub exceptions: Vec<ExceptionTrial>,
    /// True when the advertiser asserts something that would clear the finding and that nobody has checked
    /// yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsettled: bool,
    /// What the advertisement does not tell although it must beside such words, like 기간.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// How unequivocal the wording is, `0.0..=1.0`; the rule defines it.
    pub strength: f64,
    /// How to reword the claim, where the rule proposes it.
    pub suggestion: Option<Rewording>,
    /// Search words for guidelines and decisions.
    pub query: String,
}

/// 예외 사유 검토: one exception that was tried on one trigger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExceptionTrial {
    /// Name of the exception, like `objective_evidence` or `access_restricted`.
    pub name: String,
    /// Whether the exception applies.
    pub applied: bool,
    /// The reason why it applies or does not, in Korean.
    pub why: String,
    /// True when the exception rests on an assertion of the advertiser, which a person has to check. Where
    /// [`Self::applied`] is false the finding stands until then; where it is true the trigger is cleared, but
    /// the case still goes to a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unconfirmed: bool,
    /// True when the reason why it does not apply belongs into the rationale of the finding.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_rationale: bool,
}

impl ExceptionTrial {
    /// Creates a trial that rests on the wording or on a register.
    pub fn new(name: &str, applied: bool, why: &str) -> Self {
        Self {
            name: name.to_owned(),
            applied,
            why: why.to_owned(),
            unconfirmed: false,
            in_rationale: false,
        }
    }

    /// Creates a trial of an assertion of the advertiser: it clears nothing, and a person checks it.
    pub fn asserted(name: &str, why: &str) -> Self {
        Self { unconfirmed: true, ..Self::new(name, false, why) }
    }

    /// Puts the reason into the rationale of the finding.
    #[must_use]
    pub fn in_rationale(self) -> Self {
        Self { in_rationale: true, ..self }
    }
}

/// 고침 제안: the wording that a rule proposes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rewording {
    /// The proposed wording; empty means: remove it.
    pub after: String,
    /// Why the wording should change, in Korean.
    pub why: String,
}

/// A trigger that an exception cleared. It is kept so that the reasoning can say what was considered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cleared {
    /// The kind of violation that was considered.
    pub kind: ViolationKind,
    /// Where the trigger stands in the advertisement.
    pub span: Span,
    /// The rule that fired, like `superlative.rank@2026.3`.
    pub rule: String,
    /// The exceptions that applied.
    pub exceptions: Vec<ExceptionTrial>,
}
