//! Dense retrieval without a neural network: a static embedding.
//!
//! A text is cut into the terms that BM25 uses (words and Hangul bigrams); each has a row in a table, and the
//! text's vector is their weighted mean, brought to length one. Words that are not in the table are made of their
//! two- and three-letter pieces. [`Embedding`] is the table, [`Vectors`] the corpus' vectors, [`train`] makes and
//! fits tables. Everything is deterministic: the same input gives the same bits.

mod embedding;
mod file;
pub(crate) mod key;
mod lexicon;
pub(crate) mod numbers;
mod sketch;
#[cfg(test)]
mod tests;
pub mod train;
mod vectors;

pub use embedding::Embedding;
pub use vectors::{Near, Vectors};
