//! Chat models beside the rules of a pharmacist's answer.
//!
//! # What a model may do
//! The rules play every role first. A model's words are kept where code has checked them:
//!
//! | role | kept | and then |
//! |---|---|---|
//! | query routing | terms to search for besides those of the rules; a core term only if the question has it; nothing to avoid that the rules search for | one search with the union |
//! | answering | sentences that stand on the passage they cite ([`crate::verification::strict`]) | in front of the rules' own warnings and of the section that the rules put first |
//! | answer verification | doubts about sentences that a model wrote, unless they stand in the passage word for word | corrected like any other fault |
//! | correction | sentences in the place of those that were refused, if they stand | at most three rounds, then left out |
//! | judging | two figures | beside the rules' own scores |
//!
//! So a model can word an answer, and nothing else: what DUR tables say, the words of an emergency, a warning that the rules
//! found, and what is said to be missing stay; a sentence without a source is not shown; where nothing of a model's answer
//! stands, the answer is that of the rules. Where a model gives no answer that can be used, the response says so.

mod answering;
mod ask;
mod compose;
mod correcting;
mod doubting;
mod judging;
mod read;
mod routing;

pub use ask::{AskModel, RoleQuestion};
pub use routing::{Terms, merged};

// A consultation has roles of its own, which are made of the same pieces.
pub use answering::said;
pub use ask::asked;
pub use compose::{Told, composed, of_model, paragraphs};
pub use read::{as_inputs, documents, line, read};

pub(crate) use answering::answer;
pub(crate) use correcting::corrected;
pub(crate) use doubting::doubts;
pub(crate) use judging::judged;
pub(crate) use routing::routed;
