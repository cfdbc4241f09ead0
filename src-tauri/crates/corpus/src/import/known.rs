//! What is stored already, so that unchanged files are not read again.

use std::collections::{HashMap, HashSet};

use simui_domain::{DocumentKind, QuarantineEntry, QuarantineRecord};
use simui_store::{Database, StoreError};

use crate::reader;
use crate::reading::KindHint;

/// The corpora as they were when the import began.
pub(super) struct Known {
    /// Kinds stored under the SHA-256 of a file's bytes, by readers of this version.
    kinds: HashMap<String, Vec<DocumentKind>>,
    /// What is still open.
    quarantine: HashMap<String, Vec<QuarantineEntry>>,
    /// Files with something quarantined, open or not.
    doubtful: HashSet<String>,
}

impl Known {
    pub(super) async fn load(database: &Database) -> Result<Self, StoreError> {
        let mut kinds: HashMap<String, Vec<DocumentKind>> = HashMap::new();
        for source in database.sources().await? {
            // A file has documents of one reader of law at most; the others are none of it.
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

    /// Whether these bytes are stored as what the user says they are.
    pub(super) fn has(&self, sha256: &str, hint: KindHint) -> bool {
        self.kinds.get(sha256).is_some_and(|kinds| hint.is_none_or(|hint| kinds.contains(&hint)))
    }

    /// Whether something of a file is quarantined, seen to or not.
    pub(super) fn is_doubtful(&self, path: &str) -> bool {
        self.doubtful.contains(path)
    }

    /// What is quarantined of a file and open.
    pub(super) fn quarantined(&self, path: &str) -> &[QuarantineEntry] {
        self.quarantine.get(path).map_or(&[], Vec::as_slice)
    }
}
