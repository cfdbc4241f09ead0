//! Korean analysis and search over the corpus.
//!
//! [`analysis`] cuts text into morphemes and search terms; [`index`] ranks the corpus' chunks by them
//! (BM25), [`dense`] by a static embedding, [`fusion`] makes one list of both, and [`rerank`] looks
//! at its best again.

pub mod analysis;
pub mod dense;
mod error;
pub mod fusion;
pub mod index;
pub mod mecab;
pub mod rerank;

pub use error::SearchError;
