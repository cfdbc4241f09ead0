//! The audit log: an append-only chain of HMACs.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use ts_rs::TS;

use crate::anchor::{Anchor, Head};
use crate::columns::{json_from, stamp, time};
use crate::{Database, StoreError};

/// An entry to be added. It holds ids and reviewers' names, and no other personal data.
pub(crate) struct Entry<'a> {
    pub at: Timestamp,
    /// A reviewer's id, or `system`.
    pub actor: &'a str,
    pub action: &'static str,
    /// The id of the case, account or document that was acted on.
    pub subject: &'a str,
    pub details: Value,
}

/// One entry of the audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AuditEntry {
    /// Number of the entry: 1, 2, 3, … without gaps.
    #[ts(type = "number")]
    pub seq: u64,
    /// When it happened.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// A reviewer's id, or `system`.
    pub actor: String,
    /// The kind of act: `decision`, `reviewer_added`, …
    pub action: String,
    /// The id of the case, account or document that was acted on.
    pub subject: String,
    /// Further ids and words, depending on the action.
    #[ts(type = "unknown")]
    pub details: Value,
    /// The mac of the previous entry.
    pub previous: String,
    /// The mac of the record log's last entry at that moment; absent before rows were bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub records: Option<String>,
    /// The HMAC-SHA-256 of all fields above, hexadecimal.
    pub mac: String,
}

/// An entry exactly as it is stored; the mac covers these texts.
#[derive(Clone)]
pub(crate) struct Stored {
    pub seq: u64,
    pub at: String,
    pub actor: String,
    pub action: String,
    pub subject: String,
    pub details: String,
    pub previous: String,
    pub records: Option<String>,
    pub mac: String,
}

impl Stored {
    /// Computes the mac that the entry should have.
    pub fn expected(&self, anchor: &Anchor) -> Result<String, StoreError> {
        let seq = self.seq.to_be_bytes();
        let mut fields = vec![
            seq.as_slice(),
            self.at.as_bytes(),
            self.actor.as_bytes(),
            self.action.as_bytes(),
            self.subject.as_bytes(),
            self.details.as_bytes(),
            self.previous.as_bytes(),
        ];
        fields.extend(self.records.as_ref().map(|mac| mac.as_bytes()));
        anchor.mac(&fields)
    }

    pub fn from_row(row: &SqliteRow) -> Self {
        Self {
            seq: row.get::<i64, _>("seq").unsigned_abs(),
            at: row.get("at"),
            actor: row.get("actor"),
            action: row.get("action"),
            subject: row.get("subject"),
            details: row.get("details"),
            previous: row.get("previous"),
            records: row.get("records"),
            mac: row.get("mac"),
        }
    }

    pub fn entry(self) -> Result<AuditEntry, StoreError> {
        Ok(AuditEntry {
            seq: self.seq,
            at: time("audit_log.at", &self.at)?,
            actor: self.actor,
            action: self.action,
            subject: self.subject,
            details: json_from("audit_log.details", &self.details)?,
            previous: self.previous,
            records: self.records,
            mac: self.mac,
        })
    }
}

/// Adds an entry inside a transaction that holds the write lock. Returns the new head if it may be
/// anchored. It may not if the anchored head is no part of this log, because then the anchor is the
/// evidence.
pub(crate) async fn append(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    entry: Entry<'_>,
) -> Result<Option<Head>, StoreError> {
    let last = sqlx::query("SELECT seq, mac FROM audit_log ORDER BY seq DESC LIMIT 1")
        .fetch_optional(&mut *tx)
        .await?;
    let last = last.map_or_else(Head::genesis, |row| Head {
        seq: row.get::<i64, _>("seq").unsigned_abs(),
        mac: row.get("mac"),
    });
    let mut stored = Stored {
        seq: last.seq + 1,
        at: stamp(entry.at),
        actor: entry.actor.to_owned(),
        action: entry.action.to_owned(),
        subject: entry.subject.to_owned(),
        details: entry.details.to_string(),
        previous: last.mac,
        records: sqlx::query_scalar("SELECT mac FROM record_log ORDER BY seq DESC LIMIT 1")
            .fetch_optional(&mut *tx)
            .await?,
        mac: String::new(),
    };
    stored.mac = stored.expected(anchor)?;
    let in_order = match anchor.head() {
        Ok(head) if head.seq == 0 => true,
        Ok(head) => {
            let mac: Option<String> = sqlx::query_scalar("SELECT mac FROM audit_log WHERE seq = ?")
                .bind(head.seq.cast_signed())
                .fetch_optional(&mut *tx)
                .await?;
            mac == Some(head.mac)
        }
        Err(_) => false,
    };
    if !in_order {
        tracing::error!("the audit log and its head disagree; run `simui audit verify`");
    }
    sqlx::query(
        "INSERT INTO audit_log (seq, at, actor, action, subject, details, previous, records, mac) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(stored.seq.cast_signed())
    .bind(&stored.at)
    .bind(&stored.actor)
    .bind(&stored.action)
    .bind(&stored.subject)
    .bind(&stored.details)
    .bind(&stored.previous)
    .bind(&stored.records)
    .bind(&stored.mac)
    .execute(tx)
    .await?;
    Ok(in_order.then_some(Head { seq: stored.seq, mac: stored.mac }))
}

impl Database {
    /// At most `limit` entries after entry `after`; 0 starts with the first.
    pub async fn audit_entries(
        &self,
        after: u64,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let stored = self.stored_entries(after, limit).await?;
        stored.into_iter().map(Stored::entry).collect()
    }

    pub(crate) async fn stored_entries(
        &self,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        let rows = sqlx::query("SELECT * FROM audit_log WHERE seq > ? ORDER BY seq LIMIT ?")
            .bind(after.cast_signed())
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(Stored::from_row).collect())
    }
}
