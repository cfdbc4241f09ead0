//! Answers for pharmacists, from the desk's own documents.
//!
//! [`pharmacy`] answers one question: what it asks is read by rules, passages are searched, sentences are chosen from them
//! and checked against them. Nothing here searches or stores: what it needs is handed in.

mod data;
mod error;
pub mod pharmacy;

pub use error::CounselError;
