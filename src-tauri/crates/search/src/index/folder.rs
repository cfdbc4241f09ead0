//! The folder of an index, and the lock for building it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use super::writing::Size;
use super::{BuildReason, schema};
use crate::SearchError;
use crate::analysis::Analyser;

const PREFIX: &str = "bm25-";
const BUILDING: &str = "building-";
const MANIFEST: &str = "simui-index.json";
const LOCK: &str = "lock";

/// The folder `<dir>/bm25-<schema version>-<generation of the corpus>`.
#[derive(Debug, Clone)]
pub(super) struct Folder {
    dir: PathBuf,
    name: String,
    full: PathBuf,
    pub(super) generation: u64,
}

impl Folder {
    pub(super) fn new(dir: &Path, generation: u64) -> Self {
        let name = format!("{PREFIX}{}-{generation}", schema::VERSION);
        Self { dir: dir.to_owned(), full: dir.join(&name), name, generation }
    }

    pub(super) fn path(&self) -> String {
        self.full.display().to_string()
    }

    /// Makes an empty folder to build in, and removes those of interrupted builds. The caller must hold the
    /// lock.
    pub(super) fn scratch(&self) -> Result<PathBuf, SearchError> {
        for old in self.siblings(|name| name.starts_with(BUILDING)) {
            remove(&old);
        }
        // The name is unique, because a build that was given up may still be writing.
        static BUILDS: AtomicUsize = AtomicUsize::new(0);
        let build = BUILDS.fetch_add(1, Ordering::Relaxed);
        let scratch = self.dir.join(format!("{BUILDING}{}-{build}", std::process::id()));
        fs::create_dir_all(&scratch).map_err(SearchError::file(&scratch))?;
        Ok(scratch)
    }

    /// Moves a finished index into place. The caller must hold the lock.
    pub(super) fn replace_with(&self, built: &Path) -> Result<(), SearchError> {
        let aside = self.dir.join(format!("{BUILDING}old-{}", std::process::id()));
        match fs::rename(&self.full, &aside) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(SearchError::file(&self.full)(error));
            }
            _ => {}
        }
        fs::rename(built, &self.full).map_err(SearchError::file(&self.full))?;
        remove(&aside);
        Ok(())
    }

    /// Returns the parent folder.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the indexes of earlier states of the corpus, the latest first.
    pub(super) fn earlier(&self) -> Vec<Self> {
        let prefix = format!("{PREFIX}{}-", schema::VERSION);
        let generation =
            |path: PathBuf| path.file_name()?.to_str()?.strip_prefix(&prefix)?.parse::<u64>().ok();
        let found = self.siblings(|name| name.starts_with(&prefix)).into_iter();
        let mut generations: Vec<u64> =
            found.filter_map(generation).filter(|&it| it < self.generation).collect();
        generations.sort_unstable_by(|a, b| b.cmp(a));
        generations.into_iter().map(|it| Self::new(&self.dir, it)).collect()
    }

    /// Puts the files of this index into another folder, without copying them: none is ever changed.
    pub(super) fn link_into(&self, folder: &Path) -> Result<(), SearchError> {
        for entry in fs::read_dir(&self.full).map_err(SearchError::file(&self.full))? {
            let entry = entry.map_err(SearchError::file(&self.full))?;
            let name = entry.file_name();
            if name == MANIFEST || Path::new(&name).extension().is_some_and(|it| it == "lock") {
                continue;
            }
            let (from, to) = (entry.path(), folder.join(&name));
            // Some file systems have no links.
            fs::hard_link(&from, &to)
                .or_else(|_| fs::copy(&from, &to).map(|_| ()))
                .map_err(SearchError::file(&to))?;
        }
        Ok(())
    }

    /// Removes the indexes of other generations, and the companions of segments that are not among `own`.
    /// The caller must hold the lock. Processes that have an index open can still read it.
    pub(super) fn remove_others(&self, own: &[&str]) {
        for old in self.siblings(|name| name.starts_with(PREFIX) && name != self.name) {
            remove(&old);
        }
        let digests = format!("digests-{}", self.generation);
        let stale = |name: &str| {
            let companion =
                ["vectors-", "passages-", "graph-"].iter().any(|it| name.starts_with(it));
            let of_others = !own.iter().any(|segment| name.contains(segment));
            (companion && of_others) || (name.starts_with("digests-") && name != digests)
        };
        for old in self.siblings(stale) {
            if let Err(error) = fs::remove_file(&old) {
                tracing::warn!(path = %old.display(), %error, "an old file stays behind");
            }
        }
    }

    fn siblings(&self, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries
            .filter(|entry| entry.file_name().to_str().is_some_and(&wanted))
            .map(|entry| entry.path())
            .collect()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.full
    }
}

