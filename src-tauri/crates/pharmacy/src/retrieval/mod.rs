//! Passages of the desk's drug documents: how they are asked for, and whether what was found makes the question one for this desk.

pub(crate) mod find;
pub(crate) mod passage;
pub mod scope;
