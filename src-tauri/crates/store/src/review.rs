//! Applies the commit of a review's run to its case, inside the transaction of that commit.

use simui_domain::{CaseId, CaseStatus, Clock, Interrupt, InterruptReason, ReviewResult, Verdict};
use simui_flow::{Commit, FlowError, RunStatus};
use sqlx::SqliteConnection;

use crate::columns::{json_text, stamp, word};
use crate::decision_input::decision_input;
use crate::decisions::record_decision;
use crate::results::save_result;
use crate::write::Write;
use crate::{StoreError, checks, columns, handling};

/// Updates the case of this run. Forks and runs of earlier versions belong to no case and change none.
pub(crate) async fn project(
    write: &mut Write<'_>,
    commit: &Commit,
    clock: &Clock,
) -> Result<(), StoreError> {
    let case: Option<String> = sqlx::query_scalar("SELECT id FROM cases WHERE run_id = ?")
        .bind(commit.run_id.as_str())
        .fetch_optional(&mut **write)
        .await?;
    let Some(case) = case.map(CaseId) else {
        // A decision without effect must not be signed.
        let text = "this run is a fork or an earlier version; decide the case's own run";
        return match commit.answer {
            Some(_) => Err(FlowError::Refused(text.to_owned()).into()),
            None => Ok(()),
        };
    };
    if let Some((interrupt, answer)) = &commit.answer {
        let input = decision_input(answer)?;
        record_decision(write, &case, &commit.run_id, interrupt, answer, input, clock).await?;
        close_queue(write, &case, "done", commit).await?;
    }
    let outcome = match &commit.outcome {
        Some(outcome) => Some(save_result(write, &case, commit, outcome).await?),
        None => None,
    };
    let status = match commit.to {
        RunStatus::Running => CaseStatus::Running,
        RunStatus::Waiting => CaseStatus::AwaitingReview,
        RunStatus::Finished => match &outcome {
            Some(result) if result.status == CaseStatus::AwaitingRevision => {
                CaseStatus::AwaitingRevision
            }
            _ => CaseStatus::Completed,
        },
        RunStatus::Failed | RunStatus::Cancelled => CaseStatus::Failed,
    };
    if commit.interrupt.is_some() {
        open_queue(write, &case, commit, outcome.as_ref()).await?;
    }
    if commit.to == RunStatus::Cancelled {
        close_queue(write, &case, "withdrawn", commit).await?;
    }
    let verdict = outcome.filter(|_| status == CaseStatus::Completed).map(|r| r.verdict);
    update_case(write, &case, status, verdict, commit).await?;
    match status {
        CaseStatus::Completed => checks::draw(write, &case, commit).await,
        _ => Ok(()),
    }
}

async fn open_queue(
    write: &mut Write<'_>,
    case: &CaseId,
    commit: &Commit,
    result: Option<&ReviewResult>,
) -> Result<(), StoreError> {
    let Some(interrupt) = &commit.interrupt else { return Ok(()) };
    let question: Interrupt = serde_json::from_value(interrupt.question.clone())
        .map_err(|error| columns::corrupt("question of a review", &error.to_string()))?;
    let sampled = question.reasons == [InterruptReason::Sample];
    let values = handling::inherited_values(write, case, commit.at, result).await?;
    sqlx::query(
        "INSERT INTO queue (interrupt_id, case_id, run_id, state, sampled, reasons, opened_at, \
         priority, due_at, due_by_hand, assigned_to, assignment) \
         VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(interrupt.id.as_str())
    .bind(case.as_str())
    .bind(commit.run_id.as_str())
    .bind(sampled)
    .bind(json_text(&question.reasons)?)
    .bind(stamp(commit.at))
    .bind(values.priority)
    .bind(&values.due_at)
    .bind(values.due_by_hand)
    .bind(&values.assigned_to)
    .bind(&values.assignment)
    .execute(&mut **write)
    .await?;
    Ok(())
}

async fn close_queue(
    connection: &mut SqliteConnection,
    case: &CaseId,
    state: &str,
    commit: &Commit,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE queue SET state = ?, closed_at = ? WHERE case_id = ? AND state = 'open'")
        .bind(state)
        .bind(stamp(commit.at))
        .bind(case.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Sets the status of a case; `verdict` is the final one, if there is one now.
async fn update_case(
    connection: &mut SqliteConnection,
    case: &CaseId,
    status: CaseStatus,
    verdict: Option<Verdict>,
    commit: &Commit,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE cases SET status = ?1, updated_at = ?2, \
         final_verdict = COALESCE(?3, final_verdict), \
         finalized_at = CASE WHEN ?3 IS NULL THEN finalized_at ELSE ?2 END, \
         human_reviewed = CASE WHEN EXISTS (SELECT 1 FROM decisions d WHERE d.run_id = ?4) \
         THEN 1 ELSE 0 END WHERE id = ?5",
    )
    .bind(word(&status)?)
    .bind(stamp(commit.at))
    .bind(verdict.map(Verdict::as_str))
    .bind(commit.run_id.as_str())
    .bind(case.as_str())
    .execute(connection)
    .await?;
    Ok(())
}