/// Removes a folder. A failure is only logged, because it costs nothing but space.
pub(super) fn remove(folder: &Path) {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(path = %folder.display(), %error, "an old search index stays behind");
        }
        _ => {}
    }
}

/// Description of an index, written last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) size: Size,
    /// [`crate::analysis::Analyser::fingerprint`] of the analyser that made its terms.
    pub(super) analysis: String,
    /// Names of the files, to notice a missing one before a query needs it.
    pub(super) files: Vec<String>,
    /// Digest of each document as it was indexed.
    pub(super) documents: BTreeMap<String, String>,
    /// Documents that were indexed since the index was built from the whole corpus.
    pub(super) recent: BTreeSet<String>,
}

impl Manifest {
    pub(super) fn read(folder: &Folder) -> Result<Self, BuildReason> {
        if !folder.full.exists() {
            return Err(BuildReason::Missing);
        }
        let damaged = |reason: String| BuildReason::Damaged(format!("{MANIFEST}: {reason}"));
        let text =
            fs::read(folder.full.join(MANIFEST)).map_err(|error| damaged(error.to_string()))?;
        let manifest: Self =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        match manifest.files.iter().find(|file| !folder.full.join(file).is_file()) {
            Some(missing) => Err(BuildReason::Damaged(format!("{missing} is missing"))),
            None => Ok(manifest),
        }
    }

    /// Describes an index of the whole corpus.
    pub(super) fn new(
        analyser: &Analyser,
        size: Size,
        documents: BTreeMap<String, String>,
    ) -> Self {
        let (analysis, files) = (analyser.fingerprint().to_owned(), Vec::new());
        Self { size, analysis, files, documents, recent: BTreeSet::new() }
    }

    /// Writes the description of a finished index into its folder, with the names of its files.
    pub(super) fn write(mut self, folder: &Path) -> Result<(), SearchError> {
        for entry in fs::read_dir(folder).map_err(SearchError::file(folder))? {
            let name = entry.map_err(SearchError::file(folder))?.file_name();
            self.files.extend(name.into_string().ok().filter(|name| !name.ends_with(".lock")));
        }
        self.files.sort_unstable();
        let file = folder.join(MANIFEST);
        let text = serde_json::to_vec(&self).map_err(|error| SearchError::Index {
            path: file.display().to_string(),
            reason: error.to_string(),
        })?;
        fs::write(&file, text).map_err(SearchError::file(&file))
    }
}

/// Waits until no other process or task builds under `dir`. The lock ends when the file is closed, also by a
/// kill.
pub(super) async fn lock(dir: &Path) -> Result<File, SearchError> {
    let path = dir.join(LOCK);
    let waiting = tokio::task::spawn_blocking(move || {
        let take = || {
            if let Some(dir) = path.parent() {
                fs::create_dir_all(dir)?;
            }
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            file.lock()?;
            Ok(file)
        };
        take().map_err(SearchError::file(&path))
    });
    waiting.await.map_err(|panic| SearchError::Index {
        path: dir.display().to_string(),
        reason: panic.to_string(),
    })?
}
