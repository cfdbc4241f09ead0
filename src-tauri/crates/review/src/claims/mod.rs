//! Reads an advertisement: its claims, who speaks, and whether words are asserted or denied.

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
pub use words::{word_end, word_start};
