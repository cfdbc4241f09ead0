use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqlitePool};

use crate::anchor::Anchor;
use crate::audit_key::{KeyPlace, KeyVault};
use crate::owner::{Owner, setup_turn};
use crate::{StoreError, private};

/// An open data directory.
#[derive(Debug, Clone)]
pub struct Database {
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
    /// A second writer whose commits reach the disk before they return: for what people decide.
    pub(crate) durable: SqlitePool,
    pub(crate) owner: Arc<Owner>,
    pub(crate) anchor: Arc<Anchor>,
    dir: PathBuf,
}

/// How long a writer waits for another process before it gives up.
const BUSY: Duration = Duration::from_secs(20);

impl Database {
    /// Opens the data directory, creating it and bringing its tables up to date. The audit key is in its file.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        Self::open_with(dir, None, KeyPlace::File).await
    }

    /// The same with a keyring, in which the audit key may be. `new_key_in` is where a new directory keeps its key
    /// if it can.
    pub async fn open_with(
        dir: &Path,
        vault: Option<KeyVault>,
        new_key_in: KeyPlace,
    ) -> Result<Self, StoreError> {
        private::make(dir)
            .map_err(|source| StoreError::Directory { path: dir.display().to_string(), source })?;
        let options = SqliteConnectOptions::new()
            .filename(dir.join("simui.db"))
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A killed process loses nothing with NORMAL; decisions go through `durable`, so that a
            // power cut cannot take them either.
            .synchronous(SqliteSynchronous::Normal)
            // A checkpoint waits for the disk. 32 MB of log between two of them instead of 4 MB keep that
            // out of all but one review in a hundred.
            .pragma("wal_autocheckpoint", "8000")
            .busy_timeout(BUSY);
        let turn = tokio::task::spawn_blocking({
            let dir = dir.to_owned();
            move || setup_turn(&dir)
        });
        let turn = turn.await.map_err(|error| StoreError::Directory {
            path: dir.display().to_string(),
            source: error.into(),
        })??;
        // What of a patient is overwritten or deleted there does not stay in a page that is written anyway.
        let writer = one_connection(options.clone().pragma("secure_delete", "FAST"));
        sqlx::migrate!("../../../migrations/sqlite").run(&writer).await?;
        let entries: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM audit_log").fetch_one(&writer).await?;
        let found = tokio::task::spawn_blocking({
            let dir = dir.to_owned();
            move || Anchor::open(&dir, (entries == 0).then_some(new_key_in), vault)
        });
        let anchor = Arc::new(found.await.map_err(|error| StoreError::Directory {
            path: dir.display().to_string(),
            source: error.into(),
        })??);
        let owner = Arc::new(Owner::take(dir)?);
        drop(turn);
        // What is deleted there is overwritten: patients are forgotten for good.
        let durable = options.clone().synchronous(SqliteSynchronous::Full);
        let durable = one_connection(durable.pragma("secure_delete", "ON"));
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        let database = Self { writer, readers, durable, owner, anchor, dir: dir.to_owned() };
        database.catch_up().await?;
        Ok(database)
    }

    /// Moves everything from the write-ahead log into the database file; before a backup, for example.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_all(&self.writer).await?;
        Ok(())
    }

    /// The data directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}

fn one_connection(options: SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(1)
        // Nothing can happen to a file handle between two uses that a ping would show.
        .test_before_acquire(false)
        // When the disk is full SQLite rolls back by itself and the driver's own rollback fails; such a
        // connection would refuse every further transaction.
        .before_acquire(|connection, _| {
            let clean = !connection.is_in_transaction();
            Box::pin(async move { Ok(clean) })
        })
        .connect_lazy_with(options)
}
