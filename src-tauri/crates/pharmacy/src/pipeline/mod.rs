//! The graph that answers a question, its state, and chat models beside its rules.

pub(crate) mod graph;
pub mod roles;
pub(crate) mod shelf;
pub(crate) mod state;

pub use graph::{cautions_on_offered, general_guidance, has_child_dose, search_passages};
