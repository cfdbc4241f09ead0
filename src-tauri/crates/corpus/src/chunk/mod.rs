//! Searchable units: a 조 when it is short, else its 항, else groups of 호; paragraphs of other texts.

mod law;
mod prose;

pub(crate) use law::of_law;
pub(crate) use prose::of_sections;

/// No chunk is longer than this many characters, so that a reader (or a model) takes it in at once.
pub(crate) const LIMIT: usize = 1_200;
