use serde::{Deserialize, Serialize};
use simui_domain::{
    Citation, ClaimId, Confidence, ConfidenceParts, MissingGround, ReasoningEntry, Suggestion,
    Verdict, Violation, WeighedDecision,
};

use crate::finding::ExceptionTrial;

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
    /// 판례 weighed for and against the findings.
    #[serde(default)]
    pub decisions: Vec<WeighedDecision>,
    /// Exceptions tried beyond those of the rules, because the verifier missed them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedException>,
    /// What is missing to judge the advertisement; the verdict is 보류 where anything is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_grounds: Vec<MissingGround>,
    /// Filled in by the verifier; all 0 before.
    pub parts: ConfidenceParts,
    /// The weighted mean of `parts`; 0 before the verifier has filled them in.
    pub confidence: Confidence,
}

/// An exception that was tried on a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TriedException {
    /// The finding's rule.
    pub rule: String,
    /// The finding's claim.
    pub claim_id: ClaimId,
    /// What came of it.
    pub trial: ExceptionTrial,
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
        /// The words that do not stand: the next draft quotes the source anew, or not at all.
        #[serde(default)]
        quote: String,
    },
    /// A citation does not show what was in force on the day: it is taken anew from the version that was.
    Stale {
        /// `의료법 제56조제2항제8호`
        article: String,
        /// What is wrong with it.
        why: String,
    },
    /// An article is no ground for a violation: it must not be cited for it.
    Article {
        /// The violation's rule.
        rule: String,
        /// Its claim.
        claim_id: ClaimId,
        /// The article.
        article: String,
        /// Why not.
        why: String,
    },
    /// Level, severity or article of a violation is not what follows from its finding: it is made anew.
    Level {
        /// The violation's rule.
        rule: String,
        /// Its claim.
        claim_id: ClaimId,
        /// What does not fit.
        why: String,
    },
    /// The rationale speaks of something that is not cited: other words must be found.
    Rationale {
        /// The violation's rule.
        rule: String,
        /// Its claim.
        claim_id: ClaimId,
        /// What does not fit.
        why: String,
    },
    /// A proposed wording breaks the rule that asked for it: another one, or none.
    Suggestion {
        /// The claim.
        claim_id: ClaimId,
        /// The proposed wording.
        after: String,
        /// What it breaks.
        why: String,
    },
    /// An exception was not tried; the verifier has tried it.
    Exception(TriedException),
    /// A decision counts for nobody, or does not say what it is quoted for: the draft must do without.
    Decision {
        /// `2009두21345`
        case_number: String,
        /// Why.
        why: String,
    },
    /// The argument for the advertiser is the stronger one: the finding must go down.
    Balance {
        /// The finding's rule.
        rule: String,
        /// Its claim.
        claim_id: ClaimId,
        /// The decision that argues for the advertiser.
        case_number: String,
        /// How the two compare.
        why: String,
    },
    /// Neither argument is clearly the stronger: no draft settles it, a person must.
    Contested {
        /// The finding's rule.
        rule: String,
        /// Its claim.
        claim_id: ClaimId,
        /// The decision that argues for the advertiser.
        case_number: String,
        /// How the two compare.
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
