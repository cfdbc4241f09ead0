//! BM25 over the chunks of the corpus, and the companion files that dense search needs.
//!
//! The index is derived from SQLite and never trusted: [`SearchIndex::open`] checks that it belongs to the
//! present generation of the corpus and that no file is damaged, else rebuilds it. Deleting its folder loses
//! nothing.
//!
//! This module ranks by words only; [`crate::retriever`] adds dense search, fusion and reranking.

mod build;
mod companions;
mod folder;
mod lines;
mod near_words;
mod pages;
mod query;
mod schema;
mod segments;
#[cfg(test)]
mod tests;
mod update;
mod vocabulary;
mod writing;

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use futures::future::BoxFuture;
use simui_domain::ChunkId;
use simui_store::Database;
use tantivy::index::SegmentId;
use tantivy::{DocAddress, Score, Searcher};

pub use build::Progress;
pub(crate) use companions::Joined as Companions;
pub(crate) use near_words::NearWords;
pub(crate) use pages::heading;
pub use query::Query;
pub(crate) use vocabulary::{NearWord, significant_bigrams, significant_words};

use crate::SearchError;
use crate::analysis::{Analyser, Terms};
use crate::dense::{Embedding, GraphKey};
use companions::CompanionFiles;
use folder::{Folder, Manifest};
use schema::Fields;
use segments::Segments;

/// A chunk that matches a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Number of the chunk in the index, from 0.
    pub place: usize,
    /// Weighted BM25 score; comparable within one result only.
    pub score: f32,
    /// Rank in the result, from 1.
    pub rank: usize,
}

/// How an index was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// An intact index existed.
    Found,
    /// The index was built.
    Built {
        /// Reason for building it.
        why: BuildReason,
        /// Number of chunks.
        chunks: usize,
    },
}

/// Reason for building an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildReason {
    /// No index of the corpus' present state existed: a first start, or an import.
    Missing,
    /// The index was made with another dictionary or version of the analysis.
    OtherAnalysis,
    /// The index could not be read, for this reason.
    Damaged(String),
}

/// An open index. [`SearchIndex::search`] may be called from many threads. It keeps working when its folder
/// is replaced or deleted.
#[derive(Clone)]
pub struct SearchIndex {
    inner: Arc<Inner>,
}

struct Inner {
    searcher: Searcher,
    fields: Fields,
    segments: Segments,
    analyser: Analyser,
    folder: Folder,
}

impl SearchIndex {
    /// Opens the index of the corpus' present state under `dir` (`<data dir>/index`). It is built first where
    /// it is missing, damaged or outdated; `progress` is called after each page. A build also makes the
    /// companions for `embedding`, which is called only then.
    ///
    /// If another process is building, its index is awaited and used.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when the folder cannot be written (a full disk), and
    /// [`SearchError::Store`] when the corpus cannot be read. The old index is left as it was.
    pub fn open<'a>(
        database: &'a Database,
        analyser: &'a Analyser,
        embedding: &'a (dyn Fn() -> Option<Arc<Embedding>> + Sync),
        dir: &'a Path,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> BoxFuture<'a, Result<(Self, Opened), SearchError>> {
        // Boxed, so that this crate compiles it once, and not every crate that awaits it.
        Box::pin(Self::open_extending(database, analyser, embedding, dir, update::LEAST, progress))
    }

