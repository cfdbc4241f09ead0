//! Several people on one queue.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, Priority, SignatureAct};
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
