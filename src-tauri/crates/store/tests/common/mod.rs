//! A graph with the nodes of the review and deltas of realistic size, whose bodies compute nothing.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking; benchmarks use a part"
)]

pub mod plain_sql;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use simui_domain::{
    Action, Ad, CaseId, CaseStatus, Citation, CitationStatus, Claim, ClaimId, Clock, Confidence,
    DocumentKind, Interrupt, InterruptReason, Level, ReviewResult, Reviewer, Role, RunId, Severity,
    Verdict, Violation, ViolationKind,
};
use simui_flow::{
    Answer, Context, Edge, Engine, Graph, GraphBuilder, Limits, NodeError, Outcome, State, Stop,
    Timings,
};
use simui_store::{Database, Projection, SqliteJournal};
use uuid::Uuid;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    Extract,
    Classify,
    Statutes,
    Guidelines,
    Precedents,
    Draft,
    Verify,
    Decide,
    Finish,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Review {
    pub case: CaseId,
    pub ad: Ad,
    pub claims: Vec<Claim>,
    pub violations: Vec<Violation>,
    pub passages: Vec<Passage>,
    pub drafts: u32,
    pub verdict: Option<Verdict>,
    pub reasons: Vec<InterruptReason>,
    pub action: Option<Action>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Passage {
    pub source: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Delta {
    Claims(Vec<Claim>),
    Violations(Vec<Violation>),
    Passages(Vec<Passage>),
    Drafted(Verdict, String),
    Verified(String),
    Asked(Vec<InterruptReason>),
    Decided(Action, Option<Verdict>),
    Finished,
}

impl State for Review {
    type Node = Node;
    type Delta = Delta;

    fn apply(&mut self, delta: Delta) {
        match delta {
            Delta::Claims(claims) => self.claims = claims,
            Delta::Violations(violations) => self.violations = violations,
            Delta::Passages(passages) => self.passages.extend(passages),
            Delta::Drafted(verdict, _) => {
                self.drafts += 1;
                self.verdict = Some(verdict);
            }
            Delta::Verified(_) | Delta::Finished => {}
            Delta::Asked(reasons) => self.reasons = reasons,
            Delta::Decided(action, verdict) => {
                self.action = Some(action);
                self.verdict = verdict.or(self.verdict);
            }
        }
    }
}

type Done = Result<Outcome<Review>, NodeError>;

/// About as much Korean text as three search hits have.
fn passage(source: &str) -> Passage {
    let text = "② 의료인등은 다음 각 호의 어느 하나에 해당하는 의료광고를 하지 못한다. ".repeat(20);
    Passage { source: source.to_owned(), text }
}

async fn extract(state: Arc<Review>, _: Context) -> Done {
    let chars: Vec<char> = state.ad.text.chars().collect();
    let claims = chars.chunks(20).take(5).enumerate().map(|(at, words)| Claim {
        id: ClaimId(format!("c{}", at + 1)),
        text: words.iter().collect(),
        start: at * 20,
        end: at * 20 + words.len(),
    });
    Ok(Outcome::Done(Delta::Claims(claims.collect())))
}

async fn classify(state: Arc<Review>, _: Context) -> Done {
    let violation = |(at, claim): (usize, &Claim)| Violation {
        kind: ViolationKind::ALL[at % 14],
        level: Level::Statute,
        severity: if at == 0 { Severity::Critical } else { Severity::High },
        claim_id: claim.id.clone(),
        article: "의료법 제56조제2항제8호".into(),
        rationale: "객관적인 근거 없이 효과를 단정하여 소비자를 오인하게 할 우려가 있다. "
            .repeat(2),
        citations: vec![at],
        rule: "exaggeration.certain@2026.3".into(),
    };
    let violations = state.claims.iter().enumerate().map(violation).collect();
    Ok(Outcome::Done(Delta::Violations(violations)))
}

async fn retrieve(_: Arc<Review>, _: Context) -> Done {
    Ok(Outcome::Done(Delta::Passages(vec![passage("statute"), passage("guideline")])))
}

async fn draft(_: Arc<Review>, _: Context) -> Done {
    let words =
        "사실: 시술명과 수치가 있다. 법령: 제56조제2항제8호. 요건: 출처가 없다. ".repeat(40);
    Ok(Outcome::Done(Delta::Drafted(Verdict::Denied, words)))
}

async fn verify(_: Arc<Review>, _: Context) -> Done {
    Ok(Outcome::Done(Delta::Verified("인용 4건 모두 원문과 일치한다. ".repeat(20))))
}

/// Advertisements that begin with 표본 are samples; those that begin with 통과 need no person.
async fn decide(state: Arc<Review>, _: Context) -> Done {
    if state.ad.text.starts_with("통과") {
        return Ok(Outcome::Done(Delta::Asked(Vec::new())));
    }
    let reasons = match state.ad.text.starts_with("표본") {
        true => vec![InterruptReason::Sample],
        false => vec![InterruptReason::Critical, InterruptReason::LowConfidence],
    };
    let question = json!(Interrupt { reasons: reasons.clone() });
    Ok(Outcome::Wait { delta: Delta::Asked(reasons), question })
}

fn decided(_: &Review, answer: &Answer) -> Result<Delta, NodeError> {
    let action = serde_json::from_value(answer.payload["action"].clone())?;
    let verdict = serde_json::from_value(answer.payload["verdict"].clone())?;
    Ok(Delta::Decided(action, verdict))
}

fn after_decision(state: &Review) -> Node {
    if state.action == Some(Action::Reject) { Node::Draft } else { Node::Finish }
}

async fn finish(_: Arc<Review>, _: Context) -> Done {
    Ok(Outcome::Done(Delta::Finished))
}

fn outcome(state: &Review, timings: &Timings) -> Value {
    let status = match (state.action, state.reasons.is_empty()) {
        (Some(Action::RequestRevision), _) => CaseStatus::AwaitingRevision,
        (Some(Action::Reject) | None, false) => CaseStatus::AwaitingReview,
        _ => CaseStatus::Completed,
    };
    let citation = |violation: &Violation| Citation {
        chunk_id: "chunk".into(),
        kind: DocumentKind::Statute,
        article: violation.article.clone(),
        quote: "객관적인 사실을 과장하는 내용의 광고".into(),
        effective_from: "2026-04-07".parse().ok(),
        status: CitationStatus::Verified,
        digest: false,
        version: "법률 제21524호".into(),
        note: String::new(),
    };
    json!(ReviewResult {
        id: state.ad.id.clone(),
        case_id: state.case.clone(),
        status,
        verdict: state.verdict.unwrap_or(Verdict::Hold),
        confidence: Confidence(if state.ad.text.starts_with("불확실") { 0.6 } else { 0.74 }),
        confidence_parts: Default::default(),
        claims: state.claims.clone(),
        citations: state.violations.iter().map(citation).collect(),
        violations: state.violations.clone(),
        reasoning: Vec::new(),
        decisions: Vec::new(),
        support: None,
        checklist: Vec::new(),
        suggestions: Vec::new(),
        iterations: state.drafts,
        interrupt: Some(Interrupt { reasons: state.reasons.clone() })
            .filter(|asked| !asked.reasons.is_empty()),
        engine: [("draft".to_owned(), "rules".to_owned())].into(),
        timings_ms: timings.nodes.clone(),
        notices: Vec::new(),
        packs: Vec::new(),
        opinion: None,
        missing_grounds: Vec::new(),
        assertions: Vec::new(),
        suspicions: Vec::new(),
        automatic_finish: None,
    })
}

/// The graph with all nodes.
pub fn graph() -> Graph<Review> {
    builder_until_finish().node(Node::Finish, finish, Edge::End).build().unwrap()
}

/// The graph without its last node, so that a test can add its own.
pub fn builder_until_finish() -> GraphBuilder<Review> {
    let fan = [Node::Statutes, Node::Guidelines, Node::Precedents];
    Graph::builder("review", 1)
        .node(Node::Extract, extract, Edge::to(Node::Classify))
        .node(Node::Classify, classify, Edge::all(fan, Node::Draft))
        .node(Node::Statutes, retrieve, Edge::to(Node::Draft))
        .node(Node::Guidelines, retrieve, Edge::to(Node::Draft))
        .node(Node::Precedents, retrieve, Edge::to(Node::Draft))
        .node(Node::Draft, draft, Edge::to(Node::Verify))
        .node(Node::Verify, verify, Edge::to(Node::Decide))
        .waiting(
            Node::Decide,
            decide,
            decided,
            Edge::choice(after_decision, [Node::Draft, Node::Finish]),
        )
        .outcome(outcome)
}

/// A clock with the system's time and UUIDv7.
pub fn clock() -> Clock {
    Clock::new(Timestamp::now, id_at)
}

/// A UUIDv7 for this time.
pub fn id_at(at: Timestamp) -> Uuid {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let counted = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = u64::from(std::process::id());
    let mut bytes = [0; 10];
    bytes[..2].copy_from_slice(&(process as u16).to_be_bytes());
    bytes[2..].copy_from_slice(&counted.to_be_bytes());
    uuid::Builder::from_unix_timestamp_millis(at.as_millisecond() as u64, &bytes).into_uuid()
}

/// A desk: a database with an engine of its own, like one process.
pub struct Desk {
    pub db: Database,
    pub engine: Engine<Review, SqliteJournal>,
    pub clock: Clock,
}

impl Desk {
    pub async fn open(dir: &Path) -> Self {
        Self::with(dir, graph()).await
    }

    /// A desk with another clock.
    pub async fn at(dir: &Path, clock: Clock) -> Self {
        Self::timed(dir, graph(), clock).await
    }

    pub async fn with(dir: &Path, graph: Graph<Review>) -> Self {
        Self::timed(dir, graph, clock()).await
    }

    async fn timed(dir: &Path, graph: Graph<Review>, clock: Clock) -> Self {
        let db = Database::open(dir).await.unwrap();
        let journal = SqliteJournal::new(db.clone(), Projection::Review, clock.clone());
        let (graph, journal) = (Arc::new(graph), Arc::new(journal));
        let engine = Engine::new(graph, journal, clock.clone(), Limits::default());
        Self { db, engine, clock }
    }

    pub async fn reviewer(&self, name: &str) -> Reviewer {
        self.db.add_reviewer(&self.clock, name, Role::Reviewer, None).await.unwrap()
    }

    /// Takes in an advertisement and reviews it until it stops.
    pub async fn review(&self, text: &str) -> (CaseId, Stop<Review>) {
        let (case, run) = self.intake(text).await;
        let stop = self.engine.resume(&run).await.unwrap();
        (case, stop)
    }

    pub async fn intake(&self, text: &str) -> (CaseId, RunId) {
        let case: CaseId = self.clock.new_id();
        let ad = Ad { text: text.to_owned(), id: Some("AD-1".into()), ..Ad::default() };
        let run = self.run_of(&case, &ad);
        self.db.create_case(&case, &ad, &run).await.unwrap();
        (case, run.id)
    }

    pub fn run_of(&self, case: &CaseId, ad: &Ad) -> simui_flow::RunRecord {
        let state = Review {
            case: case.clone(),
            ad: ad.clone(),
            claims: Vec::new(),
            violations: Vec::new(),
            passages: Vec::new(),
            drafts: 0,
            verdict: None,
            reasons: Vec::new(),
            action: None,
        };
        self.engine.new_run(self.clock.new_id(), case.as_str(), &state).unwrap()
    }
}

/// An advertisement of usual length.
pub const AD: &str = "말기암도 포기하지 마세요. 국내 유일 면역세포 치료로 95% 이상 호전! 환자분들의 생생한 후기를 확인하세요. \
    지금 예약하시면 상담료 무료, 수술비 30% 할인 혜택을 드립니다.";

pub fn uuid_of(id: &str) -> Uuid {
    id.parse().unwrap()
}
