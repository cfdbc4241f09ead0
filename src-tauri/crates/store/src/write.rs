//! Write transactions, which add to the audit log and the record log.

use jiff::Timestamp;
use serde_json::Value;
use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::anchor::Head;
use crate::audit::{self, Entry};
use crate::records::{Pending, bind_touched};
use crate::{Database, StoreError};

/// A write transaction, with the entries it adds to the audit log and to the record log.
pub(crate) struct Write<'a> {
    tx: Transaction<'static, Sqlite>,
    db: &'a Database,
    /// The new head of the audit log, if this transaction adds to it and the old head was in order.
    head: Option<Head>,
    audited: bool,
    /// Kinds of record that this transaction is expected to change. Others may change, too; naming the usual
    /// ones saves a query.
    pub expected: &'static [&'static str],
}

impl Database {
    /// Begins a transaction whose commit survives the end of the process.
    pub(crate) async fn write(&self) -> Result<Write<'_>, StoreError> {
        self.refuse_to_write()?;
        let tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Write { tx, db: self, head: None, audited: false, expected: &[] })
    }

    /// Begins a transaction whose commit also survives a power cut; slower, for people's actions.
    pub(crate) async fn write_durably(&self) -> Result<Write<'_>, StoreError> {
        self.refuse_to_write()?;
        let tx = self.durable.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Write { tx, db: self, head: None, audited: false, expected: &[] })
    }

    /// Adds an entry in a transaction of its own, for example about an import or a changed setting.
    /// `actor` is a reviewer's id or `system`; `details` must hold no personal data.
    pub async fn audit(
        &self,
        at: Timestamp,
        actor: &str,
        action: &'static str,
        subject: &str,
        details: Value,
    ) -> Result<(), StoreError> {
        let mut write = self.write_durably().await?;
        write.audit(Entry { at, actor, action, subject, details }).await?;
        write.commit().await
    }
}

impl Write<'_> {
    /// Adds an entry to the audit log.
    pub async fn audit(&mut self, entry: Entry<'_>) -> Result<(), StoreError> {
        self.head = audit::append(&mut self.tx, &self.db.anchor, entry).await?;
        self.audited = true;
        Ok(())
    }

    /// Binds the changes to the record log and commits. The new heads are anchored outside the database
    /// only afterwards: a crash in between leaves an anchor that is older than the logs, which is in
    /// order.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        let pending = self.pending().await?;
        let records =
            bind_touched(&mut self.tx, &self.db.anchor, &self.db.before, &pending).await?;
        self.commit_with(&pending, records).await
    }

    /// The changes of this transaction so far. Refused if the database is no longer the one in the data
    /// directory.
    pub async fn pending(&mut self) -> Result<Pending, StoreError> {
        let pending = Pending::read(&mut self.tx, &self.db.anchor, self.expected).await?;
        self.db.identity.check(pending.desk.as_deref(), pending.layout)?;
        Ok(pending)
    }

    /// Commits a transaction that has bound its changes itself; `records` is the new head of the record
    /// log.
    pub async fn commit_with(
        self,
        pending: &Pending,
        records: Option<Head>,
    ) -> Result<(), StoreError> {
        if !pending.anchored {
            tracing::error!("the record log and its head disagree; run `simui audit verify`");
        }
        let records = records.filter(|_| pending.anchored);
        self.tx.commit().await?;
        // A commit into a file that was removed or replaced is reported as an error.
        self.db.identity.check_file()?;
        let Some(audit) = self.head.filter(|_| self.audited) else {
            if let Some(records) = records {
                self.db.anchoring.soon(records);
            }
            return Ok(());
        };
        let (anchor, of) = (self.db.anchor.clone(), self.db.identity.clone());
        let advance = move || anchor.advance(Some(&audit), records.as_ref(), &of);
        match tokio::task::spawn_blocking(advance).await {
            Ok(Err(replaced @ StoreError::Replaced { .. })) => Err(replaced),
            Ok(Err(error)) => {
                // The transaction is committed; the next entry anchors again.
                self.db.anchor.note_unanchored(&error);
                tracing::error!(%error, "the audit head could not be written");
                Ok(())
            }
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }
}

impl std::ops::Deref for Write<'_> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.tx
    }
}

impl std::ops::DerefMut for Write<'_> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.tx
    }
}
