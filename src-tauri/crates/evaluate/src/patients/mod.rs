//! Invented patients: what they say over five turns, and what of it a desk must remember, must not, and must keep apart.
//!
//! The same seed always gives the same people. Their distributions and their words are data (`data/patients.toml`).

mod draw;
mod measure;
mod people;
mod wording;

pub use draw::Draw;
pub use measure::{MemoryReport, Missed, measure};
pub use people::{Expected, Invented, Person, Turn};
