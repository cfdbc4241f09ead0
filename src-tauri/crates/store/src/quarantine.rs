//! Quarantine: parts of files that could not be imported, and who has dealt with them.

use jiff::Timestamp;
use serde_json::json;
use simui_domain::{
    Clock, QuarantineEntry, QuarantineRecord, QuarantineResolution, Reviewer, ReviewerId,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{from_word, stamp, time, word};
use crate::{Database, StoreError};

impl Database {
    /// Replaces the quarantine entries of one file. Entries that were resolved for the same bytes stay
    /// resolved.
    pub async fn save_quarantine(
        &self,
        path: &str,
        sha256: &str,
        entries: &[QuarantineEntry],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        sqlx::query("DELETE FROM quarantine WHERE path = ?").bind(path).execute(&mut *tx).await?;
        for entry in entries {
            sqlx::query(
                "INSERT INTO quarantine (path, place, reason, sha256, found_at) VALUES (?, ?, ?, ?, ?) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(&entry.path)
            .bind(&entry.place)
            .bind(&entry.reason)
            .bind(sha256)
            .bind(now.to_string())
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Entries that wait for an administrator; with `all` also the resolved ones.
    pub async fn quarantine(&self, all: bool) -> Result<Vec<QuarantineRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT q.path, q.place, q.reason, q.found_at, r.reviewer_id, r.reviewer, r.role, \
             r.note, r.resolved_at FROM quarantine q LEFT JOIN quarantine_resolutions r \
             ON r.path = q.path AND r.place = q.place AND r.reason = q.reason \
             AND r.sha256 = q.sha256 WHERE ?1 OR r.path IS NULL ORDER BY q.path, q.place",
        )
        .bind(all)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(record_from).collect()
    }

    /// Marks a file's open entries as resolved by a person: all of them, or those of one place. Returns
    /// how many were marked.
    pub async fn resolve_quarantine(
        &self,
        clock: &Clock,
        path: &str,
        place: Option<&str>,
        by: &Reviewer,
        note: &str,
    ) -> Result<u64, StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let resolved = sqlx::query(
            "INSERT INTO quarantine_resolutions (path, place, reason, sha256, reviewer_id, \
             reviewer, role, note, resolved_at) \
             SELECT path, place, reason, sha256, ?3, ?4, ?5, ?6, ?7 FROM quarantine \
             WHERE path = ?1 AND (?2 IS NULL OR place = ?2) ON CONFLICT DO NOTHING",
        )
        .bind(path)
        .bind(place)
        .bind(by.id.as_str())
        .bind(&by.name)
        .bind(word(&by.role)?)
        .bind(note)
        .bind(stamp(now))
        .execute(&mut *write)
        .await?
        .rows_affected();
        if resolved > 0 {
            write
                .audit(Entry {
                    at: now,
                    actor: by.id.as_str(),
                    action: "quarantine_resolved",
                    subject: path,
                    details: json!({ "place": place, "entries": resolved }),
                })
                .await?;
        }
        write.commit().await?;
        Ok(resolved)
    }
}

fn record_from(row: &SqliteRow) -> Result<QuarantineRecord, StoreError> {
    let resolution = match row.get::<Option<String>, _>("reviewer_id") {
        Some(id) => Some(QuarantineResolution {
            by: Reviewer {
                id: ReviewerId(id),
                name: row.get("reviewer"),
                role: from_word("quarantine_resolutions.role", row.get("role"))?,
            },
            note: row.get("note"),
            at: time("quarantine_resolutions.resolved_at", row.get("resolved_at"))?,
        }),
        None => None,
    };
    Ok(QuarantineRecord {
        path: row.get("path"),
        place: row.get("place"),
        reason: row.get("reason"),
        found_at: time("quarantine.found_at", row.get("found_at"))?,
        resolution,
    })
}
