//! The chosen models in one search. When a model fails, the search continues without it and reports that.

use std::sync::Arc;
use std::time::{Duration, Instant};

use simui_inference::onnx::{CrossEncoder, EarlyStop, Limits, Scores, Side};
use simui_review::library::Library;
use simui_search::encoded::{Encoded, passage};
use simui_search::fusion::Profile;
use simui_search::index::Query;
use simui_search::retriever::{EncodedQuery, Found, FoundHit, rescore};
use simui_store::ChunkRow;

use super::CorpusSearch;
use crate::desk::onnx_models::{Chosen, MINIMUM, vectors_of};
use crate::types::{SearchMode, SearchModels, SearchRequest};

/// Number of hits that a cross-encoder scores. Each costs about as much as encoding a passage.
const RERANKED_HITS: usize = 30;
/// Time limit of a cross-encoder, counted from when it is loaded.
const TIME_LIMIT: Duration = Duration::from_secs(2);
/// Number of hits in a row that did not reach the best ones, after which the best ones are final.
const SETTLED_AFTER: usize = 12;

/// A query encoded by the chosen encoder.
pub(super) struct ByEncoder {
    pub(super) id: String,
    query: Vec<f32>,
    vectors: Arc<Encoded>,
    pub(super) took: Duration,
}

impl ByEncoder {
    pub(super) fn encoded_query(&self) -> EncodedQuery<'_> {
        EncodedQuery { query: self.query.clone(), vectors: &self.vectors, took: self.took }
    }
}

/// The models that take part in one search.
pub(super) struct ActiveModels {
    pub(super) encoder: Option<ByEncoder>,
    pub(super) cross_encoder: Option<Chosen<CrossEncoder>>,
    /// Notices for the user.
    pub(super) notices: Vec<String>,
}

/// When a cross-encoder may stop.
#[derive(Clone, Copy)]
pub(super) struct StopCondition {
    /// Number of wanted hits.
    pub(super) limit: usize,
    /// Number of hits that are scored: [`ActiveModels::scored_hits`].
    pub(super) scored: usize,
    /// The offline reranker's least score, where the profile demands one. The cross-encoder's own minimum
    /// then counts as well.
    pub(super) minimum: Option<f32>,
    /// When the models were ready.
    pub(super) begun: Instant,
}

/// What a cross-encoder did to the hits.
pub(super) struct Rescored {
    /// Id of the cross-encoder.
    pub(super) id: String,
    /// Its own least score, where the profile demands one.
    pub(super) minimum: Option<f32>,
}

impl CorpusSearch {
    /// Returns those of the chosen models that a search can use.
    pub(super) async fn models_for(
        &self,
        chosen: &SearchModels,
        library: &Library,
        request: &SearchRequest,
        profile: &Profile,
    ) -> ActiveModels {
        let mut models = ActiveModels { encoder: None, cross_encoder: None, notices: Vec::new() };
        if request.mode != SearchMode::Bm25 {
            match self.encode(chosen, library, &request.query).await {
                Ok(encoder) => models.encoder = encoder,
                Err(notice) => models.notices.push(notice),
            }
        }
        if request.mode == SearchMode::Hybrid && !request.no_rerank && profile.rerank > 0 {
            match self.onnx.reranker(chosen).await {
                Ok(cross_encoder) => models.cross_encoder = cross_encoder,
                Err(it) => models.notices.push(without_reranker(&it.id, &it.why)),
            }
        }
        models
    }

    /// Encodes a query with the chosen encoder; `None` when none is chosen. The error is a notice for the
    /// user.
    async fn encode(
        &self,
        chosen: &SearchModels,
        library: &Library,
        text: &str,
    ) -> Result<Option<ByEncoder>, String> {
        let chosen =
            self.onnx.encoder(chosen).await.map_err(|it| without_encoder(&it.id, &it.why))?;
        let Some(Chosen { model: encoder, entry }) = chosen else { return Ok(None) };
        let id = entry.id.to_string();
        let index = library.retriever.index();
        let Some(model) = vectors_of(&entry) else { return Ok(None) };
        let Some(vectors) = self.onnx.vectors(index, &self.holdings.folder(), &model).await else {
            // Another process may have imported documents.
            if self.onnx.is_first_try(index, &model) {
                self.embed_in_background();
            }
            return Err(self.vectors_missing(&id));
        };
        let (text, begun) = (shorten(text), Instant::now());
        let encoding = tokio::task::spawn_blocking(move || {
            let mut vectors = encoder.encode(&[&text], Side::Query).map_err(|it| it.to_string())?;
            vectors.pop().ok_or_else(|| "it gave no vector".to_owned())
        });
        let encoded = encoding.await.unwrap_or_else(|panic| Err(panic.to_string()));
        let query = encoded.map_err(|why| without_encoder(&id, &why))?;
        Ok(Some(ByEncoder { id, query, vectors, took: begun.elapsed() }))
    }

