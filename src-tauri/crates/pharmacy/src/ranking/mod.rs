//! Which of the passages that were found an answer may cite.

pub mod evidence;
