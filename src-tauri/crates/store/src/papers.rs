//! Issued letters and notices, numbered by year.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use simui_domain::CaseId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use ts_rs::TS;

use crate::audit::Entry;
use crate::columns::{from_word, json_from, json_text, stamp, time, word};
use crate::signed_rows::{signed_columns, signed_digest};
use crate::{Database, StoreError};

/// Kind of an issued paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PaperKind {
    /// 심의 결과 통지서: the verdict and its grounds.
    Letter,
    /// 보완·수정 요청 통지: the changes that the advertiser is asked for.
    Notice,
}

/// A paper to be issued.
#[derive(Debug, Clone)]
pub struct NewPaper<'a> {
    /// Id for a new paper.
    pub id: String,
    /// Kind of paper.
    pub kind: PaperKind,
    /// The case.
    pub case: &'a CaseId,
    /// Id of the decision that the paper reports, or of the run if there is no decision.
    pub subject: &'a str,
    /// The year that the number is counted in.
    pub year: i16,
    /// Time of issue.
    pub at: Timestamp,
}

/// An issued paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Paper {
    /// Its id.
    pub id: String,
    /// Kind of paper.
    pub kind: PaperKind,
    /// The case.
    pub case_id: CaseId,
    /// Id of the decision that the paper reports, or of the run if there is no decision.
    pub subject: String,
    /// The year that the number is counted in.
    pub year: i16,
    /// Its number in that year.
    pub number: u32,
    /// The number as printed.
    pub number_text: String,
    /// Content of the paper as a JSON object.
    pub content: Value,
    /// When it was issued.
    pub issued_at: Timestamp,
}

/// Query of the columns of a paper that its entry in the audit log covers.
pub(crate) const ISSUED: &str = "SELECT id, kind, case_id, subject, number_text, content, issued_at \
     FROM papers WHERE id = ?";

impl Database {
    /// Issues a paper once. The next number of its year, its content and its audit entry are stored in
    /// one transaction, so that no number is given twice or lost, whichever process asks. A paper that
    /// was issued before is returned unchanged. `number_text` formats the number, `content` makes the
    /// content from the formatted number.
    pub async fn issue_paper(
        &self,
        new: NewPaper<'_>,
        number_text: impl FnOnce(u32) -> String,
        content: impl FnOnce(&str) -> Value,
    ) -> Result<Paper, StoreError> {
        let mut write = self.write_durably().await?;
        let before = sqlx::query("SELECT * FROM papers WHERE kind = ? AND subject = ?")
            .bind(word(&new.kind)?)
            .bind(new.subject)
            .fetch_optional(&mut *write)
            .await?;
        if let Some(row) = before {
            return paper_from(&row);
        }
        let last: i64 =
            sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) FROM papers WHERE year = ?")
                .bind(new.year)
                .fetch_one(&mut *write)
                .await?;
        let number = u32::try_from(last + 1).unwrap_or(u32::MAX);
        let number_text = number_text(number);
        let content = content(&number_text);
        sqlx::query(
            "INSERT INTO papers (id, kind, case_id, subject, year, number, number_text, content, issued_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&new.id)
        .bind(word(&new.kind)?)
        .bind(new.case.as_str())
        .bind(new.subject)
        .bind(new.year)
        .bind(number)
        .bind(&number_text)
        .bind(json_text(&content)?)
        .bind(stamp(new.at))
        .execute(&mut *write)
        .await?;
        let issued = sqlx::query(ISSUED).bind(&new.id).fetch_one(&mut *write).await?;
        let details = json!({
            "paper": new.id, "kind": new.kind, "number": number_text, "subject": new.subject,
            "sha256": signed_digest(&issued),
        });
        write
            .audit(Entry {
                at: new.at,
                actor: "system",
                action: "paper_issued",
                subject: new.case.as_str(),
                details,
            })
            .await?;
        let row = sqlx::query("SELECT * FROM papers WHERE id = ?")
            .bind(&new.id)
            .fetch_one(&mut *write)
            .await?;
        let paper = paper_from(&row)?;
        write.commit().await?;
        Ok(paper)
    }

    /// Names and values of a paper's columns that its audit entry covers, in the order of the digest.
    pub async fn issued(&self, id: &str) -> Result<Vec<(String, String)>, StoreError> {
        let row = sqlx::query(ISSUED).bind(id).fetch_one(&self.readers).await?;
        Ok(signed_columns(&row))
    }

    /// The papers of a case, the oldest first.
    pub async fn papers(&self, case: &CaseId) -> Result<Vec<Paper>, StoreError> {
        let rows = sqlx::query("SELECT * FROM papers WHERE case_id = ? ORDER BY year, number")
            .bind(case.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(paper_from).collect()
    }
}

fn paper_from(row: &SqliteRow) -> Result<Paper, StoreError> {
    Ok(Paper {
        id: row.get("id"),
        kind: from_word("papers.kind", row.get("kind"))?,
        case_id: CaseId(row.get("case_id")),
        subject: row.get("subject"),
        year: row.get("year"),
        number: row.get("number"),
        number_text: row.get("number_text"),
        content: json_from("papers.content", row.get("content"))?,
        issued_at: time("papers.issued_at", row.get("issued_at"))?,
    })
}
