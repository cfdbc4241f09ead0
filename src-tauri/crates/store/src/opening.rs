//! Opens a data directory, for writing or for reading only.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};

use crate::anchor::Anchor;
use crate::anchoring::Anchoring;
use crate::audit_key::{KeyPlace, KeyVault};
use crate::database::ReadOnly;
use crate::identity::Identity;
use crate::owner::{Owner, hex, setup_turn};
use crate::randomness::random;
use crate::records::{layout_fault, nothing_stored, watch};
use crate::schema::MIGRATIONS;
use crate::{Database, StoreError, private};

/// Longest wait of a writer for another process.
const BUSY: Duration = Duration::from_secs(20);

impl Database {
    /// Opens the data directory, creating it if needed, and applies the migrations. The audit key is kept
    /// in its file.
    pub fn open(dir: &Path) -> BoxFuture<'_, Result<Self, StoreError>> {
        Self::open_with(dir, None, KeyPlace::File)
    }

    /// Opens the data directory with a keyring that may hold the audit key. `new_key_in` is where a new
    /// directory keeps its key if possible. A directory that may not be written is opened for reading;
    /// see [`Database::is_read_only`].
    pub fn open_with(
        dir: &Path,
        vault: Option<KeyVault>,
        new_key_in: KeyPlace,
    ) -> BoxFuture<'_, Result<Self, StoreError>> {
        // Boxed, so that this crate compiles it once, and not every crate that awaits it.
        Box::pin(async move {
            match Self::open_to_write(dir, vault.clone(), new_key_in).await {
                Err(error) if error.is_of_writing() && dir.join("simui.db").exists() => {
                    Self::open_to_read(dir, vault).await
                }
                opened => opened,
            }
        })
    }

    async fn open_to_write(
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
            // With NORMAL a killed process loses nothing. Decisions are written through `durable`, so
            // that a power cut cannot take them either.
            .synchronous(SqliteSynchronous::Normal)
            // A checkpoint waits for the disk. With 32 MB of log between two of them instead of 4 MB,
            // only one review in a hundred waits for one.
            .pragma("wal_autocheckpoint", "8000")
            .busy_timeout(BUSY);
        let turn = on_thread(dir, setup_turn).await?;
        let mut first = options.clone().connect().await?;
        // SQLite opens a file that may not be written without an error and refuses only the first write.
        sqlx::raw_sql("BEGIN IMMEDIATE; ROLLBACK").execute(&mut first).await?;
        // `run` goes through `Acquire`, whose future the compiler does not take for `Send`.
        MIGRATIONS.run_direct(None, &mut first, false).await?;
        let empty = nothing_stored(&mut first).await?.then_some(new_key_in);
        let anchor = on_thread(dir, move |dir| Anchor::open(dir, empty, vault)).await?;
        let layout = layout_fault(&mut first).await?;
        let identity = Arc::new(Identity::of(dir, &mut first).await?);
        // Overwrites deleted patient data in pages that are written anyway.
        let writer = writer_pool(options.clone().pragma("secure_delete", "FAST"), &identity);
        // Overwrites everything that is deleted, so that patients are forgotten for good.
        let durable = options.clone().synchronous(SqliteSynchronous::Full);
        let durable = writer_pool(durable.pragma("secure_delete", "ON"), &identity);
        let anchor = Arc::new(anchor);
        let options = options.read_only(true).create_if_missing(false);
        let database = Self {
            writer,
            before: reader_pool(options.clone(), &identity, 1),
            readers: reader_pool(options, &identity, 4),
            durable,
            owner: Arc::new(Owner::take(dir)?),
            anchoring: Arc::new(Anchoring::start(anchor.clone(), identity.clone())),
            anchor,
            identity,
            chain: Arc::default(),
            read_only: layout.map(ReadOnly::Layout),
            dir: dir.to_owned(),
        };
        if database.read_only.is_none() {
            database.bind_existing_rows(&hex(&random::<16>(dir)?)).await?;
            database.identity.read_id(&mut first).await?;
        }
        database.catch_up().await?;
        drop(turn);
        first.close().await?;
        Ok(database)
    }

    /// Opens a directory whose files may not be written: everything can be shown and verified, nothing
    /// can be changed.
    async fn open_to_read(dir: &Path, vault: Option<KeyVault>) -> Result<Self, StoreError> {
        let unfinished = || StoreError::Unfinished { path: dir.display().to_string() };
        let options = SqliteConnectOptions::new()
            .filename(dir.join("simui.db"))
            .read_only(true)
            .busy_timeout(BUSY);
        // Without write access for its shared memory, SQLite reads only a file that it may treat as
        // immutable: one without a write-ahead log.
        let log = std::fs::metadata(dir.join("simui.db-wal")).map_or(0, |log| log.len());
        let readable = async |options: &SqliteConnectOptions| -> sqlx::Result<SqliteConnection> {
            let mut connection = options.connect().await?;
            sqlx::query("SELECT COUNT(*) FROM sqlite_master").fetch_one(&mut connection).await?;
            Ok(connection)
        };
        let (options, mut first) = match readable(&options).await {
            Ok(connection) => (options, connection),
            Err(_) if log == 0 => {
                let options = options.immutable(true);
                let connection = readable(&options).await?;
                (options, connection)
            }
            Err(_) => return Err(unfinished()),
        };
        let version: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(&mut first)
            .await?;
        if version != MIGRATIONS.iter().map(|step| step.version).max() {
            return Err(unfinished());
        }
        let anchor = on_thread(dir, move |dir| Ok(Anchor::open_to_read(dir, vault))).await?;
        let anchor = Arc::new(anchor);
        let identity = Arc::new(Identity::of(dir, &mut first).await?);
        first.close().await?;
        let readers = reader_pool(options, &identity, 4);
        Ok(Self {
            writer: readers.clone(),
            durable: readers.clone(),
            before: readers.clone(),
            readers,
            owner: Arc::new(Owner::nobody()),
            anchoring: Arc::new(Anchoring::start(anchor.clone(), identity.clone())),
            anchor,
            identity,
            chain: Arc::default(),
            read_only: Some(ReadOnly::Directory),
            dir: dir.to_owned(),
        })
    }
}

