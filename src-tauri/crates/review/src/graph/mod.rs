//! The review as a durable graph.

mod build;
mod decision;
mod draft;
mod human;
mod result;
mod state;

pub use build::{GRAPH_NAME, GRAPH_VERSION, review_graph, review_graph_with_chat};
pub use decision::{Changes, HumanDecision};
pub use draft::{Draft, Objection, TriedException};
pub use human::answer as check_answer;
pub use result::{draft_result_of, result_of};
pub use state::{ReviewDelta, ReviewNode, ReviewState};
