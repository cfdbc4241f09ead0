//! Password hashes, and the count of attempts.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use simui_domain::{Clock, ReviewerId};
use sqlx::Row;

use crate::accounts::audited;
use crate::audit::Entry;
use crate::columns::{stamp, time};
use crate::{Database, StoreError};

/// Wrong attempts in a row that cause no delay: everybody mistypes.
const FREE_TRIES: u32 = 3;

/// Longest delay. A longer one would let anybody keep somebody else out.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_mins(15);

/// Delay before the next attempt after this many wrong ones in a row: 1 s, 2 s, 4 s, … (OWASP
/// Authentication Cheat Sheet: exponential delays instead of a lockout).
pub(crate) fn wait(failures: u32) -> SignedDuration {
    match failures.checked_sub(FREE_TRIES) {
        None => SignedDuration::ZERO,
        Some(doublings) => SignedDuration::from_secs(1 << doublings.min(20)).min(LONGEST_WAIT),
    }
}

/// An attempt at a password that may be checked now.
#[derive(Debug, Clone, PartialEq)]
pub struct Try {
    /// The stored hash, a PHC string.
    pub hash: String,
    /// Revision of the password.
    pub revision: u32,
}

impl Database {
    /// Stores the hash of a new password, a PHC string. Returns the password's revision.
    pub async fn set_password(
        &self,
        clock: &Clock,
        of: &ReviewerId,
        hash: &str,
        by: &ReviewerId,
    ) -> Result<u32, StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let revision: u32 = sqlx::query_scalar(
            "INSERT INTO passwords (reviewer_id, hash, revision, set_by, set_at, failures) \
             VALUES (?, ?, 1, ?, ?, 0) ON CONFLICT (reviewer_id) DO UPDATE SET \
             hash = excluded.hash, revision = passwords.revision + 1, set_by = excluded.set_by, \
             set_at = excluded.set_at, failures = 0, blocked_until = NULL RETURNING revision",
        )
        .bind(of.as_str())
        .bind(hash)
        .bind(by.as_str())
        .bind(stamp(now))
        .fetch_one(&mut *write)
        .await?;
        audited(&mut write, now, by, "password_set", of, json!({ "revision": revision })).await?;
        write.commit().await?;
        Ok(revision)
    }

    /// Counts an attempt before the password is checked, so that parallel attempts are as slow as
    /// sequential ones. Returns `None` if there is no password.
    pub async fn begin_try(
        &self,
        clock: &Clock,
        of: &ReviewerId,
    ) -> Result<Option<Try>, StoreError> {
        let now = clock.now();
        let mut write = self.write().await?;
        let row = sqlx::query(
            "SELECT hash, revision, failures, blocked_until FROM passwords WHERE reviewer_id = ?",
        )
        .bind(of.as_str())
        .fetch_optional(&mut *write)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let blocked = row.get::<Option<&str>, _>("blocked_until");
        let blocked = blocked.map(|text| time("passwords.blocked_until", text)).transpose()?;
        if let Some(until) = blocked.filter(|until| *until > now) {
            return Err(StoreError::TooManyTries { until });
        }
        let failures = row.get::<u32, _>("failures").saturating_add(1);
        let until = now.checked_add(wait(failures)).unwrap_or(Timestamp::MAX);
        sqlx::query("UPDATE passwords SET failures = ?, blocked_until = ? WHERE reviewer_id = ?")
            .bind(failures)
            .bind((until > now).then(|| stamp(until)))
            .bind(of.as_str())
            .execute(&mut *write)
            .await?;
        let begun = Try { hash: row.get("hash"), revision: row.get("revision") };
        write.commit().await?;
        Ok(Some(begun))
    }

    /// Notes that the attempt was right and resets the count.
    pub async fn right_try(&self, of: &ReviewerId) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(
            "UPDATE passwords SET failures = 0, blocked_until = NULL WHERE reviewer_id = ?",
        )
        .bind(of.as_str())
        .execute(&mut *write)
        .await?;
        write.commit().await
    }

    /// Notes that the attempt was wrong; it has been counted already. Returns the moment before which no
    /// further attempt is checked.
    pub async fn wrong_try(
        &self,
        clock: &Clock,
        of: &ReviewerId,
    ) -> Result<Option<Timestamp>, StoreError> {
        let mut write = self.write_durably().await?;
        let row =
            sqlx::query("SELECT failures, blocked_until FROM passwords WHERE reviewer_id = ?")
                .bind(of.as_str())
                .fetch_one(&mut *write)
                .await?;
        let until = row.get::<Option<&str>, _>("blocked_until");
        let until = until.map(|text| time("passwords.blocked_until", text)).transpose()?;
        let details = json!({ "failures": row.get::<u32, _>("failures"), "blocked_until": until });
        // The person is not known, only that the password was wrong.
        let (at, subject) = (clock.now(), of.as_str());
        let action = "sign_in_failed";
        write.audit(Entry { at, actor: "system", action, subject, details }).await?;
        write.commit().await?;
        Ok(until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_up_to_a_quarter_of_an_hour() {
        for (failures, seconds) in
            [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (12, 512), (13, 900), (u32::MAX, 900)]
        {
            assert_eq!(wait(failures).as_secs(), seconds, "{failures}");
        }
    }
}
