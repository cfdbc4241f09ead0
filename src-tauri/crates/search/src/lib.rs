//! Korean analysis and search over the corpus.
//!
//! [`analysis`] cuts text into morphemes and search terms; [`index`] ranks the corpus' chunks by them
//! (BM25), [`dense`] by a static embedding, [`encoded`] by an installed encoder, [`fusion`] makes one list of words and meaning,
//! and [`rerank`] looks at its best again. [`retriever`] is all of it for one corpus.

pub mod analysis;
pub mod calibration;
pub mod dense;
pub mod encoded;
mod error;
pub mod fusion;
pub mod index;
pub mod mecab;
mod places;
pub mod rerank;
pub mod retriever;
mod sealed;
mod snippet;

pub use error::SearchError;
pub use snippet::Snippet;
