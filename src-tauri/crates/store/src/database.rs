use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::sync::Mutex;

use crate::anchor::{Anchor, random};
use crate::anchoring::Anchoring;
use crate::audit_key::{KeyPlace, KeyVault};
use crate::identity::Identity;
use crate::owner::{Owner, hex, setup_turn};
use crate::records::{Chain, layout_fault, nothing_stored, watch};
use crate::{StoreError, private};

/// The database's layout, step by step.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../../migrations/sqlite");

/// An open data directory.
#[derive(Debug, Clone)]
pub struct Database {
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
    /// A second writer whose commits reach the disk before they return: for what people decide.
    pub(crate) durable: SqlitePool,
    /// What a writer sees that looks at the database without its own transaction.
    pub(crate) before: SqlitePool,
    pub(crate) owner: Arc<Owner>,
    pub(crate) anchor: Arc<Anchor>,
    pub(crate) anchoring: Arc<Anchoring>,
    pub(crate) identity: Arc<Identity>,
    /// The record log as far as this process has checked it.
    pub(crate) chain: Arc<Mutex<Chain>>,
    /// Why nothing may be written.
    read_only: Option<ReadOnly>,
    dir: PathBuf,
}

/// Why a database is only read.
#[derive(Debug, Clone)]
enum ReadOnly {
    /// The directory or its files may not be written.
    Directory,
    /// The layout is not the program's.
    Layout(String),
}

/// How long a writer waits for another process before it gives up.
const BUSY: Duration = Duration::from_secs(20);

impl Database {
    /// Opens the data directory, creating it and bringing its tables up to date. The audit key is in its file.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        Self::open_with(dir, None, KeyPlace::File).await
    }

    /// The same with a keyring, in which the audit key may be. `new_key_in` is where a new directory keeps its key
    /// if it can. A directory that may not be written is opened to be read; see [`Database::is_read_only`].
    pub async fn open_with(
        dir: &Path,
        vault: Option<KeyVault>,
        new_key_in: KeyPlace,
    ) -> Result<Self, StoreError> {
        match Self::open_to_write(dir, vault.clone(), new_key_in).await {
            Err(error) if error.is_of_writing() && dir.join("simui.db").exists() => {
                Self::open_to_read(dir, vault).await
            }
            opened => opened,
        }
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
            // A killed process loses nothing with NORMAL; decisions go through `durable`, so that a
            // power cut cannot take them either.
            .synchronous(SqliteSynchronous::Normal)
            // A checkpoint waits for the disk. 32 MB of log between two of them instead of 4 MB keep that
            // out of all but one review in a hundred.
            .pragma("wal_autocheckpoint", "8000")
            .busy_timeout(BUSY);
        let turn = on_thread(dir, setup_turn).await?;
        let mut first = options.clone().connect().await?;
        // A file that may not be written opens all the same, and only then refuses.
        sqlx::raw_sql("BEGIN IMMEDIATE; ROLLBACK").execute(&mut first).await?;
        MIGRATIONS.run(&mut first).await?;
        let empty = nothing_stored(&mut first).await?.then_some(new_key_in);
        let anchor = on_thread(dir, move |dir| Anchor::open(dir, empty, vault)).await?;
        let layout = layout_fault(&mut first).await?;
        let identity = Arc::new(Identity::of(dir, &mut first).await?);
        // What of a patient is overwritten or deleted there does not stay in a page that is written anyway.
        let writer = one_connection(options.clone().pragma("secure_delete", "FAST"), &identity);
        // What is deleted there is overwritten: patients are forgotten for good.
        let durable = options.clone().synchronous(SqliteSynchronous::Full);
        let durable = one_connection(durable.pragma("secure_delete", "ON"), &identity);
        let anchor = Arc::new(anchor);
        let options = options.read_only(true).create_if_missing(false);
        let database = Self {
            writer,
            before: reading(options.clone(), &identity, 1),
            readers: reading(options, &identity, 4),
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
            database.bind_what_stands(&hex(&random::<16>(dir)?)).await?;
            database.identity.read_id(&mut first).await?;
        }
        database.catch_up().await?;
        drop(turn);
        first.close().await?;
        Ok(database)
    }

    /// Opens a directory whose files may not be written: everything can be shown and checked, nothing can be changed.
    async fn open_to_read(dir: &Path, vault: Option<KeyVault>) -> Result<Self, StoreError> {
        let unfinished = || StoreError::Unfinished { path: dir.display().to_string() };
        let options = SqliteConnectOptions::new()
            .filename(dir.join("simui.db"))
            .read_only(true)
            .busy_timeout(BUSY);
        // Without a place for its shared memory SQLite reads only what it may take for unchanging: a file without a log.
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
        let readers = reading(options, &identity, 4);
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

    /// Whether nothing can be written: the directory may only be read, or its database is not laid out as the program's.
    pub fn is_read_only(&self) -> bool {
        self.read_only.is_some()
    }

    /// Says why nothing may be written, where that is so.
    pub(crate) fn refuse_to_write(&self) -> Result<(), StoreError> {
        match &self.read_only {
            None => Ok(()),
            Some(ReadOnly::Directory) => {
                Err(StoreError::ReadOnly { path: self.dir.display().to_string() })
            }
            Some(ReadOnly::Layout(what)) => Err(StoreError::ForeignLayout { what: what.clone() }),
        }
    }

    /// Refuses a database that is not in its directory any more; one that may only be read is taken for unchanging.
    pub fn check_place(&self) -> Result<(), StoreError> {
        if self.is_read_only() { Ok(()) } else { self.identity.check_file() }
    }

    /// Why the head of the audit log could not be written after the last entry; empty when it was. The entry stands.
    pub fn unanchored(&self) -> String {
        self.anchor.unanchored()
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

fn reading(options: SqliteConnectOptions, identity: &Arc<Identity>, most: u32) -> SqlitePool {
    let identity = identity.clone();
    SqlitePoolOptions::new()
        .max_connections(most)
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            let identity = identity.clone();
            Box::pin(async move { identity.check_connection(connection).await })
        })
        .connect_lazy_with(options)
}

fn one_connection(options: SqliteConnectOptions, identity: &Arc<Identity>) -> SqlitePool {
    let identity = identity.clone();
    SqlitePoolOptions::new()
        .max_connections(1)
        // Nothing can happen to a file handle between two uses that a ping would show.
        .test_before_acquire(false)
        // What was opened stays open: a file of the same name may be another one by then.
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |connection, _| {
            let identity = identity.clone();
            Box::pin(async move {
                identity.check_connection(connection).await?;
                watch(connection).await
            })
        })
        // When the disk is full SQLite rolls back by itself and the driver's own rollback fails; such a
        // connection would refuse every further transaction.
        .before_acquire(|connection, _| {
            let clean = !connection.is_in_transaction();
            Box::pin(async move { Ok(clean) })
        })
        .connect_lazy_with(options)
}

/// Where waiting for files, locks and the keyring is allowed.
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