    fn vectors_missing(&self, id: &str) -> String {
        let remedy = if self.resident { "" } else { " `simui corpus embed`로 만드십시오." };
        format!(
            "인코더 {id}의 벡터가 아직 다 만들어지지 않아 함께 들어 있는 임베딩으로 찾았습니다.{remedy}"
        )
    }
}

impl ActiveModels {
    /// Returns the number of hits that the cross-encoder scores.
    pub(super) fn scored_hits(&self, profile: &Profile) -> usize {
        if self.cross_encoder.is_some() { RERANKED_HITS.min(profile.rerank) } else { 0 }
    }

    /// Sorts the first hits by the cross-encoder's scores and says so. When it fails or the time is
    /// up, the previous order stays and a notice is added.
    pub(super) async fn rerank(
        &mut self,
        query: &str,
        found: &mut Found,
        rows: &[ChunkRow],
        until: StopCondition,
    ) -> Option<Rescored> {
        let Chosen { model, entry } = self.cross_encoder.take()?;
        let (id, scoring) = (entry.id.to_string(), Instant::now());
        let text =
            |hit: &FoundHit| rows.iter().find(|row| row.chunk.id == hit.chunk_id).map(passage);
        let best = found.hits.iter().take(until.scored);
        let passages = best.map(|hit| text(hit).unwrap_or_default()).collect();
        let scores = score(model, shorten(query), passages, until).await;
        found.took.rerank += scoring.elapsed();
        found.took.total += scoring.elapsed();
        let notice = match scores {
            Ok(scores) if !scores.cut_off => {
                let score = entry.score.as_ref();
                let least = score.and_then(|score| score.thresholds.get(MINIMUM)).copied();
                let least = least.filter(|_| until.minimum.is_some());
                found.hits = rescore(std::mem::take(&mut found.hits), &scores.scores, least);
                return Some(Rescored { id, minimum: least });
            }
            Ok(_) => format!(
                "순위 모델 {id}이(가) {}초 안에 끝나지 않아 그 전의 순위대로 보입니다.",
                TIME_LIMIT.as_secs()
            ),
            Err(why) => without_reranker(&id, &why),
        };
        self.notices.push(notice);
        found.hits.retain(|hit| has_minimum(hit, until.minimum));
        None
    }
}

async fn score(
    model: Arc<CrossEncoder>,
    query: String,
    passages: Vec<String>,
    until: StopCondition,
) -> Result<Scores, String> {
    let scoring = tokio::task::spawn_blocking(move || {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        let limits = Limits {
            deadline: Some(until.begun + TIME_LIMIT),
            early_stop: Some(EarlyStop { keep: until.limit, patience: SETTLED_AFTER }),
            cancelled: None,
        };
        model.score(&query, &passages, &limits).map_err(|error| error.to_string())
    });
    scoring.await.unwrap_or_else(|panic| Err(panic.to_string()))
}

/// Whether the offline reranker gave a hit at least the least score. Without a score for lack of time, every
/// hit passes.
fn has_minimum(hit: &FoundHit, least: Option<f32>) -> bool {
    least.is_none_or(|least| hit.rerank.is_none_or(|rerank| rerank.score >= least))
}

fn shorten(query: &str) -> String {
    query.chars().take(Query::LONGEST).collect()
}

fn without_encoder(id: &str, why: &str) -> String {
    format!("인코더 {id}을(를) 쓸 수 없어 함께 들어 있는 임베딩으로 찾았습니다: {why}")
}

fn without_reranker(id: &str, why: &str) -> String {
    format!("순위 모델 {id}을(를) 쓸 수 없어 그 전의 순위대로 보입니다: {why}")
}
