//! Output of chat models beside the rules. It is shown to the person who decides and is never part of the
//! rules' result.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Claim, ClaimId, ParseError, Span, Suggestion, ViolationKind};

/// A role that a chat model can take in one of the jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingRole {
    /// 청구항 추출.
    ClaimExtraction,
    /// 위반유형 분류.
    Classification,
    /// 초안 작성.
    Drafting,
    /// 적대적 검증.
    Verification,
    /// 쿼리 라우팅 of a pharmacist's question.
    QueryRouting,
    /// 답변 생성.
    Answering,
    /// 답변 검증.
    AnswerVerification,
    /// 자기교정.
    Correction,
    /// 성능 평가.
    Judging,
    /// 동적 질의 재작성 of a patient's consultation.
    QueryRewriting,
    /// 답변 생성 for a patient.
    PatientAnswering,
    /// 품질 평가 of an answer to a patient.
    PatientJudging,
}

impl ThinkingRole {
    /// All roles, those of each job in the order in which they run.
    pub const ALL: [ThinkingRole; 12] = [
        ThinkingRole::ClaimExtraction,
        ThinkingRole::Classification,
        ThinkingRole::Drafting,
        ThinkingRole::Verification,
        ThinkingRole::QueryRouting,
        ThinkingRole::Answering,
        ThinkingRole::AnswerVerification,
        ThinkingRole::Correction,
        ThinkingRole::Judging,
        ThinkingRole::QueryRewriting,
        ThinkingRole::PatientAnswering,
        ThinkingRole::PatientJudging,
    ];

    /// The roles of a review.
    pub const REVIEW: [ThinkingRole; 4] = [
        ThinkingRole::ClaimExtraction,
        ThinkingRole::Classification,
        ThinkingRole::Drafting,
        ThinkingRole::Verification,
    ];

    /// The roles of an answer to a pharmacist.
    pub const PHARMACY: [ThinkingRole; 5] = [
        ThinkingRole::QueryRouting,
        ThinkingRole::Answering,
        ThinkingRole::AnswerVerification,
        ThinkingRole::Correction,
        ThinkingRole::Judging,
    ];

    /// The roles of a patient's consultation. They are separate, so that a model that may answer
    /// pharmacists sees no patient record until an administrator allows it.
    pub const CONSULT: [ThinkingRole; 3] = [
        ThinkingRole::QueryRewriting,
        ThinkingRole::PatientAnswering,
        ThinkingRole::PatientJudging,
    ];

    /// Name of the role in results, settings and prompt names.
    pub fn as_str(self) -> &'static str {
        match self {
            ThinkingRole::ClaimExtraction => "claim_extraction",
            ThinkingRole::Classification => "classification",
            ThinkingRole::Drafting => "drafting",
            ThinkingRole::Verification => "verification",
            ThinkingRole::QueryRouting => "query_routing",
            ThinkingRole::Answering => "answering",
            ThinkingRole::AnswerVerification => "answer_verification",
            ThinkingRole::Correction => "correction",
            ThinkingRole::Judging => "judging",
            ThinkingRole::QueryRewriting => "query_rewriting",
            ThinkingRole::PatientAnswering => "patient_answering",
            ThinkingRole::PatientJudging => "patient_judging",
        }
    }

    /// Name of the role in Korean.
    pub fn label(self) -> &'static str {
        match self {
            ThinkingRole::ClaimExtraction => "주장 추출",
            ThinkingRole::Classification => "분류",
            ThinkingRole::Drafting => "초안",
            ThinkingRole::Verification => "검증",
            ThinkingRole::QueryRouting => "질의 정리",
            ThinkingRole::Answering => "답변",
            ThinkingRole::AnswerVerification => "답변 검증",
            ThinkingRole::Correction => "답변 교정",
            ThinkingRole::Judging => "답변 채점",
            ThinkingRole::QueryRewriting => "다시 찾을 말",
            ThinkingRole::PatientAnswering => "환자 답변",
            ThinkingRole::PatientJudging => "환자 답변 채점",
        }
    }
}

impl fmt::Display for ThinkingRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ThinkingRole {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let named = ThinkingRole::ALL.into_iter().find(|role| role.as_str() == text.trim());
        named.ok_or_else(|| {
            let names =
                "a thinking role (claim_extraction, classification, drafting, verification)";
            ParseError::new(names, text)
        })
    }
}

/// The engine that ran a role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RolePlayed {
    /// The role.
    pub role: ThinkingRole,
    /// `chat:<model>`, or `rules` if the model gave no usable answer.
    pub engine: String,
    /// Why the model gave no usable answer; empty otherwise.
    pub problem: String,
}

