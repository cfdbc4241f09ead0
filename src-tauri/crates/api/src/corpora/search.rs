use std::collections::BTreeMap;
use std::time::Duration;

use simui_domain::Span;
use simui_review::library::Library;
use simui_search::fusion::Profile;
use simui_search::retriever::{FoundHit, Mode, Took};
use simui_search::routes::Job;
use simui_search::spelling::{self, Suggestion};
use simui_store::ChunkRow;

use super::hits::{Folding, Versions};
use crate::desk::corpus_search::{Searched, count, decimal, fusion_of};
use crate::types::{
    QuerySuggestion, ReplacedWord, SearchMode, SearchRequest, SearchResponse, UsedProfile,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Searches the corpora for a person: the versions of an article are folded, and a query with an unknown
    /// word gets a suggestion.
    pub async fn search(&self, request: SearchRequest) -> Result<SearchResponse, ApiError> {
        let library = self.refresh().await?;
        let mut response = self.search_in(&library, &request, Versions::Folded).await?;
        let suggestion = spelling::suggest(library.retriever.index(), &request.query)?;
        response.suggestion = suggestion.map(|it| to_suggestion(it, &request.query));
        Ok(response)
    }

    /// Searches the corpora for another operation: every hit stands for itself, and nothing is suggested.
    pub(crate) async fn search_unfolded(
        &self,
        request: SearchRequest,
    ) -> Result<SearchResponse, ApiError> {
        let library = self.refresh().await?;
        self.search_in(&library, &request, Versions::Apart).await
    }

    async fn search_in(
        &self,
        library: &Library,
        request: &SearchRequest,
        versions: Versions,
    ) -> Result<SearchResponse, ApiError> {
        let day = request.as_of.unwrap_or_else(|| self.today());
        let folding = |limit: usize| Folding { versions, day, limit };
        let deeper = |hits: &[FoundHit], rows: &[ChunkRow], depth, limit, profile: &Profile| {
            folding(limit).deeper(hits, rows, depth, profile)
        };
        let searched = self.search.search(library, Job::Search, request, deeper).await?;
        let used = used_profile(&searched);
        let Searched { found, rows, profile, limit, encoder, rescored, notices, took, .. } =
            searched;
        let hits = folding(limit).hits(&found, &rows, &profile);
        let behind = !library.retriever.index().is_current(&self.database).await?;
        let mode = match found.mode {
            Mode::Bm25 => SearchMode::Bm25,
            Mode::Dense => SearchMode::Dense,
            Mode::Hybrid => SearchMode::Hybrid,
        };
        Ok(SearchResponse {
            hits,
            known: found.known,
            suggestion: None,
            profile: used,
            mode,
            encoder,
            reranker: rescored.map(|(id, _)| id),
            notice: notices.join(" "),
            took_ms: took_ms(&found.took, took),
            behind,
        })
    }
}

/// Returns how the hits came about.
fn used_profile(searched: &Searched) -> UsedProfile {
    let Searched { profile, found, depth, scored, rescored, .. } = searched;
    let depth = count(*depth);
    let id = profile.id.clone();
    let Some(lists) = &found.lists else {
        let one = |mode: Mode| if found.mode == mode { depth } else { 0 };
        let (lexical, dense) = (one(Mode::Bm25), one(Mode::Dense));
        let (fusion, k, weights, rerank, minimum) = (None, None, None, 0, None);
        return UsedProfile { id, lexical, dense, fusion, k, weights, rerank, minimum };
    };
    let (fusion, k) = fusion_of(profile.method);
    let (rerank, minimum) = match rescored {
        Some((_, minimum)) => (*scored, *minimum),
        None if lists.reranked => (profile.rerank, profile.minimum),
        None => (0, None),
    };
    let [lexical, dense] = lists.depth.map(count);
    UsedProfile {
        id,
        lexical,
        dense,
        fusion: Some(fusion),
        k,
        weights: Some(profile.weights.map(decimal)),
        rerank: count(rerank),
        minimum: minimum.map(decimal),
    }
}

fn to_suggestion(suggestion: Suggestion, query: &str) -> QuerySuggestion {
    let written = |span: Span| span.slice(query).unwrap_or_default().to_owned();
    let replaced = suggestion.replaced.into_iter();
    let replaced =
        replaced.map(|it| ReplacedWord { written: written(it.span), known: it.word }).collect();
    QuerySuggestion { query: suggestion.query, replaced }
}

/// Returns milliseconds by stage. `total` is the whole search; `text` is loading the chunks and marking the
/// words.
fn took_ms(took: &Took, total: Duration) -> BTreeMap<String, f64> {
    let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
    let stages = [
        ("analyse", took.analyse),
        ("bm25", took.bm25),
        ("embed", took.embed),
        ("dense", took.dense),
        ("fuse", took.fuse),
        ("rerank", took.rerank),
        ("text", total.saturating_sub(took.total)),
        ("total", total),
    ];
    stages.into_iter().map(|(stage, time)| (stage.to_owned(), ms(time))).collect()
}
