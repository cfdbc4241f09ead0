use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};
use ts_rs::TS;

use super::{Engine, WebLinkState};

/// A pharmacist's question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskRequest {
    /// 질문. At most 2,000 characters are read.
    pub question: String,
    /// The asker's own id: with it, the desk's events tell how far the answer is.
    pub ask_id: Option<String>,
    /// The rules alone, or chat models beside them.
    pub engine: Engine,
    /// Who asks: name or id.
    pub reviewer: Option<String>,
    /// The question is not kept among those of before: for measurements.
    pub not_kept: bool,
}

/// Gives a question up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CancelAsk {
    /// The asker's own id, as it was asked with.
    pub ask_id: String,
}

/// How a question was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStatus {
    /// Answered from documents.
    Answered,
    /// 범위 밖: not a question for this desk.
    OutOfScope,
    /// 정보 부족: the documents do not have it.
    Insufficient,
}

/// An answer, with what it stands on and how it came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AskResponse {
    /// Under which it is kept; absent where it is not.
    pub asked_id: Option<String>,
    /// How the question was taken.
    pub status: AnswerStatus,
    /// 답변: paragraphs, each of which ends with `[문서 N]`.
    pub answer: String,
    /// What is said first where life is in danger; the answer begins with it.
    pub emergency: Option<String>,
    /// 의약품안전사용서비스: what its tables say of the drugs named.
    pub dur: Vec<DurWarning>,
    /// The documents, by their number in the answer.
    pub citations: Vec<AnswerCitation>,
    /// Drugs that were recognised, also where they were misspelt.
    pub drugs: Vec<QuestionDrug>,
    /// What was searched for.
    pub query: OptimisedQueryView,
    /// How the answer was checked.
    pub verification: VerificationView,
    /// How good it is.
    pub scores: AnswerScores,
    /// 웹 참고 링크: at most five, never part of the answer.
    pub web_links: Vec<WebLink>,
    /// Who played each role that a chat model may play: `rules` or `chat:MODEL`.
    pub engine: BTreeMap<String, String>,
    /// What became of the search for them.
    pub web_state: WebLinkState,
    /// What else the asker should know, in Korean.
    pub notices: Vec<String>,
    /// Milliseconds by node; `total` is all of it.
    pub timings_ms: BTreeMap<String, f64>,
}

/// A row of a DUR table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DurWarning {
    /// 병용금기, 임부금기, …
    pub table: String,
    /// The drugs, in Korean.
    pub drugs: Vec<String>,
    /// What it says.
    pub says: String,
    /// Its number among the citations.
    pub n: u32,
}

/// What a paragraph of the answer is taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerCitation {
    /// `[문서 N]`.
    pub n: u32,
    /// The passage.
    pub chunk_id: ChunkId,
    /// Its document.
    pub doc_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// The section.
    pub section: String,
    /// The part that was used: exactly as stored.
    pub quote: String,
    /// Whether the document is a digest (요지) of ours.
    pub digest: bool,
}

/// A drug that the question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuestionDrug {
    /// As the asker wrote it.
    pub written: String,
    /// 성분, in Korean.
    pub ingredient: String,
    /// What it was taken for, where it is misspelt.
    pub corrected: Option<String>,
}

/// 최적화된 질의.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OptimisedQueryView {
    /// 핵심어.
    pub core: Vec<String>,
    /// 확장어.
    pub expand: Vec<String>,
    /// 제외어.
    pub avoid: Vec<String>,
    /// 리랭킹 질의.
    pub rerank: String,
}

/// 검증.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct VerificationView {
    /// `PASS`, `FAIL`, or `NONE` where there was nothing to check.
    pub verdict: String,
    /// Every look at a draft, oldest first.
    pub rounds: Vec<VerificationRound>,
}

/// One look at a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct VerificationRound {
    /// `PASS` or `FAIL`.
    pub verdict: String,
    /// What was done: `none`, `correct`, `search_again`, `insufficient`.
    pub remedy: String,
    /// What did not stand on its source.
    pub faults: Vec<UnsupportedSentence>,
}

/// A sentence that a check refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnsupportedSentence {
    /// The sentence.
    pub sentence: String,
    /// Why, in Korean.
    pub why: String,
}

/// Both 0..=1; absent is 채점 안 됨.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct AnswerScores {
    /// 신뢰성.
    pub faithfulness: Option<f64>,
    /// 답변 관련성.
    pub answer_relevancy: Option<f64>,
    /// What a judge model makes of the same; absent where none was asked.
    pub judge: Option<JudgeScores>,
}

/// The figures of a judge model, both 0..=1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct JudgeScores {
    /// 신뢰성.
    pub faithfulness: Option<f64>,
    /// 답변 관련성.
    pub answer_relevancy: Option<f64>,
}

/// A page of the web that may be worth reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WebLink {
    /// Its title: one line, no markup.
    pub title: String,
    /// Its address: `https://…`.
    pub url: String,
    /// The host of the address.
    pub domain: String,
}
