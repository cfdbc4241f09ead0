//! Builds an index from the corpus.

use std::path::Path;
use std::sync::Arc;

use simui_store::{ChunkRow, Database};
use tantivy::indexer::NoMergePolicy;
use tantivy::{IndexWriter, TantivyDocument, TantivyError};

use super::companions::{Companion, Companions};
use super::folder::{self, Folder, Manifest};
use super::lines::{LINES, Lines, lines};
use super::pages::{Analysed, analyse, each_page};
use super::schema::{self, Fields, days_from, days_to, kind_number};
use crate::SearchError;
use crate::analysis::{Analyser, Terms};
use crate::dense::Embedding;

/// Progress of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Chunks indexed so far.
    pub chunks: usize,
}

/// Bytes of terms that are buffered before a segment is written.
const MEMORY: usize = 64 << 20;

/// Builds the index of the folder's generation and moves it into place, with its companions if there is an
/// embedding; returns its number of chunks.
///
/// Chunks are added in row order by one thread, so that equal corpora give equal indexes; only the analysis
/// is parallel. If the corpus changes meanwhile, the index has an old generation, and the next opening
/// replaces it.
pub(super) async fn build(
    database: &Database,
    analyser: &Analyser,
    embedding: Option<Arc<Embedding>>,
    folder: &Folder,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<usize, SearchError> {
    let scratch = folder.scratch()?;
    let built = fill(database, analyser, embedding, folder, &scratch, progress).await;
    let finished = built.and_then(|chunks| {
        Manifest::write(&scratch, chunks, analyser.fingerprint())?;
        folder.replace_with(&scratch)?;
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
) -> Result<usize, SearchError> {
    let (schema, fields) = schema::schema();
    let index = tantivy::Index::create_in_dir(scratch, schema).map_err(failed(scratch))?;
    index.tokenizers().register(LINES, Lines);
    let writer: IndexWriter = index.writer_with_num_threads(1, MEMORY).map_err(failed(scratch))?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    let filling = Filling {
        writer,
        fields,
        analyser: analyser.clone(),
        companions: embedding.clone().map(Companions::new),
        scratch: scratch.to_owned(),
        chunks: 0,
    };
    let Filling { writer, companions, chunks, .. } =
        each_page(database, progress, filling, Filling::add).await?;
    let files = embedding.map(|embedding| folder.companions(analyser, &embedding));
    let scratch = scratch.to_owned();
    let finish = tokio::task::spawn_blocking(move || {
        if let (Some(companions), Some(files)) = (companions, files) {
            companions.save(&files)?;
        }
        finish(&index, writer).map_err(failed(&scratch))
    });
    finish.await.unwrap_or_else(|panic| Err(SearchError::panicked(&panic)))?;
    Ok(chunks)
}

/// An index under construction.
struct Filling {
    writer: IndexWriter,
    fields: Fields,
    analyser: Analyser,
    companions: Option<Companions>,
    scratch: std::path::PathBuf,
    chunks: usize,
}

impl Filling {
    /// Analyses a page on all cores and adds its chunks in order.
    fn add(&mut self, page: &[(i64, ChunkRow)]) -> Result<(), SearchError> {
        let embedding = self.companions.as_ref().map(|it| it.embedding().clone());
        let (analyser, fields) = (&self.analyser, self.fields);
        let analysed = analyse(page, |(at, row)| {
            let analysed = Analysed::new(row, analyser);
            let heading = analysed.heading.morphemes.clone();
            let passage = embedding.as_ref().map(|_| analysed.keyed());
            let whole = analysed.whole();
            let companion = embedding
                .as_ref()
                .zip(passage)
                .map(|(it, passage)| Companion { passage, vector: it.embed(&whole) });
            (document(*at, row, &whole, &heading, fields), companion)
        })?;
        for (document, companion) in analysed {
            self.writer.add_document(document).map_err(failed(&self.scratch))?;
            if let (Some(companions), Some(companion)) = (&mut self.companions, companion) {
                companions.push(companion);
            }
            self.chunks += 1;
        }
        Ok(())
    }
}

fn failed(scratch: &Path) -> impl Fn(TantivyError) -> SearchError {
    let path = scratch.display().to_string();
    move |error| SearchError::Index { path: path.clone(), reason: error.to_string() }
}

fn document(
    at: i64,
    row: &ChunkRow,
    whole: &Terms,
    heading: &[String],
    fields: Fields,
) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.chunk_id, row.chunk.id.as_str());
    document.add_text(fields.morphemes, lines(&whole.morphemes));
    document.add_text(fields.bigrams, lines(&whole.bigrams));
    document.add_text(fields.heading, lines(heading));
    document.add_u64(fields.kind, kind_number(row.kind));
    document.add_i64(fields.effective_from, days_from(row.kind, row.effective_from));
    document.add_i64(fields.effective_to, days_to(row.effective_to));
    document.add_u64(fields.digest, u64::from(row.digest));
    document.add_i64(fields.row, at);
    document
}

/// Commits and merges all segments into one in the order of the corpus, which decides between equal scores.
fn finish(index: &tantivy::Index, mut writer: IndexWriter) -> Result<(), TantivyError> {
    writer.commit()?;
    let searcher = index.reader()?.searcher();
    let mut segments = Vec::new();
    for segment in searcher.segment_readers() {
        let first = segment.fast_fields().i64(schema::ROW)?.first(0);
        segments.push((first, segment.segment_id()));
    }
    segments.sort_unstable();
    if segments.len() > 1 {
        let ids: Vec<_> = segments.into_iter().map(|(_, id)| id).collect();
        writer.merge(&ids).wait()?;
    }
    writer.wait_merging_threads()
}
