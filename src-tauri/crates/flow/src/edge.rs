//! Edges of a graph.

use crate::State;

/// Where a run continues after a node.
pub enum Edge<S: State> {
    /// One node.
    Next(S::Node),
    /// All `branches` concurrently. Their deltas are applied in this order when the last branch is done;
    /// then `join` runs.
    All {
        /// The branches. Each leads only to `join`, and none may ask a question.
        branches: Vec<S::Node>,
        /// The node that sees the deltas of all branches.
        join: S::Node,
    },
    /// The node that a pure function of the state chooses.
    Choice {
        /// A plain function and no closure, so that only the state decides.
        choose: fn(&S) -> S::Node,
        /// Every node that the function may return.
        among: Vec<S::Node>,
    },
    /// The run is over.
    End,
}

impl<S: State> Edge<S> {
    /// An edge to one node.
    pub fn to(node: S::Node) -> Self {
        Edge::Next(node)
    }

    /// An edge to all of these nodes concurrently, then to `join`.
    pub fn all(branches: impl Into<Vec<S::Node>>, join: S::Node) -> Self {
        Edge::All { branches: branches.into(), join }
    }

    /// An edge to the node that `choose` returns.
    pub fn choice(choose: fn(&S) -> S::Node, among: impl Into<Vec<S::Node>>) -> Self {
        Edge::Choice { choose, among: among.into() }
    }

    /// Every node that the edge may lead to directly.
    pub(crate) fn targets(&self) -> &[S::Node] {
        match self {
            Edge::Next(node) => std::slice::from_ref(node),
            Edge::All { branches, .. } => branches,
            Edge::Choice { among, .. } => among,
            Edge::End => &[],
        }
    }
}
