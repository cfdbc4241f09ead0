use std::sync::Arc;
use std::time::Duration;

use simui_flow::{Edge, FlowError, Graph, NodeError, Outcome};
use simui_pharmacy::retrieval::scope::Scope;

use super::complexity::Complexity;
use super::parts::{Mode, Part};
use super::room::Room;
use super::state::{ConsultDelta, ConsultNode, ConsultState};
use super::steps;

/// The graph's name in the journal.
pub const GRAPH_NAME: &str = "consult";

/// Raised with every change that an unfinished run could notice.
pub const GRAPH_VERSION: u32 = 2;

/// How long a node may take in which chat models are asked, one or two of them: longer than any role's own limit.
const WITH_CHAT: Duration = Duration::from_secs(660);

/// The ten nodes and their conditional edges.
pub fn consult_graph(room: &Arc<Room>) -> Result<Graph<ConsultState>, FlowError> {
    use ConsultNode::*;
    let on = |step: fn(&ConsultState, &Room) -> Result<ConsultDelta, NodeError>| {
        let room = room.clone();
        move |state: Arc<ConsultState>, _| {
            let done = step(&state, &room).map(Outcome::Done);
            async move { done }
        }
    };
    let (remembering, searching, storing) = (room.clone(), room.clone(), room.clone());
    let (answering, judging) = (room.clone(), room.clone());
    Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(
            CheckSimilarity,
            on(steps::check_similarity),
            Edge::choice(after_looking, [StoreResponse, ClassifyIntent]),
        )
        .node(
            ClassifyIntent,
            on(steps::classify_intent),
            Edge::choice(after_classifying, [ExtractSlots, AssembleContext]),
        )
        .node(ExtractSlots, on(steps::extract_slots), Edge::to(StoreMemory))
        .node(
            StoreMemory,
            move |_, _| {
                let room = remembering.clone();
                async move {
                    (room.doors.remember)().await.map_err(NodeError::new)?;
                    Ok(Outcome::Done(ConsultDelta::Remembered))
                }
            },
            Edge::to(AssembleContext),
        )
        .node(
            AssembleContext,
            on(steps::assemble_context),
            Edge::choice(after_assembling, [Retrieve, GenerateAnswer]),
        )
        .node(
            Retrieve,
            move |state, _| {
                let room = searching.clone();
                async move { Ok(Outcome::Done(steps::retrieve(&state, &room).await?)) }
            },
            Edge::to(AssembleContext),
        )
        .node(
            GenerateAnswer,
            move |state, context| {
                let room = answering.clone();
                async move { Ok(Outcome::Done(steps::generate_answer(&state, &room, &context).await?)) }
            },
            Edge::choice(after_answering, [Refine, StoreResponse]),
        )
        .node(
            Refine,
            move |state, context| {
                let room = judging.clone();
                async move { Ok(Outcome::Done(steps::refine(&state, &room, &context).await?)) }
            },
            Edge::to(QualityCheck),
        )
        .node(
            QualityCheck,
            on(steps::quality_check),
            Edge::choice(after_checking, [Retrieve, StoreResponse]),
        )
        .node(
            StoreResponse,
            move |state, _| {
                let room = storing.clone();
                async move { Ok(Outcome::Done(steps::store_response(&state, &room).await?)) }
            },
            Edge::End,
        )
        .timeout(GenerateAnswer, WITH_CHAT)
        .timeout(Refine, WITH_CHAT)
        .build()
}

/// The first: a kept answer ends the turn.
fn after_looking(state: &ConsultState) -> ConsultNode {
    match state.hit {
        Some(_) => ConsultNode::StoreResponse,
        None => ConsultNode::ClassifyIntent,
    }
}

/// The second: active retrieval. A turn that needs no document is still read for facts: "네, 페니실린 알레르기 있어요" is
/// an acknowledgement that must be remembered.
fn after_classifying(state: &ConsultState) -> ConsultNode {
    let courtesy =
        matches!(state.intent.complexity, Complexity::Greeting | Complexity::Acknowledgement);
    let read = state.mode == Mode::Agent && state.parts.has(Part::Slots);
    match courtesy || !read {
        true => ConsultNode::AssembleContext,
        false => ConsultNode::ExtractSlots,
    }
}

/// The third: the first search, where documents are needed and none was made.
fn after_assembling(state: &ConsultState) -> ConsultNode {
    match state.intent.k > 0 && state.searches.is_empty() {
        true => ConsultNode::Retrieve,
        false => ConsultNode::GenerateAnswer,
    }
}

/// Only what was written from documents is looked at again.
fn after_answering(state: &ConsultState) -> ConsultNode {
    let looked_at = state.mode == Mode::Agent
        && state.parts.has(Part::Refine)
        && state.intent.k > 0
        && state.scope == Scope::Inside;
    if looked_at { ConsultNode::Refine } else { ConsultNode::StoreResponse }
}

/// The fourth: self-refine.
fn after_checking(state: &ConsultState) -> ConsultNode {
    match state.stopped_by {
        None => ConsultNode::Retrieve,
        Some(_) => ConsultNode::StoreResponse,
    }
}
