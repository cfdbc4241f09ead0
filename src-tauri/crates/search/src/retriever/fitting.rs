//! Fits the embedding to the structure of the corpus, in the background.

use std::path::Path;

use simui_store::Database;

use super::Embeddings;
use super::embeddings::{About, keep};
use crate::SearchError;
use crate::analysis::Analyser;
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
/// `dir`. The present index and its vectors are unchanged; [`super::Retriever::open`] uses the new one.
///
/// # Errors
/// When the corpus cannot be read or the file cannot be written.
pub async fn fit(
    database: &Database,
    embeddings: &Embeddings,
    analyser: &Analyser,
    dir: &Path,
    chunks: usize,
    again: bool,
    mut progress: impl FnMut(train::Progress) -> Next + Send + 'static,
) -> Result<Fit, SearchError> {
    let due = again || embeddings.about(dir, analyser).is_none_or(|about| about.outgrown(chunks));
    if !due || chunks < FIT_FROM {
        return Ok(Fit::NotDue);
    }
    let Some(base) = embeddings.base()? else { return Ok(Fit::NotDue) };
    let material = material(database, analyser, chunks).await?;
    let learning = tokio::task::spawn_blocking(move || {
        let settings = Settings::to_fit(material.passages());
        train::fit(&base, material, &settings, &mut progress).map(|fitted| (base, fitted))
    });
    let learned = learning.await.map_err(|panic| SearchError::panicked(&panic))?;
    let Some((base, fitted)) = learned else { return Ok(Fit::Cancelled) };
    let about = About {
        fitted: fitted.fingerprint().to_owned(),
        base: base.fingerprint().to_owned(),
        analysis: analyser.fingerprint().to_owned(),
        chunks,
    };
    keep(dir, &fitted, &about)?;
    Ok(Fit::Fitted)
}

impl About {
    fn outgrown(&self, chunks: usize) -> bool {
        self.chunks.abs_diff(chunks) as f64 > self.chunks as f64 * CHANGED
    }
}

/// Collects the training material of the corpus.
async fn material(
    database: &Database,
    analyser: &Analyser,
    chunks: usize,
) -> Result<Material, SearchError> {
    // Returns whether the chunk at an index is learned from.
    let most = MOST.min(chunks).max(1);
    let chosen = |at: usize| at * most / chunks.max(1) != (at + 1) * most / chunks.max(1);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut material = Material::default();
    let mut seen = 0;
    let mut page = database.chunks_after(i64::MIN, PAGE).await?;
    while let Some(&(last, _)) = page.last() {
        let passages: Vec<(String, String)> = page
            .iter()
            .zip(seen..)
            .filter(|&(_, at)| chosen(at))
            .map(|((_, row), _)| (heading(row), row.chunk.text.clone()))
            .collect();
        seen += page.len();
        let analyser = analyser.clone();
        let adding = tokio::task::spawn_blocking(move || {
            material.add_passages(&analyser, &passages, threads);
            material
        });
        let (next, added) = tokio::join!(database.chunks_after(last, PAGE), adding);
        material = added.map_err(|panic| SearchError::panicked(&panic))?;
        page = next?;
    }
    Ok(material)
}
