//! The pattern language over word classes and figures: reads patterns, finds them in a reading, and finds the
//! phrases that are made of them.

mod language;
mod matching;
mod phrase;
mod roles;

pub use language::{Comparison, Distance, Element, Pattern, parse};
pub use matching::Match;
pub use phrase::Phrase;
pub use roles::Roles;
