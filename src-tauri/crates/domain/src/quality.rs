//! Checks of completed cases, disagreements and reopenings.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CaseId, Confidence, Reviewer, Verdict};

/// 표본 점검: a case that was completed without a person and drawn for a check. The check does not change the
/// case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QualityCheck {
    /// Id of the case.
    pub case_id: CaseId,
    /// The first 160 characters of the advertisement.
    pub excerpt: String,
    /// The desk's verdict.
    pub desk_verdict: Verdict,
    /// 확신도 of the desk's verdict.
    pub confidence: Confidence,
    /// When it was drawn.
    #[ts(type = "string")]
    pub drawn_at: Timestamp,
    /// Finding of the person who checked it; absent until then.
    pub found: Option<CheckFinding>,
}

/// Finding of a person in a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckFinding {
    /// The person who checked the case.
    pub reviewer: Reviewer,
    /// When it was checked.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Whether the person agrees with the verdict.
    pub agrees: bool,
    /// The verdict that the person would have given, if they disagree and name one.
    pub verdict: Option<Verdict>,
    /// The person's note.
    pub note: String,
}

/// The parties of a disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DisagreementKind {
    /// A person decided differently from the desk's draft, or rejected it.
    Desk,
    /// A second person disagreed with the first.
    Second,
    /// A check disagreed with a completed case.
    Check,
}

/// 불일치: one line of the list of disagreements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Disagreement {
    /// The parties.
    pub kind: DisagreementKind,
    /// Id of the case.
    pub case_id: CaseId,
    /// When it arose.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Name of the person who disagreed.
    pub by: String,
    /// Name of the person that they disagreed with; `None` if it was the desk.
    pub with: Option<String>,
    /// The verdict that was disagreed with.
    pub before: Option<Verdict>,
    /// The other verdict; absent if the first was only rejected.
    pub after: Option<Verdict>,
    /// The reason given.
    pub note: String,
    /// Whether nothing has followed from it yet.
    pub open: bool,
}

/// A finished case that a person reopened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Reopening {
    /// The person who reopened it.
    pub reviewer: Reviewer,
    /// When it was reopened.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The verdict that was final before.
    pub previous_verdict: Option<Verdict>,
    /// The reason given.
    pub note: String,
}
