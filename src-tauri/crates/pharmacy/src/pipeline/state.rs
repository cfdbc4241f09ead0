//! The state of the graph that answers a question.

use std::fmt;

use serde::{Deserialize, Serialize};
use simui_clinical::Warning;
use simui_domain::ModelCall;
use simui_flow::State;

use crate::answer::Draft;
use crate::dur::DurNotice;
use crate::passage::Passage;
use crate::person::PersonFact;
use crate::query::complaints::Complaints;
use crate::query::optimise::OptimisedQuery;
use crate::query::question::Question;
use crate::retrieval::scope::Scope;
use crate::verification::scores::Scores;
use crate::verification::verify::{Remedy, Round};

/// The nodes of the graph that answers a pharmacist's question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PharmacyNode {
    /// 1 쿼리 최적화: reads the question.
    Understand,
    /// 2 하이브리드 검색, 3 리랭킹: finds and ranks passages.
    Search,
    /// 의약품안전사용서비스: looks the drugs up in the DUR tables.
    Dur,
    /// 5 답변 생성: writes a draft.
    Answer,
    /// 6 검증: compares the draft with its sources.
    Verify,
    /// 7 자기교정: replaces or leaves out sentences with a fault.
    Correct,
    /// Searches again with a wider query.
    SearchAgain,
    /// 8 성능 평가: scores the answer.
    Score,
    /// 4 범위 밖: refuses the question.
    Refuse,
}

impl PharmacyNode {
    /// All nodes in reading order, each with the label that the interface shows.
    pub const ALL: [(PharmacyNode, &'static str); 9] = [
        (PharmacyNode::Understand, "질문 이해"),
        (PharmacyNode::Search, "검색"),
        (PharmacyNode::Dur, "DUR"),
        (PharmacyNode::Answer, "답변"),
        (PharmacyNode::Verify, "검증"),
        (PharmacyNode::Correct, "교정"),
        (PharmacyNode::SearchAgain, "재검색"),
        (PharmacyNode::Score, "채점"),
        (PharmacyNode::Refuse, "범위 밖"),
    ];
}

impl fmt::Display for PharmacyNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PharmacyNode::Understand => "understand",
            PharmacyNode::Search => "search",
            PharmacyNode::Dur => "dur",
            PharmacyNode::Answer => "answer",
            PharmacyNode::Verify => "verify",
            PharmacyNode::Correct => "correct",
            PharmacyNode::SearchAgain => "search_again",
            PharmacyNode::Score => "score",
            PharmacyNode::Refuse => "refuse",
        })
    }
}

/// The state of a question and its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PharmacyState {
    /// The text of the question as asked.
    pub asked: String,
    /// The safety warnings that the words of the question raise, gravest first. They stand before any answer.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// What the words of the question state of the person who takes the drug.
    #[serde(default)]
    pub facts: Vec<PersonFact>,
    /// The complaints that the clinical reading of the question found.
    #[serde(default)]
    pub complaints: Complaints,
    /// The question as the rules read it; `None` before the first node.
    pub question: Option<Question>,
    /// The query of the last search.
    pub query: OptimisedQuery,
    /// Whether the question is answered or refused.
    pub scope: Scope,
    /// The passages that the answer may cite, best first.
    pub passages: Vec<Passage>,
    /// Whether a second search was made.
    pub searched_again: bool,
    /// The rows of the DUR tables that apply.
    pub notices: Vec<DurNotice>,
    /// The current draft of the answer.
    pub draft: Draft,
    /// The result of every verification of a draft, in order.
    pub rounds: Vec<Round>,
    /// The scores of the final draft.
    pub scores: Scores,
    /// The calls of chat models, in order.
    #[serde(default)]
    pub calls: Vec<ModelCall>,
}

impl PharmacyState {
    /// The state before the first node, for the question `asked`, the warnings that its words raise, what
    /// they state of the person, and the complaints that they name.
    pub fn new(
        asked: &str,
        warnings: Vec<Warning>,
        facts: Vec<PersonFact>,
        complaints: Complaints,
    ) -> Self {
        Self {
            asked: asked.to_owned(),
            warnings,
            facts,
            complaints,
            question: None,
            query: OptimisedQuery::default(),
            scope: Scope::Inside,
            passages: Vec::new(),
            searched_again: false,
            notices: Vec::new(),
            draft: Draft::default(),
            rounds: Vec::new(),
            scores: Scores::default(),
            calls: Vec::new(),
        }
    }

    /// The number of drafts that were sent back for correction.
    pub fn corrections(&self) -> usize {
        self.rounds.iter().filter(|it| it.remedy == Remedy::Correct).count()
    }

    /// What the last verification asked for; [`Remedy::None`] before the first one.
    pub fn remedy(&self) -> Remedy {
        self.rounds.last().map_or(Remedy::None, |it| it.remedy)
    }
}

/// The result of one node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PharmacyDelta {
    /// The question as read, and whether it is answered.
    Understood(Box<Question>, Scope),
    /// The query, the passages found, and whether the question is answered.
    Found(OptimisedQuery, Vec<Passage>, Scope),
    /// The query and the passages of the second search.
    FoundAgain(OptimisedQuery, Vec<Passage>),
    /// The rows of the DUR tables that apply.
    Checked(Vec<DurNotice>),
    /// A new draft.
    Drafted(Draft),
    /// The result of verifying the draft.
    Looked(Round),
    /// The scores of the draft.
    Scored(Scores),
    /// Another delta, with the call of a chat model that led to it.
    WithCall(Box<ModelCall>, Box<PharmacyDelta>),
    /// No change: the question is refused.
    Refused,
}

impl State for PharmacyState {
    type Node = PharmacyNode;
    type Delta = PharmacyDelta;

    fn apply(&mut self, delta: PharmacyDelta) {
        match delta {
            PharmacyDelta::Understood(question, scope) => {
                self.question = Some(*question);
                self.scope = scope;
            }
            PharmacyDelta::Found(query, passages, scope) => {
                (self.query, self.passages, self.scope) = (query, passages, scope);
            }
            PharmacyDelta::FoundAgain(query, passages) => {
                (self.query, self.passages) = (query, passages);
                self.searched_again = true;
            }
            PharmacyDelta::Checked(notices) => self.notices = notices,
            PharmacyDelta::Drafted(draft) => self.draft = draft,
            PharmacyDelta::Looked(round) => self.rounds.push(round),
            PharmacyDelta::Scored(scores) => self.scores = scores,
            PharmacyDelta::WithCall(call, delta) => {
                self.calls.push(*call);
                self.apply(*delta);
            }
            PharmacyDelta::Refused => {}
        }
    }
}
