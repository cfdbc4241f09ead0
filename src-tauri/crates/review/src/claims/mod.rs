//! What an advertisement asserts, who says it, and whether it is said or denied.

mod budget;
mod extract;
mod polarity;
mod reading;
mod sentence;
mod voice;
mod words;

pub use budget::Budget;
pub use extract::{Triggered, extract};
pub use polarity::{conditional, hedged, meta_talk, negated, question};
pub use reading::{Grammar, Reading};
pub use sentence::Sentence;
pub use words::{with_particle, word_end, word_start};
