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
use crate::faults::ErrorBody;

/// Which implementation of the thinking roles to use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// The rules: deterministic and offline.
    #[default]
    Rules,
    /// The rules, and chat models beside them in the roles that an administrator has set.
    Chat,
}

/// One of the lists of the queue.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum QueueState {
    /// 대기: a person must decide.
    #[default]
    Open,
    /// 내 것: waiting, and assigned to this reviewer or claimed by them.
    Mine,
    /// 표본: drawn as a sample.
    Sampled,
    /// 진행: running, waiting for the advertiser's new version, or failed.
    Ongoing,
    /// 완료.
    Done,
}

/// Requests the queue.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct QueueRequest {
    /// Which list to show.
    pub state: QueueState,
    /// Name or id of the reviewer; required for `mine`.
    pub reviewer: Option<String>,
    /// Words that must occur in the advertisement, advertiser or number.
    pub text: Option<String>,
    /// Most cases to return; 200 when absent. Finished cases come newest first, waiting ones in the order of
    /// work: by priority and due date.
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
    /// The status of the case.
    pub status: CaseStatus,
    /// The desk's verdict.
    pub verdict: Option<Verdict>,
    /// The verdict that became final.
    pub final_verdict: Option<Verdict>,
    /// 확신도.
    pub confidence: Option<Confidence>,
    /// The gravest severity of its violations.
    pub severity: Option<Severity>,
    /// Number of violations by severity.
    pub violations: BTreeMap<String, u32>,
    /// Why a person has to decide.
    pub reasons: Vec<InterruptReason>,
    /// When the case came in.
    #[ts(type = "string")]
    pub created_at: Timestamp,
    /// When it began to wait, or became final.
    #[ts(type = "string")]
    pub updated_at: Timestamp,
    /// Claim, assignment, priority and due time, while a person must decide.
    #[serde(default)]
    pub handling: Option<Handling>,
    /// Whether the due time has passed.
    #[serde(default)]
    pub overdue: bool,
}

/// Number of cases in each list.
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

/// A page of the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QueuePage {
    /// The rows.
    pub cases: Vec<CaseSummary>,
    /// The sizes of all lists.
    pub counts: CountByState,
}

/// One version of the advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AdVersion {
    /// Number of the version, from 1.
    pub version: u32,
    /// Its wording and circumstances.
    pub ad: Ad,
    /// When it came in.
    #[ts(type = "string")]
    pub submitted_at: Timestamp,
}

/// How a claim of the previous version appears in the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClaimChangeKind {
    /// The claim is unchanged, word for word.
    Kept,
    /// The claim is gone.
    Removed,
    /// The claim is new in this version.
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

/// 수정요청 통지: the notice to the advertiser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RevisionNotice {
    /// The text, in Korean, without markup.
    pub text: String,
    /// When it was written.
    #[ts(type = "string")]
    pub created_at: Timestamp,
}

/// The article that contains a citation, for reading beside the claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CitedProvision {
    /// Index into `result.citations`.
    pub citation: usize,
    /// The document's title.
    pub title: String,
    /// The complete article in its official wording.
    pub text: String,
    /// Start of the quote in `text`, in Unicode scalar values; start and end are 0 when the quote was not
    /// found.
    pub start: usize,
    /// End of the quote, exclusive.
    pub end: usize,
    /// The document, to open it.
    pub document_id: String,
    /// The key of the article in the document.
    pub article_key: String,
}

/// State of a node of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// The run has not reached it.
    Pending,
    /// It is running.
    Running,
    /// It waits for a person.
    Waiting,
    /// It has finished.
    Done,
    /// It has failed.
    Failed,
}

/// One node of the run, drawn by the interface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NodeView {
    /// The name in the graph.
    pub name: String,
    /// The Korean label.
    pub label: String,
    /// The state.
    pub state: NodeState,
    /// Milliseconds of the last visit.
    pub ms: Option<f64>,
    /// Number of visits.
    pub visits: u32,
}

/// A graph as data and as Mermaid text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GraphView {
    /// The nodes.
    pub nodes: Vec<NodeView>,
    /// The edges: from, to, condition.
    pub edges: Vec<(String, String, Option<String>)>,
    /// The same graph in Mermaid.
    pub mermaid: String,
}

/// Everything that the review screen shows of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseView {
    /// The row of the case in the queue.
    pub summary: CaseSummary,
    /// The current version of the advertisement.
    pub ad: Ad,
    /// All versions, oldest first.
    pub versions: Vec<AdVersion>,
    /// The desk's result; absent until the first run has produced one.
    pub result: Option<ReviewResult>,
    /// The result with a person's changes (수정), when there are any.
    pub final_result: Option<ReviewResult>,
    /// The articles that contain the citations.
    pub provisions: Vec<CitedProvision>,
    /// Decisions, oldest first.
    pub decisions: Vec<Decision>,
    /// 네 눈 원칙: the signatures on the case's questions, oldest first.
    #[serde(default)]
    pub signatures: Vec<Signature>,
    /// The reopenings of the finished case, oldest first.
    #[serde(default)]
    pub reopenings: Vec<Reopening>,
    /// The notice of the last 수정요청.
    pub notice: Option<RevisionNotice>,
    /// The present version compared with the previous one, by claim.
    pub changes: Vec<ClaimChange>,
    /// 심의받은 내용 compared with this wording, where an approval came with one or names a case of this desk.
    pub approved: Option<ApprovedVersion>,
    /// Grounds of the draft that have changed since; only for a case that waits for a decision. `redraft`
    /// applies them.
    pub grounds: Vec<ChangedGround>,
    /// The latest run.
    pub run_id: Option<RunId>,
    /// The open question to a person; a redrafted case asks a new one.
    pub question_id: Option<String>,
    /// The graph of the latest run.
    pub graph: GraphView,
    /// When the case became final.
    #[ts(type = "string | null")]
    pub finalized_at: Option<Timestamp>,
    /// Whether a person decided.
    pub human_reviewed: bool,
    /// The day whose law was applied.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
    /// Why the run failed, when it did.
    pub failure: Option<String>,
    /// What went wrong after the request itself had been stored, in Korean. The request must not be repeated.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// One checkpoint of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Checkpoint {
    /// The run of the checkpoint.
    pub run_id: RunId,
    /// The number in the run, from 1.
    pub seq: u32,
    /// The node that completed.
    pub node: String,
    /// Whether it records a person's answer to the node's question instead of the node's body.
    pub answer: bool,
    /// When it was stored.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Milliseconds that the node took.
    pub ms: f64,
    /// Size of the stored delta in bytes.
    pub bytes: u32,
}

