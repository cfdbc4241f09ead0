//! Building an index from the corpus.

use std::path::Path;
use std::thread;

use simui_store::{ChunkRow, Database};
use tantivy::indexer::NoMergePolicy;
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{IndexWriter, TantivyDocument, TantivyError};

use super::folder::{self, Folder, Manifest};
use super::schema::{self, Fields, days_from, days_to, kind_number};
use crate::SearchError;
use crate::analysis::Analyser;

/// How far a build is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Chunks taken in so far.
    pub chunks: usize,
}

/// Chunks read and analysed at a time.
const BATCH: u32 = 2_048;
/// Bytes of terms held before a segment is written.
const MEMORY: usize = 128 << 20;
/// A term longer than this is no word anyone looks up; tantivy takes at most 65,530 bytes.
const LONGEST_TERM: usize = 256;

/// Builds the index of `generation` and puts it in its place; returns how many chunks it holds.
///
/// Chunks go in by row order from one thread, so that the same corpus always gives the same index; only
/// their analysis is spread over threads. A corpus that changes meanwhile makes this index one of an old
/// generation, which the next opening replaces.
pub(super) async fn build(
    database: &Database,
    analyser: &Analyser,
    folder: &Folder,
    generation: u64,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<usize, SearchError> {
    let scratch = folder.scratch()?;
    let built = fill(database, analyser, &scratch, progress).await;
    let finished = built.and_then(|chunks| {
        Manifest::write(&scratch, chunks, analyser.fingerprint())?;
        folder.replace_with(&scratch)?;
        tracing::info!(chunks, generation, "search index built");
        Ok(chunks)
    });
    folder::remove(&scratch);
    finished
}

async fn fill(
    database: &Database,
    analyser: &Analyser,
    scratch: &Path,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<usize, SearchError> {
    let (schema, fields) = schema::schema();
    let failed = |error: TantivyError| failed(scratch, &error);
    let index = tantivy::Index::create_in_dir(scratch, schema).map_err(failed)?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, MEMORY).map_err(failed)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));

    let (mut chunks, mut last) = (0, i64::MIN);
    let mut page = database.chunks_after(last, BATCH).await?;
    while let Some(&(row, _)) = page.last() {
        last = row;
        chunks += page.len();
        let analyser = analyser.clone();
        let adding = tokio::task::spawn_blocking(move || {
            let added = add(&writer, &analyser, fields, &page);
            (writer, added)
        });
        let (next, added) = tokio::join!(database.chunks_after(last, BATCH), adding);
        let (same, added) = added.map_err(|panic| SearchError::Index {
            path: scratch.display().to_string(),
            reason: panic.to_string(),
        })?;
        writer = same;
        added.map_err(failed)?;
        page = next?;
        progress(Progress { chunks });
    }
    let finish = tokio::task::spawn_blocking(move || finish(&index, writer));
    finish
        .await
        .map_err(|panic| TantivyError::InternalError(panic.to_string()))
        .and_then(|it| it)
        .map_err(failed)?;
    Ok(chunks)
}

fn failed(scratch: &Path, error: &TantivyError) -> SearchError {
    SearchError::Index { path: scratch.display().to_string(), reason: error.to_string() }
}

/// Analyses a page on every core and adds it in order.
fn add(
    writer: &IndexWriter,
    analyser: &Analyser,
    fields: Fields,
    page: &[(i64, ChunkRow)],
) -> Result<(), TantivyError> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = page.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = page
            .chunks(share)
            .map(|part| {
                scope.spawn(move || {
                    part.iter()
                        .map(|(at, row)| document(*at, row, analyser, fields))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        for part in parts {
            let documents = part
                .join()
                .map_err(|_| TantivyError::InternalError("the analysis panicked".into()))?;
            for document in documents {
                writer.add_document(document)?;
            }
        }
        Ok(())
    })
}

fn document(at: i64, row: &ChunkRow, analyser: &Analyser, fields: Fields) -> TantivyDocument {
    let text = analyser.terms(&row.chunk.text);
    let heading = [&row.title, &row.chunk.label, &row.article_title].map(String::as_str).join("\n");
    let heading = analyser.terms(&heading);
    let mut document = TantivyDocument::default();
    document.add_text(fields.chunk_id, row.chunk.id.as_str());
    document.add_pre_tokenized_text(fields.morphemes, tokens(text.morphemes));
    document.add_pre_tokenized_text(fields.bigrams, tokens(text.bigrams));
    document.add_pre_tokenized_text(fields.heading, tokens(heading.morphemes));
    document.add_u64(fields.kind, kind_number(row.kind));
    document.add_i64(fields.effective_from, days_from(row.kind, row.effective_from));
    document.add_i64(fields.effective_to, days_to(row.effective_to));
    document.add_u64(fields.digest, u64::from(row.digest));
    document.add_i64(fields.row, at);
    document
}

fn tokens(terms: Vec<String>) -> PreTokenizedString {
    let terms = terms.into_iter().filter(|term| term.len() <= LONGEST_TERM);
    let tokens =
        terms.enumerate().map(|(position, text)| Token { position, text, ..Token::default() });
    PreTokenizedString { text: String::new(), tokens: tokens.collect() }
}

/// Commits and makes one segment of what was written, in the order of the corpus: equal scores are told apart
/// by it.
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
