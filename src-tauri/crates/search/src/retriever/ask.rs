use std::time::Duration;

use crate::encoded::Encoded;
use crate::fusion::Profile;
use crate::index::Query;

/// Which lists are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Words alone.
    Bm25,
    /// Meaning alone.
    Dense,
    /// Both, fused and reranked.
    Hybrid,
}

/// A search of a [`super::Retriever`].
#[derive(Debug, Clone)]
pub struct Ask<'a> {
    /// What for, with its filters; its limit is how many hits come out.
    pub query: Query,
    /// How.
    pub mode: Mode,
    /// How deep each list goes, how they are fused, how many are reranked. Only [`Mode::Hybrid`] asks it.
    pub profile: &'a Profile,
    /// Whether the best are looked at again.
    pub rerank: bool,
    /// When it is over, the fused order is good enough; counted from the start of the search.
    pub deadline: Option<Duration>,
    /// What an installed encoder has made of it; the static embedding is asked where there is none.
    pub encoded: Option<EncodedQuery<'a>>,
}

/// A query as an encoder sees it. Vectors of another state of the corpus than the index' are not used.
#[derive(Debug, Clone)]
pub struct EncodedQuery<'a> {
    /// The query's vector.
    pub query: Vec<f32>,
    /// The corpus' vectors by the same encoder.
    pub vectors: &'a Encoded,
    /// How long encoding the query took.
    pub took: Duration,
}
