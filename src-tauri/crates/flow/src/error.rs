//! Errors of graphs, runs and nodes.

use std::error::Error;
use std::fmt;

use jiff::Timestamp;
use simui_domain::{InterruptId, RunId};

use crate::RunStatus;

/// Errors of a graph or a run.
///
/// The failure of a node is not among these: its run then has the status [`RunStatus::Failed`].
#[derive(Debug, thiserror::Error)]
pub enum FlowError {
    /// The graph cannot be built.
    #[error("graph {graph}: {problem}")]
    Graph {
        /// Name of the graph.
        graph: String,
        /// What is wrong and how to fix it.
        problem: String,
    },
    /// No run has this id.
    #[error("run {0} does not exist; list the runs to find its id")]
    UnknownRun(RunId),
    /// A run with this id already exists.
    #[error("run {0} exists already; resume it, or start under a new id")]
    RunExists(RunId),
    /// No question has this id.
    #[error("question {0} does not exist; list the open questions to find its id")]
    UnknownInterrupt(InterruptId),
    /// The question was answered before; the first answer counts.
    #[error("question {interrupt} was already answered by {by} at {at}; that answer stands")]
    AlreadyAnswered {
        /// Id of the question.
        interrupt: InterruptId,
        /// Id of the person who answered first.
        by: String,
        /// When it was answered.
        at: Timestamp,
    },
    /// The run does not have the status that the operation needs.
    #[error("run {run} is {status}, so it cannot be {operation}")]
    WrongStatus {
        /// The run.
        run: RunId,
        /// Status of the run.
        status: RunStatus,
        /// The requested operation: `answered`, `retried`, `cancelled`.
        operation: &'static str,
    },
    /// This engine is already driving the run.
    #[error("run {0} is being driven already; follow its events instead")]
    Active(RunId),
    /// Another living process drives the run, or has taken it over.
    #[error("run {0} belongs to another process that is still alive; wait for it or end it")]
    OwnedElsewhere(RunId),
    /// The run was recorded by another graph or another version of it.
    #[error(
        "run {run} was recorded by graph {recorded}, this is {present}; use the program version that wrote it"
    )]
    Version {
        /// The run.
        run: RunId,
        /// Name and version in the journal.
        recorded: String,
        /// Name and version of this graph.
        present: String,
    },
    /// The record of a run is inconsistent.
    #[error("record of run {run}, step {seq}: {problem}; restore a backup or start the case again")]
    Corrupt {
        /// The run.
        run: RunId,
        /// Number of the step.
        seq: u64,
        /// What is inconsistent.
        problem: String,
    },
    /// The checkpoint does not exist, or a fork cannot start from it.
    #[error("run {run} has no usable checkpoint {seq}: {problem}")]
    Checkpoint {
        /// The run.
        run: RunId,
        /// The requested checkpoint.
        seq: u64,
        /// Why it cannot be used, and which can.
        problem: String,
    },
    /// The answer does not fit the question; nothing was recorded and the question is still open.
    #[error("answer refused: {0}")]
    Refused(String),
    /// The journal declines an answer; nothing was recorded and the question is still open.
    #[error("answer refused: {0}")]
    Declined(#[source] Box<dyn Error + Send + Sync>),
    /// The journal could not read or write; nothing of the transaction was stored.
    #[error("journal: {0}")]
    Journal(#[source] Box<dyn Error + Send + Sync>),
}

/// Why a node failed: the whole chain of causes as one line of text, because it is stored.
///
/// Any error converts into it with `?`; for that reason it does not implement [`std::error::Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeError(String);

impl NodeError {
    /// An error with a text of its own: what went wrong, where, and what to do.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error> From<E> for NodeError {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            let text = cause.to_string();
            // Many errors repeat the text of their cause.
            if !message.contains(&text) {
                message.push_str(": ");
                message.push_str(&text);
            }
            source = cause.source();
        }
        Self(message)
    }
}
