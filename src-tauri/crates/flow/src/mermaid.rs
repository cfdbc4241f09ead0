//! Draws a graph as plain data and as Mermaid text.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Edge, Graph, RunLog, RunStatus, State, StepKind};

/// A graph as plain data, optionally with the marks of one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Shape {
    /// Name of the graph.
    pub graph: String,
    /// Version of the graph.
    pub version: u32,
    /// Nodes in order of definition; runs start at the first.
    pub nodes: Vec<ShapeNode>,
    /// Edges in order of definition.
    pub edges: Vec<ShapeEdge>,
}

/// A node of the drawn graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShapeNode {
    /// Name of the node.
    pub name: String,
    /// Whether it may ask a person.
    pub asks: bool,
    /// Number of times its body has run.
    pub visits: u32,
    /// Duration of all visits together in milliseconds.
    pub ms: f64,
    /// Whether the run is waiting or failed at this node.
    pub current: bool,
}

/// An edge of the drawn graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShapeEdge {
    /// Name of the node where it starts.
    pub from: String,
    /// Name of the node where it ends; `None` is the end of the run.
    pub to: Option<String>,
    /// Whether it is one of several edges among which the state decides.
    pub choice: bool,
}

impl<S: State> Graph<S> {
    /// The graph as plain data, without the marks of a run.
    pub fn shape(&self) -> Shape {
        let nodes = self.nodes.iter().map(|spec| ShapeNode {
            name: spec.name.clone(),
            asks: spec.on_answer.is_some(),
            visits: 0,
            ms: 0.0,
            current: false,
        });
        let edges = self.nodes.iter().flat_map(|spec| {
            let choice = matches!(spec.edge, Edge::Choice { .. });
            let edge = move |to| ShapeEdge { from: spec.name.clone(), to, choice };
            let end = matches!(spec.edge, Edge::End).then(|| edge(None));
            let targets = spec.edge.targets().iter();
            targets.map(move |to| edge(Some(to.to_string()))).chain(end).collect::<Vec<_>>()
        });
        Shape {
            graph: self.name.clone(),
            version: self.version,
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
    }

    /// The graph with the marks of one run.
    pub fn shape_of(&self, log: &RunLog) -> Shape {
        let mut shape = self.shape();
        let mut visited: BTreeMap<&str, (u32, f64)> = BTreeMap::new();
        for step in log.steps.iter().filter(|step| step.kind == StepKind::Body) {
            let (visits, ms) = visited.entry(&step.node).or_default();
            *visits += 1;
            *ms += step.ms;
        }
        let failed = log.run.failure.as_ref().map(|failure| failure.node.as_str());
        let waiting = log.steps.last().map(|step| step.node.as_str());
        let current = match log.run.status {
            RunStatus::Waiting => waiting,
            RunStatus::Failed => failed,
            _ => None,
        };
        for node in &mut shape.nodes {
            (node.visits, node.ms) = visited.get(node.name.as_str()).copied().unwrap_or_default();
            node.current = current == Some(node.name.as_str());
        }
        shape
    }
}

impl Shape {
    /// The graph in Mermaid's flowchart language: asking nodes are hexagons, choices are dotted, visited
    /// nodes and the current one are marked.
    pub fn mermaid(&self) -> String {
        let id = |name: &str| {
            let at = self.nodes.iter().position(|node| node.name == name).unwrap_or_default();
            format!("n{at}")
        };
        let mut out = format!("flowchart TD\n    %% {} v{}\n", self.graph, self.version);
        out.push_str("    start((\" \"))\n");
        for node in &self.nodes {
            let label = label(node);
            let shape =
                if node.asks { format!("{{{{\"{label}\"}}}}") } else { format!("[\"{label}\"]") };
            let _ = writeln!(out, "    {}{shape}", id(&node.name));
        }
        out.push_str("    finish(((\" \")))\n");
        if let Some(first) = self.nodes.first() {
            let _ = writeln!(out, "    start --> {}", id(&first.name));
        }
        for edge in &self.edges {
            let arrow = if edge.choice { "-.->" } else { "-->" };
            let to = edge.to.as_deref().map_or_else(|| "finish".to_owned(), id);
            let _ = writeln!(out, "    {} {arrow} {to}", id(&edge.from));
        }
        if self.nodes.iter().any(|node| node.visits > 0) {
            out.push_str("    classDef visited fill:#e3f2ef,stroke:#0b6b5d\n");
            out.push_str("    classDef current fill:#fdf1d8,stroke:#8a5a00\n");
        }
        for node in &self.nodes {
            let class = match node {
                ShapeNode { current: true, .. } => "current",
                ShapeNode { visits: 1.., .. } => "visited",
                _ => continue,
            };
            let _ = writeln!(out, "    class {} {class}", id(&node.name));
        }
        out
    }
}

fn label(node: &ShapeNode) -> String {
    let name = node.name.replace('"', "#quot;");
    match node.visits {
        0 => name,
        1 => format!("{name}<br/>{:.1} ms", node.ms),
        visits => format!("{name} ×{visits}<br/>{:.1} ms", node.ms),
    }
}
