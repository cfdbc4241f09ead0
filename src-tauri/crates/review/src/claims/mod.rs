//! Reads an advertisement: its claims, who speaks, and whether words are asserted or denied.

mod budget;
mod clause;
mod extract;
mod modified;
mod polarity;
mod reading;
mod reply;
pub(crate) mod sentence;
mod voice;
mod words;

pub use budget::Budget;
pub use clause::ends_clause;
pub(crate) use extract::{PAIRS, close_pairs};
pub use extract::{Triggered, claim_end, extract};
pub use modified::praises_other;
pub use polarity::{conditional, hedged, is_asked, is_refuted, negated};
pub use reading::{Grammar, Means, Reading};
pub(crate) use reply::breaks_before;
pub use reply::{Reply, ReplyClasses};
pub use sentence::Sentence;
pub use words::{word_end, word_start};
