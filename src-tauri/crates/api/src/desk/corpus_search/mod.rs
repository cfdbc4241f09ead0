//! Searches of the corpora with the profile of a job and the chosen models. All jobs search with it: people,
//! questions, consultations and reviews.

mod for_reviews;
mod models;
mod plan;

use std::sync::Arc;
use std::time::{Duration, Instant};

use simui_domain::ChunkId;
use simui_review::library::Library;
use simui_search::fusion::{Profile, Profiles};
use simui_search::index::Query;
use simui_search::retriever::{Ask, Found, FoundHit, Mode};
use simui_search::routes::{Job, Routes};
use simui_store::{ChunkRow, Database};

use self::models::{ActiveModels, ByEncoder, StopCondition};
use self::plan::SearchPlan;
pub(crate) use self::plan::{SUBJECT, count, decimal, fusion_of, to_wire, with_changes};
use super::onnx_models::Onnx;
use crate::ApiError;
use crate::faults::{ErrorCode, Language, Place, in_words};
use crate::holdings::Holdings;
use crate::types::{SearchMode, SearchModels, SearchRequest};

/// Time limit of reranking.
const DEADLINE: Duration = Duration::from_millis(500);

/// The corpora of a desk with what a search of them needs.
pub(crate) struct CorpusSearch {
    pub(crate) database: Database,
    pub(crate) holdings: Arc<Holdings>,
    pub(crate) onnx: Arc<Onnx>,
    /// Search profiles as shipped; [`CorpusSearch::plan`] has those of the settings.
    pub(crate) profiles: Profiles,
    /// Where the questions of each job go.
    pub(crate) routes: Routes,
    /// Whether the process stays after a call; see [`super::OpenDesk::resident`].
    pub(crate) resident: bool,
}

/// What a search found, and how.
pub(crate) struct Searched {
    /// The hits with their ranks of each stage.
    pub(crate) found: Found,
    /// The chunks of the hits, in no order. One that an import has just replaced is missing.
    pub(crate) rows: Vec<ChunkRow>,
    /// The profile that was searched with.
    pub(crate) profile: Profile,
    /// Most hits that were wanted.
    pub(crate) limit: usize,
    /// Hits that were asked of each list, where only one list was searched.
    pub(crate) depth: usize,
    /// Number of hits that a cross-encoder was to score.
    pub(crate) scored: usize,
    /// The cross-encoder that ordered the hits, with its own least score.
    pub(crate) rescored: Option<(String, Option<f32>)>,
    /// The encoder that embedded the query.
    pub(crate) encoder: Option<String>,
    /// What a user must know about the models.
    pub(crate) notices: Vec<String>,
    /// Time of the whole search, the loading of models not counted.
    pub(crate) took: Duration,
}

/// How the searches of one request are made: what the settings say at its beginning.
pub(crate) struct SearchSetup<'a> {
    plan: SearchPlan<'a>,
    chosen: SearchModels,
}

impl CorpusSearch {
    /// Reads the settings of searches.
    pub(crate) async fn setup(&self) -> Result<SearchSetup<'_>, ApiError> {
        let (plan, chosen) = tokio::try_join!(self.plan(), self.onnx.chosen())?;
        Ok(SearchSetup { plan, chosen })
    }

    /// Searches `library` for `job`, as [`CorpusSearch::search_with`] does, with the settings of this moment.
    pub(crate) async fn search(
        &self,
        library: &Library,
        job: Job,
        request: &SearchRequest,
        deeper: impl Fn(&[FoundHit], &[ChunkRow], usize, usize, &Profile) -> Option<usize>,
    ) -> Result<Searched, ApiError> {
        self.search_with(&self.setup().await?, library, job, request, deeper).await
    }

    /// Searches `library` for `job`. `deeper` returns the depth to search again with where the hits at a
    /// depth do not suffice, given the hits, their chunks, the depth, the wanted number, and the profile.
    pub(crate) async fn search_with(
        &self,
        SearchSetup { plan, chosen }: &SearchSetup<'_>,
        library: &Library,
        job: Job,
        request: &SearchRequest,
        deeper: impl Fn(&[FoundHit], &[ChunkRow], usize, usize, &Profile) -> Option<usize>,
    ) -> Result<Searched, ApiError> {
        let (route, routed) = plan.route(job)?;
        let profile = match &request.profile {
            Some(name) => plan.profile(name)?,
            None => routed,
        };
        let profile = with_own_minimum(profile, chosen);
        let kinds = if request.kinds.is_empty() { &route.kinds } else { &request.kinds };
        let limit = request.k.map_or_else(|| profile.most(), |k| k.clamp(1, 1000) as usize);
        let mut models = self.models_for(chosen, library, request, &profile).await;
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
        let scored = models.scored_hits(&profile);
        let mut depth = limit.max(scored);
        let (mut found, rows) = loop {
            let query = Query {
                kinds: kinds.clone(),
                as_of: request.as_of,
                limit: depth,
                ..Query::new(request.query.as_str())
            };
            // A review must not depend on how busy the machine is.
            let deadline = (job != Job::Review).then_some(DEADLINE);
            let found = find(library, request, query, &profile, &models, deadline)?;
            let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk_id.clone()).collect();
            let rows = self.database.chunks(&ids).await?;
            match deeper(&found.hits, &rows, depth, limit, &profile) {
                Some(deeper) => depth = deeper,
                None => break (found, rows),
            }
        };
        found.took.total += encoding;
        let until = StopCondition { limit, scored, minimum: profile.minimum, begun };
        let rescored = models.rerank(&request.query, &mut found, &rows, until).await;
        let encoder = models.encoder.filter(|_| found.by_encoder).map(|encoder| encoder.id);
        Ok(Searched {
            found,
            rows,
            profile,
            limit,
            depth,
            scored,
            rescored: rescored.map(|it| (it.id, it.minimum)),
            encoder,
            notices: models.notices,
            took: encoding + begun.elapsed(),
        })
    }

    /// Prepares the static embedding; returns the reason where that is impossible.
    async fn without_static_embedding(&self, library: &Library) -> Option<ApiError> {
        match self.holdings.ready(library).await {
            Ok(true) => None,
            Ok(false) => Some(self.without_vectors()),
            Err(error) => Some(error),
        }
    }

    /// Computes the vectors of the chosen encoder in the background, in a process that stays, and loads the
    /// chosen reranker, so that the first search does not have to.
    pub(crate) fn embed_in_background(&self) {
        if !self.resident {
            return;
        }
        let (onnx, holdings) = (self.onnx.clone(), self.holdings.clone());
        tokio::spawn(async move {
            if let Err(error) = onnx.embed(&holdings, |_, _| {}).await {
                tracing::error!(%error, "the encoder's vectors could not be made");
            }
            if let Ok(chosen) = onnx.chosen().await {
                // Every search reports why it cannot be used.
                let _ = onnx.reranker(&chosen).await;
            }
        });
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

/// Returns the hits of the retriever, before a cross-encoder scores them.
fn find(
    library: &Library,
    request: &SearchRequest,
    query: Query,
    profile: &Profile,
    models: &ActiveModels,
    deadline: Option<Duration>,
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
    let ask = Ask { query, mode, profile: &profile, rerank, deadline, encoded };
    Ok(library.retriever.find(&ask)?)
}

/// Returns the profile with the calibrated least score of the offline reranker, where the profile demands
/// one.
fn with_own_minimum(profile: &Profile, chosen: &SearchModels) -> Profile {
    let minimum = profile.minimum.map(|minimum| chosen.offline_minimum.unwrap_or(minimum));
    Profile { minimum, ..profile.clone() }
}
