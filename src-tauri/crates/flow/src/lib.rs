//! Durable graphs: typed state, nodes that run once, questions that outlive the process.
//!
//! A [`Graph`] over one [`State`] is built once and checked while it is built. An [`Engine`] runs it and,
//! after each node, commits the node's *delta* and its events through a [`Journal`] in one transaction, which
//! short nodes in a row share.
//! The state of a run is its initial state folded with the recorded deltas. Nothing else is stored, so a
//! restart necessarily sees what the first process saw.
//!
//! ```text
//! body -> delta -> next (from the edge) -> ONE commit -> next node
//!              \-> Wait: delta + question -> ONE commit -> … a person … -> answer + delta -> ONE commit
//! ```
//!
//! ```
//! use std::{fmt, sync::Arc};
//!
//! use serde::{Deserialize, Serialize};
//! use simui_flow::{Answer, Context, Edge, FlowError, Graph, NodeError, Outcome, State};
//!
//! #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
//! enum Node { Draft, Decide, Finish }
//! impl fmt::Display for Node {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{self:?}") }
//! }
//!
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Case { text: String, words: Option<usize>, approved: Option<bool> }
//! #[derive(Clone, Serialize, Deserialize)]
//! enum Delta { Words(usize), Nothing, Approved(bool) }
//! impl State for Case {
//!     type Node = Node;
//!     type Delta = Delta;
//!     fn apply(&mut self, delta: Delta) {
//!         match delta {
//!             Delta::Words(n) => self.words = Some(n),
//!             Delta::Nothing => {}
//!             Delta::Approved(yes) => self.approved = Some(yes),
//!         }
//!     }
//! }
//!
//! async fn draft(case: Arc<Case>, _: Context) -> Result<Outcome<Case>, NodeError> {
//!     Ok(Outcome::Done(Delta::Words(case.text.split_whitespace().count())))
//! }
//! async fn decide(case: Arc<Case>, _: Context) -> Result<Outcome<Case>, NodeError> {
//!     let question = serde_json::json!({ "words": case.words });
//!     Ok(Outcome::Wait { delta: Delta::Nothing, question })
//! }
//! fn decided(_: &Case, answer: &Answer) -> Result<Delta, NodeError> {
//!     let yes = answer.payload.as_bool().ok_or_else(|| NodeError::new("answer yes or no"))?;
//!     Ok(Delta::Approved(yes))
//! }
//! fn after_decision(case: &Case) -> Node {
//!     if case.approved == Some(true) { Node::Finish } else { Node::Draft }
//! }
//! async fn finish(_: Arc<Case>, _: Context) -> Result<Outcome<Case>, NodeError> {
//!     Ok(Outcome::Done(Delta::Nothing))
//! }
//!
//! let graph = Graph::builder("example", 1)
//!     .node(Node::Draft, draft, Edge::to(Node::Decide))
//!     .waiting(Node::Decide, decide, decided, Edge::choice(after_decision, [Node::Draft, Node::Finish]))
//!     .node(Node::Finish, finish, Edge::End)
//!     .build()?;
//! assert_eq!(graph.shape().nodes.len(), 3);
//! # Ok::<(), FlowError>(())
//! ```

mod body_thread;
mod builder;
mod context;
mod cursor;
mod diff;
mod drive;
mod edge;
mod engine;
mod error;
mod event;
mod graph;
mod history;
mod journal;
mod mermaid;
mod node;
mod panics;
mod ram;
mod record;
mod runs;
mod state;
mod validate;

pub use builder::GraphBuilder;
pub use context::Context;
pub use diff::{Difference, differences};
pub use edge::Edge;
pub use engine::{Engine, Limits, Stop};
pub use error::{FlowError, NodeError};
pub use event::{Event, EventKind};
pub use graph::Graph;
pub use history::{Checkpoint, Mismatch, Replay};
pub use journal::{Commit, Journal};
pub use mermaid::{Shape, ShapeEdge, ShapeNode};
pub use ram::{Moment, RamJournal};
pub use record::{
    Answer, Failure, FailureKind, InterruptRecord, Next, Parent, Recording, RunLog, RunRecord,
    RunStatus, Step, StepKind,
};
pub use state::{Outcome, State, Timings};
