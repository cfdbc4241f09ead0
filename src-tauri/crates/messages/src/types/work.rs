//! Requests and responses of several people's work on one queue.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, Disagreement, Priority, SignatureAct, Verdict};
use ts_rs::TS;

/// Claims a case, extends the claim, or releases it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ClaimRequest {
    /// The case.
    pub case_id: CaseId,
    /// Name or id of the reviewer.
    pub reviewer: String,
}

/// Assigns a case to somebody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AssignRequest {
    /// The case.
    pub case_id: CaseId,
    /// Name or id of the assignee; when absent, the assignment is removed.
    pub to: Option<String>,
    /// Name or id of the person who signs.
    pub reviewer: String,
}

/// Sets the priority of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PriorityRequest {
    /// The case.
    pub case_id: CaseId,
    /// The priority.
    pub priority: Priority,
    /// The due time; when absent, the one that the settings give for the priority.
    #[serde(default)]
    #[ts(type = "string | null")]
    pub due: Option<Timestamp>,
    /// Name or id of the person who signs.
    pub reviewer: String,
}

/// 네 눈 원칙: a second person's signature on a first decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SecondSignature {
    /// The case.
    pub case_id: CaseId,
    /// `agree`, `disagree` or, by the first signer, `withdraw`.
    pub act: SignatureAct,
    /// The note; required to disagree.
    #[serde(default)]
    pub note: String,
    /// Name or id of the person who signs.
    pub reviewer: String,
    /// The question that the person read.
    #[serde(default)]
    pub question_id: Option<String>,
}

/// Lists sample checks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ChecksRequest {
    /// Whether finished checks are listed too.
    pub all: bool,
}

/// 표본 점검: a person's check of a completed case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckRequest {
    /// The case.
    pub case_id: CaseId,
    /// Whether the person agrees with the verdict.
    pub agrees: bool,
    /// The person's own verdict, when they disagree.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// The note; required to disagree.
    #[serde(default)]
    pub note: String,
    /// Name or id of the person who signs.
    pub reviewer: String,
}

/// Reopens a finished case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReopenRequest {
    /// The case.
    pub case_id: CaseId,
    /// The reason.
    pub note: String,
    /// Name or id of the person who signs.
    pub reviewer: String,
}

/// Drafts a waiting case again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RedraftRequest {
    /// The case.
    pub case_id: CaseId,
    /// Name or id of the person who signs.
    pub reviewer: String,
}

/// Number of disagreements by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DisagreementCounts {
    /// A person disagreed with the desk.
    pub desk: u32,
    /// A second person disagreed with the first.
    pub second: u32,
    /// A check disagreed with a completed case.
    pub check: u32,
    /// Those of the above that are still open.
    pub open: u32,
}

/// 불일치 목록: the recorded disagreements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DisagreementList {
    /// The numbers.
    pub counts: DisagreementCounts,
    /// The disagreements, oldest first.
    pub entries: Vec<Disagreement>,
}
