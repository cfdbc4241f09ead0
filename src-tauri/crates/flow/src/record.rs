//! What the journal keeps of a run. Node names, deltas and states are text here, so that one journal
//! serves every graph.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use simui_domain::{InterruptId, RunId};
use ts_rs::TS;

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Nodes are running, or were when the process ended.
    Running,
    /// A person must answer.
    Waiting,
    /// The end was reached.
    Finished,
    /// A node failed; the run can be retried from there.
    Failed,
    /// Stopped by a person.
    Cancelled,
}

impl RunStatus {
    /// As stored.
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

/// Where a run goes after a step, as decided then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// To this node.
    Node(String),
    /// To all of these at once, then to `join`.
    All {
        /// In the order in which their deltas are applied.
        branches: Vec<String>,
        /// The node that sees them all.
        join: String,
    },
    /// A branch of a fan-out is done; the fan-out's step says where it joins.
    Join,
    /// Rests until the question is answered.
    Wait,
    /// The run is over.
    End,
}

/// What made a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// A node's body.
    Body,
    /// An answer to the question a body asked.
    Answer,
}

/// One step of a run: a checkpoint is the state after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// 1, 2, 3, … in order of commit.
    pub seq: u64,
    /// The node's name.
    pub node: String,
    /// How often this node's body has run in this run, this time included (from 1).
    pub visit: u32,
    /// Body or answer.
    pub kind: StepKind,
    /// The delta as JSON.
    pub delta: String,
    /// Where the run went.
    pub next: Next,
    /// When the body began (for answers, when it was given).
    pub started_at: Timestamp,
    /// Milliseconds the body took.
    pub ms: f64,
}

/// Outputs a node recorded under keys (a model's replies, for example), as JSON text by key.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// The node.
    pub node: String,
    /// Which of its visits.
    pub visit: u32,
    /// Key to JSON.
    pub outputs: BTreeMap<String, String>,
}

/// Where a fork came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Parent {
    /// The run it was taken from.
    pub run_id: RunId,
    /// After which of its steps.
    #[ts(type = "number")]
    pub seq: u64,
}

/// The head of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRecord {
    /// Its id.
    pub id: RunId,
    /// The graph's name.
    pub graph: String,
    /// The graph's version.
    pub version: u32,
    /// What the run is about: a case id, a conversation id.
    pub subject: String,
    /// For forks.
    pub parent: Option<Parent>,
    /// The initial state as JSON.
    pub initial: String,
    /// Where it begins: the start node, or for forks the place after the parent's step.
    pub entry: Next,
    /// Where it stands.
    pub status: RunStatus,
    /// Why it failed, while it stands at failed.
    pub failure: Option<Failure>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// How a node failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// It returned an error.
    Error,
    /// It panicked: a defect of the program.
    Panic,
    /// It took longer than its limit.
    Timeout,
    /// The run took more steps than allowed.
    StepLimit,
    /// Its edge chose a node that was not declared, or it asked a question it cannot take an answer to.
    Graph,
    /// Process after process ended while it ran, and none of them got further.
    Crash,
}

/// Why a run stands at failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Failure {
    /// The node.
    pub node: String,
    /// How.
    pub kind: FailureKind,
    /// In words.
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
    /// The run that asked.
    pub run_id: RunId,
    /// The step that asked.
    pub seq: u64,
    /// The node that asked.
    pub node: String,
    /// What is asked.
    pub question: Value,
    /// When.
    pub asked_at: Timestamp,
    /// The answer that stands.
    pub answer: Option<Answer>,
}

/// Everything recorded about a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunLog {
    /// Its head.
    pub run: RunRecord,
    /// In order of `seq`.
    pub steps: Vec<Step>,
    /// What nodes recorded, committed or not.
    pub recordings: Vec<Recording>,
    /// The question it waits on.
    pub open_interrupt: Option<InterruptId>,
}
