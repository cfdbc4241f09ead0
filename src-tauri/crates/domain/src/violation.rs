//! 위반 사항: kinds, levels and severities of violations.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ClaimId, ParseError};

/// 위반 유형. V1 to V6 are the most frequent kinds; V7 to V14 complete the fifteen items of 의료법 제56조제2항.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
pub enum ViolationKind {
    /// 제2항제1호: 평가를 받지 아니한 신의료기술.
    V1,
    /// 제2항제2호: 치료경험담 등 치료 효과를 오인하게 할 우려.
    V2,
    /// 제2항제3호 거짓, 제8호 과장.
    V3,
    /// 제2항제4호 비교, 제5호 비방.
    V4,
    /// 근거 부재: figures and effects without a source, prohibited by the 심의기준.
    V5,
    /// 최상급 표현: prohibited by the 심의기준.
    V6,
    /// 제2항제6호: 시술장면 노출.
    V7,
    /// 제2항제9호: 법적 근거가 없는 자격·명칭.
    V8,
    /// 제2항제10호: 기사·전문가 의견 형태.
    V9,
    /// 제2항제11호: 미심의, 심의받은 내용과 다른 광고.
    V10,
    /// 제2항제12호: 외국인환자 유치를 위한 국내광고.
    V11,
    /// 제2항제13호: 비급여 진료비용 할인·면제.
    V12,
    /// 제2항제14호: 상장·감사장, 인증·보증·추천.
    V13,
    /// 제2항제15호, 제3항: 그 밖에 대통령령으로 정하는 내용과 방법; 제7호 중요 정보 누락.
    V14,
}

impl ViolationKind {
    /// All kinds in order.
    pub const ALL: [ViolationKind; 14] = {
        use ViolationKind::*;
        [V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14]
    };

    /// Short Korean name.
    pub fn label(self) -> &'static str {
        use ViolationKind::*;
        match self {
            V1 => "신의료기술 미평가",
            V2 => "치료 경험담",
            V3 => "거짓·과장",
            V4 => "비교·비방",
            V5 => "근거 부재",
            V6 => "최상급 표현",
            V7 => "시술장면 노출",
            V8 => "자격·명칭",
            V9 => "기사·전문가 의견형",
            V10 => "미심의·심의내용 상이",
            V11 => "외국인환자 국내광고",
            V12 => "비급여 할인·면제",
            V13 => "상장·인증·보증·추천",
            V14 => "그 밖의 금지",
        }
    }
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for ViolationKind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        ViolationKind::ALL
            .into_iter()
            .find(|kind| kind.to_string() == text.trim())
            .ok_or_else(|| ParseError::new("a violation kind (V1 to V14)", text))
    }
}

/// Level of the broken norm. Courts have cleared wording that the standards discourage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// 법령.
    Statute,
    /// 심의기준.
    Standard,
}

/// 심각도, the lightest first so that `max` finds the most severe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// 낮음.
    Low,
    /// 보통.
    Medium,
    /// 높음.
    High,
    /// 중대.
    Critical,
}

impl Severity {
    /// Name of the severity in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Low => "low",
            Severity::Medium => "medium",
            Severity::High => "high",
            Severity::Critical => "critical",
        }
    }
}

/// 위반 사항: one claim that breaks one norm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Violation {
    /// 유형.
    pub kind: ViolationKind,
    /// 법령 or 심의기준.
    pub level: Level,
    /// 심각도.
    pub severity: Severity,
    /// The claim that breaks the norm.
    pub claim_id: ClaimId,
    /// The broken article, written as in citations: `의료법 제56조제2항제8호`.
    pub article: String,
    /// Reason in one or two sentences that a reviewer can sign.
    pub rationale: String,
    /// Indexes into the result's `citations`.
    pub citations: Vec<usize>,
    /// The rule that found it, with pack and version: `superlative.rank@2026.3`.
    pub rule: String,
}
