//! Files fetched from a public service into a folder, and the record that prevents fetching them twice.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::InferenceError;
use crate::digest::Digest;

/// Progress of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<'a> {
    /// What is being updated: the title of a law, or the name of a service.
    pub title: &'a str,
    /// Number of finished parts: laws, or pages of the service.
    pub done: usize,
    /// Number of parts.
    pub total: usize,
}

/// Record of the documents in a folder, each with its title and digest. Without it, everything is fetched
/// again.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fetched {
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
    pub(crate) fn read(folder: &Path) -> Result<Self, InferenceError> {
        fs::create_dir_all(folder).map_err(InferenceError::file(folder))?;
        let mut fetched: Self = read_record(&folder.join(STATE))?;
        fetched.folder = folder.to_owned();
        Ok(fetched)
    }

    /// Returns whether this file exists unchanged since it was fetched.
    pub(crate) fn has(&self, name: &str) -> bool {
        let known = self.documents.get(name);
        known.is_some_and(|document| {
            fs::read(self.folder.join(name)).is_ok_and(|body| Digest::of(&body) == document.sha256)
        })
    }

    /// Returns whether this file exists with exactly these contents.
    pub(crate) fn has_same(&self, name: &str, body: &[u8]) -> bool {
        let known = self.documents.get(name);
        known.is_some_and(|document| document.sha256 == Digest::of(body)) && self.has(name)
    }

    /// Saves a document, then its record. A kill in between causes a second fetch.
    pub(crate) fn save(
        &mut self,
        name: &str,
        title: &str,
        body: &[u8],
    ) -> Result<PathBuf, InferenceError> {
        let path = self.folder.join(name);
        write(&path, body)?;
        let document = Document { title: title.to_owned(), sha256: Digest::of(body) };
        self.documents.insert(name.to_owned(), document);
        write_record(&self.folder.join(STATE), self)?;
        Ok(path)
    }
}

/// Reads a record written by [`write_record`]; the default when it is missing or damaged.
pub(crate) fn read_record<T: Default + DeserializeOwned>(path: &Path) -> Result<T, InferenceError> {
    match fs::read(path) {
        Ok(text) => Ok(serde_json::from_slice(&text).unwrap_or_else(|error| {
            tracing::warn!(path = %path.display(), %error, "damaged, so all is fetched again");
            T::default()
        })),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(T::default()),
        Err(error) => Err(InferenceError::file(path)(error)),
    }
}

/// Writes a record as JSON, atomically.
pub(crate) fn write_record(path: &Path, record: &impl Serialize) -> Result<(), InferenceError> {
    let text = serde_json::to_vec_pretty(record).map_err(|error| InferenceError::File {
        path: path.display().to_string(),
        source: std::io::Error::other(error),
    })?;
    write(path, &text)
}

/// Writes a file atomically.
fn write(path: &Path, body: &[u8]) -> Result<(), InferenceError> {
    let beside = path.with_extension("part");
    let mut file = File::create(&beside).map_err(InferenceError::file(&beside))?;
    file.write_all(body).and_then(|()| file.sync_all()).map_err(InferenceError::file(&beside))?;
    fs::rename(&beside, path).map_err(InferenceError::file(path))
}
