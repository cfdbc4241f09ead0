//! The thinking of nodes 1, 2, 4 and 5: by rules alone, or by rules with a chat model beside them.
//!
//! # What a model may do
//! The result of the rules stands, whatever a model answers. Code checks the answer and keeps it beside the
//! result, as a [`ChatOpinion`](simui_domain::ChatOpinion) for the person who decides:
//!
//! | role | kept | and then |
//! |---|---|---|
//! | claim extraction | exact parts of the advertisement that overlap no claim of the rules | offered to classification |
//! | classification | kinds that no rule found there (의심); findings it does not share | the union is shown; any difference sends the case to a person |
//! | drafting | wordings for violations, if the rules find nothing in them | offered beside the rules' own |
//! | verification | objections to the draft | any sends the case to a person |
//!
//! So a model can send a case to a person, and nothing else: it sets no verdict and no confidence, removes no
//! finding, adds no citation, and finalises nothing. A suspicion becomes a violation when a person decides so
//! (`reject` with a note that names it, or `modify`). Where a model gives no usable answer, the result says
//! so and is that of the rules.

mod answers;
mod ask;
mod by_rules;
mod claim_extraction;
mod classification;
mod drafting;
mod verification;
mod with_chat;

use std::future::Future;
use std::pin::Pin;

use simui_domain::ThinkingRole;
use simui_flow::{Context, NodeError};

use crate::library::Library;
use crate::state::{ReviewDelta, ReviewState};

pub use ask::{Ask, PendingCall, Question};
pub use by_rules::ByRules;
pub use with_chat::{RECORDED, WithChat};

/// The thinking of one node in progress.
pub type Thought<'a> = Pin<Box<dyn Future<Output = Result<ReviewDelta, NodeError>> + Send + 'a>>;

/// Plays the thinking roles of the graph.
pub trait Thinking: Send + Sync {
    /// Returns what the node of a role adds to the state.
    fn think<'a>(
        &'a self,
        role: ThinkingRole,
        state: &'a ReviewState,
        library: &'a Library,
        context: &'a Context,
    ) -> Thought<'a>;
}
