//! Nodes of a graph as the engine uses them.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;

use crate::{Answer, Context, Edge, NodeError, Outcome, State};

/// The body of a node.
pub(crate) type Body<S> =
    Arc<dyn Fn(Arc<S>, Context) -> BoxFuture<'static, Result<Outcome<S>, NodeError>> + Send + Sync>;

/// Turns an answer into a delta.
pub(crate) type OnAnswer<S> =
    Arc<dyn Fn(&S, &Answer) -> Result<<S as State>::Delta, NodeError> + Send + Sync>;

/// One node of a graph.
pub(crate) struct NodeSpec<S: State> {
    pub id: S::Node,
    pub name: String,
    pub body: Body<S>,
    pub on_answer: Option<OnAnswer<S>>,
    pub edge: Edge<S>,
    pub timeout: Option<Timeout<S>>,
}

/// Time limit of a body, depending on the state it starts from; `None` leaves it to the engine.
pub(crate) type Timeout<S> = Arc<dyn Fn(&S) -> Option<Duration> + Send + Sync>;

impl<S: State> NodeSpec<S> {
    /// The node's own time limit for a body that starts from `state`, if it has one.
    pub fn limit(&self, state: &S) -> Option<Duration> {
        self.timeout.as_ref().and_then(|timeout| timeout(state))
    }
}
