//! Korean analysis and search over the corpus.
//!
//! [`analysis`] cuts text into morphemes and search terms; [`index`] ranks the corpus' chunks by them
//! (BM25). Dense retrieval, fusion and reranking (issue C) will be modules beside `index`.

pub mod analysis;
mod error;
pub mod index;
pub mod mecab;

pub use error::SearchError;
