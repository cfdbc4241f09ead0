use std::time::Duration;

use simui_domain::ChunkId;

use super::Mode;
use crate::analysis::Terms;
use crate::fusion::Part;

/// Result of a search.
#[derive(Debug, Clone)]
pub struct Found {
    /// Hits, best first.
    pub hits: Vec<FoundHit>,
    /// Whether any term of the query is known. Else there are no hits: by meaning, the nearest of a query of
    /// unknown letters would be any passages.
    pub known: bool,
    /// The lists that were searched; [`Mode::Bm25`] where the vectors were not ready.
    pub mode: Mode,
    /// The two lists and what became of them; `None` where only one list was searched.
    pub lists: Option<FusedLists>,
    /// Whether the meaning came from an installed encoder instead of the static embedding.
    pub by_encoder: bool,
    /// The terms of the query.
    pub terms: Terms,
    /// Time that each stage took.
    pub took: Took,
}

/// The lists of a search, beside its profile all that the fused scores were computed from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FusedLists {
    /// Hits that were asked of the words and of the vectors: those of the profile, or more where the search
    /// asked for more results.
    pub depth: [usize; 2],
    /// Highest score by words and by vectors; 0 for an empty list.
    pub best: [f32; 2],
    /// Whether the best were reranked: `false` where that was not asked for, or time was up.
    pub reranked: bool,
}

/// A chunk with its results of each stage.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundHit {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Score of the last stage.
    pub score: f32,
    /// Rank and score by words; `None` where words did not find it or were not searched.
    pub bm25: Option<Part>,
    /// Rank and score by meaning.
    pub dense: Option<Part>,
    /// Rank and score in the fused list.
    pub fused: Option<Part>,
    /// Rank and score after reranking; `None` when it was not reranked.
    pub rerank: Option<Reranking>,
}

/// The reranker's result for a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reranking {
    /// Rank after reranking, from 1.
    pub rank: usize,
    /// Score in 0..=1; a cross-encoder has its own scale.
    pub score: f32,
}

/// Time that each stage took; zero for one that did not run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Took {
    /// Analysing the query.
    pub analyse: Duration,
    /// Searching by words.
    pub bm25: Duration,
    /// Embedding the query.
    pub embed: Duration,
    /// Searching by vectors.
    pub dense: Duration,
    /// Fusing the lists.
    pub fuse: Duration,
    /// Reranking the fused list.
    pub rerank: Duration,
    /// The whole search.
    pub total: Duration,
}

impl FoundHit {
    pub(super) fn new(chunk_id: ChunkId, score: f32) -> Self {
        Self { chunk_id, score, bm25: None, dense: None, fused: None, rerank: None }
    }
}