    /// Opens like [`SearchIndex::open`]; an index of fewer than `least` chunks has one segment.
    async fn open_extending(
        database: &Database,
        analyser: &Analyser,
        embedding: &(dyn Fn() -> Option<Arc<Embedding>> + Sync),
        dir: &Path,
        least: usize,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(Self, Opened), SearchError> {
        let generation = database.corpus_generation().await?;
        if let Ok(found) = Self::existing(Folder::new(dir, generation), analyser).await {
            return Ok((found, Opened::Found));
        }
        let _lock = folder::lock(dir).await?;
        // The former holder of the lock has built it, or the corpus has changed since.
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
        let updated = match why {
            BuildReason::Missing => {
                update::update(database, analyser, embedding(), &folder, least, progress).await
            }
            _ => Ok(None),
        };
        let extended = match updated {
            Ok(None) => None,
            Ok(Some(_)) => Self::existing(folder.clone(), analyser).await.map_or_else(
                |why| {
                    tracing::warn!(?why, "the earlier index was damaged");
                    None
                },
                Some,
            ),
            Err(error) => {
                tracing::warn!(%error, "the earlier index could not be brought up to date");
                None
            }
        };
        let built = match extended {
            Some(extended) => extended,
            None => {
                build::build(database, analyser, embedding(), &folder, progress).await?;
                Self::existing(folder.clone(), analyser).await.map_err(|why| {
                    let reason = format!("just built, but {why:?}");
                    SearchError::Index { path: folder.path(), reason }
                })?
            }
        };
        let chunks = built.chunks();
        let own: Vec<&str> = built.inner.segments.iter().map(|it| it.id.as_str()).collect();
        folder.remove_others(&own);
        Ok((built, Opened::Built { why, chunks }))
    }

    /// Opens the index in `folder`, or returns why it cannot be used.
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
        if documents != manifest.size.chunks {
            let reason = format!("it holds {documents} chunks instead of {}", manifest.size.chunks);
            return Err(BuildReason::Damaged(reason));
        }
        let segments = Segments::of(&searcher).map_err(damaged)?;
        let folder = folder.clone();
        Ok(Self { inner: Arc::new(Inner { searcher, fields, segments, analyser, folder }) })
    }

    /// Returns whether the corpus is still the one that this index was built from.
    pub async fn is_current(&self, database: &Database) -> Result<bool, SearchError> {
        Ok(database.corpus_generation().await? == self.inner.folder.generation)
    }

    /// Returns the generation of the corpus that the index was built from.
    pub fn generation(&self) -> u64 {
        self.inner.folder.generation
    }

    /// Returns the number of chunks.
    pub fn chunks(&self) -> usize {
        self.inner.searcher.num_docs() as usize
    }

    /// Returns the ids of all chunks by place, in the order of segments; empty for a removed chunk.
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index cannot be read.
    pub(crate) fn chunk_ids(&self) -> Result<Vec<Vec<ChunkId>>, SearchError> {
        let ids = |segment: &segments::Segment| {
            let ids = segment.chunk_ids().map(|id| Ok(ChunkId(id?)));
            ids.collect::<std::io::Result<_>>()
        };
        let all = self.inner.segments.iter().map(ids).collect::<std::io::Result<_>>();
        all.map_err(|error| failed(error.into()))
    }

    /// Returns the number of places, those of removed chunks included.
    pub(crate) fn places_count(&self) -> usize {
        self.inner.segments.places()
    }

    /// Returns the analyser that made the terms; queries must use the same.
    pub fn analyser(&self) -> &Analyser {
        &self.inner.analyser
    }

    /// Returns the best chunks for a query, best first; of equal scores in the order of the corpus.
    ///
    /// No character of a query's text is an operator. Text beyond [`Query::LONGEST`] characters is ignored.
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index cannot be read; the index must be opened again.
    pub fn search(&self, query: &Query) -> Result<Vec<Hit>, SearchError> {
        self.search_terms(&query.terms(&self.inner.analyser), query)
    }

    /// Searches for `terms` instead of the query's text; of `query` only filters and limit are used.
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

    /// Searches like [`Self::search_terms`], but returns indices and scores: looking up chunk ids takes
    /// longer than the search.
    pub(crate) fn places(
        &self,
        terms: &Terms,
        query: &Query,
    ) -> Result<Vec<(usize, f32)>, SearchError> {
        let inner = &*self.inner;
        let found = |term: &tantivy::Term| inner.searcher.doc_freq(term).unwrap_or(0);
        let large = self.chunks() > query::LARGE_INDEX;
        let found = large.then_some(&found as &dyn Fn(&tantivy::Term) -> u64);
        let Some(compiled) = query::compile(terms, query, &inner.fields, found) else {
            return Ok(Vec::new());
        };
        let best = tantivy::collector::TopDocs::with_limit(query.limit.clamp(1, Query::MOST))
            .order_by_score();
        let found: Vec<(Score, DocAddress)> =
            inner.searcher.search(&*compiled, &best).map_err(failed)?;
        let place = |address| inner.segments.place(address);
        Ok(found.into_iter().map(|(score, address)| (place(address), score)).collect())
    }

