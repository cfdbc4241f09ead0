use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use simui_domain::ChunkId;
use simui_review::library::Library;
use simui_search::Snippet;
use simui_search::fusion::{Part, Profile, Results};
use simui_search::index::Query;
use simui_search::retriever::{Ask, Found, FoundHit, Mode, Took};
use simui_store::ChunkRow;

use super::models::{ActiveModels, ByEncoder, StopCondition};
use crate::faults::{ErrorCode, Language, Place, in_words};
use crate::types::{
    Hit, Ranks, SearchMode, SearchModels, SearchRequest, SearchResponse, StageScore, Why,
};
use crate::{ApiError, Desk};

/// Profile of a search that belongs to no job.
const DEFAULT_PROFILE: &str = "search";

/// Time limit of reranking.
const DEADLINE: Duration = Duration::from_millis(500);

impl Desk {
    /// Searches the corpora.
    pub async fn search(&self, request: SearchRequest) -> Result<SearchResponse, ApiError> {
        let library = self.refresh().await?;
        let profile = self.profile(request.profile.as_deref().unwrap_or(DEFAULT_PROFILE))?;
        let chosen = self.onnx.chosen().await?;
        let profile = with_own_minimum(profile, &chosen);
        let limit = request.k.map_or_else(|| hit_limit(&profile), |k| k.clamp(1, 1000) as usize);
        let mut models = self.models_for(&chosen, &library, &request, &profile).await;
        if request.mode != SearchMode::Bm25
            && let Some(obstacle) = self.without_static_embedding(&library).await
            && models.encoder.is_none()
        {
            if request.mode == SearchMode::Dense {
                return Err(obstacle);
            }
            let (fault, message) = (obstacle.fault(), obstacle.to_string());
            let notice = in_words(&fault, &message, Language::Korean, Place::Window);
            models.notices.push(notice);
        }
        // Time for loading models once is not counted as the search's; encoding the query is.
        let begun = Instant::now();
        let encoding = models.encoder.as_ref().map_or(Duration::ZERO, |encoder| encoder.took);
        let mut found = self.find(&library, &request, &profile, limit, &models)?;
        found.took.total += encoding;
        let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk_id.clone()).collect();
        let rows = self.database.chunks(&ids).await?;
        let until = StopCondition { limit, minimum: profile.minimum, begun };
        let reranker = models.rerank(&request.query, &mut found, &rows, until).await;
        found.hits.truncate(limit);
        let hits = found
            .hits
            .iter()
            .filter_map(|hit| Some((hit, rows.iter().find(|row| row.chunk.id == hit.chunk_id)?)))
            .map(|(hit, row)| to_hit(hit, row, &found))
            .collect();
        let took_ms = took_ms(&found.took, encoding + begun.elapsed());
        let behind = !library.retriever.index().is_current(&self.database).await?;
        let mode = match found.mode {
            Mode::Bm25 => SearchMode::Bm25,
            Mode::Dense => SearchMode::Dense,
            Mode::Hybrid => SearchMode::Hybrid,
        };
        let encoder = models.encoder.filter(|_| found.by_encoder).map(|encoder| encoder.id);
        let notice = models.notices.join(" ");
        Ok(SearchResponse { hits, mode, encoder, reranker, notice, took_ms, behind })
    }

    /// Returns the hits of the retriever, before a cross-encoder scores them.
    fn find(
        &self,
        library: &Library,
        request: &SearchRequest,
        profile: &Profile,
        limit: usize,
        models: &ActiveModels,
    ) -> Result<Found, ApiError> {
        let query = Query {
            kinds: request.kinds.clone(),
            as_of: request.as_of,
            limit: limit.max(models.scored_hits(profile)),
            ..Query::new(request.query.as_str())
        };
        // The offline reranker's least score must not hide hits from a cross-encoder.
        let minimum = profile.minimum.filter(|_| models.cross_encoder.is_none());
        let profile = Profile { minimum, ..profile.clone() };
        let mode = match request.mode {
            SearchMode::Bm25 => Mode::Bm25,
            SearchMode::Dense => Mode::Dense,
            SearchMode::Hybrid => Mode::Hybrid,
        };
        let rerank = !request.no_rerank;
        let encoded = models.encoder.as_ref().map(ByEncoder::encoded_query);
        let deadline = Some(DEADLINE);
        let ask = Ask { query, mode, profile: &profile, rerank, deadline, encoded };
        Ok(library.retriever.find(&ask)?)
    }

    /// Prepares the static embedding; returns the reason where that is impossible.
    async fn without_static_embedding(&self, library: &Library) -> Option<ApiError> {
        match self.holdings.ready(library).await {
            Ok(true) => None,
            Ok(false) => Some(self.without_vectors()),
            Err(error) => Some(error),
        }
    }

    pub(crate) fn profile(&self, name: &str) -> Result<&Profile, ApiError> {
        self.profiles.get(name).ok_or_else(|| {
            let known: Vec<&str> = self.profiles.names().collect();
            ApiError::invalid(
                ErrorCode::SearchProfileUnknown,
                &[("profile", &name)],
                format!(
                    "search profile {:?} is unknown; use one of {}",
                    name.chars().take(40).collect::<String>(),
                    known.join(", ")
                ),
            )
        })
    }

    /// Returns why there are no vectors.
    fn without_vectors(&self) -> ApiError {
        let (code, message) = match &self.holdings.without_embedding {
            Some(why) => (ErrorCode::SearchWithoutVectors, why.clone()),
            None => (
                ErrorCode::SearchWhileImporting,
                "자료를 가져오는 중이라 의미 검색을 쓸 수 없습니다. 가져오기가 끝난 뒤 다시 찾으십시오."
                    .to_owned(),
            ),
        };
        ApiError::invalid(code, &[], message)
    }
}

