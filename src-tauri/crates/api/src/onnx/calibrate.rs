//! Calibrates a reranker: finds the least score of a right hit on a set whose right answers are known.

use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use simui_inference::onnx::{CrossEncoder, Limits};
use simui_inference::registry::ModelId;
use simui_search::calibration::{Judged, threshold};
use simui_search::encoded::passage;
use simui_search::fusion::Profile;
use simui_search::index::Query;
use simui_search::retriever::{Ask, FoundHit, Mode, Retriever};
use simui_search::routes::Job;
use simui_store::{ChunkRow, Database};

use super::judged::{Question, questions};
use crate::desk::installed_models::run_blocking;
use crate::desk::onnx_models::{MINIMUM, OUT_OF_SCOPE};
use crate::faults::ErrorCode;
use crate::types::{Calibration, ChangeSettings, DeskEvent};
use crate::{ApiError, Desk};

/// Id of the reranker that comes with the program.
pub(super) const OFFLINE: &str = "offline";
/// Number of hits of a query that are judged.
const TOP: usize = 10;

/// Id that names the folder of one calibration.
struct CalibrationId(String);

impl From<uuid::Uuid> for CalibrationId {
    fn from(id: uuid::Uuid) -> Self {
        Self(id.simple().to_string())
    }
}

impl Desk {
    /// Finds the least score of a reranker, `offline` or an installed one, on the set in a folder: the score
    /// that best separates the right ones among the first ten hits of each query from the others. Hits that
    /// the set does not name count as wrong. `heard` gets the number of finished queries and of all; `false`
    /// from it cancels the calibration.
    ///
    /// The set is imported into a separate folder in the data directory, which is removed at the end.
    pub async fn calibrate(
        &self,
        id: &str,
        set: &Path,
        heard: impl FnMut(u32, u32) -> bool,
    ) -> Result<Calibration, ApiError> {
        let reranker = match id {
            OFFLINE => None,
            id => {
                let chosen = self.onnx.reranker_called(id).await;
                Some(
                    chosen
                        .map_err(|unusable| {
                            ApiError::invalid(ErrorCode::ChosenModelUnusable, &[], unusable.why)
                        })?
                        .model,
                )
            }
        };
        let questions = questions(set)?;
        let own = self.data_dir().join("calibration").join(self.clock.new_id::<CalibrationId>().0);
        let hits = self.judge_hits(&own, set, &questions, reranker, heard).await;
        if let Err(error) = std::fs::remove_dir_all(&own) {
            tracing::warn!(%error, "the folder of a calibration stays behind");
        }
        let hits = hits?;
        best_threshold(MINIMUM, id, set, questions.len(), &hits)
    }

    /// Stores the result of a calibration, signed by an administrator.
    pub async fn keep_threshold(
        &self,
        calibration: Calibration,
        reviewer: String,
    ) -> Result<Calibration, ApiError> {
        let value = calibration.threshold;
        let scope = calibration.what == OUT_OF_SCOPE;
        let name = if scope { OUT_OF_SCOPE } else { MINIMUM };
        if calibration.id == OFFLINE {
            let view = self.search_models().await?;
            let (mut settings, revision) = (view.settings, view.revision);
            // Thresholds lie between 0 and 1.
            let kept = Some(value.clamp(0.0, 1.0));
            match scope {
                true => settings.offline_out_of_scope = kept,
                false => settings.offline_minimum = kept,
            }
            self.set_search_models(ChangeSettings { settings, revision, reviewer }).await?;
        } else {
            let by = self.signing_administrator(&reviewer).await?;
            let (directory, id) = (self.onnx.directory.clone(), calibration.id.clone());
            run_blocking(move || match ModelId::try_from(id) {
                Ok(id) => directory.set_threshold(&id, name, value),
                // The model was opened under this id a moment ago.
                Err(_) => Ok(()),
            })
            .await?;
            let details = json!({ name: value });
            let (now, id) = (self.clock.now(), calibration.id.as_str());
            self.database.audit(now, by.id.as_str(), "model_calibrated", id, details).await?;
            self.send_event(DeskEvent::ModelsChanged);
        }
        Ok(Calibration { saved: true, ..calibration })
    }

