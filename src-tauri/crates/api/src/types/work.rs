//! Several people on one queue.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, Disagreement, Priority, SignatureAct, Verdict};
use ts_rs::TS;

/// Takes a case, holds on to it, or gives it back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ClaimRequest {
    /// The case.
    pub case_id: CaseId,
    /// Who: name or id.
    pub reviewer: String,
}

/// Gives a case to somebody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AssignRequest {
    /// The case.
    pub case_id: CaseId,
    /// To whom: name or id; back to everybody when absent.
    pub to: Option<String>,
    /// Who signs: name or id.
    pub reviewer: String,
}

/// Says how pressing a case is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PriorityRequest {
    /// The case.
    pub case_id: CaseId,
    /// How pressing.
    pub priority: Priority,
    /// When it is due; as the settings have it for the priority when absent.
    #[serde(default)]
    #[ts(type = "string | null")]
    pub due: Option<Timestamp>,
    /// Who signs: name or id.
    pub reviewer: String,
}

/// 네 눈 원칙: what somebody signs on a first decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SecondSignature {
    /// The case.
    pub case_id: CaseId,
    /// `agree`, `disagree` or, by who signed first, `withdraw`.
    pub act: SignatureAct,
    /// Their words; required to disagree.
    #[serde(default)]
    pub note: String,
    /// Who signs: name or id.
    pub reviewer: String,
    /// The question they had before their eyes.
    #[serde(default)]
    pub question_id: Option<String>,
}

/// Which checks to list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ChecksRequest {
    /// Also those that somebody has done.
    pub all: bool,
}

/// 표본 점검: what a person found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckRequest {
    /// The case.
    pub case_id: CaseId,
    /// Whether they would have said the same.
    pub agrees: bool,
    /// Else, what.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// Their words; required to disagree.
    #[serde(default)]
    pub note: String,
    /// Who signs: name or id.
    pub reviewer: String,
}

/// Takes a finished case up again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReopenRequest {
    /// The case.
    pub case_id: CaseId,
    /// Why.
    pub note: String,
    /// Who signs: name or id.
    pub reviewer: String,
}

/// Drafts a waiting case anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RedraftRequest {
    /// The case.
    pub case_id: CaseId,
    /// Who signs: name or id.
    pub reviewer: String,
}

/// How often who disagreed with whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DisagreementCounts {
    /// A person with the desk.
    pub desk: u32,
    /// A second person with the first.
    pub second: u32,
    /// A check with a completed case.
    pub check: u32,
    /// Of all these, nothing has come of so many yet.
    pub open: u32,
}

/// 불일치 목록.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DisagreementList {
    /// How many.
    pub counts: DisagreementCounts,
    /// They, oldest first.
    pub entries: Vec<Disagreement>,
}
