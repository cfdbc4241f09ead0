use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_pharmacy::calculate::Calculation;
use ts_rs::TS;

use super::{AnswerCitation, Engine};

/// A turn of a consultation (환자 맥락 상담).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ConsultRequest {
    /// The patient's id.
    pub patient: String,
    /// The text of the turn. At most 2,000 characters are read as a question; facts are extracted from all of
    /// it.
    pub text: String,
    /// `agent`, or `plain`: without record, cache and refinement. Empty: `agent`.
    pub mode: String,
    /// Parts to leave out, to measure what they contribute: `cache`, `memory`, …
    pub without: Vec<String>,
    /// `rules`, or `chat`: chat models beside them, where an administrator gave them the roles of a
    /// consultation.
    pub engine: Engine,
    /// Name or id of the person who asks; required where administrators have passwords.
    pub reviewer: Option<String>,
    /// An id chosen by the asker. With it, the desk's events (`ask_step`) report the progress of the answer.
    pub ask_id: Option<String>,
}

/// An answer that takes the patient's record into account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultResponse {
    /// Warnings first, then paragraphs, each of which ends with `[문서 N]`.
    pub answer: String,
    /// The answer by paragraphs.
    pub paragraphs: Vec<ConsultParagraph>,
    /// The warnings, the gravest first.
    pub warnings: Vec<ConsultWarning>,
    /// The facts of the turn in slots, as `extract` returns them.
    #[ts(type = "Record<string, unknown>")]
    pub slots: serde_json::Value,
    /// Summary of the patient's record after the turn; empty in plain mode and without memory.
    pub profile_summary: String,
    /// What this turn added to the record.
    pub remembered: Vec<String>,
    /// The facts of the record that the answer takes into account.
    pub used: Vec<String>,
    /// `greeting`, `acknowledgement`, `statement`, `non_factual`, `outside`, `simple`, `moderate`, `complex`.
    /// For a cached answer, the complexity of the present turn.
    pub complexity: String,
    /// Number of documents searched for: 0, 3, 8 or 15.
    pub k: u32,
    /// Whether the answer comes from the cache.
    pub cache: ConsultCache,
    /// Scores of the answer; parts that were not scored are absent.
    pub quality: ConsultQuality,
    /// Number of searches after the first.
    pub iterations: u32,
    /// Why the search ended: `cache_hit`, `no_retrieval`, `out_of_scope`, `plain_mode`, `refine_off`,
    /// `quality_met`, `nothing_missing`, `max_iterations`, `duplicate_documents`, `no_progress`.
    pub stopped_by: String,
    /// The documents, by their number in the answer.
    pub citations: Vec<AnswerCitation>,
    /// What was calculated for the patient from a sentence of a document, with all inputs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Calculation>>")]
    pub calculations: Vec<Calculation>,
    /// The rewritten queries, search by search.
    pub rewritten: Vec<Vec<String>>,
    /// Token budget and use of each layer of the context.
    pub tokens: ConsultTokens,
    /// `agent` or `plain`.
    pub mode: String,
    /// Every part, and whether it is in use.
    pub flags: BTreeMap<String, bool>,
    /// What wrote the answer: `rules`, or `chat:<model>` where a sentence of it comes from a model.
    pub engine: String,
    /// What filled each role: `rules`, or `chat:<model>`; empty for a cached answer.
    #[serde(default)]
    pub roles: BTreeMap<String, String>,
    /// What a chat model failed to do.
    #[serde(default)]
    pub notices: Vec<String>,
    /// Milliseconds by node; `total` is the time of the whole turn.
    pub timings_ms: BTreeMap<String, f64>,
}

/// A paragraph of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConsultParagraph {
    /// `warning`, `lead`, `notice`, `calculation`, `quote`, `gap`, `closing`, `reply`.
    pub kind: String,
    /// The text of the paragraph.
    pub text: String,
    /// The number of its document.
    pub n: Option<u32>,
}

/// A warning that precedes the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConsultWarning {
    /// The rule that raised it.
    pub rule: String,
    /// `emergency`, `urgent`, `caution`.
    pub severity: String,
    /// The text of the warning.
    pub text: String,
    /// The source of the rule.
    pub source: String,
    /// The drug concerned.
    pub drug: Option<String>,
    /// When the value concerned was stated, where that was in an earlier turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub said_at: Option<Timestamp>,
}

/// Whether the cache answered, and what that saved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultCache {
    /// Whether a cached answer was returned.
    pub hit: bool,
    /// Cosine of the nearest cached question of this patient and context; absent where there is none.
    pub similarity: Option<f64>,
    /// Milliseconds that making the answer had taken, and that were saved.
    pub saved_ms: Option<f64>,
}

/// The scores of an answer, each 0..=1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultQuality {
    /// Share of the sentences that their source supports.
    pub grounding: Option<f64>,
    /// Share of the aspects of the question that the answer covers.
    pub completeness: Option<f64>,
    /// Share of the paragraphs that do not recommend what the record forbids.
    pub accuracy: Option<f64>,
    /// The weighted mean; absent where nothing was answered from documents.
    pub overall: Option<f64>,
    /// `judge`, or `heuristic`, which scores length, evidence and personalisation.
    pub by: Option<String>,
    /// Length, as the heuristic scores it.
    pub length: Option<f64>,
    /// Evidence, as the heuristic scores it.
    pub evidence: Option<f64>,
    /// Personalisation, as the heuristic scores it.
    pub personalisation: Option<f64>,
    /// The scores of a judge model. For each criterion, the lower of both scores counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub model: Option<ConsultModelScores>,
}

/// The scores of a judge model, each 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultModelScores {
    /// How far the documents support the answer.
    pub grounding: f64,
    /// How far everything that was asked is answered.
    pub completeness: f64,
    /// How far the answer is right and safe for this patient.
    pub accuracy: f64,
    /// The weighted mean.
    pub overall: f64,
}

/// Tokens of the context.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConsultTokens {
    /// The context window for which the budget was planned.
    pub window: u32,
    /// Budget of each layer.
    pub plan: BTreeMap<String, u32>,
    /// Use of each layer.
    pub taken: BTreeMap<String, u32>,
    /// Number of lines that were left out.
    pub cut: u32,
}

/// Usage of the cache of answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultCacheStatus {
    /// Number of cached answers.
    pub entries: u64,
    /// Most answers that are cached.
    pub most: u64,
    /// Number of turns that were looked up.
    pub asked: u64,
    /// Number of these turns that were answered from the cache.
    pub hits: u64,
    /// hits / asked; absent when nothing was looked up.
    pub hit_rate: Option<f64>,
    /// Milliseconds saved.
    pub saved_ms: f64,
    /// Number of answers dropped to make room.
    pub evicted: u64,
    /// Number of answers dropped because law, drug data or a record changed.
    pub outdated: u64,
}
