//! Splits documents into searchable chunks: a short 조, else its 항, else groups of 호; paragraphs of other
//! texts.

mod law;
mod prose;

pub(crate) use law::of_law;
pub(crate) use prose::of_sections;

/// Longest chunk in characters, short enough for a reader or a model.
pub(crate) const LIMIT: usize = 1_200;
