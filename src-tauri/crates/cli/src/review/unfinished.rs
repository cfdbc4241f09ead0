//! Reviews that did not come to rest: what a killed process left, and what failed.

use simui_api::Desk;
use simui_api::types::{ResumedRun, ResumedRuns, UnfinishedReviews};
use simui_domain::CaseStatus;

use crate::error::CliError;
use crate::output::{self, Output};

/// Goes on with what was left behind and prints what became of it.
pub async fn resume(desk: &Desk, out: Output) -> Result<(), CliError> {
    let resumed = desk.resume_runs().await?;
    out.result(&resumed, report);
    Ok(())
}

/// The same behind a command whose own results are its output: what became of each run is a remark.
pub async fn resume_behind(desk: &Desk) -> Result<(), CliError> {
    for run in desk.resume_runs().await?.runs {
        output::remark(&format!("이어서 심의: {}", line(&run)));
    }
    Ok(())
}

/// Says how many reviews did not come to rest, where there are any.
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

fn report(resumed: &ResumedRuns) -> String {
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
