use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    Ad, AppliedPack, AutomaticFinish, CaseId, CaseStatus, ChatOpinion, ChecklistEntry, Claim,
    Interrupt, InterruptReason, Span,
};
use simui_flow::State;

use super::{Draft, HumanDecision, Objection};
use crate::finding::{Cleared, Finding};
use crate::instructions::instructions_to_the_reviewer;
use crate::retrieval::Retrieved;

/// The nodes of the review (README: the seven nodes). The three searches count as one node and run side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReviewNode {
    /// 1 청구항 추출.
    Claims,
    /// 2 위반유형 분류.
    Classify,
    /// 3 법령 검색.
    Statutes,
    /// 3 심의기준 검색.
    Guidelines,
    /// 3 판례 검색.
    Precedents,
    /// 4 초안 작성.
    Draft,
    /// 5 적대적 검증.
    Verify,
    /// 6 사람의 결정.
    Human,
    /// 7 최종 출력.
    Finalize,
}

impl ReviewNode {
    /// All of them in reading order, with the label the interface shows.
    pub const ALL: [(ReviewNode, &'static str); 9] = [
        (ReviewNode::Claims, "주장"),
        (ReviewNode::Classify, "분류"),
        (ReviewNode::Statutes, "법령 검색"),
        (ReviewNode::Guidelines, "기준 검색"),
        (ReviewNode::Precedents, "판례 검색"),
        (ReviewNode::Draft, "초안"),
        (ReviewNode::Verify, "검증"),
        (ReviewNode::Human, "사람"),
        (ReviewNode::Finalize, "확정"),
    ];
}

impl fmt::Display for ReviewNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReviewNode::Claims => "claims",
            ReviewNode::Classify => "classify",
            ReviewNode::Statutes => "statutes",
            ReviewNode::Guidelines => "guidelines",
            ReviewNode::Precedents => "precedents",
            ReviewNode::Draft => "draft",
            ReviewNode::Verify => "verify",
            ReviewNode::Human => "human",
            ReviewNode::Finalize => "finalize",
        })
    }
}

/// Everything a review knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewState {
    /// The case.
    pub case_id: CaseId,
    /// The advertisement.
    pub ad: Ad,
    /// 게재일, or the day of review: the law in force on this day applies.
    pub as_of: Date,
    /// Where the case stands.
    pub status: CaseStatus,
    /// 주장.
    pub claims: Vec<Claim>,
    /// Hidden text and the like.
    pub notices: Vec<String>,
    /// Rules that fired.
    pub findings: Vec<Finding>,
    /// Rules that nearly did.
    pub cleared: Vec<Cleared>,
    /// The rule packs they come from.
    #[serde(default)]
    pub packs: Vec<AppliedPack>,
    /// The rules did not read the advertisement to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unread: bool,
    /// Statutes found by searching.
    pub statutes: Vec<Retrieved>,
    /// Guidelines found by searching.
    pub guidelines: Vec<Retrieved>,
    /// Decisions found by searching.
    pub precedents: Vec<Retrieved>,
    /// The present draft.
    pub draft: Option<Draft>,
    /// How many drafts were written since the last rejection.
    pub iterations: u32,
    /// What the verifier holds against the present draft.
    pub objections: Vec<Objection>,
    /// Everything the verifier has held against any draft since the last rejection: no later draft may do it again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Objection>,
    /// The verifier repeated itself: another draft would not help.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stuck: bool,
    /// The verifier's five items.
    pub checklist: Vec<ChecklistEntry>,
    /// Why a person is asked.
    pub reasons: Vec<InterruptReason>,
    /// What the person decided.
    pub decision: Option<HumanDecision>,
    /// Notes of earlier rejections, oldest first.
    pub rejections: Vec<String>,
    /// The case was final, and a person took it up again.
    #[serde(default)]
    pub reopened: bool,
    /// The day of the review, in Korea: an advertisement of a later day cannot be judged for good. Absent in reviews from before it
    /// was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_on: Option<Date>,
    /// What the office lets become final without a person; the strictest where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automatic_finish: Option<AutomaticFinish>,
    /// Chat models are asked beside the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chat: bool,
    /// What they said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<ChatOpinion>,
}

impl ReviewState {
    /// A review that has yet to begin.
    pub fn new(case_id: CaseId, ad: Ad, as_of: Date) -> Self {
        Self {
            case_id,
            ad,
            as_of,
            status: CaseStatus::Running,
            claims: Vec::new(),
            notices: Vec::new(),
            findings: Vec::new(),
            cleared: Vec::new(),
            packs: Vec::new(),
            unread: false,
            statutes: Vec::new(),
            guidelines: Vec::new(),
            precedents: Vec::new(),
            draft: None,
            iterations: 0,
            objections: Vec::new(),
            past: Vec::new(),
            stuck: false,
            checklist: Vec::new(),
            reasons: Vec::new(),
            decision: None,
            rejections: Vec::new(),
            reopened: false,
            reviewed_on: None,
            automatic_finish: None,
            chat: false,
            opinion: None,
        }
    }

