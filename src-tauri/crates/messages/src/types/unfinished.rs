//! 끝나지 않은 심의: runs that a process left when it ended, and runs that failed.

use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, CaseStatus, RunId};
use ts_rs::TS;

/// Number of reviews that are interrupted or failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnfinishedReviews {
    /// Left by a process that ended. `resume_runs` continues them, and so does a process that stays.
    pub left_behind: u32,
    /// Failed. `retry_case` runs one of them again.
    pub failed: u32,
}

/// What became of the interrupted runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResumedRuns {
    /// The runs, in the order in which they had begun.
    pub runs: Vec<ResumedRun>,
}

/// A run that was continued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResumedRun {
    /// The case.
    pub case_id: CaseId,
    /// The run: the case's own, or a fork.
    pub run_id: RunId,
    /// The status after it; `running` where it could not be continued.
    pub status: CaseStatus,
    /// Why it failed or could not be continued; empty otherwise.
    pub problem: String,
}

/// Names a failed case to run again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RetryRequest {
    /// The case.
    pub case_id: CaseId,
}
