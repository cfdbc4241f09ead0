//! Checks a graph before it is used.

use std::collections::HashSet;

use crate::{Edge, Graph, State};

/// Checks a graph; the error describes the first defect.
pub(crate) fn validate<S: State>(graph: &Graph<S>) -> Result<(), String> {
    let Some(start) = graph.nodes.first() else {
        return Err("it has no nodes; add at least one".into());
    };
    let mut names = HashSet::new();
    for spec in &graph.nodes {
        if !names.insert(&spec.name) {
            return Err(format!("node {} is defined twice; remove one", spec.name));
        }
        edge_is_complete(graph, &spec.name, &spec.edge)?;
    }
    let reached = reached_from(start.id, |node| {
        graph.spec(node).map_or_else(Vec::new, |spec| spec.edge.targets().to_vec())
    });
    if let Some(spec) = graph.nodes.iter().find(|spec| !reached.contains(&spec.id)) {
        return Err(format!("node {} cannot be reached from {}", spec.name, start.name));
    }
    if let Some(spec) = graph.nodes.iter().find(|spec| !reaches_end(graph, spec.id)) {
        return Err(format!("from node {} no way leads to the end", spec.name));
    }
    Ok(())
}

fn edge_is_complete<S: State>(graph: &Graph<S>, from: &str, edge: &Edge<S>) -> Result<(), String> {
    let unknown = edge.targets().iter().find(|target| graph.spec(**target).is_none());
    if let Some(target) = unknown {
        return Err(format!("the edge of {from} leads to {target}, which is not in the graph"));
    }
    match edge {
        Edge::Choice { among, .. } if among.is_empty() => {
            Err(format!("the edge of {from} chooses among no nodes"))
        }
        Edge::All { branches, join } => fan_out_joins(graph, from, branches, *join),
        _ => Ok(()),
    }
}

fn fan_out_joins<S: State>(
    graph: &Graph<S>,
    from: &str,
    branches: &[S::Node],
    join: S::Node,
) -> Result<(), String> {
    if branches.is_empty() {
        return Err(format!("the fan-out of {from} has no branches"));
    }
    if branches.iter().collect::<HashSet<_>>().len() < branches.len() {
        return Err(format!("the fan-out of {from} names a branch twice"));
    }
    for branch in branches {
        let Some(spec) = graph.spec(*branch) else { continue };
        if !matches!(spec.edge, Edge::Next(target) if target == join && *branch != join) {
            return Err(format!(
                "branch {branch} of the fan-out of {from} must lead to its join {join}"
            ));
        }
        if spec.on_answer.is_some() {
            return Err(format!("branch {branch} of the fan-out of {from} may not ask a question"));
        }
    }
    Ok(())
}

fn reaches_end<S: State>(graph: &Graph<S>, from: S::Node) -> bool {
    let reached = reached_from(from, |node| {
        graph.spec(node).map_or_else(Vec::new, |spec| spec.edge.targets().to_vec())
    });
    graph.nodes.iter().any(|spec| reached.contains(&spec.id) && matches!(spec.edge, Edge::End))
}

fn reached_from<N: Copy + Eq + std::hash::Hash>(
    start: N,
    targets: impl Fn(N) -> Vec<N>,
) -> HashSet<N> {
    let mut reached = HashSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        if reached.insert(node) {
            open.extend(targets(node));
        }
    }
    reached
}
