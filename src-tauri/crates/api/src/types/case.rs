use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    Action, Ad, AppliedPack, CaseId, CaseStatus, Citation, Confidence, Decision, Handling,
    InterruptReason, ModelCall, Reopening, ReviewResult, RunId, Severity, Signature, Suggestion,
    Verdict, Violation,
};
use ts_rs::TS;

use super::{ApprovedVersion, ChangedGround};

/// Which implementation of the thinking roles to use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Deterministic, offline.
    #[default]
    Rules,
    /// The rules, and chat models beside them in the roles that an administrator has set.
    Chat,
}

/// Which cases the queue shows.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum QueueState {
    /// 대기: a person must decide.
    #[default]
    Open,
    /// 내 것: waiting, and given to this reviewer or claimed by them.
    Mine,
    /// 표본: drawn as a sample.
    Sampled,
    /// 진행: running, waiting for the advertiser's new version, or failed.
    Ongoing,
    /// 완료.
    Done,
}

/// What the queue asks for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct QueueRequest {
    /// Which list.
    pub state: QueueState,
    /// Name or id; needed for `mine`.
    pub reviewer: Option<String>,
    /// Words that must occur in the advertisement, advertiser or number.
    pub text: Option<String>,
    /// At most this many; 200 when absent. Finished ones come newest first, waiting ones as they are to be worked off: by
    /// priority and due date.
    pub limit: Option<u32>,
}

/// One row of the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseSummary {
    /// The case.
    pub case_id: CaseId,
    /// The sender's number, when there is one.
    pub external_id: Option<String>,
    /// The first 160 characters of the wording.
    pub excerpt: String,
    /// 의료기관 or 의료인.
    pub advertiser: Option<String>,
    /// 매체.
    pub medium: Option<String>,
    /// Where it stands.
    pub status: CaseStatus,
    /// The desk's verdict.
    pub verdict: Option<Verdict>,
    /// A person's, once final.
    pub final_verdict: Option<Verdict>,
    /// 확신도.
    pub confidence: Option<Confidence>,
    /// The worst violation.
    pub severity: Option<Severity>,
    /// Violations by severity.
    pub violations: BTreeMap<String, u32>,
    /// Why a person is asked.
    pub reasons: Vec<InterruptReason>,
    /// When the case came in.
    #[ts(type = "string")]
    pub created_at: Timestamp,
    /// When it began to wait, or became final.
    #[ts(type = "string")]
    pub updated_at: Timestamp,
    /// How it is handled, while a person must decide.
    #[serde(default)]
    pub handling: Option<Handling>,
    /// It should have been decided by now.
    #[serde(default)]
    pub overdue: bool,
}

/// How many cases stand in each list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct CountByState {
    /// 대기.
    pub open: u32,
    /// 내 것.
    pub mine: u32,
    /// 표본.
    pub sampled: u32,
    /// 진행.
    pub ongoing: u32,
    /// 완료.
    pub done: u32,
}

/// The queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QueuePage {
    /// Its rows.
    pub cases: Vec<CaseSummary>,
    /// All lists' sizes.
    pub counts: CountByState,
}

/// One version of the advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AdVersion {
    /// From 1.
    pub version: u32,
    /// Its wording and circumstances.
    pub ad: Ad,
    /// When it came in.
    #[ts(type = "string")]
    pub submitted_at: Timestamp,
}

/// How a claim of the previous version fared in the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClaimChangeKind {
    /// Still there, word for word.
    Kept,
    /// Gone.
    Removed,
    /// New in this version.
    Added,
}

/// One line of the comparison of two versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ClaimChange {
    /// Kept, removed or added.
    pub change: ClaimChangeKind,
    /// The claim's words.
    pub text: String,
    /// Kinds of violation it has (or had).
    pub kinds: Vec<String>,
}

/// 수정요청 통지: what was written to the advertiser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RevisionNotice {
    /// Its text, in Korean, plain.
    pub text: String,
    /// When it was written.
    #[ts(type = "string")]
    pub created_at: Timestamp,
}

