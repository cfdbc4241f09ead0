//! Records which files are already stored, so that unchanged files are not read again.

use std::collections::{HashMap, HashSet};

use simui_domain::{DocumentKind, QuarantineEntry, QuarantineRecord};
use simui_store::{Database, StoreError};

use crate::reader;
use crate::reading::KindHint;

/// The state of the corpora when the import started.
pub(super) struct Known {
    /// The kinds stored for the SHA-256 of a file, if they were read by readers of this version.
    kinds: HashMap<String, Vec<DocumentKind>>,
    /// Open quarantine entries.
    quarantine: HashMap<String, Vec<QuarantineEntry>>,
    /// Files with quarantine entries, open or resolved.
    doubtful: HashSet<String>,
}

impl Known {
    pub(super) async fn load(database: &Database) -> Result<Self, StoreError> {
        let mut kinds: HashMap<String, Vec<DocumentKind>> = HashMap::new();
        for source in database.sources().await? {
            // A file has documents of at most one reader of law. Its other readers are not readers of law.
            let current =
                |reader: &String| source.kinds.iter().any(|kind| reader::is_current(reader, *kind));
            let of_law = !source.kinds.contains(&DocumentKind::Statute)
                || source.readers.iter().any(|it| reader::is_current(it, DocumentKind::Statute));
            if of_law && source.readers.iter().all(current) {
                kinds.entry(source.sha256).or_default().extend(source.kinds);
            }
        }
        let mut quarantine: HashMap<String, Vec<QuarantineEntry>> = HashMap::new();
        let mut doubtful = HashSet::new();
        for record in database.quarantine(true).await? {
            doubtful.insert(record.path.clone());
            if record.resolution.is_none() {
                let QuarantineRecord { path, place, reason, .. } = record;
                let entry = QuarantineEntry { path: path.clone(), place, reason };
                quarantine.entry(path).or_default().push(entry);
            }
        }
        Ok(Self { kinds, quarantine, doubtful })
    }

    /// Whether these bytes are already stored as the kind given by the user.
    pub(super) fn has(&self, sha256: &str, hint: KindHint) -> bool {
        self.kinds.get(sha256).is_some_and(|kinds| hint.is_none_or(|hint| kinds.contains(&hint)))
    }

    /// Whether a file has quarantine entries, resolved or not.
    pub(super) fn is_doubtful(&self, path: &str) -> bool {
        self.doubtful.contains(path)
    }

    /// The open quarantine entries of a file.
    pub(super) fn quarantined(&self, path: &str) -> &[QuarantineEntry] {
        self.quarantine.get(path).map_or(&[], Vec::as_slice)
    }
}
