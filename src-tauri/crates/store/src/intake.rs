//! Files of advertisements that were taken in, each once by its SHA-256.

use std::collections::BTreeSet;

use jiff::Timestamp;
use simui_domain::{Clock, IntakeFile};
use sqlx::Row;

use crate::columns::{stamp, time};
use crate::{Database, StoreError};

impl Database {
    /// Whether a file with this SHA-256 was taken in completely.
    pub async fn is_taken_in(&self, sha256: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM intake_files WHERE sha256 = ?")
            .bind(sha256)
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    /// Numbers of the file's advertisements that are already cases; an interrupted intake continues with
    /// the others.
    pub async fn ads_taken_in(&self, sha256: &str) -> Result<BTreeSet<u32>, StoreError> {
        let numbers: Vec<u32> =
            sqlx::query_scalar("SELECT number FROM intake_ads WHERE sha256 = ?")
                .bind(sha256)
                .fetch_all(&self.readers)
                .await?;
        Ok(numbers.into_iter().collect())
    }

    /// Notes that a file was taken in completely, or the problem that prevented it.
    pub async fn finish_intake(
        &self,
        clock: &Clock,
        sha256: &str,
        path: &str,
        cases: u32,
        problem: &str,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(
            "INSERT INTO intake_files (sha256, path, cases, problem, taken_at) \
             VALUES (?, ?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
        )
        .bind(sha256)
        .bind(path)
        .bind(cases)
        .bind(problem)
        .bind(stamp(clock.now()))
        .execute(&mut *write)
        .await?;
        write.commit().await
    }

    /// Files that were taken in, the latest first; with `problems` only those with a problem.
    pub async fn intake_files(
        &self,
        problems: bool,
        limit: u32,
    ) -> Result<Vec<IntakeFile>, StoreError> {
        let rows = sqlx::query(
            "SELECT path, cases, problem, taken_at FROM intake_files WHERE ?1 = 0 OR problem <> '' \
             ORDER BY taken_at DESC, sha256 LIMIT ?2",
        )
        .bind(problems)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let taken_at: Timestamp = time("intake_files.taken_at", row.get("taken_at"))?;
                Ok(IntakeFile {
                    path: row.get("path"),
                    cases: row.get("cases"),
                    problem: row.get("problem"),
                    taken_at,
                })
            })
            .collect()
    }
}
