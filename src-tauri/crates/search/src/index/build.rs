//! Builds an index from the whole corpus.

use std::path::Path;
use std::sync::Arc;

use simui_store::{ChunkRow, Database};

use super::companions::{CompanionFiles, Companions};
use super::folder::{self, Folder, Manifest};
use super::pages::each_page;
use super::writing::{Size, Writing, Written};
use crate::SearchError;
use crate::analysis::Analyser;
use crate::dense::Embedding;

/// Progress of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Chunks indexed so far.
    pub chunks: usize,
}

/// Builds the index of the folder's generation and moves it into place, with its companions if there is an
/// embedding; returns its number of chunks.
///
/// If the corpus changes meanwhile, the index has an old generation, and the next opening replaces it.
pub(super) async fn build(
    database: &Database,
    analyser: &Analyser,
    embedding: Option<Arc<Embedding>>,
    folder: &Folder,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<usize, SearchError> {
    // Read first: a document that changes meanwhile has another digest afterwards, and is indexed again.
    let documents = database.document_digests().await?;
    let scratch = folder.scratch()?;
    let built = fill(database, analyser, embedding, folder, &scratch, progress).await;
    let finished = built.and_then(|size| {
        Manifest::new(analyser, size, documents).write(&scratch)?;
        folder.replace_with(&scratch)?;
        let chunks = size.chunks;
        tracing::info!(chunks, generation = folder.generation, "search index built");
        Ok(chunks)
    });
    folder::remove(&scratch);
    finished
}

async fn fill(
    database: &Database,
    analyser: &Analyser,
    embedding: Option<Arc<Embedding>>,
    folder: &Folder,
    scratch: &Path,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Size, SearchError> {
    let files = embedding.as_ref().map(|it| CompanionFiles::new(folder.dir(), analyser, it));
    let writing = Writing::create(scratch, analyser, embedding.map(Companions::new))?;
    let add = |writing: &mut Writing, page: &[(i64, ChunkRow)]| {
        writing.add(page.iter().map(|(_, row)| row))
    };
    let writing = each_page(database, progress, writing, add).await?;
    finish(writing, files).await
}

/// Finishes an index and stores the companions of the new segment.
pub(super) async fn finish(
    writing: Writing,
    files: Option<CompanionFiles>,
) -> Result<Size, SearchError> {
    let finish = tokio::task::spawn_blocking(move || {
        let Written { size, segment, companions } = writing.finish()?;
        if let (Some(companions), Some(files), Some(segment)) = (companions, files, segment) {
            companions.save(&files, &segment)?;
        }
        Ok(size)
    });
    finish.await.unwrap_or_else(|panic| Err(SearchError::panicked(&panic)))
}
