use std::time::Duration;

use crate::encoded::Encoded;
use crate::fusion::Profile;
use crate::index::Query;

/// The lists that are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// By words only.
    Bm25,
    /// By meaning only.
    Dense,
    /// By words and by meaning, fused and reranked.
    Hybrid,
}

/// A search with a [`super::Retriever`].
#[derive(Debug, Clone)]
pub struct Ask<'a> {
    /// Text and filters; its limit is the number of hits returned.
    pub query: Query,
    /// The lists to search.
    pub mode: Mode,
    /// Depth of the lists, fusion and number of reranked hits. Used by [`Mode::Hybrid`] only.
    pub profile: &'a Profile,
    /// Whether the best hits are reranked.
    pub rerank: bool,
    /// Time after the start of the search when reranking is given up for the fused order.
    pub deadline: Option<Duration>,
    /// The query as encoded by an installed encoder; the static embedding is used where there is none.
    pub encoded: Option<EncodedQuery<'a>>,
}

/// An encoded query. Ignored if its vectors belong to another state of the corpus than the index.
#[derive(Debug, Clone)]
pub struct EncodedQuery<'a> {
    /// The query's vector.
    pub query: Vec<f32>,
    /// The corpus' vectors by the same encoder.
    pub vectors: &'a Encoded,
    /// Time that encoding the query took.
    pub took: Duration,
}
