//! People's decisions, and the roles that may take them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CaseId, DecisionId, ReviewerId, Verdict};

/// Decisions that a person may take on a waiting case (README of simui-review: decisions).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// 승인: the desk's verdict becomes final.
    Approve,
    /// 기각: the case is judged again, with the reviewer's note as input.
    Reject,
    /// 수정: the reviewer's changes become final.
    Modify,
    /// 수정요청: the advertiser is asked for a new version.
    RequestRevision,
}

/// 심의관의 역할.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// 심의관.
    Reviewer,
    /// 약사.
    Pharmacist,
    /// 관리자.
    Administrator,
}

impl Role {
    /// Whether this role may decide cases of advertisement review.
    pub fn may_decide(self) -> bool {
        self != Role::Pharmacist
    }
}

/// 심의관: a person who signs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Reviewer {
    /// Id of the account.
    pub id: ReviewerId,
    /// Name used in signatures.
    pub name: String,
    /// Role, which decides what the person may do.
    pub role: Role,
}

/// A person's decision, stored permanently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Decision {
    /// Its id.
    pub id: DecisionId,
    /// The decided case.
    pub case_id: CaseId,
    /// The kind of decision.
    pub action: Action,
    /// The person who decided.
    pub reviewer: Reviewer,
    /// When it was decided.
    #[ts(type = "string")]
    pub decided_at: Timestamp,
    /// The verdict given with 수정; for 승인 a copy of the desk's.
    pub verdict: Option<Verdict>,
    /// The reviewer's note.
    pub note: String,
    /// For 수정: unified diff between the result before and after.
    pub diff: String,
}
