//! Ranks the passages that were found and chooses those that an answer may cite.

pub(crate) mod cautions;
pub(crate) mod effects;
pub mod evidence;
