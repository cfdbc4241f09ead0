//! 환자 맥락 상담: answers a turn of a conversation in the light of the patient's record, in ten nodes.
//!
//! ```text
//! check_similarity -> classify_intent -> extract_slots -> store_memory -> assemble_context <-> retrieve
//!      | hit               | nothing to search or remember  ^ |                                  ^
//!      |                   \--------------------------------/ v                                  | again, at most twice
//!      \-> store_response <----------------------- generate_answer -> refine -> quality_check --/
//! ```
//! What is dangerous is said first and by rules; what the record forbids is compared and never guessed; no sentence is told
//! without the sentence of a document behind it. Every run ends with a reason ([`StopReason`]).

mod allowed;
pub mod answer;
pub mod budget;
pub mod cache;
pub mod check;
pub mod complexity;
pub mod conflicts;
pub mod context;
mod error;
mod facts;
mod graph;
mod key;
mod paragraph;
pub mod parts;
mod personal;
pub mod quality;
mod record;
pub mod rewrite;
mod roles;
mod room;
pub mod rules;
pub mod safety;
mod spoken;
mod state;
mod steps;
pub mod style;
pub mod truncate;
mod turn;
mod wording;

pub use check::StopReason;
pub use error::ConsultError;
pub use facts::Facts;
pub use graph::{GRAPH_NAME, GRAPH_VERSION, consult_graph};
pub use parts::{Mode, Part, Parts};
pub use record::facts_of;
pub use room::{Doors, Embed, FindKept, Room};
pub use spoken::Spoken;
pub use state::{ConsultDelta, ConsultNode, ConsultState};
pub use turn::{Known, Turn};
