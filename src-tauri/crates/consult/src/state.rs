//! The state of the graph that answers a turn.

use std::fmt;

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, ModelCall, ThinkingRole};
use simui_flow::State;
use simui_pharmacy::Passage;
use simui_pharmacy::answer::Draft;
use simui_pharmacy::query::optimise::OptimisedQuery;
use simui_pharmacy::query::question::Question;
use simui_pharmacy::retrieval::scope::Scope;

use super::answer::Answer;
use super::cache::{Hit, Key};
use super::check::StopReason;
use super::complexity::Intent;
use super::conflicts::Alert;
use super::context::Context;
use super::facts::Facts;
use super::parts::{Mode, Parts};
use super::quality::{Missing, Quality};

/// The ten nodes of the graph, in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConsultNode {
    /// 1 캐시 확인: reads the turn and looks for a cached answer.
    CheckSimilarity,
    /// 2 의도 분류: decides how many documents the turn needs.
    ClassifyIntent,
    /// 3 슬롯 추출: counts the clinical concepts of the turn.
    ExtractSlots,
    /// 4 기억: adds the turn to the patient's record.
    StoreMemory,
    /// 5 맥락 조립: assembles the context within its token budget.
    AssembleContext,
    /// 6 검색: finds documents.
    Retrieve,
    /// 7 답변: writes a draft.
    GenerateAnswer,
    /// 8 품질 평가와 질의 재작성: scores the draft and writes further queries.
    Refine,
    /// 9 품질 검사: decides whether to search again.
    QualityCheck,
    /// 10 응답 저장: makes the answer and caches it.
    StoreResponse,
}

impl ConsultNode {
    /// All nodes in reading order, each with the label that the interface shows.
    pub const ALL: [(ConsultNode, &'static str); 10] = [
        (ConsultNode::CheckSimilarity, "캐시 확인"),
        (ConsultNode::ClassifyIntent, "의도 분류"),
        (ConsultNode::ExtractSlots, "슬롯 추출"),
        (ConsultNode::StoreMemory, "기억"),
        (ConsultNode::AssembleContext, "맥락 조립"),
        (ConsultNode::Retrieve, "검색"),
        (ConsultNode::GenerateAnswer, "답변"),
        (ConsultNode::Refine, "품질 평가"),
        (ConsultNode::QualityCheck, "품질 검사"),
        (ConsultNode::StoreResponse, "응답 저장"),
    ];
}

impl fmt::Display for ConsultNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ConsultNode::CheckSimilarity => "check_similarity",
            ConsultNode::ClassifyIntent => "classify_intent",
            ConsultNode::ExtractSlots => "extract_slots",
            ConsultNode::StoreMemory => "store_memory",
            ConsultNode::AssembleContext => "assemble_context",
            ConsultNode::Retrieve => "retrieve",
            ConsultNode::GenerateAnswer => "generate_answer",
            ConsultNode::Refine => "refine",
            ConsultNode::QualityCheck => "quality_check",
            ConsultNode::StoreResponse => "store_response",
        })
    }
}

/// The engine of an answer without a sentence of a chat model.
pub(super) const RULES: &str = "rules";

/// A draft with its passages and its quality.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The draft.
    pub draft: Draft,
    /// The passages that it was written from.
    pub passages: Vec<Passage>,
    /// Its scores.
    pub quality: Quality,
}

