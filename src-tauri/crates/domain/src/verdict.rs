//! 판정: the outcomes of a review.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ParseError;

/// 판정: outcome of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub enum Verdict {
    /// No violation: may be published.
    #[serde(rename = "허용")]
    Allowed,
    /// Minor violations: may be published once corrected.
    #[serde(rename = "조건부허용")]
    Conditional,
    /// Clear violation: may not be published.
    #[serde(rename = "불허")]
    Denied,
    /// Cannot be judged: an expert must decide.
    #[serde(rename = "보류")]
    Hold,
}

impl Verdict {
    /// The Korean word, as displayed and stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Allowed => "허용",
            Verdict::Conditional => "조건부허용",
            Verdict::Denied => "불허",
            Verdict::Hold => "보류",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Verdict {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        [Verdict::Allowed, Verdict::Conditional, Verdict::Denied, Verdict::Hold]
            .into_iter()
            .find(|verdict| verdict.as_str() == text.trim())
            .ok_or_else(|| ParseError::new("a verdict (허용, 조건부허용, 불허, 보류)", text))
    }
}
