/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data directory cannot be created or read.
    #[error("data directory {path}: {source}; check that it exists and may be written")]
    Directory {
        /// Which.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The database refused; a full disk and a damaged file come here.
    #[error("database: {0}; free some disk space or restore a backup, then try again")]
    Database(#[from] sqlx::Error),
    /// The database is from a newer version of the program, or its migrations were edited.
    #[error("database layout: {0}; use the version of Simui that last opened this data directory")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A stored value does not have the form this version writes.
    #[error("stored {what} cannot be read: {reason}; restore a backup or report this")]
    Corrupt {
        /// Table and column.
        what: &'static str,
        /// Why.
        reason: String,
    },
}
