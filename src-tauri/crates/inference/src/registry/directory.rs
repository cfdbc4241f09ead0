use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::manifest::{Manifest, describe};
use super::names::{DESCRIPTION, ModelId};
use super::settings::Entry;
use crate::InferenceError;
use crate::digest::digest_of;

/// The installed models: a folder for each, with a `model.toml` that lists its files and their SHA-256.
#[derive(Debug, Clone)]
pub struct ModelDirectory {
    root: PathBuf,
}

/// A model of the manifest, or an installed one that the manifest lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Description of the model as installed, else as in the manifest.
    pub entry: Entry,
    /// Whether the model is installed and intact.
    pub state: State,
    /// Whether the manifest lists the model.
    pub known: bool,
}

/// State of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// All files exist with the right size. Only [`ModelDirectory::verify`] reads their contents.
    Installed,
    /// The model is not installed.
    Missing,
    /// The model cannot be used, for these reasons, one for each file.
    Damaged(Vec<String>),
}

/// An installed model whose files were verified against their SHA-256.
#[derive(Debug, Clone)]
pub struct InstalledModel {
    entry: Entry,
    folder: PathBuf,
}

impl InstalledModel {
    /// Returns the description of the model.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Returns the path of the ONNX or GGUF file.
    pub fn graph(&self) -> PathBuf {
        self.entry.graph.below(&self.folder)
    }

    /// Returns the path of `tokenizer.json`.
    pub fn tokenizer(&self) -> PathBuf {
        self.entry.tokenizer.below(&self.folder)
    }
}

impl ModelDirectory {
    /// Accesses the models in `root`, a folder of the data directory that may not exist yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Lists the manifest's models in its order, then other installed ones by name.
    ///
    /// # Errors
    /// [`InferenceError::File`] when the directory cannot be read.
    pub fn list(&self, manifest: &Manifest) -> Result<Vec<Listed>, InferenceError> {
        let mut installed = self.installed()?;
        let mut listed = Vec::new();
        for entry in &manifest.models {
            let state = installed.remove(&entry.id);
            listed.push(self.state_of(entry.id.clone(), state, Some(entry)));
        }
        let others = installed.into_iter().map(|(id, state)| self.state_of(id, Some(state), None));
        listed.extend(others);
        Ok(listed.into_iter().flatten().collect())
    }

    /// Verifies every file of an installed model against its SHA-256. Loading a model requires the result, so
    /// that no damaged model runs.
    ///
    /// # Errors
    /// [`InferenceError::UnknownModel`] when the model is not installed; [`InferenceError::Model`] when it is
    /// damaged; [`InferenceError::Manifest`] when its description is; [`InferenceError::File`] when a file
    /// cannot be read.
    pub fn verify(&self, id: &str) -> Result<InstalledModel, InferenceError> {
        let unknown = || InferenceError::UnknownModel { id: id.to_owned(), place: "is installed" };
        let id = ModelId::try_from(id.to_owned()).map_err(|_| unknown())?;
        let folder = self.folder(&id);
        if !folder.is_dir() {
            return Err(unknown());
        }
        let entry = described(&folder, &id)?;
        let mut problems = wrong_sizes(&folder, &entry);
        if problems.is_empty() {
            for file in &entry.files {
                if Some(digest_of(&file.path.below(&folder))?) != file.sha256 {
                    problems.push(format!("{} has changed", file.path));
                }
            }
        }
        if problems.is_empty() {
            return Ok(InstalledModel { entry, folder });
        }
        let problem = format!("{}; add the model again", problems.join("; "));
        Err(InferenceError::model(id.as_str(), problem))
    }

    /// Removes an installed model, damaged or not.
    ///
    /// # Errors
    /// [`InferenceError::UnknownModel`] when the model is not installed; [`InferenceError::File`] when it
    /// cannot be removed.
    pub fn remove(&self, id: &ModelId) -> Result<(), InferenceError> {
        let folder = self.folder(id);
        if !folder.exists() {
            return Err(InferenceError::UnknownModel { id: id.to_string(), place: "is installed" });
        }
        // Renamed first, so that half a model is never listed.
        let doomed = self.root.join(format!(".removing-{id}"));
        clear(&doomed)?;
        fs::rename(&folder, &doomed).map_err(InferenceError::file(&folder))?;
        clear(&doomed)
    }

    /// Reads the description of an installed model, without its files.
    ///
    /// # Errors
    /// [`InferenceError::UnknownModel`] when the model is not installed; [`InferenceError::Manifest`] or
    /// [`InferenceError::File`] when its description cannot be read.
    pub fn installed_entry(&self, id: &ModelId) -> Result<Entry, InferenceError> {
        let folder = self.folder(id);
        if !folder.is_dir() {
            return Err(InferenceError::UnknownModel { id: id.to_string(), place: "is installed" });
        }
        described(&folder, id)
    }

