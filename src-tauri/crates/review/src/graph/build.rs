use std::sync::Arc;

use simui_flow::{Edge, FlowError, Graph, Outcome};

use super::{ReviewDelta, ReviewNode, ReviewState, human, result_of};
use crate::decision_rule::MAX_ITERATIONS;
use crate::library::Shelf;
use crate::retrieval::{Lane, retrieve};
use crate::{classify, draft, verify};

/// The graph's name in the journal.
pub const GRAPH_NAME: &str = "review";

/// Raised with every change that a waiting case could notice.
pub const GRAPH_VERSION: u32 = 1;

/// The seven nodes over the corpora on `shelf`.
pub fn review_graph(shelf: Arc<Shelf>) -> Result<Graph<ReviewState>, FlowError> {
    use ReviewNode::*;
    let (claims, findings) = (shelf.clone(), shelf.clone());
    let (statutes, guidelines, precedents) = (shelf.clone(), shelf.clone(), shelf.clone());
    let (drafting, verifying) = (shelf.clone(), shelf);
    Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(
            Claims,
            move |state, _| {
                let library = claims.library();
                async move { Ok(Outcome::Done(classify::claims(&state, &library)?)) }
            },
            Edge::to(Classify),
        )
        .node(
            Classify,
            move |state, _| {
                let library = findings.library();
                async move { Ok(Outcome::Done(classify::findings(&state, &library)?)) }
            },
            Edge::all([Statutes, Guidelines, Precedents], Draft),
        )
        .node(
            Statutes,
            move |state, _| {
                let library = statutes.library();
                async move {
                    let found = retrieve(&state, &library, Lane::Statutes).await?;
                    Ok(Outcome::Done(ReviewDelta::Statutes(found)))
                }
            },
            Edge::to(Draft),
        )
        .node(
            Guidelines,
            move |state, _| {
                let library = guidelines.library();
                async move {
                    let found = retrieve(&state, &library, Lane::Guidelines).await?;
                    Ok(Outcome::Done(ReviewDelta::Guidelines(found)))
                }
            },
            Edge::to(Draft),
        )
        .node(
            Precedents,
            move |state, _| {
                let library = precedents.library();
                async move {
                    let found = retrieve(&state, &library, Lane::Precedents).await?;
                    Ok(Outcome::Done(ReviewDelta::Precedents(found)))
                }
            },
            Edge::to(Draft),
        )
        .node(
            Draft,
            move |state, _| {
                let library = drafting.library();
                async move {
                    let draft = draft::write(&state, &library).await?;
                    Ok(Outcome::Done(ReviewDelta::Drafted(Box::new(draft))))
                }
            },
            Edge::to(Verify),
        )
        .node(
            Verify,
            move |state, _| {
                let library = verifying.library();
                async move { Ok(Outcome::Done(verify::attack(&state, &library).await?)) }
            },
            Edge::choice(after_verification, [Draft, Human]),
        )
        .waiting(
            Human,
            |state, _| async move { human::ask(&state) },
            human::answer,
            Edge::choice(human::after, [Claims, Finalize]),
        )
        .node(Finalize, |state, _| async move { Ok(human::finalize(&state)) }, Edge::End)
        .outcome(|state, timings| {
            // A result is made of strings, numbers and lists of them: it always has a JSON form.
            serde_json::to_value(result_of(state, timings)).unwrap_or_default()
        })
        .build()
}

/// Another draft while the verifier objects, has not done so three times, and does not repeat itself.
fn after_verification(state: &ReviewState) -> ReviewNode {
    if state.objections.is_empty() || state.iterations >= MAX_ITERATIONS || state.stuck {
        ReviewNode::Human
    } else {
        ReviewNode::Draft
    }
}