    async fn judge_hits(
        &self,
        own: &Path,
        set: &Path,
        questions: &[Question],
        reranker: Option<Arc<CrossEncoder>>,
        mut heard: impl FnMut(u32, u32) -> bool,
    ) -> Result<Vec<Judged>, ApiError> {
        let database = Database::open(own).await?;
        simui_corpus::import_beir(set, &database, &self.clock).await?;
        let retriever = self.holdings.retriever_of(&database).await?;
        let plan = self.search.plan().await?;
        let (_, profile) = plan.route(Job::Search)?;
        let mut judged = Vec::new();
        for (done, question) in questions.iter().enumerate() {
            if !heard(count(done), count(questions.len())) {
                return Err(ApiError::invalid(
                    ErrorCode::CalibrationStopped,
                    &[],
                    "calibration: it was stopped".to_owned(),
                ));
            }
            let hits = search_hits(&retriever, profile, &question.text)?;
            let ids: Vec<_> = hits.iter().map(|hit| hit.chunk_id.clone()).collect();
            let rows = database.chunks(&ids).await?;
            let row = |hit: &FoundHit| rows.iter().find(|row| row.chunk.id == hit.chunk_id);
            let (hits, rows): (Vec<&FoundHit>, Vec<&ChunkRow>) =
                hits.iter().filter_map(|hit| Some((hit, row(hit)?))).unzip();
            let scores = match &reranker {
                None => hits.iter().map(|hit| hit.rerank.map(|it| it.score)).collect(),
                Some(model) => scores(model.clone(), question.text.clone(), &rows).await?,
            };
            judged.extend(rows.iter().zip(scores).filter_map(|(row, score)| {
                let relevant = question.right.contains(row.document_id.as_str());
                Some(Judged { score: score?, relevant })
            }));
        }
        Ok(judged)
    }
}

fn search_hits(
    retriever: &Retriever,
    profile: &Profile,
    text: &str,
) -> Result<Vec<FoundHit>, ApiError> {
    let query = Query { limit: TOP, ..Query::new(text) };
    let mode = Mode::Hybrid;
    let ask = Ask { query, mode, profile, rerank: true, deadline: None, encoded: None };
    Ok(retriever.find(&ask)?.hits)
}

/// Finds the score that best separates right from wrong.
pub(super) fn best_threshold(
    what: &str,
    id: &str,
    set: &Path,
    queries: usize,
    hits: &[Judged],
) -> Result<Calibration, ApiError> {
    let found = threshold(hits).ok_or_else(|| {
        ApiError::invalid(
            ErrorCode::SetTooSmall,
            &[("path", &set.display())],
            format!(
                "{}: {} hits are not enough: some must be right and some wrong; take a larger set",
                set.display(),
                hits.len()
            ),
        )
    })?;
    Ok(Calibration {
        what: what.to_owned(),
        id: id.to_owned(),
        queries: count(queries),
        hits: count(hits.len()),
        relevant: count(hits.iter().filter(|hit| hit.relevant).count()),
        threshold: found.score,
        precision: found.precision,
        recall: found.recall,
        youden_j: found.youden_j,
        saved: false,
    })
}

pub(super) async fn scores(
    model: Arc<CrossEncoder>,
    query: String,
    rows: &[&ChunkRow],
) -> Result<Vec<Option<f32>>, ApiError> {
    let passages: Vec<String> = rows.iter().map(|row| passage(row)).collect();
    let scored = run_blocking(move || {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        model.score(&query, &passages, &Limits::default())
    });
    Ok(scored.await?.scores)
}

pub(super) fn count(it: usize) -> u32 {
    u32::try_from(it).unwrap_or(u32::MAX)
}
