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

/// The ten nodes (README: the ten nodes of a consultation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConsultNode {
    /// 1 캐시 확인.
    CheckSimilarity,
    /// 2 의도 분류.
    ClassifyIntent,
    /// 3 슬롯 추출.
    ExtractSlots,
    /// 4 기억.
    StoreMemory,
    /// 5 맥락 조립.
    AssembleContext,
    /// 6 검색.
    Retrieve,
    /// 7 답변.
    GenerateAnswer,
    /// 8 품질 평가와 질의 재작성.
    Refine,
    /// 9 품질 검사.
    QualityCheck,
    /// 10 응답 저장.
    StoreResponse,
}

impl ConsultNode {
    /// All of them in reading order, with the label the interface shows.
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

/// Who answers without a chat model.
pub(super) const RULES: &str = "rules";

/// A draft with what it was written from and what it is worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The draft.
    pub draft: Draft,
    /// Its passages.
    pub passages: Vec<Passage>,
    /// What it was scored.
    pub quality: Quality,
}

/// Everything a turn knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsultState {
    /// As said.
    pub asked: String,
    /// Plain or agent.
    pub mode: Mode,
    /// What is in use.
    pub parts: Parts,
    /// The turn with the drugs it points at written out, and read.
    pub question: Option<Question>,
    /// What is known of the patient, as far as the mode and the parts let it.
    pub facts: Facts,
    /// What is said first.
    pub alerts: Vec<Alert>,
    /// Where the answer may be kept.
    pub key: Option<Key>,
    /// An answer that was kept.
    pub hit: Option<Hit>,
    /// How like the nearest kept question is, also where that is not enough.
    pub nearest: Option<f32>,
    /// What the turn needs.
    pub intent: Intent,
    /// Clinical concepts of the turn.
    pub concepts: u32,
    /// Whether the turn is remembered.
    pub kept: bool,
    /// The context.
    pub context: Option<Context>,
    /// What was searched first.
    pub query: OptimisedQuery,
    /// What was searched again, search by search.
    pub rewritten: Vec<Vec<String>>,
    /// What was found so far, best first.
    pub found: Vec<Passage>,
    /// What each search found.
    pub searches: Vec<Vec<ChunkId>>,
    /// Whether it is a question for this desk.
    pub scope: Scope,
    /// Why documents were left out.
    pub left_out: Vec<String>,
    /// The last draft.
    pub draft: Draft,
    /// What it was written from.
    pub passages: Vec<Passage>,
    /// The scores, the first first.
    pub scores: Vec<f64>,
    /// What the last draft lacks.
    pub missing: Vec<Missing>,
    /// What to search for next.
    pub next_queries: Vec<String>,
    /// The best draft.
    pub best: Option<Box<Scored>>,
    /// Searches beyond the first.
    pub iterations: u32,
    /// Why it ended.
    pub stopped_by: Option<StopReason>,
    /// What of the record the answer heeds.
    pub used: Vec<String>,
    /// The answer.
    pub answer: Answer,
    /// What it was scored.
    pub quality: Option<Quality>,
    /// Who wrote it: `rules`, or `chat:<model>` where a sentence of it is a model's.
    pub engine: String,
    /// What chat models were asked, in order.
    pub calls: Vec<ModelCall>,
}

impl ConsultState {
    /// A turn that has yet to be read.
    pub fn new(asked: &str, mode: Mode, parts: Parts) -> Self {
        Self {
            asked: asked.to_owned(),
            mode,
            parts,
            question: None,
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

    /// Who wrote a draft.
    pub(super) fn writer(&self, draft: &Draft) -> String {
        let wrote =
            |it: &&ModelCall| it.role == ThinkingRole::PatientAnswering && it.answer.is_some();
        match self.calls.iter().rev().find(wrote) {
            Some(call) if !draft.by_model.is_empty() => format!("chat:{}", call.model),
            _ => RULES.to_owned(),
        }
    }
}

/// What one node adds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsultDelta {
    /// 1.
    Looked(Box<Looked>),
    /// 2.
    Classified(Intent, Scope),
    /// 3: clinical concepts.
    Extracted(u32),
    /// 4.
    Remembered,
    /// 5.
    Assembled(Box<Context>),
    /// 6.
    Found(Box<FoundPassages>),
    /// 7: the draft, its passages, what of the record it heeds.
    Drafted(Draft, Vec<Passage>, Vec<String>),
    /// 8: the scores, what is missing, what to search for next.
    Refined(Quality, Vec<Missing>, Vec<String>),
    /// 9: why it ends, or none.
    Checked(Option<StopReason>),
    /// 10.
    Stored(Box<Finished>),
    /// Another delta, and what chat models were asked for it.
    WithCalls(Vec<ModelCall>, Box<ConsultDelta>),
}

impl ConsultDelta {
    /// With the calls that it took, if it took any.
    pub(super) fn with(self, calls: Vec<ModelCall>) -> Self {
        match calls.is_empty() {
            true => self,
            false => Self::WithCalls(calls, Box::new(self)),
        }
    }
}

/// Of node 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Looked {
    /// The turn, read.
    pub question: Question,
    /// What is known.
    pub facts: Facts,
    /// What is said first.
    pub alerts: Vec<Alert>,
    /// Where the answer may be kept.
    pub key: Key,
    /// An answer that was kept.
    pub hit: Option<Hit>,
    /// How like the nearest kept question is.
    pub nearest: Option<f32>,
}

/// Of node 6.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundPassages {
    /// What was searched first; none of a second search.
    pub query: Option<OptimisedQuery>,
    /// What was searched again.
    pub rewritten: Option<Vec<String>>,
    /// All that was found so far, best first.
    pub passages: Vec<Passage>,
    /// What this search found.
    pub ids: Vec<ChunkId>,
    /// Whether it is a question for this desk.
    pub scope: Scope,
    /// Why documents were left out.
    pub left_out: Vec<String>,
}

/// Of node 10.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The answer.
    pub answer: Answer,
    /// What it was scored.
    pub quality: Option<Quality>,
    /// Why it ended.
    pub stopped_by: StopReason,
    /// What of the record it heeds.
    pub used: Vec<String>,
    /// Whether the turn is remembered.
    pub kept: bool,
    /// Who wrote it.
    pub engine: String,
}

impl State for ConsultState {
    type Node = ConsultNode;
    type Delta = ConsultDelta;

    fn apply(&mut self, delta: ConsultDelta) {
        match delta {
            ConsultDelta::Looked(it) => {
                let Looked { question, facts, alerts, key, hit, nearest } = *it;
                self.question = Some(question);
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
