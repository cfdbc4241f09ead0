//! What is said at the counter, understood: the clinical facts of a text in six slots.
//!
//! Pure and deterministic: no clock, no files, no network. Everything it knows is data under `lexicon/` and `rules/`.

mod error;
pub mod extract;
pub mod safety;

pub use error::CounselError;
