//! Adds models to the models directory: files are copied, checked, and published by one rename.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::directory::ModelDirectory;
use super::manifest::{Manifest, describe};
use super::names::{DESCRIPTION, ModelPath};
use super::settings::{Entry, ModelFile};
use crate::InferenceError;
use crate::digest::{Digest, each_block};

/// Result of [`ModelDirectory::add`].
#[derive(Debug, Clone, PartialEq)]
pub struct Intake {
    /// The installed model, with size and SHA-256 of every file.
    pub entry: Entry,
    /// Files that were not checked, because the manifest lacks their SHA-256.
    pub unchecked: Vec<ModelPath>,
}

impl ModelDirectory {
    /// Copies a model's files from `folder`, checks size and SHA-256 of each against the manifest, and
    /// installs the model, replacing one of the same name. Nothing changes until all checks have passed. The
    /// SHA-256 of a file that is unknown to the manifest is recorded, so that later damage is noticed.
    ///
    /// # Errors
    /// [`InferenceError::Model`] for a missing file, a wrong checksum, or a link that leaves `folder`;
    /// [`InferenceError::File`] when a file cannot be read or written.
    pub fn add(&self, entry: &Entry, folder: &Path) -> Result<Intake, InferenceError> {
        let id = entry.id.as_str();
        let source = folder.canonicalize().map_err(InferenceError::file(folder))?;
        let staging = self.staging(&entry.id, "adding")?;
        let taken = copy_all(entry, &source, &staging)
            .and_then(|intake| self.install(&staging, &intake.entry).map(|()| intake));
        if taken.is_err() {
            // A failure of the clean-up would hide the first error.
            let _ = fs::remove_dir_all(&staging);
        }
        let intake = taken?;
        tracing::info!(model = id, files = intake.entry.files.len(), "model added");
        Ok(intake)
    }

    /// Adds a model from a folder with its own description, a `model.toml` in the manifest's format.
    ///
    /// # Errors
    /// The errors of [`Self::add`]; [`InferenceError::Manifest`] for a malformed description.
    pub fn add_described(&self, folder: &Path) -> Result<Intake, InferenceError> {
        let path = folder.join(DESCRIPTION);
        let mut models = Manifest::read(&path)?.models;
        match (models.pop(), models.is_empty()) {
            (Some(entry), true) => self.add(&entry, folder),
            _ => Err(InferenceError::Manifest {
                path: path.display().to_string(),
                line: 1,
                problem: "one [[model]] is expected".into(),
            }),
        }
    }

    /// Writes the description and moves the staged folder into place.
    fn install(&self, staging: &Path, entry: &Entry) -> Result<(), InferenceError> {
        let path = staging.join(DESCRIPTION);
        let mut file = File::create(&path).map_err(InferenceError::file(&path))?;
        let written = file.write_all(describe(entry)?.as_bytes()).and_then(|()| file.sync_all());
        written.map_err(InferenceError::file(&path))?;
        let place = self.folder(&entry.id);
        if place.exists() {
            self.remove(&entry.id)?;
        }
        fs::rename(staging, &place).map_err(InferenceError::file(&place))
    }
}

fn copy_all(entry: &Entry, source: &Path, staging: &Path) -> Result<Intake, InferenceError> {
    let id = entry.id.as_str();
    let mut entry = entry.clone();
    let mut unchecked = Vec::new();
    entry.files.retain(|file| !file.optional || file.path.below(source).exists());
    for file in &mut entry.files {
        let (size, digest) = copy(id, file, source, staging)?;
        match file.sha256 {
            Some(expected) if expected != digest => {
                return Err(InferenceError::model(
                    id,
                    format!(
                        "{} has SHA-256 {digest} where the manifest has {expected}; get the file again",
                        file.path
                    ),
                ));
            }
            Some(_) => {}
            None => unchecked.push(file.path.clone()),
        }
        file.size = Some(size);
        file.sha256 = Some(digest);
    }
    Ok(Intake { entry, unchecked })
}

/// Copies a file; returns its size and SHA-256.
fn copy(
    id: &str,
    file: &ModelFile,
    source: &Path,
    staging: &Path,
) -> Result<(u64, Digest), InferenceError> {
    let from = inside(id, &file.path, source)?;
    let size = fs::metadata(&from).map_err(InferenceError::file(&from))?.len();
    if file.size.is_some_and(|expected| expected != size) {
        let expected = file.size.unwrap_or_default();
        let problem = format!(
            "{} has {size} bytes where the manifest has {expected}; get the file again",
            file.path
        );
        return Err(InferenceError::model(id, problem));
    }
    let to = file.path.below(staging);
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(InferenceError::file(parent))?;
    }
    let mut output = File::create(&to).map_err(InferenceError::file(&to))?;
    let digest = each_block(&from, |block| output.write_all(block))?;
    output.sync_all().map_err(InferenceError::file(&to))?;
    Ok((size, digest))
}

/// Returns the resolved path of a model's file, which must be inside the folder.
fn inside(id: &str, path: &ModelPath, folder: &Path) -> Result<PathBuf, InferenceError> {
    let wanted = path.below(folder);
    let Ok(real) = wanted.canonicalize() else {
        let problem =
            format!("{path} is not in {}; copy all of the model's files there", folder.display());
        return Err(InferenceError::model(id, problem));
    };
    if !real.starts_with(folder) {
        let problem =
            format!("{path} is a link that leads out of the folder; copy the file itself (cp -L)");
        return Err(InferenceError::model(id, problem));
    }
    if !real.is_file() {
        return Err(InferenceError::model(
            id,
            format!("{path} is not a file; copy the model again"),
        ));
    }
    Ok(real)
}
