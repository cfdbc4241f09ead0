use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::anchor::Head;
use crate::audit::{self, Entry};
use crate::{Database, StoreError};

/// A write transaction, with the entries it adds to the audit log.
pub(crate) struct Write<'a> {
    tx: Transaction<'static, Sqlite>,
    db: &'a Database,
    /// The new head of the audit log, when this transaction adds to it and the old head was in order.
    head: Option<Head>,
}

impl Database {
    /// Begins a transaction that survives the end of the process.
    pub(crate) async fn write(&self) -> Result<Write<'_>, StoreError> {
        let tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Write { tx, db: self, head: None })
    }

    /// Begins a transaction that survives a power cut as well; slower, for what people do.
    pub(crate) async fn write_durably(&self) -> Result<Write<'_>, StoreError> {
        let tx = self.durable.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Write { tx, db: self, head: None })
    }
}

impl Write<'_> {
    /// Adds to the audit log.
    pub async fn audit(&mut self, entry: Entry<'_>) -> Result<(), StoreError> {
        self.head = audit::append(&mut self.tx, &self.db.anchor, entry).await?;
        Ok(())
    }

    /// Keeps everything. Only then is the new head of the audit log anchored outside the database: a crash
    /// in between leaves an anchor that is older than the log, which is in order.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.tx.commit().await?;
        if let Some(head) = self.head {
            let anchor = self.db.anchor.clone();
            let moved = tokio::task::spawn_blocking(move || anchor.advance(&head)).await;
            if let Ok(Err(error)) = moved {
                // The transaction stands; the next entry anchors again.
                tracing::error!(%error, "the audit head could not be written");
            }
        }
        Ok(())
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
