//! 일관성: whether an advertisement keeps its verdict when its wording changes and its meaning does not.
//!
//! Variants have two sources: mechanical changes that keep the meaning (`data/paraphrases.toml`: order of the
//! sentences, endings, synonyms, notation, a neutral frame), and texts that a person rewrote
//! (`data/families.jsonl`, written before any of them was reviewed). The opposite is measured beside them: a
//! sentence that breaks a norm is added to a clean text, and verdict and kinds must follow.

mod additions;
mod change;
mod families;
mod measure;
mod paraphrase;
mod sentences;

pub use additions::{Additions, MissedAddition, measure_additions};
pub use change::Change;
pub use families::{Family, families_from, shipped_families};
pub use measure::{Changed, ConsistencyReport, RateOfChange, Seen, measure};
pub use paraphrase::{Paraphrases, Variant};
