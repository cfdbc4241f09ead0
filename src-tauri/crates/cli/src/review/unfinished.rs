//! Reviews without an end: those that a killed process left, and those that failed.

use simui_api::Desk;
use simui_api::types::{ResumedRun, ResumedRuns, UnfinishedReviews};
use simui_domain::CaseStatus;

use crate::error::CliError;
use crate::output::{self, Output};

/// Continues the reviews that were left behind, and prints the result of each.
pub async fn resume(desk: &Desk, out: Output) -> Result<(), CliError> {
    let resumed = desk.resume_runs().await?;
    out.result(&resumed, describe);
    Ok(())
}

/// Continues the reviews that were left behind, after a command with its own output: each result is a remark.
pub async fn resume_behind(desk: &Desk) -> Result<(), CliError> {
    for run in desk.resume_runs().await?.runs {
        output::remark(&format!("이어서 심의: {}", line(&run)));
    }
    Ok(())
}

/// Remarks how many reviews were left behind or failed, if there are any.
pub async fn remark(desk: &Desk) -> Result<(), CliError> {
    let UnfinishedReviews { left_behind, failed } = desk.unfinished_reviews().await?;
    if left_behind > 0 {
        output::remark(&format!(
            "끝나지 않은 심의 {left_behind}건이 있습니다: `simui review resume`으로 이어 합니다"
        ));
    }
    if failed > 0 {
        output::remark(&format!(
            "실패한 심의 {failed}건이 있습니다: `simui review queue --state ongoing`으로 찾고 `simui review retry 사건`으로 다시 합니다"
        ));
    }
    Ok(())
}

fn describe(resumed: &ResumedRuns) -> String {
    match resumed.runs.as_slice() {
        [] => "끝나지 않은 심의가 없습니다.".to_owned(),
        runs => runs.iter().map(|run| line(run) + "\n").collect(),
    }
}

fn line(run: &ResumedRun) -> String {
    let status = match run.status {
        CaseStatus::AwaitingReview => "사람 대기",
        CaseStatus::AwaitingRevision => "보완 대기",
        CaseStatus::Completed => "완료",
        CaseStatus::Failed => "실패",
        CaseStatus::Running => "이어 하지 못함",
    };
    format!("{}\t{status}\t{}", run.case_id, run.problem)
}