/// The article a citation stands in, for reading beside the claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CitedProvision {
    /// Index into `result.citations`.
    pub citation: usize,
    /// The document's title.
    pub title: String,
    /// The article as a whole, official wording.
    pub text: String,
    /// Where the quote stands in `text`, in scalar values; both 0 when it could not be found.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// The document, to open it.
    pub document_id: String,
    /// The article's key in it.
    pub article_key: String,
}

/// What a node of a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// Not reached.
    Pending,
    /// Running now.
    Running,
    /// Waiting for a person.
    Waiting,
    /// Finished.
    Done,
    /// Failed.
    Failed,
}

/// One node of the run, drawn by the interface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NodeView {
    /// Its name in the graph.
    pub name: String,
    /// Its Korean label.
    pub label: String,
    /// Its state.
    pub state: NodeState,
    /// Milliseconds its last visit took.
    pub ms: Option<f64>,
    /// How often it was visited.
    pub visits: u32,
}

/// A graph, drawn from the same data as its Mermaid text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GraphView {
    /// Its nodes.
    pub nodes: Vec<NodeView>,
    /// From, to, condition.
    pub edges: Vec<(String, String, Option<String>)>,
    /// The same as Mermaid.
    pub mermaid: String,
}

/// Everything the review screen shows of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseView {
    /// Its row.
    pub summary: CaseSummary,
    /// The current version of the advertisement.
    pub ad: Ad,
    /// All versions, oldest first.
    pub versions: Vec<AdVersion>,
    /// The desk's result; absent while the first run is still going.
    pub result: Option<ReviewResult>,
    /// The result as a person changed it (수정), when one did.
    pub final_result: Option<ReviewResult>,
    /// The articles behind the citations.
    pub provisions: Vec<CitedProvision>,
    /// Decisions, oldest first.
    pub decisions: Vec<Decision>,
    /// 네 눈 원칙: what was signed on its questions, oldest first.
    #[serde(default)]
    pub signatures: Vec<Signature>,
    /// How often it was final and taken up again, oldest first.
    #[serde(default)]
    pub reopenings: Vec<Reopening>,
    /// The notice of the last 수정요청.
    pub notice: Option<RevisionNotice>,
    /// The present version against the one before, by claim.
    pub changes: Vec<ClaimChange>,
    /// 심의받은 내용 against this wording, where an approval came with one or names a case of this desk.
    pub approved: Option<ApprovedVersion>,
    /// What the draft stands on that is otherwise now; only of a case that waits for a decision. `redraft` takes it in.
    pub grounds: Vec<ChangedGround>,
    /// The latest run.
    pub run_id: Option<RunId>,
    /// What waits for a person's answer; a redrafted case asks a new question.
    pub question_id: Option<String>,
    /// It, drawn.
    pub graph: GraphView,
    /// When it became final.
    #[ts(type = "string | null")]
    pub finalized_at: Option<Timestamp>,
    /// Whether a person made it so.
    pub human_reviewed: bool,
    /// The day whose law was applied.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
    /// Why the run failed, when it did.
    pub failure: Option<String>,
    /// What went wrong after what was asked for had been kept, in Korean: it stands and is not to be repeated.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// One checkpoint of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Checkpoint {
    /// The run it belongs to.
    pub run_id: RunId,
    /// Its number in the run, from 1.
    pub seq: u32,
    /// The node whose body completed.
    pub node: String,
    /// A person's answer to the node's question, not its body.
    pub answer: bool,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// How long the node took.
    pub ms: f64,
    /// Bytes of its delta.
    pub bytes: u32,
}

