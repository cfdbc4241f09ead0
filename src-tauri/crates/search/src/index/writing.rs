//! Adds chunks to an index and to the companions of the new segment.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use simui_store::ChunkRow;
use tantivy::index::SegmentId;
use tantivy::indexer::NoMergePolicy;
use tantivy::{Index, IndexWriter, TantivyDocument, TantivyError, Term};

use super::companions::{Companion, CompanionFiles, Companions};
use super::lines::{LINES, Lines, lines};
use super::pages::{Analysed, analyse};
use super::schema::{self, Fields, days_from, days_to, kind_number};
use crate::SearchError;
use crate::analysis::{Analyser, Terms};
use crate::dense::Embedding;

/// Bytes of terms that are buffered before a segment is written.
const MEMORY: usize = 64 << 20;

/// An index to which chunks are being added, all to one segment.
///
/// They are added by one thread, so that equal corpora give equal indexes; only the analysis is parallel.
pub(super) struct Writing {
    index: Index,
    writer: IndexWriter,
    fields: Fields,
    analyser: Analyser,
    companions: Option<Companions>,
    folder: PathBuf,
    /// Chunks of the segment that is written: those that it had and those added so far.
    chunks: usize,
    /// Number of chunks of the segment that becomes part of the one that is written; `None` where the
    /// segments that are there stay.
    joined: Option<usize>,
}

/// A written index.
pub(super) struct Written {
    pub(super) size: Size,
    /// Id of the segment with the added chunks; `None` when there were none.
    pub(super) segment: Option<String>,
    /// Their companions, if there is an embedding.
    pub(super) companions: Option<Companions>,
}

/// Size of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Size {
    pub(super) chunks: usize,
    /// Chunks and the places of those that were removed.
    pub(super) places: usize,
    pub(super) segments: usize,
}

impl Writing {
    /// Makes an empty index in a folder.
    pub(super) fn create(
        folder: &Path,
        analyser: &Analyser,
        companions: Option<Companions>,
    ) -> Result<Self, SearchError> {
        let index = Index::create_in_dir(folder, schema::schema().0).map_err(failed(folder))?;
        Self::new(index, folder, analyser, companions)
    }

    /// Opens the index of a folder, to remove chunks and to add others.
    pub(super) fn open(
        folder: &Path,
        analyser: &Analyser,
        companions: Option<Companions>,
    ) -> Result<Self, SearchError> {
        let index = Index::open_in_dir(folder).map_err(failed(folder))?;
        Self::new(index, folder, analyser, companions)
    }

    /// Opens an index of one segment to change the chunks of that segment; `None` where there is no such
    /// segment, or it has no companions for the embedding.
    pub(super) fn join(
        folder: &Path,
        analyser: &Analyser,
        companions: Option<(&CompanionFiles, &Arc<Embedding>)>,
    ) -> Result<Option<Self>, SearchError> {
        let index = Index::open_in_dir(folder).map_err(failed(folder))?;
        let segments = index.searchable_segment_metas().map_err(failed(folder))?;
        let [segment] = segments.as_slice() else { return Ok(None) };
        let (id, len) = (segment.id().uuid_string(), segment.max_doc() as usize);
        let companions = companions.map(|(files, embedding)| {
            Companions::load(files, embedding, &id, len)
                .inspect_err(|error| tracing::debug!(%error, "no companions to add to"))
        });
        let Ok(companions) = companions.transpose() else { return Ok(None) };
        let writing = Self::new(index, folder, analyser, companions)?;
        Ok(Some(Self { chunks: len, joined: Some(len), ..writing }))
    }

    fn new(
        index: Index,
        folder: &Path,
        analyser: &Analyser,
        companions: Option<Companions>,
    ) -> Result<Self, SearchError> {
        index.tokenizers().register(LINES, Lines);
        let writer: IndexWriter =
            index.writer_with_num_threads(1, MEMORY).map_err(failed(folder))?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let (analyser, folder) = (analyser.clone(), folder.to_owned());
        let fields = schema::schema().1;
        Ok(Self { index, writer, fields, analyser, companions, folder, chunks: 0, joined: None })
    }

    /// Removes the chunks of a document that the index has already.
    pub(super) fn remove(&self, document: &str) {
        self.writer.delete_term(Term::from_field_text(self.fields.document, document));
    }

