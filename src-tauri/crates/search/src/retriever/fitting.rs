//! Fits the embedding to the structure of the corpus.

use std::path::Path;

use simui_store::Database;

use super::Embeddings;
use super::embeddings::{About, keep};
use crate::SearchError;
use crate::analysis::Analyser;
use crate::dense::Embedding;
use crate::dense::train::{self, Material, Next, Settings};
use crate::index::heading;

/// Least number of chunks of a corpus that is fitted to; fewer add nothing to the base.
pub const FIT_FROM: usize = 400;
/// Most chunks that are learned from, spread evenly over the corpus. Time and memory grow with them.
const MOST: usize = 25_000;
/// Relative change in the number of chunks from which the embedding is fitted again.
const CHANGED: f64 = 0.25;
/// Chunks read from the database at a time.
const PAGE: u32 = 2_048;

/// Outcome of [`fit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// A new embedding is stored; the retriever must be opened again.
    Fitted,
    /// The present embedding is recent enough, or the corpus is too small.
    NotDue,
    /// Cancelled by the caller.
    Cancelled,
}

/// Fits the embedding to a corpus of `chunks` chunks if that is due (or `again` is set) and stores it in
/// `dir`. `learn` gets the passages and returns the fitted embedding, or `None` when it was cancelled:
/// [`learn_here`], or another process that does the same. The present index and its vectors are unchanged;
/// [`super::Retriever::open`] uses the new embedding.
///
/// # Errors
/// When the corpus cannot be read, the embedding cannot be learned, or the file cannot be written.
pub async fn fit(
    database: &Database,
    embeddings: &Embeddings,
    analyser: &Analyser,
    dir: &Path,
    (chunks, again): (usize, bool),
    learn: impl AsyncFnOnce(Lessons<'_>) -> Result<Option<Embedding>, SearchError>,
) -> Result<Fit, SearchError> {
    let due = again || embeddings.about(dir, analyser).is_none_or(|about| about.outgrown(chunks));
    let Some(base) = embeddings.base_path().filter(|_| due && chunks >= FIT_FROM) else {
        return Ok(Fit::NotDue);
    };
    let lessons = Lessons { base, database, chunks, read: 0, last: i64::MIN };
    let Some(fitted) = learn(lessons).await? else { return Ok(Fit::Cancelled) };
    let about = About {
        fitted: fitted.fingerprint().to_owned(),
        base: embeddings.base_fingerprint().unwrap_or_default().to_owned(),
        analysis: analyser.fingerprint().to_owned(),
        chunks,
    };
    keep(dir, &fitted, &about)?;
    Ok(Fit::Fitted)
}

/// The passages of a corpus that an embedding is fitted to, read from the database a page at a time.
#[derive(Debug)]
pub struct Lessons<'a> {
    base: &'a Path,
    database: &'a Database,
    chunks: usize,
    /// Chunks read so far, learned from or not.
    read: usize,
    /// The last chunk read.
    last: i64,
}

impl Lessons<'_> {
    /// Returns the file of the embedding that is to be fitted.
    pub fn base(&self) -> &Path {
        self.base
    }

    /// Returns the next page of passages, each a heading and a text; `None` after the last.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next(&mut self) -> Result<Option<Vec<(String, String)>>, SearchError> {
        let page = self.database.chunks_after(self.last, PAGE).await?;
        let Some(&(last, _)) = page.last() else { return Ok(None) };
        let most = MOST.min(self.chunks).max(1);
        let share = |at: usize| at * most / self.chunks.max(1);
        let chosen = |at: usize| share(at) != share(at + 1);
        let passages = page
            .iter()
            .zip(self.read..)
            .filter(|&(_, at)| chosen(at))
            .map(|((_, row), _)| (heading(row), row.chunk.text.clone()))
            .collect();
        (self.last, self.read) = (last, self.read + page.len());
        Ok(Some(passages))
    }
}

/// Fits an embedding in this process.
///
/// # Errors
/// When the corpus or the embedding cannot be read.
pub async fn learn_here(
    mut lessons: Lessons<'_>,
    analyser: &Analyser,
    mut progress: impl FnMut(train::Progress) -> Next + Send + 'static,
) -> Result<Option<Embedding>, SearchError> {
    let base = lessons.base().to_owned();
    let mut lesson = Learning::default();
    while let Some(passages) = lessons.next().await? {
        let analyser = analyser.clone();
        let adding = tokio::task::spawn_blocking(move || {
            lesson.add(&analyser, &passages);
            lesson
        });
        lesson = adding.await.map_err(|panic| SearchError::panicked(&panic))?;
    }
    let learning = tokio::task::spawn_blocking(move || lesson.finish(&base, &mut progress));
    learning.await.map_err(|panic| SearchError::panicked(&panic))?
}

/// An embedding being fitted, by whoever has the passages.
#[derive(Debug, Default)]
pub struct Learning(Material);

impl Learning {
    /// Adds passages, each a heading and a text.
    pub fn add(&mut self, analyser: &Analyser, passages: &[(String, String)]) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        self.0.add_passages(analyser, passages, threads);
    }

    /// Fits the embedding in the file `base`; `None` when `progress` cancels it.
    ///
    /// # Errors
    /// When the file is no embedding.
    pub fn finish(
        self,
        base: &Path,
        progress: &mut dyn FnMut(train::Progress) -> Next,
    ) -> Result<Option<Embedding>, SearchError> {
        let base = Embedding::open(base)?;
        let settings = Settings::to_fit(self.0.passages());
        Ok(train::fit(&base, self.0, &settings, progress))
    }
}

impl About {
    fn outgrown(&self, chunks: usize) -> bool {
        self.chunks.abs_diff(chunks) as f64 > self.chunks as f64 * CHANGED
    }
}
