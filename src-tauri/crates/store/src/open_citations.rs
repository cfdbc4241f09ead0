//! Citations in undecided cases, to find those that a change of law affects.

use simui_domain::{CaseId, CaseStatus};
use sqlx::Row;

use crate::columns::{from_word, word};
use crate::{Database, StoreError};

/// A citation of law in an open case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCitation {
    /// Id of the case.
    pub case_id: CaseId,
    /// The sender's own number.
    pub external_id: Option<String>,
    /// Status of the case.
    pub status: CaseStatus,
    /// The cited provision, for example `의료법 제56조제2항제8호`.
    pub article: String,
}

impl Database {
    /// The provisions that undecided cases cite, each once a case, ordered by case.
    pub async fn open_citations(&self) -> Result<Vec<OpenCitation>, StoreError> {
        let rows = sqlx::query(
            "SELECT DISTINCT c.id, c.external_id, c.status, i.article FROM cases c \
             JOIN citations i ON i.run_id = c.run_id \
             WHERE c.status <> ? AND i.kind = 'statute' ORDER BY c.id, i.article",
        )
        .bind(word(&CaseStatus::Completed)?)
        .fetch_all(&self.readers)
        .await?;
        let citation = |row: &sqlx::sqlite::SqliteRow| {
            Ok(OpenCitation {
                case_id: CaseId(row.get("id")),
                external_id: row.get("external_id"),
                status: from_word("cases.status", row.get("status"))?,
                article: row.get("article"),
            })
        };
        rows.iter().map(citation).collect()
    }
}
