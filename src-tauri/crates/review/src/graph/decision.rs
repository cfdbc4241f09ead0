use serde::{Deserialize, Serialize};
use simui_domain::{Citation, Suggestion, Verdict, Violation};

/// What a person decided, as the graph takes it in. Who and when is stored with the answer itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum HumanDecision {
    /// 승인.
    Approve,
    /// 기각: judged again with the note as input.
    Reject {
        /// The reviewer's words; never empty.
        note: String,
    },
    /// 수정: these replace the draft's.
    Modify(Changes),
    /// 수정요청.
    RequestRevision {
        /// What is asked of the advertiser; never empty.
        note: String,
    },
}

/// 수정: absent parts stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Changes {
    /// The verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// All violations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violations: Option<Vec<Violation>>,
    /// All citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citations: Option<Vec<Citation>>,
    /// All suggestions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestions: Option<Vec<Suggestion>>,
}

impl Changes {
    /// Nothing was changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
