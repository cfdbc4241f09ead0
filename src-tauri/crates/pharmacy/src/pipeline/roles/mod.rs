//! Chat models beside the rules of a pharmacist's answer.
//!
//! # What a model may do
//! The rules play every role first. Words of a model are kept only where code has checked them:
//!
//! | role | kept | and then |
//! |---|---|---|
//! | query routing | terms to search for besides those of the rules; a core term only if the question has it; nothing to avoid that the rules search for | one search with the union |
//! | answering | sentences that the passage they cite supports ([`crate::verification::strict`]) | in front of the rules' own warnings and of the section that the rules put first |
//! | answer verification | doubts about sentences that a model wrote, unless the passage has them word for word | corrected like any other fault |
//! | correction | replacements for sentences with a fault, if they are supported | at most three rounds, then left out |
//! | judging | two figures | beside the rules' own scores |
//!
//! So a model can word an answer, and nothing else. DUR notices, the fixed text of an emergency, warnings
//! that the rules found, and gaps stay. A sentence without a source is not shown. If no sentence of a model's
//! answer is supported, the answer is that of the rules. If a model gives no usable answer, the response says
//! so.

mod answering;
mod ask;
mod compose;
mod correcting;
mod doubting;
mod judging;
mod read;
mod routing;

pub use ask::{AskModel, RoleQuestion};
pub use routing::{Terms, merge};

// The roles of a consultation are built from these functions.
pub use answering::usable_sentences;
pub use ask::ask_role;
pub use compose::{CitedSentence, combine_with_rules, model_paragraphs, paragraphs};
pub use read::{PASSAGE_CHARS, as_inputs, documents, line, read};

pub(crate) use answering::answer;
pub(crate) use correcting::correct;
pub(crate) use doubting::find_doubts;
pub(crate) use judging::judge;
pub(crate) use routing::route_query;
