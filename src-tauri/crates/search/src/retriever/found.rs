use std::time::Duration;

use simui_domain::ChunkId;

use super::Mode;
use crate::analysis::Terms;
use crate::fusion::Part;

/// What a search found.
#[derive(Debug, Clone)]
pub struct Found {
    /// Best first.
    pub hits: Vec<FoundHit>,
    /// How it was searched: by words alone where the vectors were not ready.
    pub mode: Mode,
    /// Whether meaning was what an installed encoder makes of it, not the static embedding.
    pub by_encoder: bool,
    /// The terms of the query.
    pub terms: Terms,
    /// How long each stage took.
    pub took: Took,
}

/// One chunk, with what each stage made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundHit {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// The last stage's score.
    pub score: f32,
    /// Its place among those found by words; `None` where it is not among them, or words were not asked.
    pub bm25: Option<Part>,
    /// Its place among those near in meaning.
    pub dense: Option<Part>,
    /// Its place in the fused list.
    pub fused: Option<Part>,
    /// Its place after reranking; `None` when it was not looked at again.
    pub rerank: Option<Reranking>,
}

/// What the reranker made of a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reranking {
    /// Its new place, from 1.
    pub rank: usize,
    /// 0..=1; a cross-encoder's is on its own scale.
    pub score: f32,
}

/// How long each stage took; zero for one that did not run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Took {
    /// Morphemes and terms of the query.
    pub analyse: Duration,
    /// Words.
    pub bm25: Duration,
    /// The query's vector.
    pub embed: Duration,
    /// Vectors.
    pub dense: Duration,
    /// One list of two.
    pub fuse: Duration,
    /// Looking again.
    pub rerank: Duration,
    /// All of it.
    pub total: Duration,
}

impl FoundHit {
    pub(super) fn new(chunk_id: ChunkId, score: f32) -> Self {
        Self { chunk_id, score, bm25: None, dense: None, fused: None, rerank: None }
    }
}
