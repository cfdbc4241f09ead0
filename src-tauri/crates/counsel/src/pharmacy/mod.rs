//! 약사 질의: a question becomes an answer from the desk's own documents, or a refusal.
//!
//! ```text
//! understand -> search -> DUR -> answer -> verify -> score
//!      \          \                ^        |  \-> correct (at most three times)
//!       \-> refuse <               \-- search again (once)
//! ```

pub mod answer;
mod choice;
mod classes;
pub mod dur;
pub mod evidence;
pub mod figures;
mod gaps;
pub(crate) mod graph;
pub mod knowledge;
pub mod likeness;
pub mod names;
pub mod optimise;
mod passage;
pub mod question;
pub mod roles;
pub mod scope;
pub mod scores;
pub mod sentence;
mod sound;
mod state;
mod strict;
mod subject;
pub mod support;
mod unknown;
mod urgent;
pub mod verify;
mod wording;

pub use graph::{Find, GRAPH_NAME, GRAPH_VERSION, Shelf, Wanted, pharmacy_graph};
pub use passage::Passage;
pub use state::{PharmacyDelta, PharmacyNode, PharmacyState};
