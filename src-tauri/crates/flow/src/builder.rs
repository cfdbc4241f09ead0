//! The builder of graphs.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::node::{NodeSpec, Timeout};
use crate::validate::validate;
use crate::{Answer, Context, Edge, FlowError, Graph, NodeError, Outcome, State, Timings};

/// Collects nodes and edges; see [`Graph::builder`].
pub struct GraphBuilder<S: State> {
    graph: Graph<S>,
    timeouts: Vec<(S::Node, Timeout<S>)>,
}

impl<S: State> Graph<S> {
    /// Begins a graph. Raise `version` with every change that affects unfinished runs.
    pub fn builder(name: impl Into<String>, version: u32) -> GraphBuilder<S> {
        let graph = Graph { name: name.into(), version, nodes: Vec::new(), outcome: None };
        GraphBuilder { graph, timeouts: Vec::new() }
    }
}

impl<S: State> GraphBuilder<S> {
    /// Adds a node with its body and the edge that the run follows when the body is done.
    ///
    /// The body gets the state as of its start and runs on a thread of its own, so it may compute as well
    /// as await. All branches of a fan-out see the state at the fan-out.
    pub fn node<B, F>(self, id: S::Node, body: B, edge: Edge<S>) -> Self
    where
        B: Fn(Arc<S>, Context) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Outcome<S>, NodeError>> + Send + 'static,
    {
        self.push(NodeSpec {
            id,
            name: id.to_string(),
            body: Arc::new(move |state, context| Box::pin(body(state, context))),
            on_answer: None,
            edge,
            timeout: None,
        })
    }

    /// Adds a node that may ask a question. `on_answer` turns the answer into a delta and must be pure.
    /// If it returns an error, nothing is recorded and the question stays open. The body does not run
    /// again.
    pub fn waiting<B, F, A>(self, id: S::Node, body: B, on_answer: A, edge: Edge<S>) -> Self
    where
        B: Fn(Arc<S>, Context) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Outcome<S>, NodeError>> + Send + 'static,
        A: Fn(&S, &Answer) -> Result<S::Delta, NodeError> + Send + Sync + 'static,
    {
        let mut builder = self.node(id, body, edge);
        if let Some(spec) = builder.graph.nodes.last_mut() {
            spec.on_answer = Some(Arc::new(on_answer));
        }
        builder
    }

    /// Gives one node a time limit of its own instead of the engine's.
    pub fn timeout(self, id: S::Node, limit: Duration) -> Self {
        self.timeout_when(id, limit, |_| true)
    }

    /// Gives one node a time limit of its own in runs whose state fulfils `applies`.
    pub fn timeout_when(
        mut self,
        id: S::Node,
        limit: Duration,
        applies: impl Fn(&S) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.timeouts.push((id, Arc::new(move |state| applies(state).then_some(limit))));
        self
    }

    /// Sets the value that the journal gets with a question or at the end of a run, for example the
    /// result of a case.
    pub fn outcome(mut self, outcome: fn(&S, &Timings) -> Value) -> Self {
        self.graph.outcome = Some(outcome);
        self
    }

    /// Checks the graph: every edge leads to a node, every node is reachable and reaches the end, and
    /// fan-outs join.
    pub fn build(self) -> Result<Graph<S>, FlowError> {
        let Self { mut graph, timeouts } = self;
        for (id, limit) in timeouts {
            match graph.nodes.iter_mut().find(|spec| spec.id == id) {
                Some(spec) => spec.timeout = Some(limit),
                None => {
                    let problem =
                        format!("a time limit is set for {id}, which is not in the graph");
                    return Err(FlowError::Graph { graph: graph.title(), problem });
                }
            }
        }
        match validate(&graph) {
            Ok(()) => Ok(graph),
            Err(problem) => Err(FlowError::Graph { graph: graph.title(), problem }),
        }
    }

    fn push(mut self, spec: NodeSpec<S>) -> Self {
        self.graph.nodes.push(spec);
        self
    }
}
