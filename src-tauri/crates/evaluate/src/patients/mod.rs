//! Invented patients: their words over five turns, and the facts that the desk must remember, must not
//! remember, and must keep apart.
//!
//! The same seed always gives the same people. Their distributions and words are data (`data/patients.toml`).

mod draw;
mod measure;
mod people;
mod wording;

pub use draw::Draw;
pub use measure::{MemoryReport, Missed, measure};
pub use people::{Expected, Invented, Person, Turn};