/// The history of a case, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseEvents {
    /// Checkpoints of all its runs.
    pub checkpoints: Vec<Checkpoint>,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// Versions of the advertisement.
    pub versions: Vec<AdVersion>,
    /// The rule packs applied to each version.
    #[serde(default)]
    pub packs: Vec<PacksOfVersion>,
    /// All calls of chat models, oldest first.
    #[serde(default)]
    pub model_calls: Vec<ModelCall>,
}

/// The rule packs applied to one version of an advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PacksOfVersion {
    /// Number of the version, from 1.
    pub version: u32,
    /// The rule packs.
    pub packs: Vec<AppliedPack>,
}

/// 수정: a reviewer's changes of a result. Absent parts stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewEdit {
    /// The new verdict.
    pub verdict: Option<Verdict>,
    /// The complete new list of violations.
    pub violations: Option<Vec<Violation>>,
    /// The complete new list of suggestions.
    pub suggestions: Option<Vec<Suggestion>>,
    /// The complete new list of citations (a person may remove one that is not verified).
    pub citations: Option<Vec<Citation>>,
}

/// A person's decision on a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DecideRequest {
    /// The case.
    pub case_id: CaseId,
    /// The decision.
    pub action: Action,
    /// Name or id of the reviewer who signs.
    pub reviewer: String,
    /// For `modify`: the new verdict.
    pub verdict: Option<Verdict>,
    /// The reviewer's note; required for `reject` and `request_revision`.
    pub note: Option<String>,
    /// For `modify`: the other changes.
    pub edit: Option<ReviewEdit>,
    /// The question that the reviewer read ([`CaseView::question_id`]). When another question is open by now,
    /// the decision is refused, because it would sign a draft that the reviewer has not read.
    #[serde(default)]
    pub question_id: Option<String>,
}

/// Submits a new advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SubmitRequest {
    /// The advertisement.
    pub ad: Ad,
    /// Which engine reviews it.
    #[serde(default)]
    pub engine: Engine,
}

/// Submits a new version after 수정요청.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RevisionRequest {
    /// The case that waits for it.
    pub case_id: CaseId,
    /// The new version.
    pub ad: Ad,
}

/// A file that the interface opened: `.txt`, `.md` (one advertisement) or `.jsonl` (one per line).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadAdsRequest {
    /// The file name, whose ending gives the format.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// A line that could not be read as an advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong and what to do.
    pub message: String,
    /// The same with its code, in which people read it.
    pub fault: ErrorBody,
}

/// The advertisements of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadAds {
    /// The advertisements.
    pub ads: Vec<Ad>,
    /// The unreadable lines. The other lines are kept.
    pub errors: Vec<ReadError>,
}

/// Registers a reviewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NewReviewer {
    /// The name that signs; unique.
    pub name: String,
    /// The role of the reviewer.
    pub role: simui_domain::Role,
}

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReportFormat {
    /// A self-contained HTML page.
    Html,
    /// A tagged PDF with embedded fonts.
    Pdf,
    /// The case view as JSON.
    Json,
}

/// Requests a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportRequest {
    /// The case.
    pub case_id: CaseId,
    /// The format.
    pub format: ReportFormat,
}

/// A report as a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportFile {
    /// A suggested file name.
    pub name: String,
    /// The media type.
    pub media_type: String,
    /// The contents, in base 64.
    pub base64: String,
}

/// Result of folding a run again from its recorded steps, without running a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Replay {
    /// The run.
    pub run_id: RunId,
    /// Number of folded steps.
    pub steps: u32,
    /// Whether every recorded choice of an edge was reproduced.
    pub consistent: bool,
    /// The choices that were not reproduced.
    pub mismatches: Vec<String>,
    /// The verdict of the final state.
    pub verdict: Option<Verdict>,
}

/// Requests a fork of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ForkRequest {
    /// The case.
    pub case_id: CaseId,
    /// The checkpoint after which the fork begins.
    pub at: u32,
    /// A JSON merge patch (RFC 7396) of the state at that checkpoint.
    #[ts(type = "unknown")]
    pub edit: serde_json::Value,
}

/// A fork compared with its original.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CompareRuns {
    /// The original run.
    pub original: RunId,
    /// The fork.
    pub fork: RunId,
    /// The result of the fork.
    pub result: ReviewResult,
    /// Paths whose values differ: path, before, after.
    pub differences: Vec<(String, String, String)>,
}
