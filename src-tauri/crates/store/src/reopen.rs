//! Reopens a finished case with a new run and a new question. Earlier decisions stay.

use serde_json::json;
use simui_domain::{CaseId, CaseStatus, Clock, Reopening, Reviewer, ReviewerId, RunId, Verdict};
use simui_flow::{Parent, RunRecord};
use sqlx::Row;

use crate::audit::Entry;
use crate::columns::{corrupt, from_word, stamp, time, word};
use crate::journal::insert_run;
use crate::obstacle::CaseObstacle;
use crate::records::recorded;
use crate::reviewers::decider;
use crate::{Database, StoreError};

impl Database {
    /// Gives a finished case a new run. The run must be about the case and ask a person.
    pub async fn reopen_case(
        &self,
        clock: &Clock,
        case: &CaseId,
        run: &RunRecord,
        by: &Reviewer,
        note: &str,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let by = decider(&mut write, by.id.as_str()).await?;
        let row = sqlx::query(
            "SELECT c.status, c.run_id, c.final_verdict, r.steps FROM cases c \
             JOIN runs r ON r.id = c.run_id WHERE c.id = ?",
        )
        .bind(case.as_str())
        .fetch_optional(&mut *write)
        .await?;
        let row = row.ok_or_else(|| StoreError::UnknownCase(case.clone()))?;
        let status: CaseStatus = from_word("cases.status", row.get("status"))?;
        if status != CaseStatus::Completed {
            let problem = CaseObstacle::NotFinal;
            return Err(StoreError::Case { case: case.clone(), problem });
        }
        let previous = RunId(row.get("run_id"));
        let verdict: Option<String> = row.get("final_verdict");
        let seq = row.get::<i64, _>("steps").unsigned_abs();
        let parent = Some(Parent { run_id: previous.clone(), seq });
        insert_run(&mut write, &RunRecord { parent, ..run.clone() }, &self.owner.id).await?;
        sqlx::query(
            "UPDATE cases SET status = ?, run_id = ?, final_verdict = NULL, finalized_at = NULL, \
             human_reviewed = 0, updated_at = ? WHERE id = ?",
        )
        .bind(word(&CaseStatus::Running)?)
        .bind(run.id.as_str())
        .bind(stamp(now))
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        sqlx::query(
            "INSERT INTO reopenings (run_id, case_id, previous_run, previous_verdict, reviewer_id, \
             reviewer, role, note, reopened_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(run.id.as_str())
        .bind(case.as_str())
        .bind(previous.as_str())
        .bind(&verdict)
        .bind(by.id.as_str())
        .bind(&by.name)
        .bind(word(&by.role)?)
        .bind(note)
        .bind(stamp(now))
        .execute(&mut *write)
        .await?;
        let details =
            json!({ "run": run.id, "previous_run": previous, "previous_verdict": verdict });
        let (actor, subject) = (by.id.as_str(), case.as_str());
        write.audit(Entry { at: now, actor, action: "case_reopened", subject, details }).await?;
        write.commit().await
    }

    /// The reopenings of a case, the oldest first, each with its run.
    pub async fn reopenings(&self, case: &CaseId) -> Result<Vec<(RunId, Reopening)>, StoreError> {
        let order = recorded("reopening", "o.run_id");
        let sql = format!("SELECT * FROM reopenings o WHERE case_id = ? ORDER BY {order}, rowid");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(case.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| {
                let verdict: Option<&str> = row.get("previous_verdict");
                let parse = |text: &str| {
                    text.parse::<Verdict>()
                        .map_err(|_| corrupt("reopenings.previous_verdict", text))
                };
                let reopening = Reopening {
                    reviewer: Reviewer {
                        id: ReviewerId(row.get("reviewer_id")),
                        name: row.get("reviewer"),
                        role: from_word("reopenings.role", row.get("role"))?,
                    },
                    at: time("reopenings.reopened_at", row.get("reopened_at"))?,
                    previous_verdict: verdict.map(parse).transpose()?,
                    note: row.get("note"),
                };
                Ok((RunId(row.get("run_id")), reopening))
            })
            .collect()
    }
}
