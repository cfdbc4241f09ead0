//! The state of a review: what its nodes have added, from the claims to the decision of a person.

mod decision;
mod draft;
mod retrieved;

use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    Ad, AppliedPack, AutomaticFinish, CaseId, CaseStatus, ChatOpinion, ChecklistEntry, Claim,
    Interrupt, InterruptReason, Span, WordingSuspicion,
};
use simui_flow::State;

pub use decision::{Changes, HumanDecision};
pub use draft::{Draft, Objection, TriedException};
pub use retrieved::{FoundFor, Retrieved};

use crate::finding::{Cleared, Finding};
use crate::instructions::instructions_to_the_reviewer;

/// The nodes of the review (README: the seven nodes). The three searches count as one node and run side by
/// side.
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
    /// All nodes in reading order, each with the label that the interface shows.
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

/// The state of a review: everything its nodes have added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewState {
    /// The case.
    pub case_id: CaseId,
    /// The advertisement.
    pub ad: Ad,
    /// 게재일, or the day of review: the law in force on this day applies.
    pub as_of: Date,
    /// The status of the case.
    pub status: CaseStatus,
    /// 주장: the claims of the advertisement.
    pub claims: Vec<Claim>,
    /// Notices for the reviewer that are no violations, such as hidden text.
    pub notices: Vec<String>,
    /// The rules that fired.
    pub findings: Vec<Finding>,
    /// The triggers that an exception cleared.
    pub cleared: Vec<Cleared>,
    /// Wording that the model suspects and no rule found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<WordingSuspicion>,
    /// The rule packs that were applied.
    #[serde(default)]
    pub packs: Vec<AppliedPack>,
    /// True when the rules did not read the advertisement to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unread: bool,
    /// Statutes found by searching.
    pub statutes: Vec<Retrieved>,
    /// Guidelines found by searching.
    pub guidelines: Vec<Retrieved>,
    /// Decisions found by searching.
    pub precedents: Vec<Retrieved>,
    /// The current draft.
    pub draft: Option<Draft>,
    /// Number of drafts written since the last rejection.
    pub iterations: u32,
    /// The objections of the verifier to the current draft.
    pub objections: Vec<Objection>,
    /// All objections of the verifier since the last rejection: every later draft must heed them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Objection>,
    /// True when the verifier only repeats earlier objections: another draft would not help.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stuck: bool,
    /// The results of the verifier's five checks.
    pub checklist: Vec<ChecklistEntry>,
    /// The reasons for which a person is asked; empty when nobody is.
    pub reasons: Vec<InterruptReason>,
    /// The decision of the person, once there is one.
    pub decision: Option<HumanDecision>,
    /// Notes of earlier rejections, oldest first.
    pub rejections: Vec<String>,
    /// True when the case was final and a person reopened it.
    #[serde(default)]
    pub reopened: bool,
    /// The day of the review, in Korea. The verdict on an advertisement of a later day is 보류. Absent in
    /// reviews from before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_on: Option<Date>,
    /// The verdicts that the office allows to become final without a person; the strictest setting where it
    /// is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automatic_finish: Option<AutomaticFinish>,
    /// True when chat models are asked beside the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chat: bool,
    /// The answers of the chat models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<ChatOpinion>,
}

impl ReviewState {
    /// Creates the state of a review that has not begun.
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
            suspicions: Vec::new(),
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

    /// Returns the spans in which the advertisement addresses its reviewer, found by code or by a chat model.
    pub fn instructions(&self) -> Vec<Span> {
        let mut spans = instructions_to_the_reviewer(&self.ad.text);
        for span in self.opinion.iter().flat_map(|opinion| &opinion.instructions) {
            if !spans.iter().any(|it| it.start < span.end && span.start < it.end) {
                spans.push(*span);
            }
        }
        spans
    }

    /// Returns the open question to a person, while there is one.
    pub fn interrupt(&self) -> Option<Interrupt> {
        (!self.reasons.is_empty()).then(|| Interrupt { reasons: self.reasons.clone() })
    }
}

/// What one node adds to the state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewDelta {
    /// Node 1: the claims.
    Claims {
        /// 주장: the claims of the advertisement.
        claims: Vec<Claim>,
        /// Notices for the reviewer that are no violations, such as hidden text.
        notices: Vec<String>,
    },
    /// Node 2: the findings.
    Classified {
        /// The rules that fired.
        findings: Vec<Finding>,
        /// The triggers that an exception cleared.
        cleared: Vec<Cleared>,
        /// Wording that the model suspects and no rule found.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        suspicions: Vec<WordingSuspicion>,
        /// The rule packs that were applied.
        #[serde(default)]
        packs: Vec<AppliedPack>,
        /// True when the rules did not read the advertisement to its end.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unread: bool,
    },
    /// Node 3: statutes found by searching.
    Statutes(Vec<Retrieved>),
    /// Node 3: guidelines found by searching.
    Guidelines(Vec<Retrieved>),
    /// Node 3: decisions found by searching.
    Precedents(Vec<Retrieved>),
    /// Node 4: a new draft.
    Drafted(Box<Draft>),
    /// Node 5: the verified draft.
    Verified {
        /// The draft with citation statuses and confidence filled in.
        draft: Box<Draft>,
        /// The results of the five checks.
        checklist: Vec<ChecklistEntry>,
        /// The objections that the next draft must heed.
        objections: Vec<Objection>,
    },
    /// Node 6: the reasons for asking a person; empty when nobody is asked.
    Asked(Vec<InterruptReason>),
    /// Node 6: the decision of the person.
    Decided(HumanDecision),
    /// Node 7: the final status of the case.
    Finalized(CaseStatus),
    /// Nodes 1, 2, 4 and 5 where a chat model was asked as well.
    WithOpinion {
        /// The answer of the chat model.
        opinion: Box<ChatOpinion>,
        /// The delta of the rules, unchanged by the chat model.
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
            ReviewDelta::Classified { findings, cleared, suspicions, packs, unread } => {
                self.findings = findings;
                self.cleared = cleared;
                self.suspicions = suspicions;
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    #[test]
    fn a_finding_of_the_wording_model_from_before_suspicions_is_read() {
        let stored = r#"{"classified":{"findings":[{"kind":"V3","level":"standard","severity":"medium",
            "claim_id":"c1","span":{"start":0,"end":2},"rule":"wording.v3@2026.4","articles":[],
            "rationale":"","exceptions":[],"strength":0.45,"suggestion":null,"query":""}],
            "cleared":[],"packs":[]}}"#;
        let mut state = ReviewState::new(CaseId::from("case"), Ad::default(), Date::MIN);
        state.apply(serde_json::from_str(stored).unwrap());
        assert_eq!(state.findings[0].rule, "wording.v3@2026.4");
        assert!(state.suspicions.is_empty());
    }
}
