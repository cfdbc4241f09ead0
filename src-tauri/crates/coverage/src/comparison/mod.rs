//! From a question to its answer: the facts of the companies side by side.

pub(crate) mod answer;
mod basis;
pub(crate) mod compare;
pub(crate) mod elapsed;
pub(crate) mod labels;
mod readers;
pub(crate) mod retrieve;
pub(crate) mod select;
pub(crate) mod situation;
mod sum;
pub(crate) mod summary;
mod trace;
pub(crate) mod values;
