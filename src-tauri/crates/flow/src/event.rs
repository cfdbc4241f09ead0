use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use simui_domain::{InterruptId, RunId};
use ts_rs::TS;

use crate::Failure;

/// Something that happened in a run. All but progress and tokens are also stored, with the commit they belong to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Event {
    /// The run.
    pub run_id: RunId,
    /// What the run is about.
    pub subject: String,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind {
    /// The first node is about to run.
    RunStarted,
    /// A body begins.
    NodeStarted {
        /// Which node.
        node: String,
        /// Which visit (from 1).
        visit: u32,
    },
    /// A body tells how far it is. Live only.
    Progress {
        /// Which node.
        node: String,
        /// How much is done, in units of the node's choice.
        done: u32,
        /// Of how much.
        total: u32,
        /// In words, for people.
        message: String,
    },
    /// A piece of text a model just wrote. Live only.
    Token {
        /// Which node.
        node: String,
        /// The piece.
        text: String,
    },
    /// A body's delta is committed.
    NodeFinished {
        /// Which node.
        node: String,
        /// Which visit.
        visit: u32,
        /// How long it took.
        ms: f64,
    },
    /// A question is open.
    Interrupted {
        /// Its id.
        interrupt_id: InterruptId,
        /// The node that asks.
        node: String,
        /// What is asked.
        #[ts(type = "unknown")]
        question: Value,
    },
    /// It was answered.
    Answered {
        /// Its id.
        interrupt_id: InterruptId,
        /// By whom.
        by: String,
    },
    /// The end was reached.
    Finished,
    /// A node failed.
    Failed(Failure),
    /// A failed run is tried again.
    Retried,
    /// The run was stopped.
    Cancelled,
}

impl EventKind {
    /// Whether it is stored; the rest is only streamed.
    pub fn is_stored(&self) -> bool {
        !matches!(self, EventKind::Progress { .. } | EventKind::Token { .. })
    }
}
