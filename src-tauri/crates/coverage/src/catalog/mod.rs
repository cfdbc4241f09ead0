//! What is known before a document is read: companies, coverages and their names, and the rules.

pub(crate) mod cues;
pub(crate) mod fact;
pub(crate) mod fold;
pub(crate) mod kcd;
pub(crate) mod name;
pub(crate) mod person;
pub(crate) mod rules;
pub(crate) mod tables;
pub(crate) mod trigram;
pub(crate) mod typing_error;
