use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CaseId, DecisionId, ReviewerId, Verdict};

/// What a person may do with a waiting case (README of simui-review: decisions).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// 승인: the desk's verdict becomes final.
    Approve,
    /// 기각: judged again, with the reviewer's note as input.
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

/// 심의관.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Reviewer {
    /// Their id.
    pub id: ReviewerId,
    /// The name that signs.
    pub name: String,
    /// What they may do.
    pub role: Role,
}

/// A person's decision, as stored for good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Decision {
    /// Its id.
    pub id: DecisionId,
    /// The case decided.
    pub case_id: CaseId,
    /// What was done.
    pub action: Action,
    /// Who did it.
    pub reviewer: Reviewer,
    /// When.
    #[ts(type = "string")]
    pub decided_at: Timestamp,
    /// The verdict given, for 수정 (and, by copy, for 승인).
    pub verdict: Option<Verdict>,
    /// The reviewer's words.
    pub note: String,
    /// For 수정: a unified diff of the result before and after.
    pub diff: String,
}
