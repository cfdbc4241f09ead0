//! Graphs: their nodes and edges, and where an edge leads.

use serde_json::Value;

use crate::node::NodeSpec;
use crate::{Edge, Next, State, Timings};

/// A checked graph. Runs start at the first node that was given to the builder.
pub struct Graph<S: State> {
    pub(crate) name: String,
    pub(crate) version: u32,
    pub(crate) nodes: Vec<NodeSpec<S>>,
    pub(crate) outcome: Option<fn(&S, &Timings) -> Value>,
}

impl<S: State> Graph<S> {
    /// Name and version, as stored with every run.
    pub fn title(&self) -> String {
        format!("{} v{}", self.name, self.version)
    }

    /// Name without version.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn spec(&self, node: S::Node) -> Option<&NodeSpec<S>> {
        self.nodes.iter().find(|spec| spec.id == node)
    }

    pub(crate) fn named(&self, name: &str) -> Option<&NodeSpec<S>> {
        self.nodes.iter().find(|spec| spec.name == name)
    }

    /// Where a run begins.
    pub(crate) fn entry(&self) -> Next {
        self.nodes.first().map_or(Next::End, |spec| Next::Node(spec.name.clone()))
    }

    /// Where the edge of `spec` leads from `state`.
    pub(crate) fn next(&self, spec: &NodeSpec<S>, state: &S) -> Result<Next, String> {
        Ok(match &spec.edge {
            Edge::Next(node) => Next::Node(node.to_string()),
            Edge::End => Next::End,
            Edge::All { branches, join } => Next::All {
                branches: branches.iter().map(ToString::to_string).collect(),
                join: join.to_string(),
            },
            Edge::Choice { choose, among } => {
                let node = choose(state);
                if !among.contains(&node) {
                    return Err(format!(
                        "the edge of {} chose {node}, which it does not declare; add it to `among`",
                        spec.name
                    ));
                }
                Next::Node(node.to_string())
            }
        })
    }
}
