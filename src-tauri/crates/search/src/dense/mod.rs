//! Dense retrieval without a neural network: a static embedding.
//!
//! A text is cut into the terms that BM25 uses (words and Hangul bigrams). Each term has a row in a table;
//! the vector of a text is the weighted mean of its rows, normalised to length one. An unknown word is
//! composed of its pieces of two and three letters. [`Embedding`] is the table, [`Vectors`] holds the vectors
//! of the corpus, and [`train`] makes and fits tables. Everything is deterministic: equal input gives equal
//! bits.

mod codes;
mod embedding;
mod file;
mod graph;
mod graph_file;
pub(crate) mod key;
mod lexicon;
#[cfg(test)]
mod tests;
pub mod train;
mod vectors;

pub use embedding::Embedding;
pub use graph::GraphKey;
pub(crate) use graph_file::{GraphFile, connect};
pub(crate) use vectors::Part;
pub use vectors::{Near, Vectors};
