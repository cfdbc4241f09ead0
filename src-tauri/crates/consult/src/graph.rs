//! The graph that answers a turn: its nodes and the edges between them.

use std::sync::Arc;
use std::time::Duration;

use simui_flow::{Edge, FlowError, Graph, NodeError, Outcome};
use simui_pharmacy::retrieval::scope::Scope;

use super::complexity::Complexity;
use super::parts::{Mode, Part};
use super::resources::TurnResources;
use super::state::{ConsultDelta, ConsultNode, ConsultState};
use super::steps;

/// The graph's name in the journal.
pub const GRAPH_NAME: &str = "consult";

/// Version of the graph, raised with every change that affects unfinished runs.
pub const GRAPH_VERSION: u32 = 2;

/// Time limit of a node that asks one or two chat models; longer than the limits of two roles together.
const CHAT_TIMEOUT: Duration = Duration::from_secs(660);

/// Builds the graph of ten nodes with its conditional edges.
pub fn consult_graph(resources: &Arc<TurnResources>) -> Result<Graph<ConsultState>, FlowError> {
    use ConsultNode::*;
    let synchronous =
        |step: fn(&ConsultState, &TurnResources) -> Result<ConsultDelta, NodeError>| {
            let resources = resources.clone();
            move |state: Arc<ConsultState>, _| {
                let done = step(&state, &resources).map(Outcome::Done);
                async move { done }
            }
        };
    let (remembering, searching, storing) =
        (resources.clone(), resources.clone(), resources.clone());
    let (answering, judging) = (resources.clone(), resources.clone());
    Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(
            CheckSimilarity,
            synchronous(steps::check_similarity),
            Edge::choice(after_cache, [StoreResponse, ClassifyIntent]),
        )
        .node(
            ClassifyIntent,
            synchronous(steps::classify_intent),
            Edge::choice(after_classifying, [ExtractSlots, AssembleContext]),
        )
        .node(ExtractSlots, synchronous(steps::extract_slots), Edge::to(StoreMemory))
        .node(
            StoreMemory,
            move |_, _| {
                let resources = remembering.clone();
                async move {
                    (resources.effects.remember)().await.map_err(NodeError::new)?;
                    Ok(Outcome::Done(ConsultDelta::Remembered))
                }
            },
            Edge::to(AssembleContext),
        )
        .node(
            AssembleContext,
            synchronous(steps::assemble_context),
            Edge::choice(after_assembling, [Retrieve, GenerateAnswer]),
        )
        .node(
            Retrieve,
            move |state, _| {
                let resources = searching.clone();
                async move { Ok(Outcome::Done(steps::retrieve(&state, &resources).await?)) }
            },
            Edge::to(AssembleContext),
        )
        .node(
            GenerateAnswer,
            move |state, context| {
                let resources = answering.clone();
                async move {
                    Ok(Outcome::Done(steps::generate_answer(&state, &resources, &context).await?))
                }
            },
            Edge::choice(after_answering, [Refine, StoreResponse]),
        )
        .node(
            Refine,
            move |state, context| {
                let resources = judging.clone();
                async move { Ok(Outcome::Done(steps::refine(&state, &resources, &context).await?)) }
            },
            Edge::to(QualityCheck),
        )
        .node(
            QualityCheck,
            synchronous(steps::quality_check),
            Edge::choice(after_checking, [Retrieve, StoreResponse]),
        )
        .node(
            StoreResponse,
            move |state, _| {
                let resources = storing.clone();
                async move { Ok(Outcome::Done(steps::store_response(&state, &resources).await?)) }
            },
            Edge::End,
        )
        .timeout(GenerateAnswer, CHAT_TIMEOUT)
        .timeout(Refine, CHAT_TIMEOUT)
        .build()
}

/// A cached answer ends the turn.
fn after_cache(state: &ConsultState) -> ConsultNode {
    match state.hit {
        Some(_) => ConsultNode::StoreResponse,
        None => ConsultNode::ClassifyIntent,
    }
}

/// Every turn but a bare courtesy is read for facts, also one that needs no document: "네, 페니실린 알레르기 있어요" must
/// be remembered.
fn after_classifying(state: &ConsultState) -> ConsultNode {
    let courtesy =
        matches!(state.intent.complexity, Complexity::Greeting | Complexity::Acknowledgement);
    let reads_facts = state.mode == Mode::Agent && state.parts.has(Part::Slots);
    match courtesy || !reads_facts {
        true => ConsultNode::AssembleContext,
        false => ConsultNode::ExtractSlots,
    }
}

/// Searches once if the turn needs documents; further searches follow only the quality check.
fn after_assembling(state: &ConsultState) -> ConsultNode {
    match state.intent.k > 0 && state.searches.is_empty() {
        true => ConsultNode::Retrieve,
        false => ConsultNode::GenerateAnswer,
    }
}

/// Only drafts that were written from documents are scored.
fn after_answering(state: &ConsultState) -> ConsultNode {
    let is_scored = state.mode == Mode::Agent
        && state.parts.has(Part::Refine)
        && state.intent.k > 0
        && state.scope == Scope::Inside;
    if is_scored { ConsultNode::Refine } else { ConsultNode::StoreResponse }
}

/// Searches again unless there is a reason to stop.
fn after_checking(state: &ConsultState) -> ConsultNode {
    match state.stopped_by {
        None => ConsultNode::Retrieve,
        Some(_) => ConsultNode::StoreResponse,
    }
}
