//! Brings the index of an earlier state of the corpus up to date.
//!
//! The segments stay as they are, linked into a new folder; the chunks of documents that have changed are
//! removed, and indexed into one new segment. So an import costs what it brings, not what is stored.
//! Scores of words count removed chunks until the index is built from the whole corpus again, which happens
//! when much has changed. An index of fewer than [`LEAST`] chunks scores like one of the whole corpus: its
//! only segment is written again without the removed chunks and with the new ones.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use simui_domain::DocumentId;
use simui_store::{ChunkRow, Database};

use super::build::{Progress, finish};
use super::companions::{CompanionFiles, Companions};
use super::folder::{self, Folder, Manifest};
use super::writing::{Size, Writing};
use crate::SearchError;
use crate::analysis::Analyser;
use crate::dense::Embedding;

/// Chunks from which an index may have several segments and removed chunks: building fewer takes about ten
/// seconds.
pub(super) const LEAST: usize = 50_000;
/// Most segments. Beyond, the documents of all but those of the whole corpus are indexed together again.
const SEGMENTS: usize = 8;
/// An index is built from the whole corpus when more than one document in so many has changed, or one place
/// in so many is of a removed chunk.
const CHANGED: usize = 5;

/// What an update changes.
struct Changes {
    /// Documents whose chunks are removed.
    removed: BTreeSet<String>,
    /// Documents whose chunks are indexed.
    added: BTreeSet<String>,
    /// Whether the only segment is written again.
    joins: bool,
    /// The description of the updated index, but for its size.
    manifest: Manifest,
}

impl Changes {
    /// Compares the documents of an index with those of the corpus; `None` when the whole corpus should be
    /// indexed, because so much has changed. Below `least` chunks there is only one segment.
    async fn of(
        database: &Database,
        old: Manifest,
        least: usize,
    ) -> Result<Option<Self>, SearchError> {
        let documents = database.document_digests().await?;
        let changed =
            documents.iter().filter(|(id, digest)| old.documents.get(*id) != Some(*digest));
        let mut added: BTreeSet<String> = changed.map(|(id, _)| id.clone()).collect();
        let gone = old.documents.keys().filter(|id| !documents.contains_key(*id));
        let mut removed: BTreeSet<String> = gone.cloned().collect();
        let dead = old.size.places - old.size.chunks.min(old.size.places);
        if (added.len() + removed.len()) * CHANGED > documents.len()
            || dead * CHANGED > old.size.places
        {
            return Ok(None);
        }
        let joins = old.size.chunks < least;
        if !joins && old.size.segments >= SEGMENTS {
            added.extend(old.recent.iter().filter(|id| documents.contains_key(*id)).cloned());
        }
        // Also of a document that the description does not name: it may have been stored while the index was
        // being built.
        removed.extend(added.iter().cloned());
        let mut recent = old.recent;
        recent.extend(added.iter().cloned());
        recent.retain(|id| documents.contains_key(id));
        let manifest = Manifest { documents, recent, files: Vec::new(), ..old };
        Ok(Some(Self { removed, added, joins, manifest }))
    }
}

/// Makes the index of the folder's generation from the latest earlier one and moves it into place; returns
/// its number of chunks. `None` when there is none, or the whole corpus should be indexed.
pub(super) async fn update(
    database: &Database,
    analyser: &Analyser,
    embedding: Option<Arc<Embedding>>,
    folder: &Folder,
    least: usize,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Option<usize>, SearchError> {
    let Some((earlier, manifest)) = latest(folder, analyser) else { return Ok(None) };
    let Some(changes) = Changes::of(database, manifest, least).await? else { return Ok(None) };
    let scratch = folder.scratch()?;
    let done = async {
        earlier.link_into(&scratch)?;
        let applied =
            apply(database, analyser, embedding, folder.dir(), &scratch, &changes, progress)
                .await?;
        let Some(size) = applied else { return Ok(None) };
        Manifest { size, ..changes.manifest }.write(&scratch)?;
        folder.replace_with(&scratch)?;
        tracing::info!(
            chunks = size.chunks,
            documents = changes.added.len(),
            generation = folder.generation,
            "search index brought up to date"
        );
        Ok(Some(size.chunks))
    };
    let done = done.await;
    folder::remove(&scratch);
    done
}

fn latest(folder: &Folder, analyser: &Analyser) -> Option<(Folder, Manifest)> {
    let earlier = folder.earlier().into_iter().next()?;
    let manifest = Manifest::read(&earlier).ok()?;
    (manifest.analysis == analyser.fingerprint()).then_some((earlier, manifest))
}

/// Writes the changes; `None` where chunks should join a segment that is not there as it should be.
async fn apply(
    database: &Database,
    analyser: &Analyser,
    embedding: Option<Arc<Embedding>>,
    dir: &Path,
    scratch: &Path,
    changes: &Changes,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Option<Size>, SearchError> {
    let files = embedding.as_ref().map(|it| CompanionFiles::new(dir, analyser, it));
    let mut writing = if changes.joins {
        let joined = Writing::join(scratch, analyser, files.as_ref().zip(embedding.as_ref()))?;
        let Some(joined) = joined else { return Ok(None) };
        joined
    } else {
        Writing::open(scratch, analyser, embedding.map(Companions::new))?
    };
    changes.removed.iter().for_each(|document| writing.remove(document));
    let mut chunks = 0;
    for document in &changes.added {
        let rows = database.chunks_of_document(&DocumentId(document.clone())).await?;
        chunks += rows.len();
        let adding = tokio::task::spawn_blocking(move || add(writing, &rows));
        writing = adding.await.map_err(|panic| SearchError::panicked(&panic))??;
        progress(Progress { chunks });
    }
    finish(writing, files).await.map(Some)
}

fn add(mut writing: Writing, rows: &[ChunkRow]) -> Result<Writing, SearchError> {
    writing.add(rows.iter())?;
    Ok(writing)
}
