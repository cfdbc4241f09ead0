use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId, DocumentKind, Span};
use ts_rs::TS;

/// How to search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// Words.
    Bm25,
    /// Meaning: the chosen encoder, else the static embedding.
    Dense,
    /// Both, fused and reranked.
    #[default]
    Hybrid,
}

/// A search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchRequest {
    /// What to look for.
    pub query: String,
    /// Only these kinds; all when empty.
    pub kinds: Vec<DocumentKind>,
    /// How many; as the profile says when absent.
    pub k: Option<u32>,
    /// How.
    pub mode: SearchMode,
    /// The profile of the job it is for: `search` when absent, `review`, `pharmacy`, `counsel`.
    pub profile: Option<String>,
    /// Leave the fused order as it is.
    pub no_rerank: bool,
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

/// What one stage made of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct StageScore {
    /// The stage's own score: BM25, cosine, the sum of the contributions, or the reranker's (0..=1; a cross-encoder's is on its own
    /// scale).
    pub score: f32,
    /// What it added to the fused score; for a stage that is not fused, its score.
    pub contribution: f32,
}

/// Why a hit is where it is; `null` where a stage did not run or did not find it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Why {
    /// Words.
    pub bm25: Option<StageScore>,
    /// Vectors: cosine, by an installed encoder as far as it is above the usual one.
    pub dense: Option<StageScore>,
    /// Both together.
    pub fused: Option<StageScore>,
    /// After reranking.
    pub rerank: Option<StageScore>,
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
    /// What each stage made of it.
    pub why: Why,
    /// The part of `text` to show first: characters of `text`.
    pub snippet: Span,
    /// Words of `text` that were asked for: characters of `text`, in order.
    pub matches: Vec<Span>,
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
    /// How it was searched: `bm25` where the vectors are not there or not ready; `notice` says why.
    pub mode: SearchMode,
    /// The installed encoder that searched by meaning; the static embedding did when absent.
    pub encoder: Option<String>,
    /// The installed cross-encoder that looked at the best again; the offline reranker alone did when absent.
    pub reranker: Option<String>,
    /// What the searcher should know about the result; empty when all is well.
    pub notice: String,
    /// Milliseconds by stage, and `total`.
    pub took_ms: BTreeMap<String, f64>,
    /// The corpora have changed since the index was built, because an import is running: what it has stored so
    /// far is not searched yet.
    pub behind: bool,
}