/// The state of a turn and its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsultState {
    /// The text of the turn.
    pub asked: String,
    /// How much of the graph the turn goes through.
    pub mode: Mode,
    /// The parts in use.
    pub parts: Parts,
    /// The question, read from the turn with the drugs that it refers to written out; `None` before the first
    /// node.
    pub question: Option<Question>,
    /// The text of the earlier question that the turn, a statement, reopens; `question` is then that one.
    #[serde(default)]
    pub reopened: Option<String>,
    /// What is known of the patient, as far as mode and parts allow.
    pub facts: Facts,
    /// The alerts that come first, gravest first.
    pub alerts: Vec<Alert>,
    /// The cache key of the turn; `None` before the first node.
    pub key: Option<Key>,
    /// A cached answer that fits.
    pub hit: Option<Hit>,
    /// Cosine of the nearest cached question, also below the threshold.
    pub nearest: Option<f32>,
    /// How much the turn asks, and how many documents it needs.
    pub intent: Intent,
    /// Number of clinical concepts in the turn.
    pub concepts: u32,
    /// Whether the turn is added to the patient's record.
    pub kept: bool,
    /// The assembled context.
    pub context: Option<Context>,
    /// The query of the first search.
    pub query: OptimisedQuery,
    /// The queries of each further search.
    pub rewritten: Vec<Vec<String>>,
    /// The passages found so far, best first.
    pub found: Vec<Passage>,
    /// Ids of the chunks that each search found.
    pub searches: Vec<Vec<ChunkId>>,
    /// Whether the question is answered or refused.
    pub scope: Scope,
    /// The reasons in Korean why documents were left out.
    pub left_out: Vec<String>,
    /// The last draft.
    pub draft: Draft,
    /// The passages of the last draft.
    pub passages: Vec<Passage>,
    /// The overall score of each draft, in order.
    pub scores: Vec<f64>,
    /// What the last draft lacks.
    pub missing: Vec<Missing>,
    /// The queries of the next search.
    pub next_queries: Vec<String>,
    /// The draft with the highest score.
    pub best: Option<Box<Scored>>,
    /// Number of searches after the first.
    pub iterations: u32,
    /// Why the turn ended.
    pub stopped_by: Option<StopReason>,
    /// The parts of the record that the answer takes into account, in Korean.
    pub used: Vec<String>,
    /// The answer.
    pub answer: Answer,
    /// The scores of the answer.
    pub quality: Option<Quality>,
    /// Who wrote the answer: `rules`, or `chat:<model>` if a model wrote any of its sentences.
    pub engine: String,
    /// The calls of chat models, in order.
    pub calls: Vec<ModelCall>,
}

impl ConsultState {
    /// The text that is answered: that of the earlier question which the turn reopens, or of the turn.
    pub fn answered_text(&self) -> &str {
        self.reopened.as_deref().unwrap_or(&self.asked)
    }

    /// The state before the first node, for the turn `asked`.
    pub fn new(asked: &str, mode: Mode, parts: Parts) -> Self {
        Self {
            asked: asked.to_owned(),
            mode,
            parts,
            question: None,
            reopened: None,
            facts: Facts::default(),
            alerts: Vec::new(),
            key: None,
            hit: None,
            nearest: None,
            intent: Intent::default(),
            concepts: 0,
            kept: false,
            context: None,
            query: OptimisedQuery::default(),
            rewritten: Vec::new(),
            found: Vec::new(),
            searches: Vec::new(),
            scope: Scope::Inside,
            left_out: Vec::new(),
            draft: Draft::default(),
            passages: Vec::new(),
            scores: Vec::new(),
            missing: Vec::new(),
            next_queries: Vec::new(),
            best: None,
            iterations: 0,
            stopped_by: None,
            used: Vec::new(),
            answer: Answer::default(),
            quality: None,
            engine: RULES.to_owned(),
            calls: Vec::new(),
        }
    }

    /// The engine of a draft: `rules` or `chat:<model>`.
    pub(super) fn writer(&self, draft: &Draft) -> String {
        let wrote =
            |it: &&ModelCall| it.role == ThinkingRole::PatientAnswering && it.answer.is_some();
        match self.calls.iter().rev().find(wrote) {
            Some(call) if !draft.by_model.is_empty() => format!("chat:{}", call.model),
            _ => RULES.to_owned(),
        }
    }
}

/// The result of one node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsultDelta {
    /// Node 1: the turn as read, its alerts and a cached answer.
    Looked(Box<Looked>),
    /// Node 2: what the turn needs, and whether it is answered.
    Classified(Intent, Scope),
    /// Node 3: the number of clinical concepts.
    Extracted(u32),
    /// Node 4: the turn was added to the record.
    Remembered,
    /// Node 5: the context.
    Assembled(Box<Context>),
    /// Node 6: the passages found.
    Found(Box<FoundPassages>),
    /// Node 7: the draft, its passages, and the parts of the record that it takes into account.
    Drafted(Draft, Vec<Passage>, Vec<String>),
    /// Node 8: the scores, what is missing, and the queries of the next search.
    Refined(Quality, Vec<Missing>, Vec<String>),
    /// Node 9: why the turn ends; `None` to search again.
    Checked(Option<StopReason>),
    /// Node 10: the answer.
    Stored(Box<Finished>),
    /// Another delta, with the calls of chat models that led to it.
    WithCalls(Vec<ModelCall>, Box<ConsultDelta>),
}

