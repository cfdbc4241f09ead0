//! A text in normal letters, its words and clauses, and the word lists that the rules of grammar use.

pub(crate) mod apart;
pub(crate) mod boundary;
pub(crate) mod boxes;
pub(crate) mod clauses;
pub(crate) mod cue;
pub(crate) mod letters;
pub(crate) mod numbers;
pub(crate) mod persons;
pub(crate) mod words;
