//! What is asked: the question as the rules read it, its subjects, and the words that are searched for.

pub mod optimise;
pub mod question;
mod signs;
pub(crate) mod subject;
