//! Verifies that every sentence of a draft is supported by the passage that it cites, and scores the answer.

pub mod scores;
pub(crate) mod strict;
pub mod support;
pub mod verify;
