//! The review as a durable graph.

mod build;
mod human;
mod result;

pub use build::{GRAPH_NAME, GRAPH_VERSION, review_graph, review_graph_with_chat};
pub use human::answer as check_answer;
pub use result::{draft_result_of, result_of};

pub use crate::state::{
    Changes, Draft, HumanDecision, Objection, Retrieved, ReviewDelta, ReviewNode, ReviewState,
    TriedException,
};
