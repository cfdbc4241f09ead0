//! Makes a data directory accessible to its user only, so that nobody else on the machine reads patients,
//! decisions or keys.
//!
//! On Unix the directory gets mode 0700 and the files with content 0600, when they are created and again
//! at every opening, so that a directory of an older version or a copy is repaired. On Windows the
//! profile folder's permissions apply.

use std::path::Path;

/// Creates the directory and its database file with access for the user only, and removes others' access
/// to existing files. SQLite gives its `-wal` and `-shm` files the mode of the database.
///
/// # Errors
/// The directory cannot be created. Modes that cannot be changed (another owner, a medium without modes,
/// read-only) are left as they are and are no error: nobody should be kept from reading their own desk.
pub(crate) fn make(dir: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)?;
    #[cfg(unix)]
    unix::close(dir);
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::fs::{OpenOptions, Permissions};
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    use std::path::Path;

    const FILES: [&str; 4] = ["simui.db", "simui.db-wal", "simui.db-shm", "audit.head"];

    pub(super) fn close(dir: &Path) {
        set(dir, 0o700);
        // An empty file is a new database; SQLite itself would create one that others can read. An
        // existing file is not opened, because closing it again would end the locks that this process
        // holds on it.
        let database = dir.join("simui.db");
        drop(OpenOptions::new().create_new(true).write(true).mode(0o600).open(database));
        for file in FILES {
            set(&dir.join(file), 0o600);
        }
        let keys = dir.join("keys");
        set(&keys, 0o700);
        for key in std::fs::read_dir(keys).into_iter().flatten().flatten() {
            set(&key.path(), 0o600);
        }
    }

    /// Sets the mode of an existing file or folder; a link is left alone.
    fn set(path: &Path, mode: u32) {
        let Ok(found) = std::fs::symlink_metadata(path) else { return };
        if !found.is_symlink() && found.permissions().mode() & 0o777 != mode {
            // A failure is ignored for the reason given at `make`.
            drop(std::fs::set_permissions(path, Permissions::from_mode(mode)));
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use crate::Database;

    #[tokio::test]
    async fn what_a_desk_keeps_is_closed_to_others_and_closed_again() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("data");
        let check = || {
            for (path, mode) in [
                ("", 0o700),
                ("simui.db", 0o600),
                ("simui.db-wal", 0o600),
                ("simui.db-shm", 0o600),
                ("audit.head", 0o600),
                ("keys", 0o700),
                ("keys/audit.key", 0o600),
            ] {
                let found = std::fs::metadata(dir.join(path)).unwrap().permissions().mode();
                assert_eq!(found & 0o777, mode, "{path}: {found:o}");
            }
        };
        let database = Database::open(&dir).await.unwrap();
        check();
        drop(database);
        for (path, mode) in
            [("", 0o755), ("simui.db", 0o644), ("keys", 0o755), ("audit.head", 0o644)]
        {
            std::fs::set_permissions(dir.join(path), Permissions::from_mode(mode)).unwrap();
        }
        let _database = Database::open(&dir).await.unwrap();
        check();
    }
}
