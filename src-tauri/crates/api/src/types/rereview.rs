//! 재심의: finished cases that would be judged on other grounds today, and what they would come to.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    AppliedPack, CaseId, Level, ReviewResult, RunId, Severity, Verdict, ViolationKind,
};
use ts_rs::TS;

use super::{ClaimChange, ClaimChangeKind};

/// Which finished cases to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct AffectedRequest {
    /// Only those that cite this law, by its title.
    pub law: Option<String>,
    /// Only those whose rule pack of this id has changed.
    pub pack: Option<String>,
}

/// A ground that a finished case stands on and that is another one now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "ground", rename_all = "snake_case")]
pub enum ChangedGround {
    /// The rule pack of the advertisement's day: imported, replaced or taken back since.
    Pack {
        /// What was applied; `None`: the pack was not there.
        was: Option<AppliedPack>,
        /// What would be applied.
        now: Option<AppliedPack>,
    },
    /// The stored text of a cited provision as of the advertisement's day: imported, corrected or removed since.
    Source {
        /// `의료법 제56조제2항제8호`
        article: String,
        /// The version that was cited.
        was: String,
        /// The version that would be; `None`: nothing is in force, or stored, any more.
        now: Option<String>,
    },
    /// The law itself: the provision reads otherwise today, or has gone. It binds the advertisement if it still runs.
    Law {
        /// `의료법 제56조제2항제8호`
        article: String,
        /// The version in force on the advertisement's day.
        was: String,
        /// The version in force today; `None`: repealed.
        now: Option<String>,
    },
}

/// A finished case with other grounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AffectedCase {
    /// The case.
    pub case_id: CaseId,
    /// The sender's number.
    pub external_id: Option<String>,
    /// The first 160 characters of the wording.
    pub excerpt: String,
    /// The verdict that counts.
    pub final_verdict: Verdict,
    /// Since when.
    #[ts(type = "string")]
    pub finalized_at: Timestamp,
    /// The day whose law was applied.
    #[ts(type = "string")]
    pub as_of: Date,
    /// What is another now; never empty.
    pub grounds: Vec<ChangedGround>,
}

/// The finished cases with other grounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AffectedCases {
    /// They, the latest decided first.
    pub cases: Vec<AffectedCase>,
    /// How many finished cases were looked at.
    pub checked: u32,
}

/// Asks for a finished case to be judged again, beside its decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RereviewRequest {
    /// The case.
    pub case_id: CaseId,
    /// The law of this day; absent, that of the advertisement's day.
    #[serde(default)]
    #[ts(optional, type = "string")]
    pub as_of: Option<Date>,
}

/// A violation in one of two results, or in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ViolationChange {
    /// Gone, kept or come.
    pub change: ClaimChangeKind,
    /// V1 … V14.
    pub kind: ViolationKind,
    /// 법령 or 심의기준, in the later result where both have it.
    pub level: Level,
    /// Likewise.
    pub severity: Severity,
    /// The words.
    pub claim: String,
    /// The article.
    pub article: String,
}

/// The old result and a new one, side by side. The case and its decision are left as they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Rereview {
    /// The case.
    pub case_id: CaseId,
    /// The run that was decided.
    pub original: RunId,
    /// The new one, a fork of it.
    pub fork: RunId,
    /// The day whose law the new one applied.
    #[ts(type = "string")]
    pub as_of: Date,
    /// The verdict that counts.
    pub final_verdict: Verdict,
    /// What the desk said then.
    pub before: ReviewResult,
    /// What it says now.
    pub after: ReviewResult,
    /// Whether the desk's verdict is another.
    pub verdict_changed: bool,
    /// Violation by violation.
    pub violations: Vec<ViolationChange>,
}

/// 심의받은 내용: the wording that an advertisement's approval is about, against the wording at hand.
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
    /// Claim by claim, from the approved wording to this one.
    pub changes: Vec<ClaimChange>,
}
