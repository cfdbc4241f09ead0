//! What is stored already, so that unchanged files are not read again.

use std::collections::HashMap;

use simui_domain::{DocumentKind, QuarantineEntry};
use simui_store::{Database, StoreError};

use crate::reader::READERS;
use crate::reading::KindHint;

/// The corpora as they were when the import began.
pub(super) struct Known {
    /// Kinds stored under the SHA-256 of a file's bytes, by readers of this version.
    kinds: HashMap<String, Vec<DocumentKind>>,
    quarantine: HashMap<String, Vec<QuarantineEntry>>,
}

impl Known {
    pub(super) async fn load(database: &Database) -> Result<Self, StoreError> {
        let mut kinds: HashMap<String, Vec<DocumentKind>> = HashMap::new();
        for source in database.sources().await? {
            if source.readers.iter().all(|reader| READERS.contains(&reader.as_str())) {
                kinds.entry(source.sha256).or_default().extend(source.kinds);
            }
        }
        let mut quarantine: HashMap<String, Vec<QuarantineEntry>> = HashMap::new();
        for entry in database.quarantine().await? {
            quarantine.entry(entry.path.clone()).or_default().push(entry);
        }
        Ok(Self { kinds, quarantine })
    }

    /// Whether these bytes are stored as what the user says they are.
    pub(super) fn has(&self, sha256: &str, hint: KindHint) -> bool {
        self.kinds.get(sha256).is_some_and(|kinds| hint.is_none_or(|hint| kinds.contains(&hint)))
    }

    /// What is quarantined of a file.
    pub(super) fn quarantined(&self, path: &str) -> &[QuarantineEntry] {
        self.quarantine.get(path).map_or(&[], Vec::as_slice)
    }
}
