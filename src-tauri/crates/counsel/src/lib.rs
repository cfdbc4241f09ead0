//! Clinical facts of a text, the memory of a patient, and answers to questions about drugs.
//!
//! [`pharmacy`] answers one question from the desk's own documents: what it asks is read by rules, passages are searched,
//! sentences are chosen from them and checked against them. [`extract`] reads the clinical facts of a text into six slots,
//! [`safety`] says what has to be warned of first, [`patient`] remembers them from turn to turn.
//! Pure and deterministic: nothing here searches or stores, what it needs is handed in; everything it knows is data under
//! `lexicon/` and `rules/`.

pub mod consult;
mod data;
mod error;
pub mod extract;
pub mod patient;
pub mod pharmacy;
pub mod safety;
pub mod vocabulary;

pub use error::CounselError;
