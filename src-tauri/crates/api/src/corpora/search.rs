use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use simui_domain::{ChunkId, Span};
use simui_review::library::Library;
use simui_search::fusion::Profile;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Found, Mode, Took};
use simui_search::routes::Job;
use simui_search::spelling::{self, Suggestion};

use super::hits::{Folding, Versions};
use super::models::{ActiveModels, ByEncoder, Rescored, StopCondition};
use crate::desk::search_plan::{count, decimal, fusion_of};
use crate::faults::{ErrorCode, Language, Place, in_words};
use crate::types::{
    QuerySuggestion, ReplacedWord, SearchMode, SearchModels, SearchRequest, SearchResponse,
    UsedProfile,
};
use crate::{ApiError, Desk};

/// Time limit of reranking.
const DEADLINE: Duration = Duration::from_millis(500);

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
        let (plan, chosen) = tokio::try_join!(self.search_plan(), self.onnx.chosen())?;
        let (route, routed) = plan.route(Job::Search)?;
        let profile = match &request.profile {
            Some(name) => plan.profile(name)?,
            None => routed,
        };
        let profile = with_own_minimum(profile, &chosen);
        let kinds = if request.kinds.is_empty() { &route.kinds } else { &request.kinds };
        let limit = request.k.map_or_else(|| profile.most(), |k| k.clamp(1, 1000) as usize);
        let mut models = self.models_for(&chosen, library, request, &profile).await;
        if request.mode != SearchMode::Bm25
            && let Some(obstacle) = self.without_static_embedding(library).await
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
        let folding =
            Folding { versions, day: request.as_of.unwrap_or_else(|| self.today()), limit };
        let mut depth = limit.max(models.scored_hits(&profile));
        let (mut found, rows) = loop {
            let query = Query {
                kinds: kinds.clone(),
                as_of: request.as_of,
                limit: depth,
                ..Query::new(request.query.as_str())
            };
            let found = self.find(library, request, query, &profile, &models)?;
            let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk_id.clone()).collect();
            let rows = self.database.chunks(&ids).await?;
            match folding.deeper(&found.hits, &rows, depth, &profile) {
                Some(deeper) => depth = deeper,
                None => break (found, rows),
            }
        };
        found.took.total += encoding;
        let scored = models.scored_hits(&profile);
        let until = StopCondition { limit, scored, minimum: profile.minimum, begun };
        let rescored = models.rerank(&request.query, &mut found, &rows, until).await;
        let used = used_profile(&profile, &found, count(depth), scored, rescored.as_ref());
        let hits = folding.hits(&found, &rows, &profile);
        let took_ms = took_ms(&found.took, encoding + begun.elapsed());
        let behind = !library.retriever.index().is_current(&self.database).await?;
        let mode = match found.mode {
            Mode::Bm25 => SearchMode::Bm25,
            Mode::Dense => SearchMode::Dense,
            Mode::Hybrid => SearchMode::Hybrid,
        };
        let encoder = models.encoder.filter(|_| found.by_encoder).map(|encoder| encoder.id);
        let notice = models.notices.join(" ");
        let (known, suggestion) = (found.known, None);
        Ok(SearchResponse {
            hits,
            known,
            suggestion,
            profile: used,
            mode,
            encoder,
            reranker: rescored.map(|it| it.id),
            notice,
            took_ms,
            behind,
        })
    }

    /// Returns the hits of the retriever, before a cross-encoder scores them.
    fn find(
        &self,
        library: &Library,
        request: &SearchRequest,
        query: Query,
        profile: &Profile,
        models: &ActiveModels,
    ) -> Result<Found, ApiError> {
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

/// Returns the profile with the calibrated least score of the offline reranker, where the profile demands
/// one.
fn with_own_minimum(profile: &Profile, chosen: &SearchModels) -> Profile {
    let minimum = profile.minimum.map(|minimum| chosen.offline_minimum.unwrap_or(minimum));
    Profile { minimum, ..profile.clone() }
}

/// Returns how the hits came about. `depth` is that of the search, `scored` the number of hits that a
/// cross-encoder scores.
fn used_profile(
    profile: &Profile,
    found: &Found,
    depth: u32,
    scored: usize,
    rescored: Option<&Rescored>,
) -> UsedProfile {
    let id = profile.id.clone();
    let Some(lists) = &found.lists else {
        let one = |mode: Mode| if found.mode == mode { depth } else { 0 };
        let (lexical, dense) = (one(Mode::Bm25), one(Mode::Dense));
        let (fusion, k, weights, rerank, minimum) = (None, None, None, 0, None);
        return UsedProfile { id, lexical, dense, fusion, k, weights, rerank, minimum };
    };
    let (fusion, k) = fusion_of(profile.method);
    let (rerank, minimum) = match rescored {
        Some(rescored) => (scored, rescored.minimum),
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
