//! Whether the database that is open is still the one that lies in the data directory.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::SqliteConnection;

use crate::StoreError;
use crate::records::{Pending, layout_version};

/// What an open database is known by.
#[derive(Debug)]
pub(crate) struct Identity {
    dir: PathBuf,
    /// Device and number of the file.
    file: FileNumber,
    /// What the desk calls itself in its database, once it does.
    id: OnceLock<String>,
    /// See [`layout_version`].
    layout: AtomicI64,
}

type FileNumber = (u64, u64);

impl Identity {
    /// Of the database that was opened in a directory a moment ago.
    pub async fn of(dir: &Path, connection: &mut SqliteConnection) -> Result<Self, StoreError> {
        let file = number_of(&dir.join("simui.db"))
            .map_err(|source| StoreError::Directory { path: dir.display().to_string(), source })?;
        let layout = AtomicI64::new(layout_version(connection).await?);
        let this = Self { dir: dir.to_owned(), file, id: OnceLock::new(), layout };
        this.read_id(connection).await?;
        Ok(this)
    }

    /// Takes the desk's name for itself once it stands in the database.
    pub async fn read_id(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        if let Some(id) = id_in(connection).await? {
            let _ = self.id.set(id);
        }
        Ok(())
    }

    /// What the desk calls itself.
    #[cfg(test)]
    pub fn id(&self) -> Option<&str> {
        self.id.get().map(String::as_str)
    }

    /// Refuses a transaction that would be kept in another place than people think: the file was removed or replaced, its
    /// content is another desk's, or its layout is not what it was.
    pub fn check(&self, pending: &Pending) -> Result<(), StoreError> {
        self.check_file()?;
        if self.id.get().is_some_and(|id| pending.desk.as_ref() != Some(id)) {
            return Err(self.replaced());
        }
        if pending.layout != self.layout.load(Ordering::Relaxed) {
            return Err(StoreError::LayoutChanged);
        }
        Ok(())
    }

    /// The same without the database: that its files lie where they did.
    pub fn check_file(&self) -> Result<(), StoreError> {
        let there = number_of(&self.dir.join("simui.db")).is_ok_and(|file| file == self.file);
        let log = self.dir.join("simui.db-wal").exists();
        if there && log { Ok(()) } else { Err(self.replaced()) }
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

    fn replaced(&self) -> StoreError {
        StoreError::Replaced { path: self.dir.display().to_string() }
    }
}

async fn id_in(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar("SELECT id FROM desk_identity").fetch_optional(connection).await?)
}

/// Asked of the name, not of an open file: to open and close the database's file would end SQLite's locks on it.
#[cfg(unix)]
fn number_of(path: &Path) -> std::io::Result<FileNumber> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Elsewhere the system lets nobody replace a file that is open; that it is there is all that can be asked.
#[cfg(not(unix))]
fn number_of(path: &Path) -> std::io::Result<FileNumber> {
    std::fs::metadata(path).map(|_| (0, 0))
}