/// What happened to a case, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseEvents {
    /// Checkpoints of all its runs.
    pub checkpoints: Vec<Checkpoint>,
    /// Decisions.
    pub decisions: Vec<Decision>,
    /// Versions of the advertisement.
    pub versions: Vec<AdVersion>,
    /// The rule packs that each version was reviewed with.
    #[serde(default)]
    pub packs: Vec<PacksOfVersion>,
    /// Every call of a chat model, oldest first.
    #[serde(default)]
    pub model_calls: Vec<ModelCall>,
}

/// The rule packs that one version of an advertisement was reviewed with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PacksOfVersion {
    /// The version, from 1.
    pub version: u32,
    /// They.
    pub packs: Vec<AppliedPack>,
}

/// 수정: what a reviewer changed. Absent parts stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewEdit {
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// The whole list of violations.
    pub violations: Option<Vec<Violation>>,
    /// The whole list of suggestions.
    pub suggestions: Option<Vec<Suggestion>>,
    /// The whole list of citations (a person may remove one that is not verified).
    pub citations: Option<Vec<Citation>>,
}

/// A person's decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DecideRequest {
    /// The case.
    pub case_id: CaseId,
    /// What to do.
    pub action: Action,
    /// Name or id of the reviewer who signs.
    pub reviewer: String,
    /// For `modify`: the verdict given.
    pub verdict: Option<Verdict>,
    /// The reviewer's words; required for `reject` and `request_revision`.
    pub note: Option<String>,
    /// For `modify`: what else was changed.
    pub edit: Option<ReviewEdit>,
    /// The question the reviewer had before their eyes ([`CaseView::question_id`]). When it is no longer the
    /// open one, nothing is decided: the draft they read is not the draft they would sign.
    #[serde(default)]
    pub question_id: Option<String>,
}

/// A new advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SubmitRequest {
    /// It.
    pub ad: Ad,
    /// Who judges.
    #[serde(default)]
    pub engine: Engine,
}

/// A new version after 수정요청.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RevisionRequest {
    /// The case that awaits it.
    pub case_id: CaseId,
    /// The new version.
    pub ad: Ad,
}

/// A file the interface opened: `.txt`, `.md` (one advertisement) or `.jsonl` (one a line).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadAdsRequest {
    /// Its name, for the ending.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A line that is no advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadError {
    /// From 1.
    pub line: u32,
    /// What was wrong and what to do.
    pub message: String,
}

/// What a file held.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadAds {
    /// Its advertisements.
    pub ads: Vec<Ad>,
    /// Its unreadable lines; the rest is not lost.
    pub errors: Vec<ReadError>,
}

/// A reviewer to register.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NewReviewer {
    /// The name that signs; unique.
    pub name: String,
    /// What they may do.
    pub role: simui_domain::Role,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReportFormat {
    /// A page that stands alone.
    Html,
    /// The same, paged, font embedded.
    Pdf,
    /// The case view.
    Json,
}

/// Asks for a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportRequest {
    /// The case.
    pub case_id: CaseId,
    /// The form.
    pub format: ReportFormat,
}

/// A report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportFile {
    /// A name to save it under.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// Its bytes, in base 64.
    pub base64: String,
}

/// A run re-folded from its recorded steps; no node ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Replay {
    /// The run.
    pub run_id: RunId,
    /// How many steps were folded.
    pub steps: u32,
    /// Whether every recorded choice of edge comes out the same.
    pub consistent: bool,
    /// Where it does not.
    pub mismatches: Vec<String>,
    /// The state it ends in.
    pub verdict: Option<Verdict>,
}

/// Asks for a fork.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ForkRequest {
    /// The case.
    pub case_id: CaseId,
    /// After which checkpoint.
    pub at: u32,
    /// Replaces parts of the state there (JSON merge patch, RFC 7396).
    #[ts(type = "unknown")]
    pub edit: serde_json::Value,
}

/// A fork beside its original.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CompareRuns {
    /// The original run.
    pub original: RunId,
    /// The new one.
    pub fork: RunId,
    /// What it came to.
    pub result: ReviewResult,
    /// Paths whose values differ: path, before, after.
    pub differences: Vec<(String, String, String)>,
}
