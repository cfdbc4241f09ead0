//! Which embedding the corpus is searched with: the one fitted to it where there is one, else the one that comes with
//! the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::SearchError;
use crate::analysis::Analyser;
use crate::dense::Embedding;

const FITTED: &str = "embedding.bin";
const ABOUT: &str = "embedding.json";

/// The embeddings of one machine. Cloning is cheap; tables are read when they are first needed, which most commands never do.
#[derive(Debug, Clone)]
pub struct Embeddings {
    base: Option<Base>,
}

/// The embedding that comes with the program.
#[derive(Debug, Clone)]
struct Base {
    path: PathBuf,
    fingerprint: String,
    table: Arc<OnceLock<Arc<Embedding>>>,
}

/// What a fitted embedding was fitted to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    /// Fingerprint of the fitted embedding itself.
    pub(super) fitted: String,
    /// Fingerprint of the one it was made from.
    pub(super) base: String,
    /// Fingerprint of the analyser whose terms it knows.
    pub(super) analysis: String,
    /// How many chunks the corpus had.
    pub(super) chunks: usize,
}

impl Embeddings {
    /// With the one that comes with the program, in a file.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Model`] when there is no such file. That its contents are whole is seen when they
    /// are first needed.
    pub fn open(path: &Path) -> Result<Self, SearchError> {
        let fingerprint = Embedding::stated_fingerprint(path)?;
        let base = Base { path: path.to_owned(), fingerprint, table: Arc::default() };
        Ok(Self { base: Some(base) })
    }

    /// None: searches are by words alone.
    pub fn none() -> Self {
        Self { base: None }
    }

    /// Fingerprint of the one that comes with the program.
    pub fn base_fingerprint(&self) -> Option<&str> {
        self.base.as_ref().map(|base| base.fingerprint.as_str())
    }

    /// The one that comes with the program.
    pub(super) fn base(&self) -> Result<Option<Arc<Embedding>>, SearchError> {
        let Some(base) = &self.base else { return Ok(None) };
        if let Some(table) = base.table.get() {
            return Ok(Some(table.clone()));
        }
        let table = Arc::new(Embedding::open(&base.path)?);
        Ok(Some(base.table.get_or_init(|| table).clone()))
    }

    /// The one to search the corpus of an index folder with.
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

    /// The fitted embedding; `None` when there is none of this base and this analysis.
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

    /// What the fitted embedding was fitted to; `None` when there is none of this base and this analysis.
    pub(super) fn about(&self, dir: &Path, analyser: &Analyser) -> Option<About> {
        let base = self.base_fingerprint()?;
        let about: About = serde_json::from_slice(&fs::read(dir.join(ABOUT)).ok()?).ok()?;
        let ours = about.base == base && about.analysis == analyser.fingerprint();
        ours.then_some(about)
    }
}

/// Keeps a fitted embedding; what it was fitted to is written last, so that a half-written one is none.
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
