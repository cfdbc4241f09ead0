//! Redrafts an open case: withdraws its question and starts a new run. No decision is taken.

use serde_json::json;
use simui_domain::{CaseId, CaseStatus, Clock, Reviewer, RunId};
use simui_flow::{Parent, RunRecord, RunStatus};
use sqlx::Row;

use crate::audit::Entry;
use crate::columns::{from_word, stamp, word};
use crate::handling::refuse_if_claimed;
use crate::journal::insert_run;
use crate::obstacle::CaseObstacle;
use crate::reviewers::decider;
use crate::{Database, StoreError};

impl Database {
    /// Withdraws the open question of a case, cancels its run, and makes `run` the case's run, in one
    /// transaction. The case keeps its history, its priority and its due date.
    ///
    /// # Errors
    /// [`StoreError::Case`] if no question is open, or if somebody other than `by` has claimed the case.
    pub async fn redraft_case(
        &self,
        clock: &Clock,
        case: &CaseId,
        run: &RunRecord,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let by = decider(&mut write, by.id.as_str()).await?;
        let row = sqlx::query(
            "SELECT c.status, c.run_id, r.steps FROM cases c JOIN runs r ON r.id = c.run_id WHERE c.id = ?",
        )
        .bind(case.as_str())
        .fetch_optional(&mut *write)
        .await?;
        let row = row.ok_or_else(|| StoreError::UnknownCase(case.clone()))?;
        let status: CaseStatus = from_word("cases.status", row.get("status"))?;
        if status != CaseStatus::AwaitingReview {
            let problem = CaseObstacle::NotToRedraft;
            return Err(StoreError::Case { case: case.clone(), problem });
        }
        refuse_if_claimed(&mut write, case, &by, now).await?;
        let previous = RunId(row.get("run_id"));
        let seq = row.get::<i64, _>("steps").unsigned_abs();
        sqlx::query("UPDATE queue SET state = 'withdrawn', closed_at = ? WHERE case_id = ? AND state = 'open'")
            .bind(stamp(now))
            .bind(case.as_str())
            .execute(&mut *write)
            .await?;
        sqlx::query("UPDATE runs SET status = ?, updated_at = ? WHERE id = ?")
            .bind(RunStatus::Cancelled.as_str())
            .bind(stamp(now))
            .bind(previous.as_str())
            .execute(&mut *write)
            .await?;
        let parent = Some(Parent { run_id: previous.clone(), seq });
        insert_run(&mut write, &RunRecord { parent, ..run.clone() }, &self.owner.id).await?;
        sqlx::query("UPDATE cases SET status = ?, run_id = ?, updated_at = ? WHERE id = ?")
            .bind(word(&CaseStatus::Running)?)
            .bind(run.id.as_str())
            .bind(stamp(now))
            .bind(case.as_str())
            .execute(&mut *write)
            .await?;
        let details = json!({ "run": run.id, "previous_run": previous });
        let (actor, subject) = (by.id.as_str(), case.as_str());
        write.audit(Entry { at: now, actor, action: "case_redrafted", subject, details }).await?;
        write.commit().await
    }
}
