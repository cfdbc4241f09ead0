//! The state of a graph and the results of its bodies.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The state of a graph: a value that changes only by applying deltas.
pub trait State: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The closed set of the graph's nodes. `Display` gives the name in the journal and in drawings:
    /// never change it without raising the graph's version.
    type Node: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// What one node adds. It is stored permanently, so keep it as small as the new information.
    type Delta: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Applies a delta. Must be pure: the same deltas in the same order always give the same state.
    fn apply(&mut self, delta: Self::Delta);
}

/// Result of a node's body.
#[derive(Debug, Clone)]
pub enum Outcome<S: State> {
    /// The delta; the run continues along the node's edge.
    Done(S::Delta),
    /// The delta, and a question for a person. The run rests until it is answered and then continues
    /// *after* this point: the body does not run again.
    Wait {
        /// The delta so far.
        delta: S::Delta,
        /// The question as JSON for the interface.
        question: Value,
    },
}

/// Durations of a run's nodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timings {
    /// Milliseconds by node, all visits together.
    pub nodes: BTreeMap<String, f64>,
    /// Milliseconds of the whole run: concurrent branches count once, waiting for a person does not
    /// count.
    pub total: f64,
}
