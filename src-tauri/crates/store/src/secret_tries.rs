//! Attempts at secrets that belong to no account. They are counted like those at passwords, across all
//! processes.

use jiff::Timestamp;
use serde_json::json;
use simui_domain::Clock;
use sqlx::Row;

use crate::audit::Entry;
use crate::columns::{stamp, time};
use crate::passwords::wait;
use crate::{Database, StoreError};

impl Database {
    /// Counts an attempt at the secret of `subject` before the secret is checked, so that parallel
    /// attempts are as slow as sequential ones. Returns the number of attempts in a row.
    ///
    /// # Errors
    /// [`StoreError::TooManyTries`] if no attempt may be made yet; then nothing is counted.
    pub async fn begin_secret_try(&self, clock: &Clock, subject: &str) -> Result<u32, StoreError> {
        let now = clock.now();
        let mut write = self.write().await?;
        let row = sqlx::query("SELECT failures, blocked_until FROM secret_tries WHERE subject = ?")
            .bind(subject)
            .fetch_optional(&mut *write)
            .await?;
        let before = row.as_ref().map_or(0, |row| row.get::<u32, _>("failures"));
        let blocked = row.as_ref().and_then(|row| row.get::<Option<&str>, _>("blocked_until"));
        let blocked = blocked.map(|text| time("secret_tries.blocked_until", text)).transpose()?;
        if let Some(until) = blocked.filter(|until| *until > now) {
            return Err(StoreError::TooManyTries { until });
        }
        let failures = before.saturating_add(1);
        let until = now.checked_add(wait(failures)).unwrap_or(Timestamp::MAX);
        sqlx::query(
            "INSERT INTO secret_tries (subject, failures, blocked_until) VALUES (?, ?, ?) \
             ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, \
             blocked_until = excluded.blocked_until",
        )
        .bind(subject)
        .bind(failures)
        .bind((until > now).then(|| stamp(until)))
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(failures)
    }

    /// Notes that the attempt was right and resets the count.
    pub async fn right_secret_try(&self, subject: &str) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query("DELETE FROM secret_tries WHERE subject = ?")
            .bind(subject)
            .execute(&mut *write)
            .await?;
        write.commit().await
    }

    /// Notes that attempt number `failures` in a row was wrong. The audit log records the first, second,
    /// fourth, eighth, … of a row, so that continued attempts do not fill it.
    pub async fn wrong_secret_try(
        &self,
        clock: &Clock,
        subject: &str,
        action: &'static str,
        failures: u32,
    ) -> Result<(), StoreError> {
        if !failures.is_power_of_two() {
            return Ok(());
        }
        let mut write = self.write_durably().await?;
        let details = json!({ "failures": failures });
        let at = clock.now();
        write.audit(Entry { at, actor: "system", action, subject, details }).await?;
        write.commit().await
    }
}
