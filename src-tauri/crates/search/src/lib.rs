//! Korean analysis and search over the corpus.

mod error;
pub mod mecab;

pub use error::SearchError;
