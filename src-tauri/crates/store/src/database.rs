//! An open data directory, for writing or for reading only.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::SqlitePool;
use tokio::sync::Mutex;

use crate::StoreError;
use crate::anchor::Anchor;
use crate::anchoring::Anchoring;
use crate::identity::Identity;
use crate::owner::Owner;
use crate::records::Chain;

/// An open data directory.
#[derive(Debug, Clone)]
pub struct Database {
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
    /// A second writer whose commits reach the disk before they return; for people's decisions.
    pub(crate) durable: SqlitePool,
    /// Connection on which a writer reads the database without its own open transaction.
    pub(crate) before: SqlitePool,
    pub(crate) owner: Arc<Owner>,
    pub(crate) anchor: Arc<Anchor>,
    pub(crate) anchoring: Arc<Anchoring>,
    pub(crate) identity: Arc<Identity>,
    /// The record log as far as this process has verified it.
    pub(crate) chain: Arc<Mutex<Chain>>,
    /// Why nothing may be written; `None` if writing is allowed.
    pub(crate) read_only: Option<ReadOnly>,
    pub(crate) dir: PathBuf,
}

/// Reason why a database is opened for reading only.
#[derive(Debug, Clone)]
pub(crate) enum ReadOnly {
    /// The directory or its files may not be written.
    Directory,
    /// The schema differs from the program's; holds the first differences.
    Layout(String),
}

impl Database {
    /// Whether nothing can be written, because the directory may only be read or because the schema is
    /// not the program's.
    pub fn is_read_only(&self) -> bool {
        self.read_only.is_some()
    }

    /// Returns the error for a write if nothing may be written.
    pub(crate) fn refuse_to_write(&self) -> Result<(), StoreError> {
        match &self.read_only {
            None => Ok(()),
            Some(ReadOnly::Directory) => {
                Err(StoreError::ReadOnly { path: self.dir.display().to_string() })
            }
            Some(ReadOnly::Layout(what)) => Err(StoreError::ForeignLayout { what: what.clone() }),
        }
    }

    /// Refuses a database that is no longer in its directory. A database that is only read is assumed not to
    /// change.
    pub fn check_place(&self) -> Result<(), StoreError> {
        if self.is_read_only() { Ok(()) } else { self.identity.check_file() }
    }

    /// Like [`Database::check_place`], after an error: a file that ended too soon was removed or replaced,
    /// even if another connection has made a new one of its name since.
    pub fn check_place_after(
        &self,
        error: &(dyn std::error::Error + 'static),
    ) -> Result<(), StoreError> {
        // SQLITE_IOERR_SHORT_READ
        const SHORT_READ: &str = "522";
        let causes = std::iter::successors(Some(error), |error| error.source());
        let mut databases = causes.filter_map(|cause| cause.downcast_ref::<sqlx::Error>());
        let short = databases.any(|cause| {
            let database = cause.as_database_error();
            database.and_then(|error| error.code()).is_some_and(|code| code == SHORT_READ)
        });
        if short { Err(self.identity.replaced()) } else { self.check_place() }
    }

    /// Why the head of the audit log could not be written after the last entry; empty if it was. The
    /// entry itself is stored.
    pub fn unanchored(&self) -> String {
        self.anchor.unanchored()
    }

    /// Moves everything from the write-ahead log into the database file, for example before a backup.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_all(&self.writer).await?;
        Ok(())
    }

    /// The data directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}
