use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId, DocumentKind};
use ts_rs::TS;

/// How to search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// Words (the only mode until dense search comes with issue C).
    #[default]
    Bm25,
}

/// A search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchRequest {
    /// What to look for.
    pub query: String,
    /// Only these kinds; all when empty.
    pub kinds: Vec<DocumentKind>,
    /// How many; 10 when absent.
    pub k: Option<u32>,
    /// How.
    pub mode: SearchMode,
    /// Only what is in force on this day.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// The place a hit took in each stage; `None` where the stage did not run or did not find it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Ranks {
    /// Words.
    pub bm25: Option<u32>,
    /// Vectors.
    pub dense: Option<u32>,
    /// Both together.
    pub fused: Option<u32>,
    /// After reranking.
    pub rerank: Option<u32>,
}

/// One hit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Hit {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Its document.
    pub doc_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// The article: `제56조`.
    pub article: String,
    /// What it is.
    pub kind: DocumentKind,
    /// The last stage's score.
    pub score: f32,
    /// Its places.
    pub ranks: Ranks,
    /// The chunk's text.
    pub text: String,
    /// Offsets into the document's body.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// One of our digests.
    pub digest: bool,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchResponse {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Milliseconds by stage, and `total`.
    pub took_ms: BTreeMap<String, f64>,
    /// The corpora have changed since the index was built, because an import is running: what it has stored so
    /// far is not searched yet.
    pub behind: bool,
}
