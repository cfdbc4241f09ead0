//! BM25 over the corpus' chunks, and the files that dense search needs beside it.
//!
//! The index is derived from SQLite and never trusted: [`SearchIndex::open`] checks that it belongs to the
//! corpus' present generation and that no file is damaged, and builds it again otherwise. Deleting its
//! folder loses nothing.
//!
//! This module ranks by words alone; [`crate::retriever`] puts dense search, fusion and reranking on top of it.

mod build;
mod companions;
mod folder;
mod lines;
mod pages;
mod query;
mod schema;

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;

use simui_domain::ChunkId;
use simui_store::Database;
use tantivy::index::SegmentId;
use tantivy::{DocAddress, Score, Searcher};

pub use build::Progress;
pub(crate) use companions::Companions;
pub(crate) use pages::{each_page, heading};
pub use query::Query;

use crate::SearchError;
use crate::analysis::{Analyser, Terms};
use crate::dense::Embedding;
use folder::{Folder, Manifest};
use schema::{Columns, Fields};

/// One chunk found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Its place in the corpus, from 0.
    pub place: usize,
    /// Its weighted BM25 score; comparable within one result only.
    pub score: f32,
    /// Its place, from 1.
    pub rank: usize,
}

/// What opening an index took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// It was there and in order.
    Found,
    /// It was built.
    Built {
        /// Why.
        why: BuildReason,
        /// How many chunks it holds.
        chunks: usize,
    },
}

/// Why an index had to be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildReason {
    /// There was none for the corpus' present state: a first start, or an import.
    Missing,
    /// It was made with another dictionary or another version of the analysis.
    OtherAnalysis,
    /// It could not be read; what was wrong with it.
    Damaged(String),
}

/// An open index, held ready: [`SearchIndex::search`] takes `&self` from many threads. It keeps working
/// when its folder is replaced or deleted.
#[derive(Clone)]
pub struct SearchIndex {
    inner: Arc<Inner>,
}

struct Inner {
    searcher: Searcher,
    fields: Fields,
    /// Chunk ids and what is filtered by; `None` for an empty index.
    columns: Option<Columns>,
    analyser: Analyser,
    folder: Folder,
}