fn reader_pool(options: SqliteConnectOptions, identity: &Arc<Identity>, size: u32) -> SqlitePool {
    let identity = identity.clone();
    SqlitePoolOptions::new()
        .max_connections(size)
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            let identity = identity.clone();
            Box::pin(async move { identity.check_connection(connection).await })
        })
        .connect_lazy_with(options)
}

fn writer_pool(options: SqliteConnectOptions, identity: &Arc<Identity>) -> SqlitePool {
    let identity = identity.clone();
    SqlitePoolOptions::new()
        .max_connections(1)
        // A ping between two uses would show nothing that can happen to a file handle.
        .test_before_acquire(false)
        // An opened connection stays open: a file of the same name may be another one later.
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |connection, _| {
            let identity = identity.clone();
            Box::pin(async move {
                identity.check_connection(connection).await?;
                watch(connection).await
            })
        })
        // When the disk is full SQLite rolls back by itself, and the driver's own rollback then fails.
        // Such a connection would refuse every further transaction.
        .before_acquire(|connection, _| {
            let clean = !connection.is_in_transaction();
            Box::pin(async move { Ok(clean) })
        })
        .connect_lazy_with(options)
}

/// Runs work that may wait for files, locks or the keyring on a blocking thread.
async fn on_thread<T: Send + 'static>(
    dir: &Path,
    work: impl FnOnce(&Path) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let dir = dir.to_owned();
    let path = dir.display().to_string();
    tokio::task::spawn_blocking(move || work(&dir))
        .await
        .map_err(|error| StoreError::Directory { path, source: error.into() })?
}
