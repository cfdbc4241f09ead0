use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CaseId, Confidence, Reviewer, Verdict};

/// 표본 점검: a case that was completed without a person, drawn to be looked at. The case stays as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QualityCheck {
    /// The case.
    pub case_id: CaseId,
    /// The first 160 characters of its advertisement.
    pub excerpt: String,
    /// What the desk made of it.
    pub desk_verdict: Verdict,
    /// 확신도.
    pub confidence: Confidence,
    /// When it was drawn.
    #[ts(type = "string")]
    pub drawn_at: Timestamp,
    /// What a person found; absent until then.
    pub found: Option<CheckFinding>,
}

/// What a person found in a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckFinding {
    /// Who looked.
    pub reviewer: Reviewer,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Whether they would have said the same.
    pub agrees: bool,
    /// What they would have said, where they disagree and say so.
    pub verdict: Option<Verdict>,
    /// Their words.
    pub note: String,
}

/// Who disagreed with whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DisagreementKind {
    /// A person decided otherwise than the desk had drafted, or rejected the draft.
    Desk,
    /// A second person disagreed with the first.
    Second,
    /// A check disagreed with a completed case.
    Check,
}

/// 불일치: one line of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Disagreement {
    /// Who with whom.
    pub kind: DisagreementKind,
    /// The case.
    pub case_id: CaseId,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The name that disagreed.
    pub by: String,
    /// With whom: a name; nobody when it was the desk.
    pub with: Option<String>,
    /// What was disagreed with.
    pub before: Option<Verdict>,
    /// What was said instead; absent when it was only refused.
    pub after: Option<Verdict>,
    /// Why.
    pub note: String,
    /// Nothing has come of it yet.
    pub open: bool,
}

/// A finished case that a person took up again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Reopening {
    /// Who.
    pub reviewer: Reviewer,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The verdict that was final before.
    pub previous_verdict: Option<Verdict>,
    /// Why.
    pub note: String,
}
