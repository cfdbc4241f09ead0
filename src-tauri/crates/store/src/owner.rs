//! The process that a run belongs to. Every process holds a lock on a file of its own while it lives; the
//! system releases the lock however the process ends, `kill -9` included.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// This process as an owner of runs.
#[derive(Debug)]
pub(crate) struct Owner {
    pub id: String,
    /// The lock file and its path. Closing it ends the ownership. `None` in a directory that is only
    /// read.
    held: Option<(PathBuf, File)>,
}

impl Owner {
    /// Registers this process in the data directory and removes the files of processes that have ended.
    pub fn take(dir: &Path) -> Result<Self, StoreError> {
        let locks = locks(dir)?;
        let failed = |source| StoreError::Directory { path: locks.display().to_string(), source };
        sweep(&locks);
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| failed(error.into()))?;
        let id = hex(&random);
        // The file is locked under a temporary name first: nobody may see the final name unlocked and
        // take this process for dead.
        let (newborn, path) = (locks.join(format!("{id}.new")), locks.join(format!("{id}.lock")));
        let lock =
            OpenOptions::new().create_new(true).write(true).open(&newborn).map_err(failed)?;
        lock.lock().map_err(failed)?;
        std::fs::rename(&newborn, &path).map_err(failed)?;
        Ok(Self { id, held: Some((path, lock)) })
    }

    /// An owner of no runs, for a process that writes none.
    pub fn nobody() -> Self {
        Self { id: String::new(), held: None }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // Best effort: the next process that opens the directory removes what is left.
        if let Some((path, _)) = &self.held {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether the process with this id is still alive.
pub(crate) fn is_alive(dir: &Path, id: &str) -> bool {
    // Ids are hexadecimal; any other value from the database must not become a path.
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    is_locked(&dir.join("locks").join(format!("{id}.lock")))
}

/// Waits until no other process is setting up this data directory; dropping the file ends the lock.
pub(crate) fn setup_turn(dir: &Path) -> Result<File, StoreError> {
    exclusive(&locks(dir)?.join("setup"))
}

/// Waits for the exclusive lock of a file, creating the file if needed.
pub(crate) fn exclusive(path: &Path) -> Result<File, StoreError> {
    let failed = |source| StoreError::Directory { path: path.display().to_string(), source };
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn locks(dir: &Path) -> Result<PathBuf, StoreError> {
    let locks = dir.join("locks");
    std::fs::create_dir_all(&locks)
        .map_err(|source| StoreError::Directory { path: locks.display().to_string(), source })?;
    Ok(locks)
}

/// Whether another process holds the lock. Tries a shared lock, so that two processes that look at the
/// same time do not take each other for the owner.
fn is_locked(path: &Path) -> bool {
    match File::open(path) {
        Ok(file) => match file.try_lock_shared() {
            Ok(()) => false,
            // In doubt the owner counts as alive: waiting is harmless, running a node twice is not.
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => true,
        },
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    }
}

/// Removes the files of processes that have ended. A missing file means the same as an unlocked one.
fn sweep(locks: &Path) {
    let Ok(entries) = std::fs::read_dir(locks) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let process = path.extension().is_some_and(|extension| extension == "lock");
        if process && !is_locked(&path) {
            let _ = std::fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn an_owner_lives_as_long_as_it_is_held() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (Owner::take(dir.path()).unwrap(), Owner::take(dir.path()).unwrap());
        assert_ne!(one.id, two.id);
        assert!(is_alive(dir.path(), &one.id) && is_alive(dir.path(), &two.id));
        let gone = one.id.clone();
        drop(one);
        assert!(!is_alive(dir.path(), &gone));
        assert!(is_alive(dir.path(), &two.id));
        for id in ["", "never", "../audit", "0123"] {
            assert!(!is_alive(dir.path(), id), "{id:?}");
        }
    }

    #[test]
    fn files_of_the_dead_are_swept_and_those_of_the_living_are_not() {
        let dir = tempfile::tempdir().unwrap();
        let living = Owner::take(dir.path()).unwrap();
        let dead = dir.path().join("locks/00ff.lock");
        std::fs::write(&dead, "").unwrap();
        let _other = Owner::take(dir.path()).unwrap();
        assert!(!dead.exists());
        assert!(is_alive(dir.path(), &living.id));
    }
}
