//! What the program knows about Korean writing, in one place: syllables and jamo, the keyboard, particles,
//! numerals, amounts of money and of drugs, and normalised text that leads back to its original.
//!
//! Nothing here knows about law, drugs or insurance. Morphological analysis is in `simui-search`.

pub mod hangul;
pub mod keyboard;
pub mod money;
pub mod normalized;
pub mod numerals;
pub mod particles;
pub mod quantities;
