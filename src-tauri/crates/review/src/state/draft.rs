use serde::{Deserialize, Serialize};
use simui_domain::{
    Citation, ClaimId, Confidence, ConfidenceParts, MissingGround, ReasoningEntry, Suggestion,
    Support, Verdict, Violation, WeighedDecision,
};

use crate::finding::ExceptionTrial;

/// 초안: written by node 4 and attacked by node 5.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The verdict of the matrix; 보류 when confidence is too low, grounds are missing or the advertisement is
    /// unread.
    pub verdict: Verdict,
    /// 위반 사항.
    pub violations: Vec<Violation>,
    /// 인용.
    pub citations: Vec<Citation>,
    /// The five steps of the reasoning, in order.
    pub reasoning: Vec<ReasoningEntry>,
    /// 고침 제안.
    pub suggestions: Vec<Suggestion>,
    /// 판례 weighed for and against the findings, as far as they are shown.
    #[serde(default)]
    pub decisions: Vec<WeighedDecision>,
    /// The citations that the search found as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<Support>,
    /// Exceptions that the verifier tried in addition to those of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedException>,
    /// The grounds that are missing for a judgement; the verdict is 보류 where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_grounds: Vec<MissingGround>,
    /// The parts of the confidence; all 0 until the verifier has filled them in.
    pub parts: ConfidenceParts,
    /// The weighted mean of `parts`; 0 before the verifier has filled them in.
    pub confidence: Confidence,
}

impl Draft {
    /// The draft of a review that has none yet: 보류, with confidence 0.
    pub(crate) fn empty() -> Self {
        Self {
            verdict: Verdict::Hold,
            violations: Vec::new(),
            citations: Vec::new(),
            reasoning: Vec::new(),
            suggestions: Vec::new(),
            decisions: Vec::new(),
            support: Vec::new(),
            tried: Vec::new(),
            missing_grounds: Vec::new(),
            parts: ConfidenceParts::default(),
            confidence: Confidence(0.0),
        }
    }
}

/// An exception that was tried on a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TriedException {
    /// The rule of the finding, like `superlative.rank@2026.3`.
    pub rule: String,
    /// The claim of the finding.
    pub claim_id: ClaimId,
    /// The outcome of the trial.
    pub trial: ExceptionTrial,
}

/// An objection of the verifier to a draft: every later draft must heed it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "object_to", rename_all = "snake_case")]
pub enum Objection {
    /// A citation failed the check of its quote: the next draft must replace it or leave it out.
    Citation {
        /// The cited article, like `의료법 제56조제2항제8호`.
        article: String,
        /// The result of the check, in Korean.
        why: String,
        /// The quote that failed: the next draft must quote the source anew or not at all.
        #[serde(default)]
        quote: String,
    },
    /// A citation does not show the version in force on the day: the next draft must cite that version.
    Stale {
        /// The cited article, like `의료법 제56조제2항제8호`.
        article: String,
        /// What is out of date, in Korean.
        why: String,
    },
    /// An article is no ground for a violation: it must not be cited for it.
    Article {
        /// The rule of the violation.
        rule: String,
        /// The claim of the violation or finding.
        claim_id: ClaimId,
        /// The article that is no ground.
        article: String,
        /// Why the article is no ground, in Korean.
        why: String,
    },
    /// Level, severity or article of a violation does not follow from its finding: the violation must be made
    /// anew.
    Level {
        /// The rule of the violation.
        rule: String,
        /// The claim of the violation or finding.
        claim_id: ClaimId,
        /// What does not fit, in Korean.
        why: String,
    },
    /// The rationale names a provision that is not cited: it must be worded differently.
    Rationale {
        /// The rule of the violation.
        rule: String,
        /// The claim of the violation or finding.
        claim_id: ClaimId,
        /// What does not fit, in Korean.
        why: String,
    },
    /// A proposed wording breaks the rule that asked for it: another wording must be proposed, or none.
    Suggestion {
        /// The claim that is to be reworded.
        claim_id: ClaimId,
        /// The proposed wording.
        after: String,
        /// What the wording breaks, in Korean.
        why: String,
    },
    /// An exception was not tried on a finding; the verifier has tried it.
    Exception(TriedException),
    /// A decision has lost its ground, or does not contain its quote: the draft must do without it.
    Decision {
        /// The case number, like `2009두21345`.
        case_number: String,
        /// Why the decision cannot be used, in Korean.
        why: String,
    },
    /// The argument for the advertiser is the stronger one: level and severity of the finding must be
    /// lowered.
    Balance {
        /// The rule of the finding.
        rule: String,
        /// The claim of the violation or finding.
        claim_id: ClaimId,
        /// The decision that argues for the advertiser.
        case_number: String,
        /// How the two arguments compare, in Korean.
        why: String,
    },
    /// Neither argument is clearly the stronger: no draft settles it, so a person must decide.
    Contested {
        /// The rule of the finding.
        rule: String,
        /// The claim of the violation or finding.
        claim_id: ClaimId,
        /// The decision that argues for the advertiser; empty where the evidence itself is weak.
        case_number: String,
        /// How the two arguments compare, in Korean.
        why: String,
    },
    /// The argument that something unlawful was overlooked is the stronger one: no draft settles it, so a
    /// person must decide.
    Overlooked {
        /// The claim that it is about.
        claim_id: ClaimId,
        /// The argument, in Korean.
        why: String,
    },
    /// The parts of a violation contradict each other.
    Violation {
        /// The rule of the violation.
        rule: String,
        /// The claim of the violation or finding.
        claim_id: ClaimId,
        /// What does not fit, in Korean.
        why: String,
        /// True when the next draft must leave the violation out.
        fatal: bool,
    },
    /// The verdict is not that of the matrix.
    Verdict {
        /// The verdict that the matrix gives.
        expected: Verdict,
    },
}
