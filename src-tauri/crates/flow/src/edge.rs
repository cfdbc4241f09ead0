use crate::State;

/// Where a run goes after a node.
pub enum Edge<S: State> {
    /// To one node.
    Next(S::Node),
    /// To all `branches` at once; their deltas are applied in this order when the last one is done, then `join` runs.
    All {
        /// Each goes on to `join` and nowhere else, and none of them may ask a question.
        branches: Vec<S::Node>,
        /// The node that sees all their deltas.
        join: S::Node,
    },
    /// To the node a pure function of the state names.
    Choice {
        /// A plain function, not a closure: nothing but the state may decide.
        choose: fn(&S) -> S::Node,
        /// Every node it may name.
        among: Vec<S::Node>,
    },
    /// The run is over.
    End,
}

impl<S: State> Edge<S> {
    /// To one node.
    pub fn to(node: S::Node) -> Self {
        Edge::Next(node)
    }

    /// To all of these at once, then to `join`.
    pub fn all(branches: impl Into<Vec<S::Node>>, join: S::Node) -> Self {
        Edge::All { branches: branches.into(), join }
    }

    /// To the one that `choose` names.
    pub fn choice(choose: fn(&S) -> S::Node, among: impl Into<Vec<S::Node>>) -> Self {
        Edge::Choice { choose, among: among.into() }
    }

    /// Every node it may lead to directly.
    pub(crate) fn targets(&self) -> &[S::Node] {
        match self {
            Edge::Next(node) => std::slice::from_ref(node),
            Edge::All { branches, .. } => branches,
            Edge::Choice { among, .. } => among,
            Edge::End => &[],
        }
    }
}
