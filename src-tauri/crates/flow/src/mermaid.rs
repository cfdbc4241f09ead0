use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Edge, Graph, RunLog, RunStatus, State, StepKind};

/// A graph as plain data, with the marks of one run where it is the picture of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Shape {
    /// The graph's name.
    pub graph: String,
    /// Its version.
    pub version: u32,
    /// In the order of definition; runs start at the first.
    pub nodes: Vec<ShapeNode>,
    /// In the order of definition.
    pub edges: Vec<ShapeEdge>,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShapeNode {
    /// Its name.
    pub name: String,
    /// Whether it may ask a person.
    pub asks: bool,
    /// How often its body has run.
    pub visits: u32,
    /// Milliseconds, all visits together.
    pub ms: f64,
    /// The run stands here: waiting or failed.
    pub current: bool,
}

/// One edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShapeEdge {
    /// From this node.
    pub from: String,
    /// To this node; `None` is the end.
    pub to: Option<String>,
    /// One of several of which the state chooses one.
    pub choice: bool,
}

impl<S: State> Graph<S> {
    /// The graph as plain data.
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
    /// The picture in Mermaid's flowchart language: asking nodes are hexagons, choices dotted, visited nodes
    /// and the present one marked.
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