    /// Where the advertisement speaks to its reviewer, as code and, where one was asked, a chat model sees it.
    pub fn instructions(&self) -> Vec<Span> {
        let mut spans = instructions_to_the_reviewer(&self.ad.text);
        for span in self.opinion.iter().flat_map(|opinion| &opinion.instructions) {
            if !spans.iter().any(|it| it.start < span.end && span.start < it.end) {
                spans.push(*span);
            }
        }
        spans
    }

    /// The question that is open, while it is.
    pub fn interrupt(&self) -> Option<Interrupt> {
        (!self.reasons.is_empty()).then(|| Interrupt { reasons: self.reasons.clone() })
    }
}

/// What one node adds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewDelta {
    /// Node 1.
    Claims {
        /// 주장.
        claims: Vec<Claim>,
        /// Hidden text and the like.
        notices: Vec<String>,
    },
    /// Node 2.
    Classified {
        /// Rules that fired.
        findings: Vec<Finding>,
        /// Rules that nearly did.
        cleared: Vec<Cleared>,
        /// The rule packs that were applied.
        #[serde(default)]
        packs: Vec<AppliedPack>,
        /// The rules did not read the advertisement to its end.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unread: bool,
    },
    /// Node 3, statutes.
    Statutes(Vec<Retrieved>),
    /// Node 3, guidelines.
    Guidelines(Vec<Retrieved>),
    /// Node 3, decisions.
    Precedents(Vec<Retrieved>),
    /// Node 4.
    Drafted(Box<Draft>),
    /// Node 5.
    Verified {
        /// The draft with citation statuses and confidence filled in.
        draft: Box<Draft>,
        /// The five items.
        checklist: Vec<ChecklistEntry>,
        /// What the next draft must change.
        objections: Vec<Objection>,
    },
    /// Node 6, asking (or not, when empty).
    Asked(Vec<InterruptReason>),
    /// Node 6, answered.
    Decided(HumanDecision),
    /// Node 7.
    Finalized(CaseStatus),
    /// Nodes 1, 2, 4 and 5, where a chat model was asked as well.
    WithOpinion {
        /// What it said.
        opinion: Box<ChatOpinion>,
        /// What the rules say, as without it.
        by_rules: Box<ReviewDelta>,
    },
}

impl State for ReviewState {
    type Node = ReviewNode;
    type Delta = ReviewDelta;

    fn apply(&mut self, delta: ReviewDelta) {
        match delta {
            ReviewDelta::Claims { claims, notices } => {
                self.claims = claims;
                self.notices = notices;
            }
            ReviewDelta::Classified { findings, cleared, packs, unread } => {
                self.findings = findings;
                self.cleared = cleared;
                self.packs = packs;
                self.unread = unread;
            }
            ReviewDelta::Statutes(found) => self.statutes = found,
            ReviewDelta::Guidelines(found) => self.guidelines = found,
            ReviewDelta::Precedents(found) => self.precedents = found,
            ReviewDelta::Drafted(draft) => {
                self.draft = Some(*draft);
                self.iterations += 1;
            }
            ReviewDelta::Verified { draft, checklist, objections } => {
                self.draft = Some(*draft);
                self.checklist = checklist;
                let again = |objection: &Objection| self.past.contains(objection);
                self.stuck = !objections.is_empty() && objections.iter().all(again);
                let new = objections.iter().filter(|objection| !again(objection)).cloned();
                let new: Vec<Objection> = new.collect();
                self.past.extend(new);
                self.objections = objections;
            }
            ReviewDelta::Asked(reasons) => {
                if !reasons.is_empty() {
                    self.status = CaseStatus::AwaitingReview;
                }
                self.reasons = reasons;
            }
            ReviewDelta::Decided(decision) => {
                self.status = CaseStatus::Running;
                if let HumanDecision::Reject { note } = &decision {
                    self.rejections.push(note.clone());
                    self.iterations = 0;
                    self.objections.clear();
                    self.past.clear();
                    self.stuck = false;
                    self.opinion = None;
                }
                self.decision = Some(decision);
            }
            ReviewDelta::Finalized(status) => self.status = status,
            ReviewDelta::WithOpinion { opinion, by_rules } => {
                self.apply(*by_rules);
                self.opinion.get_or_insert_default().extend(*opinion);
            }
        }
    }
}
