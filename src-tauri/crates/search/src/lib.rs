//! Korean analysis and search over the corpus.
//!
//! [`analysis`] cuts text into morphemes and search terms. [`index`] ranks chunks by words (BM25), [`dense`]
//! by a static embedding, [`encoded`] by an installed encoder. [`fusion`] joins the lists by words and by
//! meaning, [`rerank`] reorders the best, and [`retriever`] runs all stages for one corpus. [`routes`] says
//! which documents and which profile the questions of a job go to. For people who search, [`spelling`]
//! suggests another query, and [`versions`] folds the versions of an article.

pub mod analysis;
pub mod calibration;
mod column;
pub mod copies;
pub mod dense;
pub mod encoded;
mod error;
pub mod fusion;
pub mod index;
pub mod mecab;
pub mod near_duplicate;
mod places;
pub mod rerank;
pub mod retriever;
pub mod routes;
mod sealed;
mod snippet;
pub mod spelling;
pub mod versions;

pub use error::SearchError;
pub use snippet::Snippet;
