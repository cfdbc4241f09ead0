use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::StoreError;

/// An open data directory.
#[derive(Debug, Clone)]
pub struct Database {
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
    dir: PathBuf,
}

/// How long a writer waits for another process before it gives up.
const BUSY: Duration = Duration::from_secs(20);

impl Database {
    /// Opens the data directory, creating it and bringing its tables up to date.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(dir)
            .map_err(|source| StoreError::Directory { path: dir.display().to_string(), source })?;
        let url = format!("sqlite://{}", dir.join("simui.db").display());
        let options = SqliteConnectOptions::from_str(&url)?
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A killed process loses nothing with NORMAL; a decision is committed with FULL so that
            // a power cut cannot take it either (see `decisions`).
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(BUSY);
        let writer =
            SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!("../../../migrations/sqlite").run(&writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        Ok(Self { writer, readers, dir: dir.to_owned() })
    }

    /// The data directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}
