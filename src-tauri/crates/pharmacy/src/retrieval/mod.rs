//! Passages of the desk's drug documents: the search for them, and the decision whether the question is
//! answered.

pub(crate) mod find;
pub mod scope;
