//! Arithmetic over vectors: of numbers (`f32`), and of codes (`i8`), which stand for numbers by a scale.
//!
//! Searches by meaning and the fitting of an embedding spend nearly all their time here. The crate is apart
//! so that a development build optimises these loops and nothing else.

mod codes;
mod floats;

pub use codes::dot_codes;
pub use floats::{add, dot, normalise, quantise};
