//! Checks that the open database is still the one in the data directory.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::SqliteConnection;

use crate::StoreError;

/// Marks by which an open database is recognised.
#[derive(Debug)]
pub(crate) struct Identity {
    dir: PathBuf,
    /// Device and inode of the file.
    file: FileNumber,
    /// The desk's id in its database, once it has one.
    id: OnceLock<String>,
    /// The schema version, see [`layout_version`].
    layout: AtomicI64,
}

type FileNumber = (u64, u64);

impl Identity {
    /// Marks of the database that was just opened in a directory.
    pub async fn of(dir: &Path, connection: &mut SqliteConnection) -> Result<Self, StoreError> {
        let file = number_of(&dir.join("simui.db"))
            .map_err(|source| StoreError::Directory { path: dir.display().to_string(), source })?;
        let layout = AtomicI64::new(layout_version(connection).await?);
        let this = Self { dir: dir.to_owned(), file, id: OnceLock::new(), layout };
        this.read_id(connection).await?;
        Ok(this)
    }

    /// Takes over the desk's id once it is stored in the database.
    pub async fn read_id(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        if let Some(id) = id_in(connection).await? {
            let _ = self.id.set(id);
        }
        Ok(())
    }

    /// The desk's id.
    #[cfg(test)]
    pub fn id(&self) -> Option<&str> {
        self.id.get().map(String::as_str)
    }

    /// Refuses a transaction that would be stored in another place than people expect: the file was
    /// removed or replaced, it belongs to another desk, or its schema changed.
    /// `desk` and `layout` are the id and the schema version that the transaction sees.
    pub fn check(&self, desk: Option<&str>, layout: i64) -> Result<(), StoreError> {
        self.check_file()?;
        if self.id.get().is_some_and(|id| desk != Some(id.as_str())) {
            return Err(self.replaced());
        }
        if layout != self.layout.load(Ordering::Relaxed) {
            return Err(StoreError::LayoutChanged);
        }
        Ok(())
    }

    /// Checks without a query that the database file and its log are still the ones that were opened.
    pub fn check_file(&self) -> Result<(), StoreError> {
        let is_same_file =
            number_of(&self.dir.join("simui.db")).is_ok_and(|file| file == self.file);
        let log = self.dir.join("simui.db-wal").exists();
        if is_same_file && log { Ok(()) } else { Err(self.replaced()) }
    }

    /// Refuses a new connection to another desk's database.
    pub async fn check_connection(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        let Some(id) = self.id.get() else { return Ok(()) };
        match id_in(connection).await {
            Ok(Some(found)) if found == *id => Ok(()),
            Ok(_) => Err(sqlx::Error::Configuration(self.replaced().into())),
            Err(error) => Err(sqlx::Error::Configuration(error.into())),
        }
    }

    /// The error that refuses what would be done in another database.
    pub fn replaced(&self) -> StoreError {
        StoreError::Replaced { path: self.dir.display().to_string() }
    }
}

/// SQLite's schema version, which every change of the layout raises.
async fn layout_version(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT schema_version FROM pragma_schema_version")
        .fetch_one(connection)
        .await?)
}

async fn id_in(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar("SELECT id FROM desk_identity").fetch_optional(connection).await?)
}

/// Reads the inode by path. Opening and closing the database's file would end SQLite's locks on it.
#[cfg(unix)]
fn number_of(path: &Path) -> std::io::Result<FileNumber> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Outside Unix the system does not let anybody replace an open file, so it is enough that the file
/// exists.
#[cfg(not(unix))]
fn number_of(path: &Path) -> std::io::Result<FileNumber> {
    std::fs::metadata(path).map(|_| (0, 0))
}
