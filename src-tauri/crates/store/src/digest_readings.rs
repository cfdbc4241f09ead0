//! Readings of digests: who has read one of our digests, and what they say of it.

use std::collections::HashMap;

use serde_json::json;
use simui_domain::{Clock, DigestReading, DigestVerdict, Document, Reviewer, ReviewerId};
use sqlx::Row;

use crate::audit::Entry;
use crate::columns::{from_word, stamp, time, word};
use crate::{Database, StoreError};

/// The readings of digests in the order of signing, by source key and SHA-256 of the bytes read.
pub type DigestReadings = HashMap<(String, String), Vec<DigestReading>>;

impl Database {
    /// Records that a person has read a digest, for these bytes of it alone.
    pub async fn sign_digest(
        &self,
        clock: &Clock,
        digest: &Document,
        verdict: DigestVerdict,
        by: &Reviewer,
        note: &str,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        sqlx::query(
            "INSERT INTO digest_readings (source_key, sha256, verdict, reviewer_id, reviewer, role, \
             note, read_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&digest.source_key)
        .bind(&digest.sha256)
        .bind(word(&verdict)?)
        .bind(by.id.as_str())
        .bind(&by.name)
        .bind(word(&by.role)?)
        .bind(note)
        .bind(stamp(now))
        .execute(&mut *write)
        .await?;
        write
            .audit(Entry {
                at: now,
                actor: by.id.as_str(),
                action: "digest_read",
                subject: &digest.source_key,
                details: json!({ "sha256": digest.sha256, "verdict": verdict }),
            })
            .await?;
        write.commit().await
    }

    /// All readings of digests.
    pub async fn digest_readings(&self) -> Result<DigestReadings, StoreError> {
        let rows = sqlx::query("SELECT * FROM digest_readings ORDER BY id")
            .fetch_all(&self.readers)
            .await?;
        let mut readings = DigestReadings::new();
        for row in rows {
            let reading = DigestReading {
                by: Reviewer {
                    id: ReviewerId(row.get("reviewer_id")),
                    name: row.get("reviewer"),
                    role: from_word("digest_readings.role", row.get("role"))?,
                },
                verdict: from_word("digest_readings.verdict", row.get("verdict"))?,
                note: row.get("note"),
                at: time("digest_readings.read_at", row.get("read_at"))?,
            };
            let key = (row.get("source_key"), row.get("sha256"));
            readings.entry(key).or_default().push(reading);
        }
        Ok(readings)
    }
}