impl ConsultDelta {
    /// The delta, with the calls of chat models if there were any.
    pub(super) fn with_calls(self, calls: Vec<ModelCall>) -> Self {
        match calls.is_empty() {
            true => self,
            false => Self::WithCalls(calls, Box::new(self)),
        }
    }
}

/// The result of node 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Looked {
    /// The question of the turn, or the earlier one that it reopens.
    pub question: Question,
    /// The text of the earlier question, if the turn reopens one.
    pub reopened: Option<String>,
    /// What is known of the patient.
    pub facts: Facts,
    /// The alerts that come first, gravest first.
    pub alerts: Vec<Alert>,
    /// The cache key of the turn.
    pub key: Key,
    /// A cached answer that fits.
    pub hit: Option<Hit>,
    /// Cosine of the nearest cached question, also below the threshold.
    pub nearest: Option<f32>,
}

/// The result of node 6.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundPassages {
    /// The query, if this is the first search.
    pub query: Option<OptimisedQuery>,
    /// The queries, if this is a further search.
    pub rewritten: Option<Vec<String>>,
    /// All passages found so far, best first.
    pub passages: Vec<Passage>,
    /// Ids of the chunks that this search found.
    pub ids: Vec<ChunkId>,
    /// Whether the question is answered or refused.
    pub scope: Scope,
    /// The reasons in Korean why documents were left out.
    pub left_out: Vec<String>,
}

/// The result of node 10.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The answer.
    pub answer: Answer,
    /// The scores of the answer.
    pub quality: Option<Quality>,
    /// Why the turn ended.
    pub stopped_by: StopReason,
    /// The parts of the record that the answer takes into account, in Korean.
    pub used: Vec<String>,
    /// Whether the turn is added to the patient's record.
    pub kept: bool,
    /// Who wrote the answer; see [`ConsultState::engine`].
    pub engine: String,
}

impl State for ConsultState {
    type Node = ConsultNode;
    type Delta = ConsultDelta;

    fn apply(&mut self, delta: ConsultDelta) {
        match delta {
            ConsultDelta::Looked(it) => {
                let Looked { question, reopened, facts, alerts, key, hit, nearest } = *it;
                (self.question, self.reopened) = (Some(question), reopened);
                (self.facts, self.alerts, self.key) = (facts, alerts, Some(key));
                if let Some(hit) = &hit {
                    self.intent = hit.kept.intent;
                }
                (self.hit, self.nearest) = (hit, nearest);
            }
            ConsultDelta::Classified(intent, scope) => {
                (self.intent, self.scope) = (intent, scope);
            }
            ConsultDelta::Extracted(concepts) => self.concepts = concepts,
            ConsultDelta::Remembered => self.kept = true,
            ConsultDelta::Assembled(context) => self.context = Some(*context),
            ConsultDelta::Found(it) => {
                self.query = it.query.unwrap_or_else(|| std::mem::take(&mut self.query));
                self.rewritten.extend(it.rewritten);
                (self.found, self.scope, self.left_out) = (it.passages, it.scope, it.left_out);
                self.searches.push(it.ids);
            }
            ConsultDelta::Drafted(draft, passages, used) => {
                (self.draft, self.passages, self.used) = (draft, passages, used);
            }
            ConsultDelta::Refined(quality, missing, queries) => {
                let best = self.best.as_ref().is_none_or(|it| quality.overall > it.quality.overall);
                if best {
                    let (draft, passages) = (self.draft.clone(), self.passages.clone());
                    self.best = Some(Box::new(Scored { draft, passages, quality }));
                }
                self.scores.push(quality.overall);
                (self.missing, self.next_queries) = (missing, queries);
            }
            ConsultDelta::Checked(stopped_by) => {
                self.iterations += u32::from(stopped_by.is_none());
                self.stopped_by = stopped_by;
            }
            ConsultDelta::Stored(it) => {
                (self.answer, self.quality, self.used) = (it.answer, it.quality, it.used);
                (self.stopped_by, self.kept) = (Some(it.stopped_by), it.kept);
                self.engine = it.engine;
            }
            ConsultDelta::WithCalls(calls, delta) => {
                self.calls.extend(calls);
                self.apply(*delta);
            }
        }
    }
}
