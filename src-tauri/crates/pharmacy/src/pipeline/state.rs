use std::fmt;

use serde::{Deserialize, Serialize};
use simui_domain::ModelCall;
use simui_flow::State;

use crate::answer::Draft;
use crate::dur::DurNotice;
use crate::query::optimise::OptimisedQuery;
use crate::query::question::Question;
use crate::retrieval::passage::Passage;
use crate::retrieval::scope::Scope;
use crate::verification::scores::Scores;
use crate::verification::verify::{Remedy, Round};

/// The nodes of a pharmacist's question. The out-of-scope guard and the self-correction are nodes of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PharmacyNode {
    /// 1 쿼리 최적화.
    Understand,
    /// 2 하이브리드 검색, 3 리랭킹.
    Search,
    /// 의약품안전사용서비스.
    Dur,
    /// 5 답변 생성.
    Answer,
    /// 6 검증.
    Verify,
    /// 7 자기교정.
    Correct,
    /// Adaptive re-search: another query.
    SearchAgain,
    /// 8 성능 평가.
    Score,
    /// 4 범위 밖.
    Refuse,
}

impl PharmacyNode {
    /// All of them in reading order, with the label the interface shows.
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

/// Everything an answer knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PharmacyState {
    /// As asked.
    pub asked: String,
    /// As read.
    pub question: Option<Question>,
    /// What was searched for.
    pub query: OptimisedQuery,
    /// Whether it is answered.
    pub scope: Scope,
    /// What the answer may stand on, best first.
    pub passages: Vec<Passage>,
    /// Whether there was a second search.
    pub searched_again: bool,
    /// What the DUR tables say.
    pub notices: Vec<DurNotice>,
    /// The answer.
    pub draft: Draft,
    /// Every look at it.
    pub rounds: Vec<Round>,
    /// How good it is.
    pub scores: Scores,
    /// What chat models were asked, in order.
    #[serde(default)]
    pub calls: Vec<ModelCall>,
}

impl PharmacyState {
    /// A question that has yet to be read.
    pub fn new(asked: &str) -> Self {
        Self {
            asked: asked.to_owned(),
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

    /// How many drafts were sent back to be corrected.
    pub fn corrections(&self) -> usize {
        self.rounds.iter().filter(|it| it.remedy == Remedy::Correct).count()
    }

    /// What the last look at the draft came to.
    pub fn remedy(&self) -> Remedy {
        self.rounds.last().map_or(Remedy::None, |it| it.remedy)
    }
}

/// What one node adds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PharmacyDelta {
    /// The question, read; whether it is answered at all.
    Understood(Box<Question>, Scope),
    /// What was searched, what was found, whether that is enough.
    Found(OptimisedQuery, Vec<Passage>, Scope),
    /// The same for the second search.
    FoundAgain(OptimisedQuery, Vec<Passage>),
    /// What the DUR tables say.
    Checked(Vec<DurNotice>),
    /// The draft.
    Drafted(Draft),
    /// A look at it.
    Looked(Round),
    /// The scores.
    Scored(Scores),
    /// Another delta, and what a chat model was asked for it.
    WithCall(Box<ModelCall>, Box<PharmacyDelta>),
    /// Nothing: the end of a question that is not answered.
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
