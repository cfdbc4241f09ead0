use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId, DocumentKind, Span};
use ts_rs::TS;

use super::UsedProfile;

/// The method of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// By words: BM25.
    Bm25,
    /// By meaning: the chosen encoder, or else the static embedding.
    Dense,
    /// Both methods, fused and reranked.
    #[default]
    Hybrid,
}

/// Searches the corpora.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchRequest {
    /// The query.
    pub query: String,
    /// Only these kinds of document; as the route of a plain search has them when empty, which is all.
    pub kinds: Vec<DocumentKind>,
    /// Number of hits; as the profile sets it when absent.
    pub k: Option<u32>,
    /// The method.
    pub mode: SearchMode,
    /// The profile of the job: `search`, `review`, `pharmacy`, `counsel`; that of a plain search when absent.
    pub profile: Option<String>,
    /// Whether the fused order is kept without reranking.
    pub no_rerank: bool,
    /// Only what is in force on this day.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// The rank of a hit in each stage; `None` where the stage did not run or did not find it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Ranks {
    /// Rank by words.
    pub bm25: Option<u32>,
    /// Rank by vectors.
    pub dense: Option<u32>,
    /// Rank of both fused.
    pub fused: Option<u32>,
    /// Rank after reranking.
    pub rerank: Option<u32>,
}

/// The score of a hit in one stage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct StageScore {
    /// The stage's own score: BM25, cosine, the sum of the contributions, or the reranker's (0..=1; a
    /// cross-encoder has a scale of its own).
    pub score: f32,
    /// The contribution to the fused score; for a stage that is not fused, its score.
    pub contribution: f32,
}

/// The scores that explain a hit's rank; `null` where a stage did not run or did not find it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Why {
    /// Score by words.
    pub bm25: Option<StageScore>,
    /// Score by vectors: the cosine, for an installed encoder its excess over the usual cosine.
    pub dense: Option<StageScore>,
    /// Score of both fused.
    pub fused: Option<StageScore>,
    /// Score after reranking.
    pub rerank: Option<StageScore>,
    /// The computation of the fused score: `1/(60+3) + 1/(60+1)`, or `0.8×7.12/12.5` where 12.5 is the best
    /// score of the list. Empty where only one list was searched.
    pub computation: String,
}

/// Why a hit was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// Words of the query occur in it or in its heading.
    Words,
    /// By meaning alone: no word of the query occurs in it.
    Meaning,
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
    /// The kind of document.
    pub kind: DocumentKind,
    /// The score of the last stage.
    pub score: f32,
    /// The rank in each stage.
    pub ranks: Ranks,
    /// The score in each stage.
    pub why: Why,
    /// The part of `text` to show first, in characters of `text`.
    pub snippet: Span,
    /// The words of the query in `text`, in characters of `text`, in order.
    pub matches: Vec<Span>,
    /// The words of the query in `title`, in characters of `title`, in order.
    pub title_matches: Vec<Span>,
    /// Why it was found.
    pub found_by: FoundBy,
    /// The chunk's text.
    pub text: String,
    /// Start in the document's body.
    pub start: usize,
    /// End in the document's body, exclusive.
    pub end: usize,
    /// Whether it is one of our digests.
    pub digest: bool,
    /// First day on which the article is in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Last day on which it is in force; earlier than the first if it is never in force.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Whether it is in force on the day of the search: the day asked for, else today.
    pub in_force: bool,
    /// First day on which it was no longer in force, where that is not after the day of the search.
    #[ts(type = "string | null")]
    pub ended_since: Option<Date>,
    /// Hits of other versions of the article, folded below this one, best first.
    pub other_versions: Vec<Hit>,
    /// Hits of other documents with nearly the same text, folded below this one, best first.
    pub copies: Vec<Hit>,
}

/// A word of a query that the corpora lack, and a word that they have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReplacedWord {
    /// The word as the query has it.
    pub written: String,
    /// A word of the corpora that is near, or that the same keys give on the other keyboard layout.
    pub known: String,
}

/// A query that may have been meant. It is never searched unless somebody asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuerySuggestion {
    /// The whole query with its words replaced.
    pub query: String,
    /// The replaced words, in order.
    pub replaced: Vec<ReplacedWord>,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchResponse {
    /// The hits, best first. Other versions of a hit's article are below it.
    pub hits: Vec<Hit>,
    /// Whether the corpora know any word of the query. Else there are no hits, in every mode.
    pub known: bool,
    /// A query that may have been meant; absent where every word is known or none is near.
    pub suggestion: Option<QuerySuggestion>,
    /// How the hits came about.
    pub profile: UsedProfile,
    /// The method used: `bm25` where the vectors are missing or not ready; `notice` gives the reason.
    pub mode: SearchMode,
    /// The installed encoder that was used; absent where the static embedding was.
    pub encoder: Option<String>,
    /// The installed cross-encoder that reranked the best hits; absent where only the offline reranker did.
    pub reranker: Option<String>,
    /// A remark about the result; empty when all is well.
    pub notice: String,
    /// Milliseconds by stage, and `total`.
    pub took_ms: BTreeMap<String, f64>,
    /// Whether the corpora have changed since the index was built, because an import is running. What it has
    /// stored so far is not searched yet.
    pub behind: bool,
}
