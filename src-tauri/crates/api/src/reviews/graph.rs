use simui_domain::{CaseId, RunId};
use simui_flow::{Shape, ShapeNode};
use simui_review::graph::ReviewNode;

use crate::types::{GraphView, NodeState, NodeView};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns the review graph, or a case's run on it.
    pub async fn graph(&self, case: Option<&CaseId>) -> Result<GraphView, ApiError> {
        match case {
            None => Ok(view(&self.engine.graph().shape(), false)),
            Some(case) => {
                let run = self.known_run(case).await?;
                self.run_graph(&run).await
            }
        }
    }

    pub(crate) async fn run_graph(&self, run: &RunId) -> Result<GraphView, ApiError> {
        let failed = self.engine.status(run).await? == simui_flow::RunStatus::Failed;
        Ok(view(&self.engine.shape_of(run).await?, failed))
    }
}

fn view(shape: &Shape, failed: bool) -> GraphView {
    let node_view = |node: &ShapeNode| NodeView {
        name: node.name.clone(),
        label: label(&node.name),
        state: match node {
            ShapeNode { current: true, .. } if failed => NodeState::Failed,
            ShapeNode { current: true, .. } => NodeState::Waiting,
            ShapeNode { visits: 1.., .. } => NodeState::Done,
            _ => NodeState::Pending,
        },
        ms: (node.visits > 0).then_some(node.ms),
        visits: node.visits,
    };
    let edges = shape.edges.iter().filter_map(|edge| {
        let condition = edge.choice.then(|| "조건".to_owned());
        Some((edge.from.clone(), edge.to.clone()?, condition))
    });
    GraphView {
        nodes: shape.nodes.iter().map(node_view).collect(),
        edges: edges.collect(),
        mermaid: shape.mermaid(),
    }
}

fn label(name: &str) -> String {
    let known = ReviewNode::ALL.iter().find(|(node, _)| node.to_string() == name);
    known.map_or(name, |(_, label)| label).to_owned()
}
