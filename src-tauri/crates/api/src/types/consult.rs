use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{AnswerCitation, Engine};

/// A turn of a consultation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ConsultRequest {
    /// The patient's id.
    pub patient: String,
    /// What was said. At most 2,000 characters are read as a question; facts are read of all of it.
    pub text: String,
    /// `agent`, or `plain`: without record, cache and second look. Empty: `agent`.
    pub mode: String,
    /// Parts to leave out, to see what they are worth: `cache`, `memory`, …
    pub without: Vec<String>,
    /// `rules`, or `chat`: chat models beside them, where an administrator gave them the roles of a consultation.
    pub engine: Engine,
    /// Who asks: name or id; needed where administrators have passwords.
    pub reviewer: Option<String>,
    /// The asker's own id: with it, the desk's events tell how far the answer is (`ask_step`).
    pub ask_id: Option<String>,
}

/// An answer that knows whom it is for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultResponse {
    /// What is dangerous first, then paragraphs, each of which ends with `[문서 N]`.
    pub answer: String,
    /// The same, taken apart.
    pub paragraphs: Vec<ConsultParagraph>,
    /// What is said first, the gravest first.
    pub warnings: Vec<ConsultWarning>,
    /// What the turn says, in six slots: as `extract`.
    #[ts(type = "Record<string, unknown>")]
    pub slots: serde_json::Value,
    /// What is known of the patient now; empty in plain mode and without memory.
    pub profile_summary: String,
    /// What this turn added to the record.
    pub remembered: Vec<String>,
    /// What of the record the answer heeds.
    pub used: Vec<String>,
    /// `greeting`, `acknowledgement`, `statement`, `non_factual`, `outside`, `simple`, `moderate`, `complex`; of a kept answer
    /// what its turn would have been.
    pub complexity: String,
    /// Documents: 0, 3, 8 or 15.
    pub k: u32,
    /// Whether the answer was kept from a question like this.
    pub cache: ConsultCache,
    /// How good it is; absent parts were not scored.
    pub quality: ConsultQuality,
    /// Searches beyond the first.
    pub iterations: u32,
    /// `cache_hit`, `no_retrieval`, `out_of_scope`, `plain_mode`, `refine_off`, `quality_met`, `nothing_missing`,
    /// `max_iterations`, `duplicate_documents`, `no_progress`.
    pub stopped_by: String,
    /// The documents, by their number in the answer.
    pub citations: Vec<AnswerCitation>,
    /// What was searched again, search by search.
    pub rewritten: Vec<Vec<String>>,
    /// Tokens: what each layer of the context might take, what it took, and how many lines were left out.
    pub tokens: ConsultTokens,
    /// `agent` or `plain`.
    pub mode: String,
    /// Every part, and whether it is in use.
    pub flags: BTreeMap<String, bool>,
    /// Who wrote the answer: `rules`, or `chat:<model>` where a sentence of it is a model's.
    pub engine: String,
    /// Who played each role: `rules`, or `chat:<model>`; of a kept answer nobody was asked.
    #[serde(default)]
    pub roles: BTreeMap<String, String>,
    /// What a chat model should have done and did not.
    #[serde(default)]
    pub notices: Vec<String>,
    /// Milliseconds by node; `total` is all of it.
    pub timings_ms: BTreeMap<String, f64>,
}

/// A paragraph of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConsultParagraph {
    /// `warning`, `lead`, `notice`, `quote`, `gap`, `closing`, `reply`.
    pub kind: String,
    /// As it is read.
    pub text: String,
    /// Its document.
    pub n: Option<u32>,
}

/// Something that is said before the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConsultWarning {
    /// The rule.
    pub rule: String,
    /// `emergency`, `urgent`, `caution`.
    pub severity: String,
    /// What is said.
    pub text: String,
    /// Where it is known from.
    pub source: String,
    /// The drug it is about.
    pub drug: Option<String>,
    /// When the value it is about was said, where that was in an earlier turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub said_at: Option<Timestamp>,
}

/// Of the kept answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultCache {
    /// Whether one was served.
    pub hit: bool,
    /// Cosine of the nearest kept question of this patient and context; absent where there is none.
    pub similarity: Option<f64>,
    /// Milliseconds that making it took, and that were saved.
    pub saved_ms: Option<f64>,
}

/// The scores of an answer, each 0..=1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultQuality {
    /// Share of the sentences that their source supports.
    pub grounding: Option<f64>,
    /// Share of what was asked that the answer speaks of.
    pub completeness: Option<f64>,
    /// Share of the paragraphs that do not speak for what the record forbids.
    pub accuracy: Option<f64>,
    /// The weighted mean; absent where nothing was answered from documents.
    pub overall: Option<f64>,
    /// `judge` or `heuristic`: length, evidence, personalisation.
    pub by: Option<String>,
    /// Of the heuristic.
    pub length: Option<f64>,
    /// Of the heuristic.
    pub evidence: Option<f64>,
    /// Of the heuristic.
    pub personalisation: Option<f64>,
    /// What a judge model says, beside the above: of each criterion the lower of both counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub model: Option<ConsultModelScores>,
}

/// The scores of a judge model, each 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultModelScores {
    /// Whether the answer stands on the documents.
    pub grounding: f64,
    /// Whether everything that was asked is answered.
    pub completeness: f64,
    /// Whether it is right and safe for this patient.
    pub accuracy: f64,
    /// The weighted mean.
    pub overall: f64,
}

/// Tokens of the context.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConsultTokens {
    /// The window that was planned for.
    pub window: u32,
    /// What each layer might take.
    pub plan: BTreeMap<String, u32>,
    /// What it took.
    pub taken: BTreeMap<String, u32>,
    /// Lines that were left out.
    pub cut: u32,
}

/// What the kept answers have done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConsultCacheStatus {
    /// Answers kept now.
    pub entries: u64,
    /// Most that are kept.
    pub most: u64,
    /// Turns that were looked up.
    pub asked: u64,
    /// Of these, answered from kept ones.
    pub hits: u64,
    /// hits / asked; absent where nothing was asked.
    pub hit_rate: Option<f64>,
    /// Milliseconds that were saved.
    pub saved_ms: f64,
    /// Answers that made room.
    pub evicted: u64,
    /// Answers that were dropped because law, drug data or a record changed.
    pub outdated: u64,
}
