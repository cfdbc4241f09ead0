//! The file of a model's vectors, open for appending: every batch is on disk before the next is computed.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Model;
use super::digests::Digest;
use super::records::{Records, head};
use crate::SearchError;

/// A model's file, open for appending by one process at a time.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    model: Model,
    file: File,
    pub(super) records: Records,
    /// Lock that is held until the store is dropped or the process ends.
    _lock: File,
}

impl Store {
    /// Opens the file after removing its invalid records, among them one that a kill left incomplete.
    ///
    /// # Errors
    /// [`SearchError::Busy`] when another process has the file open; [`SearchError::File`] when it cannot be
    /// read or written.
    pub(super) fn open(path: &Path, model: &Model) -> Result<Self, SearchError> {
        let lock = lock(path)?;
        let (records, intact) = Records::read(path, model);
        if !intact {
            if path.exists() {
                tracing::warn!(path = %path.display(), kept = records.len(), "a damaged file of vectors is mended");
            }
            replace(path, model, &records, |_| true)?;
        }
        let file = appending(path)?;
        Ok(Self { path: path.to_owned(), model: model.clone(), file, records, _lock: lock })
    }

    /// Appends vectors to memory and file.
    ///
    /// # Errors
    /// [`SearchError::Encoder`] for a vector of the wrong length; [`SearchError::File`] when the file cannot
    /// be written.
    pub(super) fn add(
        &mut self,
        vectors: impl IntoIterator<Item = (Digest, Vec<f32>)>,
    ) -> Result<(), SearchError> {
        let mut bytes = Vec::new();
        for (digest, vector) in vectors {
            let record = self.records.add(digest, vector).ok_or_else(|| SearchError::Encoder {
                reason: format!("it gave a vector that is not {} numbers", self.model.dims),
            })?;
            bytes.extend_from_slice(&record);
        }
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        written.map_err(SearchError::file(&self.path))
    }

    /// Deletes the vectors of passages that left the corpus, once they are more than those of present
    /// passages.
    pub(super) fn prune(&mut self, live: &HashSet<Digest>) -> Result<(), SearchError> {
        if self.records.len() <= live.len() * 2 {
            return Ok(());
        }
        replace(&self.path, &self.model, &self.records, |digest| live.contains(digest))?;
        self.file = appending(&self.path)?;
        Ok(())
    }
}

fn lock(path: &Path) -> Result<File, SearchError> {
    let place = path.with_extension("lock");
    if let Some(dir) = place.parent() {
        fs::create_dir_all(dir).map_err(SearchError::file(dir))?;
    }
    let file = File::options().create(true).truncate(false).write(true).open(&place);
    let file = file.map_err(SearchError::file(&place))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SearchError::Busy),
        Err(TryLockError::Error(error)) => Err(SearchError::file(&place)(error)),
    }
}

fn appending(path: &Path) -> Result<File, SearchError> {
    File::options().append(true).open(path).map_err(SearchError::file(path))
}

/// Rewrites the file atomically, with the records that `keep` admits.
fn replace(
    path: &Path,
    model: &Model,
    records: &Records,
    keep: impl Fn(&Digest) -> bool,
) -> Result<(), SearchError> {
    let beside = path.with_extension("part");
    let mut bytes = head(model);
    bytes.extend(records.written(keep));
    fs::write(&beside, bytes).map_err(SearchError::file(&beside))?;
    fs::rename(&beside, path).map_err(SearchError::file(path))
}
