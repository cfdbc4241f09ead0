//! Interrupted runs: continues those that a process left when it ended, and retries failed cases.
//!
//! A process that stays (the window, the server) continues such runs in the background, so that opening a
//! desk never waits for one. A command continues them only where its user waits for that: `review run` and
//! `review intake` after their own advertisements, `review resume`, and a decision for the run of its own
//! case. The engine counts each takeover before the run continues, and gives up a run during which several
//! processes ended ([`simui_flow::Limits::takeovers`]).

use std::collections::HashSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use simui_domain::{CaseId, CaseStatus, RunId};
use simui_flow::{Failure, FlowError, Journal, RunStatus};
use simui_store::Case;

use crate::faults::ErrorCode;
use crate::types::{CaseView, DeskEvent, ResumedRun, ResumedRuns, RetryRequest, UnfinishedReviews};
use crate::{ApiError, Desk};

/// Time between two searches for runs that other processes have left.
const SEARCH_INTERVAL: Duration = Duration::from_secs(30);

impl Desk {
    /// Continues interrupted runs in the background, now and whenever another process ends, until the desk is
    /// closed. A run that cannot be continued is logged once and left to the next process.
    pub fn recover_in_background(self: &Arc<Self>) {
        let desk: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut left = HashSet::new();
            loop {
                let Some(desk) = desk.upgrade() else { return };
                if let Err(error) = desk.resume_except(&mut left).await {
                    tracing::error!(%error, "unfinished reviews could not be looked up");
                }
                drop(desk);
                tokio::time::sleep(SEARCH_INTERVAL).await;
            }
        });
    }

    /// Continues every interrupted run, one after the other.
    pub async fn resume_runs(&self) -> Result<ResumedRuns, ApiError> {
        self.refresh().await?;
        self.resume_except(&mut HashSet::new()).await
    }

    /// Like [`Desk::resume_runs`], but without the runs in `left`. Runs that cannot be continued are added to
    /// `left`.
    async fn resume_except(&self, left: &mut HashSet<RunId>) -> Result<ResumedRuns, ApiError> {
        let mut runs = Vec::new();
        for run in self.engine.unfinished().await? {
            if left.contains(&run) {
                continue;
            }
            let resumed = self.resume_run(&run).await?;
            if let Some(resumed) = resumed {
                if resumed.status == CaseStatus::Running {
                    tracing::error!(%run, problem = resumed.problem, "a run could not be continued");
                    left.insert(run);
                }
                runs.push(resumed);
            }
        }
        Ok(ResumedRuns { runs })
    }

    /// Continues one run. `None` when another process continues it.
    async fn resume_run(&self, run: &RunId) -> Result<Option<ResumedRun>, ApiError> {
        let Some(log) = self.engine.journal().load(run).await? else { return Ok(None) };
        let case_id = CaseId(log.run.subject);
        let (status, problem) = match self.engine.resume(run).await {
            Ok(stop) => {
                let problem = stop.failure.as_ref().map(words).unwrap_or_default();
                let status = match stop.status {
                    RunStatus::Failed | RunStatus::Cancelled => CaseStatus::Failed,
                    _ => stop.state.status,
                };
                (status, problem)
            }
            Err(FlowError::Active(_) | FlowError::OwnedElsewhere(_)) => return Ok(None),
            // A run that cannot be continued must not block the others.
            Err(error) => (CaseStatus::Running, error.to_string()),
        };
        self.send_event(DeskEvent::CaseChanged { case_id: case_id.clone() });
        if status == CaseStatus::AwaitingReview {
            self.notify_waiting().await;
        }
        Ok(Some(ResumedRun { case_id, run_id: run.clone(), status, problem }))
    }

    /// Returns the case after its own run was continued, if a process had left it.
    pub(super) async fn continued(&self, case: Case) -> Result<Case, ApiError> {
        if case.status != CaseStatus::Running {
            return Ok(case);
        }
        match self.resume_run(&case.run_id).await? {
            Some(_) => self.stored_case(&case.id).await,
            None => Ok(case),
        }
    }

    /// Runs a failed case again from the node that failed. Committed steps are not repeated.
    pub async fn retry_case(&self, request: RetryRequest) -> Result<CaseView, ApiError> {
        let case = self.stored_case(&request.case_id).await?;
        if case.status != CaseStatus::Failed {
            return Err(ApiError::invalid(
                ErrorCode::CaseDidNotFail,
                &[],
                format!("case {} did not fail; look at it with `simui review show`", case.id),
            ));
        }
        self.refresh().await?;
        let stop = self.engine.retry(&case.run_id).await?;
        self.announce_rest(&case.id, stop.status, stop.failure).await?;
        self.case(&case.id).await
    }

    /// Notifies the interface that a case's run rests. An error when the run failed.
    pub(super) async fn announce_rest(
        &self,
        case_id: &CaseId,
        status: RunStatus,
        failure: Option<Failure>,
    ) -> Result<(), ApiError> {
        self.send_event(DeskEvent::CaseChanged { case_id: case_id.clone() });
        if status == RunStatus::Waiting {
            self.notify_waiting().await;
        }
        match (status, failure) {
            (RunStatus::Failed, Some(failure)) => Err(ApiError::invalid(
                ErrorCode::ReviewFailed,
                &[],
                format!(
                    "case {case_id}: {}; the case is kept, `simui review retry {case_id}` runs it again",
                    words(&failure)
                ),
            )),
            _ => Ok(()),
        }
    }

    /// Counts interrupted and failed reviews. Continues none of them.
    pub async fn unfinished_reviews(&self) -> Result<UnfinishedReviews, ApiError> {
        let left_behind = self.engine.unfinished().await?.len();
        Ok(UnfinishedReviews {
            left_behind: u32::try_from(left_behind).unwrap_or(u32::MAX),
            failed: self.database.failed_cases().await?,
        })
    }
}

/// Describes a failure: `node claims failed: it took longer than 60s; …`
fn words(failure: &Failure) -> String {
    format!("node {} failed: {}", failure.node, failure.message)
}
