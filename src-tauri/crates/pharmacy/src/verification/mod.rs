//! Whether each sentence of a draft stands on the passage it cites, and how good the answer is.

pub mod scores;
pub(crate) mod strict;
pub mod support;
pub mod verify;
