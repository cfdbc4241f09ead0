use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Priority, Reviewer, SignatureAct};

/// Somebody is working on a case: until it ends, nobody else decides it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseClaim {
    /// Who.
    pub by: Reviewer,
    /// It ends by itself.
    #[ts(type = "string")]
    pub until: Timestamp,
}

/// How a case came to who is to do it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Assignment {
    /// It is everybody's.
    #[default]
    #[serde(rename = "")]
    Nobody,
    /// Somebody gave it to them.
    Hand,
    /// 전문가 배정: confidence below .70, and they are an expert for one of its kinds.
    Expert,
    /// Confidence below .70, and there is no expert for any of its kinds.
    NoExpert,
}

/// The last thing that was signed on the open question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LastSignature {
    /// What: `sign` waits for a second person, `disagree` for a third.
    pub act: SignatureAct,
    /// The name that signed.
    pub by: String,
}

/// How a waiting case is handled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Handling {
    /// How pressing it is.
    pub priority: Priority,
    /// 기한.
    #[ts(type = "string | null")]
    pub due_at: Option<Timestamp>,
    /// Who is to do it.
    pub assigned_to: Option<Reviewer>,
    /// How it came to them.
    pub assignment: Assignment,
    /// Who is doing it now.
    pub claim: Option<CaseClaim>,
    /// 네 눈 원칙: what was signed on it so far.
    pub signed: Option<LastSignature>,
}
