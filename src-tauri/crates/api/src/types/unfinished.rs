//! 끝나지 않은 심의: runs that a process left when it ended, and runs that failed.

use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, CaseStatus, RunId};
use ts_rs::TS;

/// How many reviews did not come to rest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnfinishedReviews {
    /// Left by a process that ended; `resume_runs` goes on with them, and so does a process that stays.
    pub left_behind: u32,
    /// Failed; `retry_case` runs one of them again.
    pub failed: u32,
}

/// What became of the runs that were left behind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResumedRuns {
    /// In the order in which they had begun.
    pub runs: Vec<ResumedRun>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResumedRun {
    /// Its case.
    pub case_id: CaseId,
    /// The run: the case's own, or a fork.
    pub run_id: RunId,
    /// Where it came to rest; `running` where it could not be continued.
    pub status: CaseStatus,
    /// Why it failed or could not be continued; empty otherwise.
    pub problem: String,
}

/// Which failed case to run again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RetryRequest {
    /// The case.
    pub case_id: CaseId,
}