impl SearchIndex {
    /// Opens the index of the corpus' present state under `dir` (`<data dir>/index`), building it first
    /// where it is missing, damaged or behind. `progress` hears from a build after each page. A build makes the
    /// companions for `embedding`, which is asked for only then, in the same go.
    ///
    /// Another process that builds at the same time is waited for; its index is then used.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when the folder cannot be written (a full disk), and
    /// [`SearchError::Store`] when the corpus cannot be read. The old index is left as it was.
    pub async fn open(
        database: &Database,
        analyser: &Analyser,
        embedding: &(dyn Fn() -> Option<Arc<Embedding>> + Sync),
        dir: &Path,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(Self, Opened), SearchError> {
        let generation = database.corpus_generation().await?;
        if let Ok(found) = Self::existing(Folder::new(dir, generation), analyser).await {
            return Ok((found, Opened::Found));
        }
        let _lock = folder::lock(dir).await?;
        // Whoever held the lock has built it, or the corpus has changed since.
        let generation = database.corpus_generation().await?;
        let folder = Folder::new(dir, generation);
        let why = match Self::existing(folder.clone(), analyser).await {
            Ok(found) => return Ok((found, Opened::Found)),
            Err(why) => why,
        };
        match &why {
            BuildReason::Damaged(reason) => {
                tracing::warn!(%reason, "the search index was damaged and is built again");
            }
            why => tracing::info!(?why, "building the search index"),
        }
        let chunks = build::build(database, analyser, embedding(), &folder, progress).await?;
        let built = Self::existing(folder.clone(), analyser).await.map_err(|why| {
            SearchError::Index { path: folder.path(), reason: format!("just built, but {why:?}") }
        })?;
        folder.remove_others();
        Ok((built, Opened::Built { why, chunks }))
    }

    /// The index in `folder`, or why it cannot be used.
    async fn existing(folder: Folder, analyser: &Analyser) -> Result<Self, BuildReason> {
        let analyser = analyser.clone();
        tokio::task::spawn_blocking(move || Self::load(&folder, analyser))
            .await
            .unwrap_or_else(|panic| Err(BuildReason::Damaged(panic.to_string())))
    }

    fn load(folder: &Folder, analyser: Analyser) -> Result<Self, BuildReason> {
        let manifest = Manifest::read(folder)?;
        if manifest.analysis != analyser.fingerprint() {
            return Err(BuildReason::OtherAnalysis);
        }
        let damaged = |error: tantivy::TantivyError| BuildReason::Damaged(error.to_string());
        let index = tantivy::Index::open_in_dir(folder.as_ref()).map_err(damaged)?;
        check_files(&index, folder.as_ref())?;
        let (schema, fields) = schema::schema();
        if index.schema() != schema {
            return Err(BuildReason::Damaged("its fields are not those of this version".into()));
        }
        let reader = index
            .reader_builder()
            .reload_policy(tantivy::ReloadPolicy::Manual)
            .try_into()
            .map_err(damaged)?;
        let searcher = reader.searcher();
        let documents = searcher.num_docs() as usize;
        if documents != manifest.chunks {
            let reason = format!("it holds {documents} chunks instead of {}", manifest.chunks);
            return Err(BuildReason::Damaged(reason));
        }
        // Places are document numbers: they are only where everything is in one segment.
        let columns = match searcher.segment_readers() {
            [] => None,
            [segment] => Some(Columns::open(segment.fast_fields()).map_err(damaged)?),
            more => {
                let reason = format!("{} segments instead of one", more.len());
                return Err(BuildReason::Damaged(reason));
            }
        };
        let folder = folder.clone();
        Ok(Self { inner: Arc::new(Inner { searcher, fields, columns, analyser, folder }) })
    }

    /// Whether the corpus is still the one this index was built from.
    pub async fn is_current(&self, database: &Database) -> Result<bool, SearchError> {
        Ok(database.corpus_generation().await? == self.inner.folder.generation)
    }

    /// The state of the corpus it was built from.
    pub fn generation(&self) -> u64 {
        self.inner.folder.generation
    }

    /// How many chunks it holds.
    pub fn chunks(&self) -> usize {
        self.inner.searcher.num_docs() as usize
    }

    /// The analyser that made its terms, which queries need too.
    pub fn analyser(&self) -> &Analyser {
        &self.inner.analyser
    }

    /// The best chunks for a query, best first; chunks that score the same come in the order of the corpus.
    ///
    /// The text of a query is data: no character of it is an operator. What goes on beyond
    /// [`Query::LONGEST`] characters is not searched for.
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index fails under it; open it again.
    pub fn search(&self, query: &Query) -> Result<Vec<Hit>, SearchError> {
        self.search_terms(&query.terms(&self.inner.analyser), query)
    }

    /// The same for a query whose text is analysed already; only its filters and its limit count.
    pub(crate) fn search_terms(
        &self,
        terms: &Terms,
        query: &Query,
    ) -> Result<Vec<Hit>, SearchError> {
        let found = self.places(terms, query)?.into_iter().zip(1..);
        found
            .map(|((place, score), rank)| {
                Ok(Hit { chunk_id: self.chunk_id(place)?, place, score, rank })
            })
            .collect()
    }

    /// The same as places and scores: naming every chunk takes longer than finding it.
    pub(crate) fn places(
        &self,
        terms: &Terms,
        query: &Query,
    ) -> Result<Vec<(usize, f32)>, SearchError> {
        let inner = &*self.inner;
        let found = |term: &tantivy::Term| inner.searcher.doc_freq(term).unwrap_or(0);
        let large = self.chunks() > query::LARGE;
        let found = large.then_some(&found as &dyn Fn(&tantivy::Term) -> u64);
        let Some(compiled) = query::compile(terms, query, &inner.fields, found) else {
            return Ok(Vec::new());
        };
        let best = tantivy::collector::TopDocs::with_limit(query.limit.clamp(1, Query::MOST))
            .order_by_score();
        let found: Vec<(Score, DocAddress)> =
            inner.searcher.search(&*compiled, &best).map_err(failed)?;
        Ok(found.into_iter().map(|(score, address)| (address.doc_id as usize, score)).collect())
    }

    /// The chunk at a place; empty when there is none.
    pub(crate) fn chunk_id(&self, place: usize) -> Result<ChunkId, SearchError> {
        let columns = self.inner.columns.as_ref();
        let id = columns.map_or(Ok(String::new()), |columns| columns.chunk_id(place));
        Ok(ChunkId(id.map_err(|error| failed(error.into()))?))
    }

    /// Whether the filters of a query admit the chunk at a place.
    pub(crate) fn admits(&self, query: &Query, place: usize) -> bool {
        self.inner.columns.as_ref().is_some_and(|columns| columns.admits(query, place))
    }

    /// Its companions on disk; an error when they are not there or not in order.
    pub(crate) fn companions(&self, embedding: &Arc<Embedding>) -> Result<Companions, SearchError> {
        let Inner { folder, analyser, .. } = &*self.inner;
        let files = folder.companions(analyser, embedding);
        Companions::load(&files, embedding.clone(), self.chunks())
    }

    /// Makes its companions and writes them; `None` when the corpus is no longer the one of this index.
    pub(crate) async fn make_companions(
        &self,
        database: &Database,
        embedding: &Arc<Embedding>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Option<Companions>, SearchError> {
        let Inner { folder, analyser, .. } = &*self.inner;
        let _lock = folder::lock(folder.dir()).await?;
        if let Ok(found) = self.companions(embedding) {
            return Ok(Some(found));
        }
        if !self.is_current(database).await? {
            return Ok(None);
        }
        let made = Companions::make(database, analyser, embedding.clone(), progress).await?;
        if !self.is_current(database).await? {
            return Ok(None);
        }
        made.save(&folder.companions(analyser, embedding))?;
        Ok(Some(made))
    }
}

fn failed(error: tantivy::TantivyError) -> SearchError {
    SearchError::Index { path: "the open search index".into(), reason: error.to_string() }
}

/// Compares each file of the index with its checksum. (tantivy's own check trusts a list of files that may be
/// damaged itself.) A missing file shows when its segment is opened.
fn check_files(index: &tantivy::Index, folder: &Path) -> Result<(), BuildReason> {
    let damaged = |reason: &dyn Display| BuildReason::Damaged(reason.to_string());
    let segments = index.searchable_segment_ids().map_err(|error| damaged(&error))?;
    let segments: Vec<String> = segments.iter().map(SegmentId::uuid_string).collect();
    for entry in std::fs::read_dir(folder).map_err(|error| damaged(&error))? {
        let name = entry.map_err(|error| damaged(&error))?.file_name();
        let file = Path::new(&name);
        if !file.file_stem().is_some_and(|stem| segments.iter().any(|it| stem == it.as_str())) {
            continue;
        }
        match index.directory().validate_checksum(file) {
            Ok(true) => {}
            Ok(false) => return Err(damaged(&format!("{} is not as written", file.display()))),
            Err(error) => return Err(damaged(&format!("{}: {error}", file.display()))),
        }
    }
    Ok(())
}

impl fmt::Debug for SearchIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchIndex")
            .field("generation", &self.inner.folder.generation)
            .field("chunks", &self.chunks())
            .finish()
    }
}
