//! Decided cases, to find those that a later change of law or rules affects.

use jiff::Timestamp;
use jiff::civil::Date;
use simui_domain::{CaseId, CaseStatus, RunId, Verdict};
use sqlx::Row;

use crate::columns::{corrupt, date, time, word};
use crate::records::recorded;
use crate::{Database, StoreError};

/// A case with a final verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedCase {
    /// Id of the case.
    pub case_id: CaseId,
    /// The sender's own number.
    pub external_id: Option<String>,
    /// The run of the final result.
    pub run_id: RunId,
    /// The final verdict.
    pub final_verdict: Verdict,
    /// When the verdict became final.
    pub finalized_at: Timestamp,
    /// The first 160 characters of the current version.
    pub excerpt: String,
    /// 게재일 of the current version, if it has one.
    pub published_on: Option<Date>,
    /// When the current version was received.
    pub received_at: Timestamp,
}

const FINISHED: &str = "SELECT c.id, c.external_id, c.run_id, c.final_verdict, c.finalized_at, \
     SUBSTR(v.text, 1, 160) AS excerpt, v.published_on, v.received_at FROM cases c \
     JOIN ad_versions v ON v.case_id = c.id AND v.version = c.version \
     WHERE c.status = ? AND c.final_verdict IS NOT NULL";

impl Database {
    /// Number of cases that failed.
    pub async fn failed_cases(&self) -> Result<u32, StoreError> {
        let failed = sqlx::query_scalar("SELECT COUNT(*) FROM cases WHERE status = 'failed'");
        Ok(failed.fetch_one(&self.readers).await?)
    }

    /// Every finished case, the latest decided first.
    pub async fn finished_cases(&self) -> Result<Vec<FinishedCase>, StoreError> {
        let sql = format!("{FINISHED} ORDER BY c.finalized_at DESC, c.id DESC");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(word(&CaseStatus::Completed)?)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(finished_from).collect()
    }

    /// The case that this desk allowed under `number`, which is the sender's number or the case's id; the
    /// latest if there are several.
    pub async fn allowed_case(&self, number: &str) -> Result<Option<FinishedCase>, StoreError> {
        let sql = format!(
            "{FINISHED} AND c.final_verdict IN (?, ?) AND (c.external_id = ? OR c.id = ?) \
             ORDER BY {} DESC, c.rowid DESC LIMIT 1",
            recorded("case", "c.id")
        );
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(word(&CaseStatus::Completed)?)
            .bind(Verdict::Allowed.as_str())
            .bind(Verdict::Conditional.as_str())
            .bind(number)
            .bind(number)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(finished_from).transpose()
    }
}

fn finished_from(row: &sqlx::sqlite::SqliteRow) -> Result<FinishedCase, StoreError> {
    let verdict: &str = row.get("final_verdict");
    Ok(FinishedCase {
        case_id: CaseId(row.get("id")),
        external_id: row.get("external_id"),
        run_id: RunId(row.get("run_id")),
        final_verdict: verdict.parse().map_err(|_| corrupt("cases.final_verdict", verdict))?,
        finalized_at: time("cases.finalized_at", row.get("finalized_at"))?,
        excerpt: row.get("excerpt"),
        published_on: date("ad_versions.published_on", row.get("published_on"))?,
        received_at: time("ad_versions.received_at", row.get("received_at"))?,
    })
}
