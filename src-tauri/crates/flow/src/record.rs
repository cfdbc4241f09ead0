//! The record of a run in the journal. Node names, deltas and states are text here, so that one journal
//! serves every graph.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use simui_domain::{InterruptId, RunId};
use ts_rs::TS;

/// Status of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Nodes are running, or were when the process ended.
    Running,
    /// A person must answer.
    Waiting,
    /// The run reached its end.
    Finished,
    /// A node failed; the run can be retried from there.
    Failed,
    /// A person cancelled the run.
    Cancelled,
}

impl RunStatus {
    /// Name of the status as it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            RunStatus::Running => "running",
            RunStatus::Waiting => "waiting",
            RunStatus::Finished => "finished",
            RunStatus::Failed => "failed",
            RunStatus::Cancelled => "cancelled",
        }
    }

    /// Reads what [`RunStatus::as_str`] wrote.
    pub fn from_stored(text: &str) -> Option<Self> {
        use RunStatus::*;
        [Running, Waiting, Finished, Failed, Cancelled].into_iter().find(|s| s.as_str() == text)
    }
}

impl fmt::Display for RunStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a run continues after a step, as decided at that time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// At this node.
    Node(String),
    /// At all of these nodes concurrently, then at `join`.
    All {
        /// Branches in the order in which their deltas are applied.
        branches: Vec<String>,
        /// The node that sees all their deltas.
        join: String,
    },
    /// A branch of a fan-out is done; the step of the fan-out names the join.
    Join,
    /// The run rests until the question is answered.
    Wait,
    /// The run is over.
    End,
}

/// Origin of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The body of a node.
    Body,
    /// An answer to the question that a body asked.
    Answer,
}

/// One step of a run; the state after it is a checkpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Number of the step: 1, 2, 3, … in order of commit.
    pub seq: u64,
    /// Name of the node.
    pub node: String,
    /// Number of times this node's body has run in this run, including this one (from 1).
    pub visit: u32,
    /// Whether a body or an answer made the step.
    pub kind: StepKind,
    /// The delta as JSON.
    pub delta: String,
    /// Where the run continued.
    pub next: Next,
    /// When the body started, or when the answer was given.
    pub started_at: Timestamp,
    /// Duration of the body in milliseconds.
    pub ms: f64,
}

/// Outputs that a node recorded, for example replies of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// Name of the node.
    pub node: String,
    /// Number of its visit, from 1.
    pub visit: u32,
    /// JSON texts by key.
    pub outputs: BTreeMap<String, String>,
}

/// Origin of a fork.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Parent {
    /// The run that was forked.
    pub run_id: RunId,
    /// Number of the step after which it was forked.
    #[ts(type = "number")]
    pub seq: u64,
}

/// A run without its steps.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRecord {
    /// Its id.
    pub id: RunId,
    /// Name of the graph.
    pub graph: String,
    /// Version of the graph.
    pub version: u32,
    /// Subject of the run, for example a case id or a conversation id.
    pub subject: String,
    /// Origin, if the run is a fork.
    pub parent: Option<Parent>,
    /// The initial state as JSON.
    pub initial: String,
    /// Where the run begins: the start node, or for a fork the place after the parent's step.
    pub entry: Next,
    /// Its status.
    pub status: RunStatus,
    /// The failure, if the status is [`RunStatus::Failed`].
    pub failure: Option<Failure>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// Kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The body returned an error.
    Error,
    /// The body panicked: a defect of the program.
    Panic,
    /// The body took longer than its limit.
    Timeout,
    /// The run took more steps than allowed.
    StepLimit,
    /// An edge chose a node that it does not declare, or a node asked a question without taking answers.
    Graph,
    /// Several processes in a row ended while the run was running, without a commit in between.
    Crash,
}

/// Why a run failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Failure {
    /// Name of the node.
    pub node: String,
    /// Kind of failure.
    pub kind: FailureKind,
    /// Description for people.
    pub message: String,
}

/// A person's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Id of the person; the caller has authenticated it.
    pub by: String,
    /// When the person answered.
    pub at: Timestamp,
    /// The decision, in the form that the waiting node reads.
    pub payload: Value,
}

/// A question, open or answered.
#[derive(Debug, Clone, PartialEq)]
pub struct InterruptRecord {
    /// Its id.
    pub id: InterruptId,
    /// Id of the run that asked.
    pub run_id: RunId,
    /// Number of the step that asked.
    pub seq: u64,
    /// Name of the node that asked.
    pub node: String,
    /// The question as JSON.
    pub question: Value,
    /// When it was asked.
    pub asked_at: Timestamp,
    /// The answer, once there is one.
    pub answer: Option<Answer>,
}

/// Everything recorded about a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunLog {
    /// The run without its steps.
    pub run: RunRecord,
    /// Its steps in order of `seq`.
    pub steps: Vec<Step>,
    /// Outputs that nodes recorded, of committed and of failed bodies.
    pub recordings: Vec<Recording>,
    /// The question that the run waits for.
    pub open_interrupt: Option<InterruptId>,
}