    /// Analyses chunks on all cores and adds them in order.
    pub(super) fn add<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a ChunkRow>,
    ) -> Result<(), SearchError> {
        let rows: Vec<&ChunkRow> = rows.collect();
        let embedding = self.companions.as_ref().map(|it| it.embedding().clone());
        let (analyser, fields) = (&self.analyser, self.fields);
        let analysed = analyse(&rows, |row| {
            let analysed = Analysed::new(row, analyser);
            let heading = analysed.heading.morphemes.clone();
            let passage = embedding.as_ref().map(|_| analysed.keyed());
            let all_terms = analysed.all_terms();
            let companion = embedding
                .as_ref()
                .zip(passage)
                .map(|(it, passage)| Companion { passage, vector: it.embed(&all_terms) });
            (document(row, &all_terms, &heading, fields), companion)
        })?;
        for (mut document, companion) in analysed {
            document.add_i64(fields.row, self.chunks as i64);
            self.writer.add_document(document).map_err(failed(&self.folder))?;
            if let (Some(companions), Some(companion)) = (&mut self.companions, companion) {
                companions.push(companion).map_err(failed(&self.folder))?;
            }
            self.chunks += 1;
        }
        Ok(())
    }

    /// Commits, and merges the segments of what was added into one in the order of adding, which decides
    /// between equal scores. A segment that is joined loses its removed chunks.
    pub(super) fn finish(self) -> Result<Written, SearchError> {
        let Self { index, writer, mut companions, folder, joined, .. } = self;
        let (segment, removed) = commit(&index, writer, joined).map_err(failed(&folder))?;
        if let Some(companions) = companions.as_mut().filter(|_| !removed.is_empty()) {
            companions.retain(|at| !removed.contains(&at)).map_err(failed(&folder))?;
        }
        let size = Size::of(&index).map_err(failed(&folder))?;
        Ok(Written { size, segment, companions })
    }
}

impl Size {
    fn of(index: &Index) -> Result<Self, TantivyError> {
        let searcher = index.reader()?.searcher();
        let segments = searcher.segment_readers();
        Ok(Self {
            chunks: searcher.num_docs() as usize,
            places: segments.iter().map(|it| it.max_doc() as usize).sum(),
            segments: segments.len(),
        })
    }
}

/// Returns the id of the segment with what was added, and with `joined` chunks that were there, of these the
/// numbers of those that are removed.
fn commit(
    index: &Index,
    mut writer: IndexWriter,
    joined: Option<usize>,
) -> Result<(Option<String>, BTreeSet<usize>), TantivyError> {
    let old = index.searchable_segment_ids()?;
    let stays = |id: &SegmentId| joined.is_none() && old.contains(id);
    writer.commit()?;
    let searcher = index.reader()?.searcher();
    let mut removed: BTreeSet<usize> = (0..joined.unwrap_or_default()).collect();
    let mut written = Vec::new();
    for segment in searcher.segment_readers().iter().filter(|it| !stays(&it.segment_id())) {
        let id = segment.segment_id();
        let is_old = old.contains(&id);
        if is_old {
            for at in segment.doc_ids_alive() {
                removed.remove(&(at as usize));
            }
        }
        let first = segment.fast_fields().i64(schema::ROW)?.first(0);
        written.push((!is_old, first, id));
    }
    written.sort_unstable();
    let ids: Vec<_> = written.into_iter().map(|(.., id)| id).collect();
    if ids.len() > 1 || (!ids.is_empty() && !removed.is_empty()) {
        writer.merge(&ids).wait()?;
    }
    writer.wait_merging_threads()?;
    let now = index.searchable_segment_ids()?.into_iter();
    Ok((now.filter(|it| !stays(it)).map(|it| it.uuid_string()).next(), removed))
}

fn failed<E: Display>(folder: &Path) -> impl Fn(E) -> SearchError {
    let path = folder.display().to_string();
    move |error| SearchError::Index { path: path.clone(), reason: error.to_string() }
}

fn document(row: &ChunkRow, terms: &Terms, heading: &[String], fields: Fields) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.chunk_id, row.chunk.id.as_str());
    document.add_text(fields.document, row.document_id.as_str());
    document.add_text(fields.morphemes, lines(&terms.morphemes));
    document.add_text(fields.bigrams, lines(&terms.bigrams));
    document.add_text(fields.heading, lines(heading));
    document.add_u64(fields.kind, kind_number(row.kind));
    document.add_i64(fields.effective_from, days_from(row.kind, row.effective_from));
    document.add_i64(fields.effective_to, days_to(row.effective_to));
    document.add_u64(fields.digest, u64::from(row.digest));
    document
}
