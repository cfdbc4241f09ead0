//! Finds the least score at which the best hit for a pharmacist's question is about what was asked (`OOS_MIN_TOP_SCORE`), on
//! questions of which it is known whether they are for this desk.

use std::path::Path;

use serde::Deserialize;
use simui_domain::DocumentKind;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::optimise::optimise;
use simui_pharmacy::query::question::Question;
use simui_search::calibration::Judged;
use simui_search::fusion::Profile;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Mode};

use super::OUT_OF_SCOPE;
use super::calibrate::{OFFLINE, count, scores, separated};
use crate::types::Calibration;
use crate::{ApiError, Desk};

/// Hits of a question that are looked at.
const TOP: usize = 20;

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
    /// Finds the out-of-scope score of a reranker, `offline` or an installed one, over the desk's own drug documents. `file` has
    /// `{"text","scope":"in"|"out"}` lines. `heard` is told how many questions of how many are done; when it says no, that is the end.
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
                Some(chosen.map_err(|it| ApiError::Invalid(it.why))?.model)
            }
        };
        let lines = lines(file)?;
        let knowledge =
            Knowledge::shipped().map_err(|error| ApiError::Invalid(error.to_string()))?;
        self.digests().await?;
        let dur = self.dur_book(knowledge).await?;
        let library = self.refresh().await?;
        // Without vectors the scores would be of another search.
        self.holdings.ready(&library).await?;
        let profile = Profile { minimum: None, ..self.profile("pharmacy")?.clone() };
        let mut judged = Vec::new();
        for (done, line) in lines.iter().enumerate() {
            if !heard(count(done), count(lines.len())) {
                return Err(ApiError::Invalid("calibration: it was stopped".to_owned()));
            }
            // As `ask` searches for it.
            let question = Question::read(&line.text, knowledge, &dur, self.holdings.analyser());
            let query = optimise(&question, knowledge, false);
            let words: Vec<String> = query.core.into_iter().chain(query.expand).collect();
            let words = words.join(" ");
            let kinds = vec![DocumentKind::Drug];
            let query = Query { kinds, limit: TOP, ..Query::new(words.as_str()) };
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
        separated(OUT_OF_SCOPE, id, file, lines.len(), &judged)
    }
}

fn lines(file: &Path) -> Result<Vec<Line>, ApiError> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        ApiError::Invalid(format!("{shown}: {error}; a set of questions has a JSON object a line"))
    })?;
    let read = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            ApiError::Invalid(format!(
                "{shown} line {}: {error}; write {{\"text\",\"scope\":\"in\"|\"out\"}}",
                at + 1
            ))
        })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}
