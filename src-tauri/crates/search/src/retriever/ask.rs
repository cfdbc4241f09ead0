use std::time::Duration;

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
}
