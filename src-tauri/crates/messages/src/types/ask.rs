use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_consult::safety::Warning;
use simui_domain::{ChunkId, DocumentId};
use simui_pharmacy::calculate::Calculation;
use ts_rs::TS;

use super::{Engine, WebLinkState};

/// A pharmacist's question (약사 질의).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskRequest {
    /// 질문. At most 2,000 characters are read.
    pub question: String,
    /// An id chosen by the asker. With it, the desk's events report the progress of the answer.
    pub ask_id: Option<String>,
    /// Whether the rules answer alone or with chat models beside them.
    pub engine: Engine,
    /// Name or id of the person who asks.
    pub reviewer: Option<String>,
    /// Whether the question is left out of the stored ones, for measurements.
    pub not_kept: bool,
}

/// Cancels a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CancelAsk {
    /// The id that the asker gave with the question.
    pub ask_id: String,
}

/// How a question was treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStatus {
    /// Answered from documents.
    Answered,
    /// 범위 밖: not a question for this desk.
    OutOfScope,
    /// 정보 부족: the documents do not contain the answer.
    Insufficient,
}

/// An answer with its sources, its verification and its timings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AskResponse {
    /// The id under which the question is stored; absent where it is not stored.
    pub asked_id: Option<String>,
    /// How the question was treated.
    pub status: AnswerStatus,
    /// 답변: paragraphs, each of which ends with `[문서 N]`.
    pub answer: String,
    /// The advice that comes first where life is in danger; the answer begins with it.
    pub emergency: Option<String>,
    /// The safety warnings that the words of the question raise, gravest first; the answer begins with them.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// Rows of the DUR tables (의약품안전사용서비스) that apply to the named drugs.
    pub dur: Vec<DurWarning>,
    /// Calculations that the question asks for, each with its formula, inputs and source.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Calculation>>")]
    pub calculations: Vec<Calculation>,
    /// The documents, by their number in the answer.
    pub citations: Vec<AnswerCitation>,
    /// Drugs that were recognised, misspelt ones included.
    pub drugs: Vec<QuestionDrug>,
    /// The query that was searched.
    pub query: OptimisedQueryView,
    /// Result of verifying the answer against its sources.
    pub verification: VerificationView,
    /// Scores of the answer.
    pub scores: AnswerScores,
    /// 웹 참고 링크: at most five, never part of the answer.
    pub web_links: Vec<WebLink>,
    /// By role of a chat model, what filled it: `rules` or `chat:MODEL`.
    pub engine: BTreeMap<String, String>,
    /// State of the search for web links.
    pub web_state: WebLinkState,
    /// Further notes to the asker, in Korean.
    pub notices: Vec<String>,
    /// Milliseconds by node; `total` is the time of the whole answer.
    pub timings_ms: BTreeMap<String, f64>,
}

/// A row of a DUR table that applies to the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DurWarning {
    /// The table: 병용금기, 임부금기, …
    pub table: String,
    /// The drugs, in Korean.
    pub drugs: Vec<String>,
    /// The text of the row.
    pub says: String,
    /// Its number among the citations.
    pub n: u32,
}

/// The passage from which a paragraph of the answer is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerCitation {
    /// The number N of `[문서 N]`.
    pub n: u32,
    /// The passage.
    pub chunk_id: ChunkId,
    /// The document of the passage.
    pub doc_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// The section.
    pub section: String,
    /// The part that was used, exactly as stored.
    pub quote: String,
    /// Whether the document is a digest (요지) of ours.
    pub digest: bool,
}

/// A drug that the question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuestionDrug {
    /// The drug as the asker wrote it.
    pub written: String,
    /// 성분, in Korean.
    pub ingredient: String,
    /// The name that was recognised, where the asker misspelt it.
    pub corrected: Option<String>,
}

/// 최적화된 질의: the query that the question was turned into.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OptimisedQueryView {
    /// 핵심어: words that a passage should contain.
    pub core: Vec<String>,
    /// 확장어: synonyms that are searched as well.
    pub expand: Vec<String>,
    /// 제외어: words that a passage should not contain.
    pub avoid: Vec<String>,
    /// 리랭킹 질의: the query that the reranker gets.
    pub rerank: String,
}

/// 검증: result of verifying the answer against its sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct VerificationView {
    /// `PASS`, `FAIL`, or `NONE` where there was nothing to verify.
    pub verdict: String,
    /// All rounds of verification, oldest first.
    pub rounds: Vec<VerificationRound>,
}

/// One round of verifying a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct VerificationRound {
    /// `PASS` or `FAIL`.
    pub verdict: String,
    /// The remedy that followed: `none`, `correct`, `search_again`, `insufficient`.
    pub remedy: String,
    /// Sentences that their source does not support.
    pub faults: Vec<UnsupportedSentence>,
}

/// A sentence that the verification refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnsupportedSentence {
    /// The sentence.
    pub sentence: String,
    /// The reason, in Korean.
    pub why: String,
}

/// Scores of an answer, each 0..=1; absent for 채점 안 됨.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct AnswerScores {
    /// 신뢰성: share of the answer that its sources support and no other document contradicts.
    pub faithfulness: Option<f64>,
    /// 답변 관련성: the probability that the answer states what was asked.
    pub answer_relevancy: Option<f64>,
    /// What the relevancy was computed from, by name.
    #[serde(default)]
    pub parts: BTreeMap<String, f64>,
    /// The scores of a judge model; absent where none was asked.
    pub judge: Option<JudgeScores>,
}

/// The scores of a judge model, each 0..=1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct JudgeScores {
    /// 신뢰성, as the judge model scores it.
    pub faithfulness: Option<f64>,
    /// 답변 관련성, as the judge model scores it.
    pub answer_relevancy: Option<f64>,
}

/// A web page that is offered beside an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WebLink {
    /// The title: one line, no markup.
    pub title: String,
    /// The address: `https://…`.
    pub url: String,
    /// The host of the address.
    pub domain: String,
}
