//! Personal identifiers: found beside Hangul, split by blanks and other separators, in full-width digits, and replaced by
//! placeholders before a text leaves the desk. The 재현 표 (which placeholder stands for what) never leaves: [`Mask`] holds it and
//! puts the identifiers back into what comes in.
//!
//! What is found, how it may be written and what is not found stands in the README of this crate. Too much masked costs little,
//! since it comes back; too little would cost somebody's privacy.

mod announced_names;
mod digits;
mod find;
mod known;
mod mask;
mod names;
mod numbers;
mod patterns;
mod skeleton;
mod words;

pub use find::{Found, Identifier, find, find_with};
pub use known::KnownNames;
pub use mask::Mask;
