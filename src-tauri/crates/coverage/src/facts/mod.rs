//! What the documents state about each coverage, read once and without a question. No fact is given
//! without a page and a quote. `rules/readings.toml` lists the readings and their order.

mod amount;
mod basis;
mod classes;
mod condition;
mod exclusions;
mod existence;
mod illness;
mod kinds;
mod others;
mod partial;
mod parts;
mod payments;
mod percent;
pub(crate) mod quote;
pub(crate) mod read;
mod sections;
mod source;
mod subtype;
pub(crate) mod surgery;
mod topics;
mod waiting;
