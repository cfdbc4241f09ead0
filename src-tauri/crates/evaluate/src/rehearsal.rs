use std::sync::Arc;

use jiff::civil::Date;
use simui_domain::{Ad, AutomaticFinish, CaseId, Clock, ReviewResult};
use simui_flow::{Engine, Graph, Limits, RamJournal, RunStatus};
use simui_review::graph::{ReviewState, draft_result_of, review_graph};
use simui_review::library::Shelf;
use simui_review::retrieval::Search;

use crate::EvaluateError;

/// Reviews advertisements like the desk, over the desk's own library, but stores nothing: no case, no queue
/// entry, no audit entry.
pub struct Rehearsal {
    graph: Arc<Graph<ReviewState>>,
    clock: Clock,
    today: Date,
    automatic_finish: AutomaticFinish,
}

impl Rehearsal {
    /// Creates a rehearsal over the corpora on `shelf`, searched by `search`, with the desk's setting
    /// of automatic finish. An advertisement without a day counts as one of `today`.
    ///
    /// # Errors
    /// [`EvaluateError::Flow`] when the graph of the review is inconsistent.
    pub fn new(
        shelf: Arc<Shelf>,
        search: Search,
        clock: Clock,
        today: Date,
        automatic_finish: AutomaticFinish,
    ) -> Result<Self, EvaluateError> {
        Ok(Self { graph: Arc::new(review_graph(shelf, search)?), clock, today, automatic_finish })
    }

    /// Returns the desk's own result for `ad`, at its question to a person or at its end.
    pub async fn review(&self, ad: Ad) -> Result<ReviewResult, EvaluateError> {
        let case: CaseId = self.clock.new_id();
        let name = ad.id.clone().unwrap_or_else(|| case.to_string());
        let as_of = ad.published_on.unwrap_or(self.today);
        let state = ReviewState {
            reviewed_on: Some(self.today),
            automatic_finish: Some(self.automatic_finish),
            ..ReviewState::new(case.clone(), ad, as_of)
        };
        // Each run has its own journal: one that kept every run would grow with the evaluation.
        let journal = Arc::new(RamJournal::new());
        let engine =
            Engine::new(self.graph.clone(), journal, self.clock.clone(), Limits::default());
        let stop = engine.start(self.clock.new_id(), case.as_str(), state).await?;
        match (stop.status, stop.failure) {
            (RunStatus::Failed, failure) => {
                let (node, message) = failure.map(|it| (it.node, it.message)).unwrap_or_default();
                Err(EvaluateError::Review { ad: name, node, message })
            }
            _ => Ok(draft_result_of(&stop.state, &simui_flow::Timings::default())),
        }
    }
}
