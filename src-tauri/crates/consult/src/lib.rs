//! 환자 맥락 상담: answers a turn of a conversation with the patient's record, in ten nodes.
//!
//! ```text
//! check_similarity -> classify_intent -> extract_slots -> store_memory -> assemble_context <-> retrieve
//!      | hit               | nothing to search or remember  ^ |                                  ^
//!      |                   \--------------------------------/ v                                  |
//!      \-> store_response <----------------------- generate_answer -> refine -> quality_check --/
//! ```
//!
//! `quality_check` searches again at most twice. Warnings of danger come first and are made by rules.
//! Conflicts with the record are found by comparing ingredients and classes. Every sentence of an answer is
//! supported by a sentence of a document. Every run ends with a [`StopReason`].

mod alerts;
mod amount;
pub mod answer;
pub mod budget;
pub mod cache;
pub mod check;
mod class_risks;
mod class_words;
mod completion;
pub mod complexity;
pub mod conflicts;
pub mod context;
mod earlier_turns;
mod error;
mod facts;
mod graph;
mod key;
mod paragraph;
pub mod parts;
mod personalise;
pub mod prescription;
pub mod quality;
mod record;
mod reopened;
mod reply;
mod resources;
pub mod rewrite;
mod roles;
pub mod rules;
pub mod safety;
mod selection;
mod state;
mod steps;
pub mod style;
mod subject;
pub mod truncate;
mod turn;
mod turn_input;
mod wording;

pub use check::StopReason;
pub use class_words::leave_out_described;
pub use earlier_turns::{EARLIER_TURNS, EarlierTurn};
pub use error::ConsultError;
pub use facts::{Facts, TurnTopic};
pub use graph::{GRAPH_NAME, GRAPH_VERSION, consult_graph};
pub use parts::{Mode, Part, Parts};
pub use record::facts_of;
pub use resources::{Effects, Embed, FindKept, TurnResources};
pub use state::{ConsultDelta, ConsultNode, ConsultState};
pub use subject::TurnSubject;
pub use turn::Turn;
pub use turn_input::TurnInput;
