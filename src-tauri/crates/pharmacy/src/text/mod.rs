//! Sentences, figures, stems and listed words of a text.

pub mod figures;
pub mod sentence;
pub(crate) mod stems;
pub(crate) mod wording;
