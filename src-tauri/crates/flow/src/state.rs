use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a graph works on: a value that changes only by applying deltas.
pub trait State: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The closed set of its nodes. `Display` is the name in the journal and in pictures: never change one
    /// without raising the graph's version.
    type Node: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// What one node adds. Stored for good after the node, so keep it as small as the new knowledge.
    type Delta: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Takes in a delta. Pure: the same deltas in the same order always give the same state.
    fn apply(&mut self, delta: Self::Delta);
}

/// What the body of a node comes back with.
#[derive(Debug, Clone)]
pub enum Outcome<S: State> {
    /// The delta; the run goes along the node's edge.
    Done(S::Delta),
    /// The delta, and a question for a person. The run rests until it is answered and then goes on
    /// *after* this point: the body does not run again.
    Wait {
        /// What is known so far.
        delta: S::Delta,
        /// What is asked, as the interface shows it.
        question: Value,
    },
}

/// How long the nodes of a run took.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timings {
    /// Milliseconds by node, all visits together.
    pub nodes: BTreeMap<String, f64>,
    /// Milliseconds of the whole run: concurrent branches count once, waiting for a person not at all.
    pub total: f64,
}
