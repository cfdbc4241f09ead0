//! From a question to its answer: the facts of the companies side by side.

pub(crate) mod answer;
mod basis;
pub(crate) mod compare;
pub(crate) mod elapsed;
mod elsewhere;
mod exclusions;
pub(crate) mod labels;
mod readers;
pub(crate) mod retrieve;
pub(crate) mod select;
mod sum;
pub(crate) mod summary;
mod trace;
pub(crate) mod values;
