//! 약사 질의: answers a pharmacist's question from the desk's own documents, or refuses it with a reason.
//!
//! ```text
//! understand -> search -> DUR -> answer -> verify -> score
//!      \          \                ^        |  \-> correct (at most three times)
//!       \-> refuse <               \-- search again (once)
//! ```

pub mod answer;
pub mod calculate;
pub mod classifier;
pub mod dur;
mod error;
mod foods;
pub mod knowledge;
pub mod names;
mod passage;
pub mod person;
pub mod pipeline;
pub mod query;
pub mod ranking;
pub mod retrieval;
mod states;
pub mod text;
pub mod verification;

pub use error::PharmacyError;
pub use passage::Passage;
pub use pipeline::graph::{GRAPH_NAME, GRAPH_VERSION, pharmacy_graph};
pub use pipeline::shelf::Shelf;
pub use pipeline::state::{PharmacyDelta, PharmacyNode, PharmacyState};
pub use retrieval::find::{Find, Wanted};
