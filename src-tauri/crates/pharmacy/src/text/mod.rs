//! Sentences, figures, denials, stems and listed words of a text.

pub mod denial;
pub mod figures;
pub mod sentence;
pub(crate) mod stems;
pub(crate) mod wording;
