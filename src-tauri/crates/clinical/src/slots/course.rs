//! How a complaint or an illness goes on.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a complaint or an illness goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ClinicalCourse")]
pub enum Course {
    /// It gets worse: 점점 심해져요.
    Worse,
    /// It gets better: 좀 나아졌어요.
    Better,
    /// It stays as it was: 계속 그래요.
    Unchanged,
}

impl Course {
    /// The Korean word behind the name of the complaint.
    pub fn korean(self) -> &'static str {
        match self {
            Self::Worse => "심해짐",
            Self::Better => "나아짐",
            Self::Unchanged => "그대로",
        }
    }

    /// Whether it calls for a doctor: what does not get better.
    pub fn is_no_better(self) -> bool {
        self != Self::Better
    }
}