fn hit_limit(profile: &Profile) -> usize {
    match &profile.results {
        Results::Most(most) => *most,
        Results::Steps(steps) => steps.last().copied().unwrap_or_default().max(1),
    }
}

/// Returns the profile with the calibrated least score of the offline reranker, where the profile demands
/// one.
fn with_own_minimum(profile: &Profile, chosen: &SearchModels) -> Profile {
    let minimum = profile.minimum.map(|minimum| chosen.offline_minimum.unwrap_or(minimum));
    Profile { minimum, ..profile.clone() }
}

fn to_hit(hit: &FoundHit, row: &ChunkRow, found: &Found) -> Hit {
    let rank = |part: Option<Part>| part.and_then(|part| u32::try_from(part.rank).ok());
    let score = |part: Option<Part>| {
        part.map(|Part { score, contribution, .. }| StageScore { score, contribution })
    };
    let snippet = Snippet::of(&found.terms, &row.chunk.text);
    Hit {
        chunk_id: hit.chunk_id.clone(),
        doc_id: row.document_id.clone(),
        title: row.title.clone(),
        article: row.chunk.label.clone(),
        kind: row.kind,
        score: hit.score,
        ranks: Ranks {
            bm25: rank(hit.bm25),
            dense: rank(hit.dense),
            fused: rank(hit.fused),
            rerank: hit.rerank.and_then(|it| u32::try_from(it.rank).ok()),
        },
        why: Why {
            bm25: score(hit.bm25),
            dense: score(hit.dense),
            fused: score(hit.fused),
            rerank: hit.rerank.map(|it| StageScore { score: it.score, contribution: it.score }),
        },
        snippet: snippet.span,
        matches: snippet.matches,
        text: row.chunk.text.clone(),
        start: row.chunk.start,
        end: row.chunk.end,
        digest: row.digest,
    }
}

/// Returns milliseconds by stage. `total` is the whole search; `text` is loading the chunks and marking the
/// words.
fn took_ms(took: &Took, whole: Duration) -> BTreeMap<String, f64> {
    let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
    let stages = [
        ("analyse", took.analyse),
        ("bm25", took.bm25),
        ("embed", took.embed),
        ("dense", took.dense),
        ("fuse", took.fuse),
        ("rerank", took.rerank),
        ("text", whole.saturating_sub(took.total)),
        ("total", whole),
    ];
    stages.into_iter().map(|(stage, time)| (stage.to_owned(), ms(time))).collect()
}
