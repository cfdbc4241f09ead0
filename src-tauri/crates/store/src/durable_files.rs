//! Files of the data directory that are replaced as a whole and survive a power cut: keys and heads.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::StoreError;

/// The error of a file that could not be read or written.
pub(crate) fn failed(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::Directory { path: path.display().to_string(), source }
}

/// Replaces a file atomically: a reader sees the old or the new bytes, even after a power cut. Only the
/// owner may read the file. Files of other names may be replaced at the same time.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    put_in_place(&write_beside(path, bytes)?, path)
}

/// The first half of [`replace`]: writes the new file beside the old one.
pub(crate) fn write_beside(path: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(fresh.into())
}

/// The second half of [`replace`].
pub(crate) fn put_in_place(fresh: &Path, path: &Path) -> std::io::Result<()> {
    std::fs::rename(fresh, path)?;
    sync_folder_of(path)
}

/// Removes a file durably. It is no error if the file does not exist.
pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => sync_folder_of(path),
    }
}

fn sync_folder_of(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(parent) = path.parent() {
        File::open(parent)?.sync_all()?;
    }
    Ok(())
}

/// Creates a folder that only its owner may enter.
pub(crate) fn create_private_dir(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::replace;

    /// `audit verify` writes `audit.verified` while decisions write `audit.head`.
    #[test]
    fn files_that_are_replaced_at_once_keep_their_own_content() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for name in ["audit.head", "audit.verified"] {
                let path = dir.path().join(name);
                scope.spawn(move || {
                    for _ in 0..300 {
                        replace(&path, name.as_bytes()).unwrap();
                        assert_eq!(std::fs::read(&path).unwrap(), name.as_bytes());
                    }
                });
            }
        });
    }
}
