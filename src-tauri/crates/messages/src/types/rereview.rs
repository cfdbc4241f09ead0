//! Requests and responses of 재심의: finished cases whose grounds have changed, and their new results.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    AppliedPack, CaseId, Level, ReviewResult, RunId, Severity, Verdict, ViolationKind,
};
use ts_rs::TS;

use super::{ClaimChange, ClaimChangeKind};

/// Lists finished cases whose grounds have changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct AffectedRequest {
    /// Only cases that cite the law of this title.
    pub law: Option<String>,
    /// Only cases whose rule pack of this id has changed.
    pub pack: Option<String>,
}

/// A ground of a finished case that has changed since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "ground", rename_all = "snake_case")]
pub enum ChangedGround {
    /// The rule pack of the advertisement's day was imported, replaced or deactivated since.
    Pack {
        /// The pack that was applied; `None` when there was none.
        was: Option<AppliedPack>,
        /// The pack that would be applied now.
        now: Option<AppliedPack>,
    },
    /// The stored text of a cited provision as of the advertisement's day was imported, corrected or removed
    /// since.
    Source {
        /// The provision: `의료법 제56조제2항제8호`.
        article: String,
        /// The version that was cited.
        was: String,
        /// The version that would be cited; `None` when none is in force or stored any more.
        now: Option<String>,
    },
    /// The law itself: the provision has another text today, or is repealed. It binds the advertisement if it
    /// still runs.
    Law {
        /// The provision: `의료법 제56조제2항제8호`.
        article: String,
        /// The version in force on the advertisement's day.
        was: String,
        /// The version in force today; `None`: repealed.
        now: Option<String>,
    },
}

/// A finished case whose grounds have changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AffectedCase {
    /// The case.
    pub case_id: CaseId,
    /// The sender's number.
    pub external_id: Option<String>,
    /// The first 160 characters of the wording.
    pub excerpt: String,
    /// The final verdict.
    pub final_verdict: Verdict,
    /// When the case became final.
    #[ts(type = "string")]
    pub finalized_at: Timestamp,
    /// The day whose law was applied.
    #[ts(type = "string")]
    pub as_of: Date,
    /// The changed grounds; never empty.
    pub grounds: Vec<ChangedGround>,
}

/// The finished cases whose grounds have changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AffectedCases {
    /// The cases, the latest decided first.
    pub cases: Vec<AffectedCase>,
    /// Number of finished cases examined.
    pub checked: u32,
}

/// Requests a new review of a finished case, beside its decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RereviewRequest {
    /// The case.
    pub case_id: CaseId,
    /// The day whose law applies; that of the advertisement when absent.
    #[serde(default)]
    #[ts(optional, type = "string")]
    pub as_of: Option<Date>,
}

/// A violation in one of two results, or in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ViolationChange {
    /// Removed, kept or added.
    pub change: ClaimChangeKind,
    /// V1 … V14.
    pub kind: ViolationKind,
    /// 법령 or 심의기준, in the later result where both have it.
    pub level: Level,
    /// The severity, in the later result where both have it.
    pub severity: Severity,
    /// The words of the claim.
    pub claim: String,
    /// The article.
    pub article: String,
}

/// The old result and a new one, side by side. The case and its decision stay as they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Rereview {
    /// The case.
    pub case_id: CaseId,
    /// The run that was decided.
    pub original: RunId,
    /// The new run, a fork of the original.
    pub fork: RunId,
    /// The day whose law the new run applied.
    #[ts(type = "string")]
    pub as_of: Date,
    /// The final verdict.
    pub final_verdict: Verdict,
    /// The desk's result then.
    pub before: ReviewResult,
    /// The desk's result now.
    pub after: ReviewResult,
    /// Whether the desk's verdict has changed.
    pub verdict_changed: bool,
    /// The differences, violation by violation.
    pub violations: Vec<ViolationChange>,
}

/// 심의받은 내용: the wording that an advertisement's approval covers, compared with the wording at hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ApprovedVersion {
    /// 심의번호.
    pub number: Option<String>,
    /// 승인일.
    #[ts(type = "string | null")]
    pub approved_on: Option<Date>,
    /// The desk's own case that approved it.
    pub case_id: Option<CaseId>,
    /// The approved wording.
    pub text: String,
    /// The differences from the approved wording to this one, claim by claim.
    pub changes: Vec<ClaimChange>,
}
