use std::sync::Arc;
use std::time::Duration;

use simui_domain::ThinkingRole;
use simui_flow::{Context, Edge, FlowError, Graph, GraphBuilder, Outcome};

use super::{human, result_of};
use crate::decision_rule::MAX_ITERATIONS;
use crate::library::Shelf;
use crate::retrieval::{Lane, Search, retrieve};
use crate::roles::{ByRules, Thinking, WithChat};
use crate::state::{Retrieved, ReviewDelta, ReviewNode, ReviewState};

/// Name of the graph in the journal.
pub const GRAPH_NAME: &str = "review";

/// Version of the graph, raised with every change that a waiting case could notice.
pub const GRAPH_VERSION: u32 = 1;

/// Time limit of a node in a review with a chat model: longer than any role's own limit.
const WITH_CHAT: Duration = Duration::from_secs(330);

/// Builds the seven nodes over the corpora on `shelf`, with rules alone.
pub fn review_graph(shelf: Arc<Shelf>, search: Search) -> Result<Graph<ReviewState>, FlowError> {
    graph_builder(shelf, search, Arc::new(ByRules)).build()
}

/// Builds the seven nodes with chat models beside the rules, for reviews that ask for them.
pub fn review_graph_with_chat(
    shelf: Arc<Shelf>,
    search: Search,
    chat: WithChat,
) -> Result<Graph<ReviewState>, FlowError> {
    use ReviewNode::*;
    let thinking = [Claims, Classify, Draft, Verify];
    let graph = graph_builder(shelf, search, Arc::new(chat));
    let asks = |state: &ReviewState| state.chat;
    let limited =
        |graph: GraphBuilder<ReviewState>, node| graph.timeout_when(node, WITH_CHAT, asks);
    thinking.into_iter().fold(graph, limited).build()
}

fn graph_builder(
    shelf: Arc<Shelf>,
    search: Search,
    thinking: Arc<dyn Thinking>,
) -> GraphBuilder<ReviewState> {
    use ReviewNode::*;
    use ThinkingRole::*;
    let think = |role| {
        let (shelf, thinking) = (shelf.clone(), thinking.clone());
        move |state: Arc<ReviewState>, context: Context| {
            let (library, thinking) = (shelf.library(), thinking.clone());
            async move {
                let delta = thinking.think(role, &state, &library, &context).await?;
                Ok(Outcome::Done(delta))
            }
        }
    };
    let (claims, classify) = (think(ClaimExtraction), think(Classification));
    let (draft, verify) = (think(Drafting), think(Verification));
    let searches = |lane: Lane, delta: fn(Vec<Retrieved>) -> ReviewDelta| {
        let (shelf, search) = (shelf.clone(), search.clone());
        move |state: Arc<ReviewState>, _: Context| {
            let (library, search) = (shelf.library(), search.clone());
            async move {
                let found = retrieve(&state, &library, &search, lane).await?;
                Ok(Outcome::Done(delta(found)))
            }
        }
    };
    let statutes = searches(Lane::Statutes, ReviewDelta::Statutes);
    let guidelines = searches(Lane::Guidelines, ReviewDelta::Guidelines);
    let precedents = searches(Lane::Precedents, ReviewDelta::Precedents);
    Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(Claims, claims, Edge::to(Classify))
        .node(Classify, classify, Edge::all([Statutes, Guidelines, Precedents], Draft))
        .node(Statutes, statutes, Edge::to(Draft))
        .node(Guidelines, guidelines, Edge::to(Draft))
        .node(Precedents, precedents, Edge::to(Draft))
        .node(Draft, draft, Edge::to(Verify))
        .node(Verify, verify, Edge::choice(after_verification, [Draft, Human]))
        .waiting(
            Human,
            |state, _| async move { human::ask(&state) },
            human::answer,
            Edge::choice(human::after, [Claims, Finalize]),
        )
        .node(Finalize, |state, _| async move { Ok(human::finalize(&state)) }, Edge::End)
        .outcome(|state, timings| {
            // A result consists of strings, numbers and lists of them, so it always has a JSON form.
            serde_json::to_value(result_of(state, timings)).unwrap_or_default()
        })
}

/// Returns the node after the verifier: another draft while it objects, has done so fewer than three times,
/// and does not repeat itself.
fn after_verification(state: &ReviewState) -> ReviewNode {
    if state.objections.is_empty() || state.iterations >= MAX_ITERATIONS || state.stuck {
        ReviewNode::Human
    } else {
        ReviewNode::Draft
    }
}
