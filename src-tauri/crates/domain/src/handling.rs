//! Assignment and claims of a waiting case.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Priority, Reviewer, SignatureAct};

/// A claim on a case: until it ends, nobody else decides the case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseClaim {
    /// The person who works on the case.
    pub by: Reviewer,
    /// When the claim ends by itself.
    #[ts(type = "string")]
    pub until: Timestamp,
}

/// How a case was assigned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Assignment {
    /// It is assigned to nobody.
    #[default]
    #[serde(rename = "")]
    Nobody,
    /// A person assigned it.
    Hand,
    /// 전문가 배정: confidence below .70, assigned to an expert for one of its kinds.
    Expert,
    /// Confidence below .70, and no expert for any of its kinds.
    NoExpert,
}

/// The last signature on the open question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LastSignature {
    /// Kind of signature: `sign` waits for a second person, `disagree` for a third.
    pub act: SignatureAct,
    /// Name of the person who signed.
    pub by: String,
}

/// Handling of a waiting case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Handling {
    /// Priority of the case.
    pub priority: Priority,
    /// 기한: when it is due.
    #[ts(type = "string | null")]
    pub due_at: Option<Timestamp>,
    /// The person it is assigned to.
    pub assigned_to: Option<Reviewer>,
    /// How it was assigned.
    pub assignment: Assignment,
    /// The claim of the person who is working on it.
    pub claim: Option<CaseClaim>,
    /// 네 눈 원칙: the last signature so far.
    pub signed: Option<LastSignature>,
}
