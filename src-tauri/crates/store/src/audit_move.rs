//! Moves the audit key, and brings the anchored head up to date.

use serde_json::json;
use simui_domain::{Clock, Reviewer};
use sqlx::Row;

use crate::anchor::Head;
use crate::audit::Stored;
use crate::audit_key::{AuditKeyState, KeyPlace};
use crate::owner::setup_turn;
use crate::records::Chain;
use crate::{Database, StoreError};

impl Database {
    /// The state of the audit key.
    pub fn audit_key(&self) -> AuditKeyState {
        self.anchor.key.describe()
    }

    /// The public key that checks signatures of this desk: hexadecimal Ed25519.
    pub fn audit_public_key(&self) -> Result<String, StoreError> {
        self.anchor.public_key()
    }

    /// Signs a message that leaves the desk: hexadecimal Ed25519.
    pub fn audit_sign(&self, message: &[u8]) -> Result<String, StoreError> {
        self.anchor.sign(message)
    }

    /// Moves the audit key on behalf of an administrator. The key itself stays the same, so every entry
    /// can be checked before, during and after the move, and an interrupted move leaves the key in at
    /// least one place. Returns `false` if it is already there.
    pub async fn move_audit_key(
        &self,
        clock: &Clock,
        to: KeyPlace,
        by: &Reviewer,
    ) -> Result<bool, StoreError> {
        if self.audit_key().place == to || to == KeyPlace::Missing {
            return Ok(false);
        }
        // Nobody may open the directory meanwhile and remove one of the two copies.
        let dir = self.dir().to_owned();
        let _turn = on_thread(move || setup_turn(&dir)).await?;
        let anchor = self.anchor.clone();
        let name = on_thread(move || anchor.key.copy_to(to)).await?;
        self.audit(
            clock.now(),
            by.id.as_str(),
            "audit_key_moved",
            "audit_key",
            json!({ "to": to }),
        )
        .await?;
        let anchor = self.anchor.clone();
        on_thread(move || {
            // The head is sealed before the new place demands a seal.
            anchor.seal_head()?;
            anchor.key.settle_in(to, name)
        })
        .await?;
        Ok(true)
    }

    /// Anchors entries that a process committed but did not anchor before it died. Only entries with a
    /// correct mac are anchored.
    pub(crate) async fn catch_up(&self) -> Result<(), StoreError> {
        let Ok(heads) = self.anchor.heads() else { return Ok(()) };
        let audit = self.newer_audit_head(&heads.audit).await?;
        let records = self.newer_record_head(heads.records).await?;
        if audit.is_some() || records.is_some() {
            let (anchor, of) = (self.anchor.clone(), self.identity.clone());
            let advance = move || anchor.advance(audit.as_ref(), records.as_ref(), &of);
            if let Err(error) = on_thread(advance).await {
                // A full disk must not keep the desk from opening; the next entry anchors again.
                tracing::error!(%error, "the audit head could not be written");
            }
        }
        Ok(())
    }

    async fn newer_audit_head(&self, anchored: &Head) -> Result<Option<Head>, StoreError> {
        let (first, rest) = match anchored.seq {
            0 => (Head::genesis(), self.stored_entries(0, u32::MAX).await?),
            seq => {
                let mut entries = self.stored_entries(seq - 1, u32::MAX).await?.into_iter();
                let Some(own) = entries.next().filter(|it| it.seq == seq && it.mac == anchored.mac)
                else {
                    return Ok(None);
                };
                (Head { seq: own.seq, mac: own.mac }, entries.collect())
            }
        };
        let mut last = first.clone();
        for stored in rest {
            let sound = stored.seq == last.seq + 1
                && stored.previous == last.mac
                && stored.expected(&self.anchor).is_ok_and(|mac| mac == stored.mac);
            if !sound {
                break;
            }
            last = Head { seq: stored.seq, mac: stored.mac };
        }
        Ok((last != first).then_some(last))
    }

    async fn newer_record_head(&self, anchored: Option<Head>) -> Result<Option<Head>, StoreError> {
        if self.anchor.key.get().is_err() {
            return Ok(None);
        }
        let mut reader = self.readers.acquire().await?;
        let Some(mut chain) = Chain::starting_after(anchored, &mut reader).await? else {
            return Ok(None);
        };
        let first = chain.seq;
        // Entries behind a bad one are not anchored; verification reports it.
        let _ = chain.advance(&mut reader, &self.anchor).await?;
        Ok((chain.seq > first).then_some(Head { seq: chain.seq, mac: chain.mac }))
    }

    /// Number and mac of the last entry; `None` while the log is empty.
    pub async fn audit_head(&self) -> Result<Option<(u64, String)>, StoreError> {
        let row = sqlx::query("SELECT * FROM audit_log ORDER BY seq DESC LIMIT 1")
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| (row.get::<i64, _>("seq").unsigned_abs(), row.get("mac"))))
    }

    /// The newest entries with one of these actions, the newest first.
    pub async fn audit_of_actions<const N: usize>(
        &self,
        actions: [&str; N],
        limit: u32,
    ) -> Result<Vec<crate::AuditEntry>, StoreError> {
        let places = vec!["?"; N].join(", ");
        let sql =
            format!("SELECT * FROM audit_log WHERE action IN ({places}) ORDER BY seq DESC LIMIT ?");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql));
        let query = actions.into_iter().fold(query, |query, action| query.bind(action));
        let rows = query.bind(limit).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Stored::from_row(row).entry()).collect()
    }

    /// The entries about one subject, the oldest first.
    pub async fn audit_of(&self, subject: &str) -> Result<Vec<crate::AuditEntry>, StoreError> {
        let rows = sqlx::query("SELECT * FROM audit_log WHERE subject = ? ORDER BY seq")
            .bind(subject)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Stored::from_row(row).entry()).collect()
    }
}

/// Runs work that may wait for files, locks or the keyring on a blocking thread.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| StoreError::Directory {
        path: "audit key".to_owned(),
        source: error.into(),
    })?
}
