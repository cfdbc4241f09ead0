//! How a true value lies to the number that a text or a laboratory states.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A measured value that is a bound: eGFR <30, 칼륨 6 초과.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ValueComparator")]
pub enum Comparator {
    /// 미만: the true value is smaller.
    Below,
    /// 이하: the true value is the number or smaller.
    AtMost,
    /// 이상: the true value is the number or greater.
    AtLeast,
    /// 초과: the true value is greater.
    Above,
}

impl Comparator {
    /// The sign before a number.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "≤",
            Self::AtLeast => "≥",
            Self::Above => ">",
        }
    }

    /// The comparator with a sign, as HL7 FHIR (`<`, `<=`, `>=`, `>`) and texts write it.
    pub fn of_sign(sign: &str) -> Option<Self> {
        match sign {
            "<" => Some(Self::Below),
            "<=" | "≤" => Some(Self::AtMost),
            ">=" | "≥" => Some(Self::AtLeast),
            ">" => Some(Self::Above),
            _ => None,
        }
    }

    /// Whether the true value is as low as the bound or lower.
    pub fn is_upper(self) -> bool {
        matches!(self, Self::Below | Self::AtMost)
    }

    /// The possible value that lies nearest to `bound`.
    pub fn nearest(self, bound: f64) -> f64 {
        match self {
            Self::Below => bound.next_down(),
            Self::AtMost | Self::AtLeast => bound,
            Self::Above => bound.next_up(),
        }
    }
}
