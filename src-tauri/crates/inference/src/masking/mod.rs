//! Masks personal identifiers by placeholders before a text leaves the desk. They are found beside Hangul,
//! split by blanks and other separators, and in full-width digits. [`Mask`] holds the 재현 표 (placeholders and
//! originals), which never leaves, and restores the identifiers in answers.
//!
//! The README of this crate lists what is found and what is not. Masking too much is harmless, because it is
//! restored; masking too little violates somebody's privacy.

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
