//! Events of a run for listeners.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use simui_domain::{InterruptId, RunId};
use ts_rs::TS;

use crate::Failure;

/// Something that happened in a run. All events except progress and tokens are stored with their commit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Event {
    /// Id of the run.
    pub run_id: RunId,
    /// Subject of the run, for example a case id.
    pub subject: String,
    /// When it happened.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Kind of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind {
    /// The first node is about to run.
    RunStarted,
    /// A body starts.
    NodeStarted {
        /// Name of the node.
        node: String,
        /// Number of the visit, from 1.
        visit: u32,
    },
    /// A body reports its progress. Live only.
    Progress {
        /// Name of the node.
        node: String,
        /// Amount of work that is done, in units that the node chooses.
        done: u32,
        /// Total amount of work in the same units.
        total: u32,
        /// Description for people.
        message: String,
    },
    /// A piece of text that a model just wrote. Live only.
    Token {
        /// Name of the node.
        node: String,
        /// The piece of text.
        text: String,
    },
    /// The delta of a body is committed.
    NodeFinished {
        /// Name of the node.
        node: String,
        /// Number of the visit, from 1.
        visit: u32,
        /// Duration in milliseconds.
        ms: f64,
    },
    /// A question was opened.
    Interrupted {
        /// Id of the question.
        interrupt_id: InterruptId,
        /// Name of the node that asks.
        node: String,
        /// The question as JSON.
        #[ts(type = "unknown")]
        question: Value,
    },
    /// A question was answered.
    Answered {
        /// Id of the question.
        interrupt_id: InterruptId,
        /// Id of the person who answered.
        by: String,
    },
    /// The run reached its end.
    Finished,
    /// A node failed.
    Failed(Failure),
    /// A failed run is retried.
    Retried,
    /// The run was cancelled.
    Cancelled,
}

impl EventKind {
    /// Whether the event is stored; the others are only streamed.
    pub fn is_stored(&self) -> bool {
        !matches!(self, EventKind::Progress { .. } | EventKind::Token { .. })
    }
}
