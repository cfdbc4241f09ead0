use serde::{Deserialize, Serialize};
use simui_domain::{Citation, Suggestion, Verdict, Violation};

/// The decision of a person, as the graph receives it. Reviewer and time are stored with the answer itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum HumanDecision {
    /// 승인: the draft becomes final.
    Approve,
    /// 기각: the case is judged again with the note as input.
    Reject {
        /// The reviewer's words; never empty.
        note: String,
    },
    /// 수정: these changes replace parts of the draft.
    Modify(Changes),
    /// 수정요청: the advertiser is asked for a new version.
    RequestRevision {
        /// What is asked of the advertiser; never empty.
        note: String,
    },
}

/// 수정: the parts of the draft that a person changed. Absent parts stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Changes {
    /// The new verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// All violations, replacing those of the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violations: Option<Vec<Violation>>,
    /// All citations, replacing those of the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citations: Option<Vec<Citation>>,
    /// All suggestions, replacing those of the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestions: Option<Vec<Suggestion>>,
}

impl Changes {
    /// Whether no part was changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