/// 의심: a violation that a model sees and no rule found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Suspicion {
    /// Kind of violation.
    pub kind: ViolationKind,
    /// Exactly the characters `start..end` of the advertisement.
    pub text: String,
    /// Offset of the first scalar value.
    pub start: usize,
    /// Offset after the last scalar value.
    pub end: usize,
    /// The model's reason, in its own words.
    pub why: String,
}

/// A finding of the rules that a model does not share. The finding remains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Denial {
    /// Kind of the finding.
    pub kind: ViolationKind,
    /// Claim of the finding.
    pub claim_id: ClaimId,
    /// The model's reason, in its own words.
    pub why: String,
}

/// An objection of a model to a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelObjection {
    /// Subject: claims, violations, citations, exceptions or balance.
    pub about: String,
    /// The model's reason, in its own words.
    pub why: String,
}

/// 모델의 의견: the checked output of chat models about one advertisement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ChatOpinion {
    /// The roles in the order in which they ran.
    pub played: Vec<RolePlayed>,
    /// Claims that the rules did not find: `m1`, `m2`, …
    pub claims: Vec<Claim>,
    /// Violations that the rules did not find.
    pub suspicions: Vec<Suspicion>,
    /// Findings of the rules that a model does not share.
    pub denials: Vec<Denial>,
    /// Proposed wordings in which the rules find no violation.
    pub wordings: Vec<Suggestion>,
    /// Objections to the draft.
    pub objections: Vec<ModelObjection>,
    /// Parts of the advertisement that a model took for instructions to itself.
    pub instructions: Vec<Span>,
}

impl ChatOpinion {
    /// Adds the output of another role.
    pub fn extend(&mut self, more: ChatOpinion) {
        self.played.extend(more.played);
        self.claims.extend(more.claims);
        self.suspicions.extend(more.suspicions);
        self.denials.extend(more.denials);
        self.wordings.extend(more.wordings);
        self.objections.extend(more.objections);
        self.instructions.extend(more.instructions);
    }

    /// Whether a person must decide because models and rules judge the advertisement differently. A
    /// proposed wording is no difference, and neither is a claim without an objection.
    pub fn disagrees(&self) -> bool {
        !self.suspicions.is_empty() || !self.denials.is_empty() || !self.objections.is_empty()
    }

    /// The engine that ran a role.
    pub fn engine(&self, role: ThinkingRole) -> Option<&str> {
        let last = self.played.iter().rev().find(|played| played.role == role);
        last.map(|played| played.engine.as_str())
    }
}

/// The prompt that a model was called with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskedWith {
    /// Name of the prompt.
    pub name: String,
    /// Version of the prompt.
    pub version: u32,
    /// SHA-256 of the prompt file, hexadecimal.
    pub sha256: String,
}

/// One call of a chat model, as it is stored with the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelCall {
    /// The role that the call was made for.
    pub role: ThinkingRole,
    /// Name of the endpoint in the settings.
    pub endpoint: String,
    /// Name of the model at the endpoint.
    pub model: String,
    /// The prompt that was used.
    pub prompt: AskedWith,
    /// When the call was made.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Duration in milliseconds.
    pub ms: f64,
    /// SHA-256 of the request, hexadecimal; empty if nothing was sent.
    pub request_sha256: String,
    /// Size of the request in bytes.
    #[ts(type = "number")]
    pub sent: u64,
    /// The model's last reply, with identifiers masked.
    pub response: String,
    /// Number of calls that the answer took.
    pub rounds: u32,
    /// Tokens in the requests.
    #[ts(type = "number")]
    pub prompt_tokens: u64,
    /// Tokens in the replies.
    #[ts(type = "number")]
    pub completion_tokens: u64,
    /// Whether the token counts are estimates because the server gave none.
    pub estimated: bool,
    /// Number of masked identifiers by kind.
    pub masked: BTreeMap<String, u32>,
    /// Why there is no answer; empty if there is one.
    pub problem: String,
    /// The answer in the role's schema, with identifiers restored.
    #[ts(type = "unknown")]
    pub answer: Option<serde_json::Value>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_differences_are_disagreement() {
        let objection = ModelObjection { about: "claims".into(), why: "빠짐".into() };
        let wording = Suggestion {
            claim_id: ClaimId("c1".into()),
            before: "완치".into(),
            after: "치료".into(),
            why: String::new(),
        };
        let mut opinion = ChatOpinion { wordings: vec![wording], ..ChatOpinion::default() };
        assert!(!opinion.disagrees());
        opinion.extend(ChatOpinion { objections: vec![objection], ..ChatOpinion::default() });
        assert!(opinion.disagrees());
    }

    #[test]
    fn roles_are_read_as_they_are_written() {
        for role in ThinkingRole::ALL {
            assert_eq!(role.as_str().parse::<ThinkingRole>().ok(), Some(role));
            assert_eq!(serde_json::to_value(role).ok(), Some(role.as_str().into()));
        }
        assert!("painting".parse::<ThinkingRole>().is_err());
    }
}