    /// Returns the id of the chunk at a place; empty where there is none.
    pub(crate) fn chunk_id(&self, place: usize) -> Result<ChunkId, SearchError> {
        let id = self.inner.segments.chunk_id(place);
        Ok(ChunkId(id.map_err(|error| failed(error.into()))?))
    }

    /// Returns the segments in the order of their places: name and number of places.
    pub(crate) fn segments(&self) -> impl Iterator<Item = (&str, usize)> {
        self.inner.segments.iter().map(|segment| (segment.id.as_str(), segment.len))
    }

    /// Returns whether there is a chunk at a place that the filters of a query admit.
    pub(crate) fn admits(&self, query: &Query, place: usize) -> bool {
        self.inner.segments.admits(query, place)
    }

    /// Returns the places of the chunks of a query's kinds, those of removed chunks included; `None` where
    /// they are too many to look at each, or where the query has no kinds.
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index cannot be read.
    pub(crate) fn few_of_kinds(&self, query: &Query) -> Result<Option<Vec<usize>>, SearchError> {
        let Inner { searcher, fields, segments, .. } = &*self.inner;
        let terms: Vec<_> = query::kind_terms(query, fields).collect();
        let counts = terms.iter().map(|it| searcher.doc_freq(it)).collect::<Result<Vec<_>, _>>();
        let count: u64 = counts.map_err(failed)?.iter().sum();
        let all = segments.places() as u64;
        if terms.is_empty() || count.saturating_mul(query::FEW) > all {
            return Ok(None);
        }
        segments.places_of(searcher, &terms).map(Some).map_err(failed)
    }

    /// Maps the companions. Fails where some are missing or damaged.
    pub(crate) fn companions(&self, embedding: &Arc<Embedding>) -> Result<Companions, SearchError> {
        Companions::load(&self.companion_files(embedding), embedding, &self.inner.segments)
    }

    /// Gives large segments their graphs, see [`Companions`]; the thread builds those that are missing.
    pub(crate) fn connect(
        &self,
        companions: &Companions,
        key: Option<GraphKey>,
    ) -> Option<JoinHandle<()>> {
        let files = self.companion_files(companions.embedding());
        companions.connect(&files, &self.inner.segments, key)
    }

    fn companion_files(&self, embedding: &Embedding) -> CompanionFiles {
        CompanionFiles::new(self.inner.folder.dir(), &self.inner.analyser, embedding)
    }

    /// Computes and stores the companions that are missing; `None` where the corpus has changed since the
    /// index was built.
    pub(crate) async fn make_companions(
        &self,
        database: &Database,
        embedding: &Arc<Embedding>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Option<Companions>, SearchError> {
        let Inner { folder, analyser, segments, .. } = &*self.inner;
        let _lock = folder::lock(folder.dir()).await?;
        if let Ok(found) = self.companions(embedding) {
            return Ok(Some(found));
        }
        if !self.is_current(database).await? {
            return Ok(None);
        }
        let files = self.companion_files(embedding);
        Companions::complete(database, analyser, &files, embedding, segments, progress).await
    }
}

fn failed(error: tantivy::TantivyError) -> SearchError {
    SearchError::Index { path: "the open search index".into(), reason: error.to_string() }
}

/// Verifies the checksum of each file of the index. (The check of tantivy trusts a list of files that may
/// itself be damaged.) A missing file is noticed when its segment is opened.
fn check_files(index: &tantivy::Index, folder: &Path) -> Result<(), BuildReason> {
    let damaged = |reason: &dyn Display| BuildReason::Damaged(reason.to_string());
    let segments = index.searchable_segment_ids().map_err(|error| damaged(&error))?;
    let segments: Vec<String> = segments.iter().map(SegmentId::uuid_string).collect();
    for entry in std::fs::read_dir(folder).map_err(|error| damaged(&error))? {
        let name = entry.map_err(|error| damaged(&error))?.file_name();
        let file = Path::new(&name);
        let of_segment = |name: &str| segments.iter().any(|it| name.starts_with(it.as_str()));
        if !name.to_str().is_some_and(of_segment) {
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
