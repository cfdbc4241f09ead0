//! Finds the least score of a best hit at which a pharmacist's question is in scope (`OOS_MIN_TOP_SCORE`), on
//! questions whose scope is known.

use std::path::Path;

use serde::Deserialize;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::optimise::optimise;
use simui_pharmacy::query::question::Question;
use simui_search::calibration::Judged;
use simui_search::fusion::Profile;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Mode};
use simui_search::routes::Job;

use super::calibrate::{OFFLINE, best_threshold, count, scores};
use crate::desk::onnx_models::OUT_OF_SCOPE;
use crate::faults::ErrorCode;
use crate::types::Calibration;
use crate::{ApiError, Desk};

#[derive(Deserialize)]
struct Line {
    text: String,
    scope: Scope,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Scope {
    In,
    Out,
}

impl Desk {
    /// Finds the out-of-scope score of a reranker, `offline` or an installed one, on the desk's own drug
    /// documents. `file` has lines of `{"text","scope":"in"|"out"}`. `heard` gets the number of finished
    /// questions and of all; `false` from it cancels the calibration.
    pub async fn calibrate_scope(
        &self,
        id: &str,
        file: &Path,
        mut heard: impl FnMut(u32, u32) -> bool,
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
        let lines = lines(file)?;
        let knowledge = Knowledge::shipped()
            .map_err(|error| ApiError::invalid(ErrorCode::Internal, &[], error.to_string()))?;
        self.digests().await?;
        let dur = self.dur_book(knowledge).await?;
        let library = self.refresh().await?;
        // Without vectors, the scores would belong to another kind of search.
        self.holdings.ready(&library).await?;
        let plan = self.search.plan().await?;
        let (route, profile) = plan.route(Job::Ask)?;
        let limit = route.hits(profile);
        let profile = Profile { minimum: None, ..profile.clone() };
        let mut judged = Vec::new();
        for (done, line) in lines.iter().enumerate() {
            if !heard(count(done), count(lines.len())) {
                return Err(ApiError::invalid(
                    ErrorCode::CalibrationStopped,
                    &[],
                    "calibration: it was stopped".to_owned(),
                ));
            }
            // The query is the one that `ask` searches.
            let question = Question::read(&line.text, knowledge, &dur, self.holdings.analyser());
            let query = optimise(&question, knowledge, false);
            let words: Vec<String> = query.core.into_iter().chain(query.expand).collect();
            let words = words.join(" ");
            let kinds = route.kinds.clone();
            let query = Query { kinds, limit, ..Query::new(words.as_str()) };
            let mode = Mode::Hybrid;
            let ask =
                Ask { query, mode, profile: &profile, rerank: true, deadline: None, encoded: None };
            let hits = library.retriever.find(&ask)?.hits;
            let found: Vec<Option<f32>> = match &reranker {
                None => hits.iter().map(|hit| hit.rerank.map(|it| it.score)).collect(),
                Some(model) => {
                    let ids: Vec<_> = hits.iter().map(|hit| hit.chunk_id.clone()).collect();
                    let rows = self.database.chunks(&ids).await?;
                    let rows: Vec<_> = rows.iter().collect();
                    scores(model.clone(), words, &rows).await?
                }
            };
            if let Some(score) = found.into_iter().flatten().max_by(f32::total_cmp) {
                judged.push(Judged { score, relevant: line.scope == Scope::In });
            }
        }
        best_threshold(OUT_OF_SCOPE, id, file, lines.len(), &judged)
    }
}

fn lines(file: &Path) -> Result<Vec<Line>, ApiError> {
    let path_text = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        ApiError::invalid(
            ErrorCode::SetUnreadable,
            &[("path", &path_text)],
            format!("{path_text}: {error}; a set of questions has a JSON object a line"),
        )
    })?;
    let read = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            ApiError::invalid(
                ErrorCode::LineMalformed,
                &[("path", &path_text), ("line", &(at + 1))],
                format!(
                    "{path_text} line {}: {error}; write {{\"text\",\"scope\":\"in\"|\"out\"}}",
                    at + 1
                ),
            )
        })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}
