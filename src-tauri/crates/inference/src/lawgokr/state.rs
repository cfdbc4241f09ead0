use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::list::Listed;
use crate::InferenceError;
use crate::digest::Digest;

/// Record of the documents fetched into a folder, which prevents fetching them twice. Without it, everything
/// is fetched again.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fetched {
    /// Documents by file name.
    documents: BTreeMap<String, Document>,
    #[serde(skip)]
    folder: PathBuf,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    sha256: Digest,
}

const STATE: &str = "fetched.json";

impl Fetched {
    /// Reads the record of a folder; empty when it is missing or damaged.
    pub(super) fn read(folder: &Path) -> Result<Self, InferenceError> {
        fs::create_dir_all(folder).map_err(InferenceError::file(folder))?;
        let path = folder.join(STATE);
        let mut fetched = match fs::read(&path) {
            Ok(text) => serde_json::from_slice::<Self>(&text).unwrap_or_else(|error| {
                tracing::warn!(path = %path.display(), %error, "damaged, so all is fetched again");
                Self::default()
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::default(),
            Err(error) => return Err(InferenceError::file(&path)(error)),
        };
        fetched.folder = folder.to_owned();
        Ok(fetched)
    }

    /// Returns whether this file exists unchanged since it was fetched.
    pub(super) fn has(&self, name: &str) -> bool {
        let known = self.documents.get(name);
        known.is_some_and(|document| {
            fs::read(self.folder.join(name)).is_ok_and(|body| Digest::of(&body) == document.sha256)
        })
    }

    /// Saves a document, then its record. A kill in between causes a second fetch.
    pub(super) fn save(
        &mut self,
        name: &str,
        listed: &Listed,
        body: &[u8],
    ) -> Result<PathBuf, InferenceError> {
        let path = self.folder.join(name);
        write(&path, body)?;
        let document = Document { title: listed.title.clone(), sha256: Digest::of(body) };
        self.documents.insert(name.to_owned(), document);
        let state = serde_json::to_vec_pretty(self).map_err(|error| InferenceError::File {
            path: STATE.into(),
            source: std::io::Error::other(error),
        })?;
        write(&self.folder.join(STATE), &state)?;
        Ok(path)
    }
}

/// Writes a file atomically.
fn write(path: &Path, body: &[u8]) -> Result<(), InferenceError> {
    let beside = path.with_extension("part");
    let mut file = File::create(&beside).map_err(InferenceError::file(&beside))?;
    file.write_all(body).and_then(|()| file.sync_all()).map_err(InferenceError::file(&beside))?;
    fs::rename(&beside, path).map_err(InferenceError::file(path))
}
