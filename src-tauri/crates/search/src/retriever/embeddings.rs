//! Chooses the embedding to search with: one fitted to the corpus, else the shipped one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::SearchError;
use crate::analysis::Analyser;
use crate::dense::Embedding;

const FITTED: &str = "embedding.bin";
const ABOUT: &str = "embedding.json";

/// The embeddings of one machine. Clones are cheap; tables are read on first use, which most commands never
/// need.
#[derive(Debug, Clone)]
pub struct Embeddings {
    base: Option<Base>,
}

/// The shipped embedding.
#[derive(Debug, Clone)]
struct Base {
    path: PathBuf,
    fingerprint: String,
    table: Arc<OnceLock<Arc<Embedding>>>,
}

/// Description of a fitted embedding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    /// Fingerprint of the fitted embedding.
    pub(super) fitted: String,
    /// Fingerprint of the embedding that it was fitted from.
    pub(super) base: String,
    /// Fingerprint of the analyser that made its terms.
    pub(super) analysis: String,
    /// Number of chunks of the corpus when it was fitted.
    pub(super) chunks: usize,
}

impl Embeddings {
    /// Opens the shipped embedding in a file.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Model`] when it is missing or no embedding. Its content is
    /// verified on first use.
    pub fn open(path: &Path) -> Result<Self, SearchError> {
        let fingerprint = Embedding::stated_fingerprint(path)?;
        let base = Base { path: path.to_owned(), fingerprint, table: Arc::default() };
        Ok(Self { base: Some(base) })
    }

    /// Makes an empty set: searches use words only.
    pub fn none() -> Self {
        Self { base: None }
    }

    /// Returns the fingerprint of the shipped embedding.
    pub fn base_fingerprint(&self) -> Option<&str> {
        self.base.as_ref().map(|base| base.fingerprint.as_str())
    }

    /// Returns the file of the shipped embedding.
    pub(super) fn base_path(&self) -> Option<&Path> {
        self.base.as_ref().map(|base| base.path.as_path())
    }

    /// Returns the shipped embedding, reading it on first use.
    pub(super) fn base(&self) -> Result<Option<Arc<Embedding>>, SearchError> {
        let Some(base) = &self.base else { return Ok(None) };
        if let Some(table) = base.table.get() {
            return Ok(Some(table.clone()));
        }
        let table = Arc::new(Embedding::open(&base.path)?);
        Ok(Some(base.table.get_or_init(|| table).clone()))
    }

    /// Returns the embedding for the corpus of an index folder.
    pub(super) fn present(
        &self,
        dir: &Path,
        analyser: &Analyser,
    ) -> Result<Option<Arc<Embedding>>, SearchError> {
        match self.fitted(dir, analyser) {
            Ok(Some(embedding)) => Ok(Some(Arc::new(embedding))),
            Ok(None) => self.base(),
            Err(error) => {
                tracing::warn!(%error, "the fitted embedding is damaged; going on with the base");
                self.base()
            }
        }
    }

    /// Returns the fitted embedding; `None` when there is none of this base and this analysis.
    fn fitted(&self, dir: &Path, analyser: &Analyser) -> Result<Option<Embedding>, SearchError> {
        let Some(about) = self.about(dir, analyser) else { return Ok(None) };
        let path = dir.join(FITTED);
        let embedding = Embedding::open(&path)?;
        if embedding.fingerprint() != about.fitted {
            let (path, reason) =
                (path.display().to_string(), "is not the one described".to_owned());
            return Err(SearchError::Model { path, reason });
        }
        Ok(Some(embedding))
    }

    /// Returns the description of the fitted embedding; `None` when there is none of this base and this
    /// analysis.
    pub(super) fn about(&self, dir: &Path, analyser: &Analyser) -> Option<About> {
        let base = self.base_fingerprint()?;
        let about: About = serde_json::from_slice(&fs::read(dir.join(ABOUT)).ok()?).ok()?;
        let ours = about.base == base && about.analysis == analyser.fingerprint();
        ours.then_some(about)
    }
}

/// Stores a fitted embedding. The description is written last and marks it as complete.
pub(super) fn keep(dir: &Path, embedding: &Embedding, about: &About) -> Result<(), SearchError> {
    let described = dir.join(ABOUT);
    remove(&described)?;
    embedding.save(&dir.join(FITTED))?;
    let text = serde_json::to_vec(about).unwrap_or_default();
    let beside: PathBuf = dir.join("embedding.json.part");
    fs::write(&beside, text).map_err(SearchError::file(&beside))?;
    fs::rename(&beside, &described).map_err(SearchError::file(&described))
}

fn remove(path: &Path) -> Result<(), SearchError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(SearchError::file(path)(error))
        }
        _ => Ok(()),
    }
}
