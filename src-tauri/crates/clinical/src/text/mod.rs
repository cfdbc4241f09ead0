//! A text in normal letters, words and clauses, and the words that the rules of grammar ask for.

pub(crate) mod apart;
pub(crate) mod boundary;
pub(crate) mod clauses;
pub(crate) mod cue;
pub(crate) mod letters;
pub(crate) mod numbers;
pub(crate) mod persons;
pub(crate) mod words;