    /// Returns the path of an installed model's graph, without reading anything.
    pub fn place_of(&self, entry: &Entry) -> PathBuf {
        entry.graph.below(&self.folder(&entry.id))
    }

    /// Sets a threshold in the description of an installed model.
    ///
    /// # Errors
    /// The errors of [`Self::installed_entry`]; [`InferenceError::Model`] for a model without scores.
    pub fn set_threshold(
        &self,
        id: &ModelId,
        name: &str,
        value: f32,
    ) -> Result<(), InferenceError> {
        let mut entry = self.installed_entry(id)?;
        let Some(score) = &mut entry.score else {
            return Err(InferenceError::model(
                id.as_str(),
                "it gives no scores; choose a reranker",
            ));
        };
        score.thresholds.insert(name.to_owned(), value);
        let path = self.folder(id).join(DESCRIPTION);
        let beside = self.folder(id).join(".describing");
        fs::write(&beside, describe(&entry)?).map_err(InferenceError::file(&beside))?;
        fs::rename(&beside, &path).map_err(InferenceError::file(&path))
    }

    pub(super) fn folder(&self, id: &ModelId) -> PathBuf {
        self.root.join(id.as_str())
    }

    /// Makes an empty hidden folder for a model that is being added; the remains of a killed attempt are
    /// removed.
    pub(super) fn staging(&self, id: &ModelId, purpose: &str) -> Result<PathBuf, InferenceError> {
        let path = self.root.join(format!(".{purpose}-{id}"));
        clear(&path)?;
        fs::create_dir_all(&path).map_err(InferenceError::file(&path))?;
        Ok(path)
    }

    /// Makes a hidden folder that keeps the files of earlier attempts, for downloads that resume.
    pub(super) fn kept(&self, id: &ModelId, purpose: &str) -> Result<PathBuf, InferenceError> {
        let path = self.root.join(format!(".{purpose}-{id}"));
        fs::create_dir_all(&path).map_err(InferenceError::file(&path))?;
        Ok(path)
    }

    /// Returns every folder with a model's name, with its description or the error of reading it.
    fn installed(&self) -> Result<BTreeMap<ModelId, Result<Entry, String>>, InferenceError> {
        let mut found = BTreeMap::new();
        if !self.root.exists() {
            return Ok(found);
        }
        for item in fs::read_dir(&self.root).map_err(InferenceError::file(&self.root))? {
            let item = item.map_err(InferenceError::file(&self.root))?;
            let name = item.file_name().to_string_lossy().into_owned();
            let Ok(id) = ModelId::try_from(name) else { continue };
            if item.path().is_dir() {
                let entry = described(&item.path(), &id).map_err(|error| error.to_string());
                found.insert(id, entry);
            }
        }
        Ok(found)
    }

    fn state_of(
        &self,
        id: ModelId,
        installed: Option<Result<Entry, String>>,
        known: Option<&Entry>,
    ) -> Option<Listed> {
        let folder = self.folder(&id);
        let (entry, state) = match (installed, known) {
            (None, known) => (known?.clone(), State::Missing),
            (Some(Ok(entry)), _) => {
                let problems = wrong_sizes(&folder, &entry);
                let is_complete = problems.is_empty();
                (entry, if is_complete { State::Installed } else { State::Damaged(problems) })
            }
            (Some(Err(problem)), Some(known)) => (known.clone(), State::Damaged(vec![problem])),
            (Some(Err(problem)), None) => {
                tracing::warn!(model = %id, problem, "a folder in the models directory is no model");
                return None;
            }
        };
        Some(Listed { entry, state, known: known.is_some() })
    }
}

fn described(folder: &Path, id: &ModelId) -> Result<Entry, InferenceError> {
    let path = folder.join(DESCRIPTION);
    let models = Manifest::read(&path)?.models;
    models.into_iter().find(|entry| entry.id == *id).ok_or_else(|| InferenceError::Manifest {
        path: path.display().to_string(),
        line: 1,
        problem: format!("it does not describe {id}, the name of its folder; add the model again"),
    })
}

fn wrong_sizes(folder: &Path, entry: &Entry) -> Vec<String> {
    let wrong = |file: &super::ModelFile| match fs::metadata(file.path.below(folder)) {
        Err(_) => Some(format!("{} is missing", file.path)),
        Ok(found) if !found.is_file() => Some(format!("{} is not a file", file.path)),
        Ok(found) if file.size.is_some_and(|size| size != found.len()) => {
            let size = file.size.unwrap_or_default();
            Some(format!("{} has {} bytes instead of {size}", file.path, found.len()))
        }
        Ok(_) => None,
    };
    entry.files.iter().filter_map(wrong).collect()
}

fn clear(path: &Path) -> Result<(), InferenceError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(InferenceError::file(path)(error))
        }
        _ => Ok(()),
    }
}
