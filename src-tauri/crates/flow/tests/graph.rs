//! Tests what a graph must fulfil and how it is drawn.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::sync::Arc;
use std::time::Duration;

use crate::common::{N, Trail, Word};
use simui_flow::{Answer, Context, Edge, Graph, GraphBuilder, NodeError, Outcome};

async fn body(_: Arc<Trail>, _: Context) -> Result<Outcome<Trail>, NodeError> {
    Err(NodeError::new("not meant to run"))
}

fn on_answer(_: &Trail, _: &Answer) -> Result<Word, NodeError> {
    Err(NodeError::new("not meant to run"))
}

fn choose(state: &Trail) -> N {
    N(state.last)
}

type Build = fn(GraphBuilder<Trail>) -> GraphBuilder<Trail>;

fn check(build: Build, problem: &str) {
    match build(Graph::builder("g", 3)).build() {
        Ok(_) => assert_eq!("", problem, "the graph was accepted"),
        Err(error) => assert_eq!(error.to_string(), format!("graph g v3: {problem}")),
    }
}

#[test]
fn a_graph_is_checked_when_it_is_built() {
    check(|g| g.node(N(0), body, Edge::End), "");
    check(|g| g, "it has no nodes; add at least one");
    check(
        |g| g.node(N(0), body, Edge::End).node(N(0), body, Edge::End),
        "node n0 is defined twice; remove one",
    );
    check(
        |g| g.node(N(0), body, Edge::to(N(1))),
        "the edge of n0 leads to n1, which is not in the graph",
    );
    check(
        |g| g.node(N(0), body, Edge::choice(choose, [N(0), N(7)])),
        "the edge of n0 leads to n7, which is not in the graph",
    );
    check(
        |g| g.node(N(0), body, Edge::choice(choose, [])),
        "the edge of n0 chooses among no nodes",
    );
    check(
        |g| g.node(N(0), body, Edge::End).node(N(1), body, Edge::End),
        "node n1 cannot be reached from n0",
    );
    check(
        |g| {
            g.node(N(0), body, Edge::choice(choose, [N(1), N(2)]))
                .node(N(1), body, Edge::to(N(1)))
                .node(N(2), body, Edge::End)
        },
        "from node n1 no way leads to the end",
    );
    check(
        |g| g.node(N(0), body, Edge::End).timeout(N(4), Duration::from_secs(1)),
        "a time limit is set for n4, which is not in the graph",
    );
}

#[test]
fn a_fan_out_must_join() {
    check(
        |g| g.node(N(0), body, Edge::all([], N(9))).node(N(9), body, Edge::End),
        "the fan-out of n0 has no branches",
    );
    check(
        |g| {
            g.node(N(0), body, Edge::all([N(1), N(1)], N(9))).node(N(1), body, Edge::to(N(9))).node(
                N(9),
                body,
                Edge::End,
            )
        },
        "the fan-out of n0 names a branch twice",
    );
    check(
        |g| {
            g.node(N(0), body, Edge::all([N(1), N(2)], N(9)))
                .node(N(1), body, Edge::to(N(9)))
                .node(N(2), body, Edge::End)
                .node(N(9), body, Edge::End)
        },
        "branch n2 of the fan-out of n0 must lead to its join n9",
    );
    check(
        |g| {
            g.node(N(0), body, Edge::all([N(1)], N(9)))
                .waiting(N(1), body, on_answer, Edge::to(N(9)))
                .node(N(9), body, Edge::End)
        },
        "branch n1 of the fan-out of n0 may not ask a question",
    );
}

#[test]
fn a_graph_prints_itself() {
    let graph = Graph::<Trail>::builder("g", 3)
        .node(N(0), body, Edge::all([N(1), N(2)], N(3)))
        .node(N(1), body, Edge::to(N(3)))
        .node(N(2), body, Edge::to(N(3)))
        .waiting(N(3), body, on_answer, Edge::choice(choose, [N(0), N(4)]))
        .node(N(4), body, Edge::End)
        .build()
        .unwrap();
    assert_eq!(
        graph.shape().mermaid(),
        "flowchart TD\n    %% g v3\n    start((\" \"))\n    n0[\"n0\"]\n    n1[\"n1\"]\n    n2[\"n2\"]\n    \
         n3{{\"n3\"}}\n    n4[\"n4\"]\n    finish(((\" \")))\n    start --> n0\n    n0 --> n1\n    n0 --> n2\n    \
         n1 --> n3\n    n2 --> n3\n    n3 -.-> n0\n    n3 -.-> n4\n    n4 --> finish\n"
    );
}
