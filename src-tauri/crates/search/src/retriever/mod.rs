//! Searches the corpus by words, by meaning, or by both with reranking.

mod ask;
mod embeddings;
mod fitting;
mod found;
mod knowledge;
mod meaning;
mod rescore;
mod stopwatch;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use futures::future::BoxFuture;
use simui_store::Database;
use tokio::sync::OnceCell;

pub use ask::{Ask, EncodedQuery, Mode};
pub use embeddings::Embeddings;
pub use fitting::{FIT_FROM, Fit, Learning, Lessons, fit, learn_here};
pub use found::{Found, FoundHit, FusedLists, Reranking, Took};
pub use rescore::rescore;

use crate::SearchError;
use crate::analysis::Terms;
use crate::dense::{Embedding, GraphKey, Vectors};
use crate::fusion::{Fused, Part};
use crate::index::{Companions, Opened, Progress, Query, SearchIndex};
use crate::rerank::{Candidate, Reranked, Weights, rerank};
use meaning::Meaning;
use stopwatch::Stopwatch;

/// An index with the data of dense search and reranking. Searches may run on many threads.
pub struct Retriever {
    index: SearchIndex,
    embeddings: Embeddings,
    dir: PathBuf,
    weights: Weights,
    /// Read on first use: a review needs only the index.
    companions: OnceCell<Companions>,
    /// Builds the graphs of vectors that were missing.
    building: Mutex<Option<JoinHandle<()>>>,
}

impl Retriever {
    /// Opens the index of the corpus' present state under `dir` (`<data dir>/index`). It is built first where
    /// it is missing, damaged or outdated; see [`SearchIndex::open`]. Without an embedding, searches use
    /// words only.
    ///
    /// # Errors
    /// The errors of [`SearchIndex::open`].
    pub async fn open(
        database: &Database,
        embeddings: &Embeddings,
        analyser: &crate::analysis::Analyser,
        dir: &Path,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(Self, Opened), SearchError> {
        let embedding = || match embeddings.present(dir, analyser) {
            Ok(embedding) => embedding,
            Err(error) => {
                tracing::warn!(%error, "indexing words alone");
                None
            }
        };
        let (index, opened) =
            SearchIndex::open(database, analyser, &embedding, dir, progress).await?;
        let (embeddings, dir) = (embeddings.clone(), dir.to_owned());
        let weights = Weights::shipped()?;
        let retriever = Self {
            index,
            embeddings,
            dir,
            weights,
            companions: OnceCell::new(),
            building: Mutex::default(),
        };
        Ok((retriever, opened))
    }

    /// Returns the index of words.
    pub fn index(&self) -> &SearchIndex {
        &self.index
    }

    /// Returns the embedding that is searched with, once [`Retriever::ready`] has loaded it.
    pub fn embedding(&self) -> Option<&Arc<Embedding>> {
        self.companions.get().map(Companions::embedding)
    }

    /// Returns the vectors of the index by the embedding, once [`Retriever::ready`] has mapped them.
    pub fn vectors(&self) -> Option<&Vectors> {
        self.companions.get().map(|companions| &companions.vectors)
    }

    /// Prepares dense search: reads the companions of the index, or makes them where they are missing or
    /// damaged. Returns `false` without an embedding, or when the corpus has changed since the index was
    /// built.
    ///
    /// # Errors
    /// When the embedding or the corpus cannot be read, or the companions cannot be written.
    pub fn ready<'a>(
        &'a self,
        database: &'a Database,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> BoxFuture<'a, Result<bool, SearchError>> {
        // Boxed, so that this crate compiles it once, and not every crate that awaits it.
        Box::pin(self.make_ready(database, progress))
    }

    async fn make_ready(
        &self,
        database: &Database,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<bool, SearchError> {
        // The three lists of a review ask at the same time; the first reads for all.
        let loading =
            async || self.load(database, progress).await.map_err(Some)?.ok_or(None::<SearchError>);
        match self.companions.get_or_try_init(loading).await {
            Ok(_) => Ok(true),
            Err(None) => Ok(false),
            Err(Some(error)) => Err(error),
        }
    }

    /// Reads or makes the companions; `None` where there can be none.
    async fn load(
        &self,
        database: &Database,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Option<Companions>, SearchError> {
        let (index, embeddings, dir) =
            (self.index.clone(), self.embeddings.clone(), self.dir.clone());
        let reading = tokio::task::spawn_blocking(move || {
            let embedding = embeddings.present(&dir, index.analyser())?;
            Ok(embedding.map(|embedding| (index.companions(&embedding), embedding)))
        });
        let read = reading.await.unwrap_or_else(|panic| Err(SearchError::panicked(&panic)))?;
        let companions = match read {
            None => None,
            Some((Ok(companions), _)) => Some(companions),
            Some((Err(why), embedding)) => {
                // Expected at the first start. The error's advice concerns a lasting failure and is not
                // logged.
                let why = match why {
                    SearchError::Index { reason, .. } => reason,
                    other => other.to_string(),
                };
                tracing::info!(why, "there are no vectors that fit the index; making them");
                self.index.make_companions(database, &embedding, progress).await?
            }
        };
        let Some(companions) = companions else { return Ok(None) };
        let (index, key) = (self.index.clone(), database.index_key().map(GraphKey));
        let connecting = tokio::task::spawn_blocking(move || {
            let building = index.connect(&companions, key);
            (companions, building)
        });
        let (companions, building) =
            connecting.await.map_err(|panic| SearchError::panicked(&panic))?;
        if let Some(building) = building {
            *self.building.lock().unwrap_or_else(PoisonError::into_inner) = Some(building);
        }
        Ok(Some(companions))
    }

    /// Waits until the graphs of vectors that [`Retriever::ready`] found missing are built and stored. A
    /// search need not wait: without its graph a segment's vectors are all compared.
    pub fn connected(&self) {
        let building = self.building.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A panic there leaves the vectors without a graph.
        let _ = building.map(JoinHandle::join);
    }

    /// Searches the corpus. Where neither an encoder's vectors nor the embedding ([`Retriever::ready`]) are
    /// available, it searches by words only and reports this in [`Found::mode`].
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index cannot be read.
    pub fn find(&self, ask: &Ask<'_>) -> Result<Found, SearchError> {
        let mut stopwatch = Stopwatch::start();
        let terms = ask.query.terms(self.index.analyser());
        stopwatch.took.analyse = stopwatch.lap();
        let companions = self.companions.get();
        let meaning = match ask.mode {
            Mode::Bm25 => None,
            _ => Meaning::of(ask, &terms, &self.index, companions, &mut stopwatch),
        };
        let known = knowledge::is_known(&terms, &self.index, meaning.as_ref(), companions);
        let mut lists = None;
        let hits = match (ask.mode, &meaning) {
            _ if !known => Vec::new(),
            (Mode::Bm25, _) | (_, None) => self.by_words(ask, &terms, &mut stopwatch)?,
            (Mode::Dense, Some(meaning)) => self.by_meaning(ask, meaning, &mut stopwatch)?,
            (Mode::Hybrid, Some(meaning)) => {
                let (hits, fused) =
                    self.by_both(ask, &terms, meaning, companions, &mut stopwatch)?;
                lists = Some(fused);
                hits
            }
        };
        let mode = if meaning.is_none() { Mode::Bm25 } else { ask.mode };
        let by_encoder = meaning.is_some_and(|meaning| meaning.by_encoder);
        stopwatch.took.total = stopwatch.started.elapsed();
        Ok(Found { hits, known, mode, lists, by_encoder, terms, took: stopwatch.took })
    }

    fn by_words(
        &self,
        ask: &Ask<'_>,
        terms: &Terms,
        stopwatch: &mut Stopwatch,
    ) -> Result<Vec<FoundHit>, SearchError> {
        let hits = self.index.search_terms(terms, &ask.query)?;
        stopwatch.took.bm25 = stopwatch.lap();
        let hit = |hit: crate::index::Hit| FoundHit {
            bm25: Some(Part { rank: hit.rank, score: hit.score, contribution: hit.score }),
            ..FoundHit::new(hit.chunk_id, hit.score)
        };
        Ok(hits.into_iter().map(hit).collect())
    }

    fn by_meaning(
        &self,
        ask: &Ask<'_>,
        meaning: &Meaning<'_>,
        stopwatch: &mut Stopwatch,
    ) -> Result<Vec<FoundHit>, SearchError> {
        let near = meaning.nearest(&self.index, ask, ask.query.limit)?;
        stopwatch.took.dense = stopwatch.lap();
        let hits = near.into_iter().zip(1..).map(|((place, score), rank)| {
            let part = Part { rank, score, contribution: score };
            let chunk_id = self.index.chunk_id(place)?;
            Ok(FoundHit { dense: Some(part), ..FoundHit::new(chunk_id, score) })
        });
        hits.collect()
    }

    fn by_both(
        &self,
        ask: &Ask<'_>,
        terms: &Terms,
        meaning: &Meaning<'_>,
        companions: Option<&Companions>,
        stopwatch: &mut Stopwatch,
    ) -> Result<(Vec<FoundHit>, FusedLists), SearchError> {
        let profile = ask.profile;
        let limit = ask.query.limit;
        let depth = [profile.lexical.max(limit), profile.dense.max(limit)];
        let deep = Query { limit: depth[0], ..ask.query.clone() };
        let words = self.index.places(terms, &deep)?;
        stopwatch.took.bm25 = stopwatch.lap();
        let near = meaning.nearest(&self.index, ask, depth[1])?;
        stopwatch.took.dense = stopwatch.lap();
        let fused = profile.fuse(&words, &near);
        stopwatch.took.fuse = stopwatch.lap();
        let reranked = companions.filter(|_| ask.rerank).and_then(|companions| {
            let late =
                || ask.deadline.is_some_and(|deadline| stopwatch.started.elapsed() > deadline);
            self.rerank_best(
                &fused[..profile.rerank.min(fused.len())],
                terms,
                meaning,
                companions,
                &late,
            )
        });
        let reranked_count = reranked.as_ref().map_or(0, Vec::len);
        let mut hits = Vec::with_capacity(limit);
        let by_place = |place: usize| fused.iter().position(|hit| hit.key == place);
        for (rank, candidate) in reranked.into_iter().flatten().take(limit).enumerate() {
            let enough = profile.minimum.is_none_or(|minimum| candidate.score >= minimum);
            let Some(at) = by_place(candidate.place).filter(|_| enough) else { continue };
            let rerank = Reranking { rank: rank + 1, score: candidate.score };
            hits.push(self.hit(&fused, at, Some(rerank))?);
        }
        // Hits that were not reranked follow, unless the profile requires a least score.
        if reranked_count == 0 || profile.minimum.is_none() {
            for at in (reranked_count..fused.len()).take(limit.saturating_sub(hits.len())) {
                hits.push(self.hit(&fused, at, None)?);
            }
        }
        stopwatch.took.rerank = stopwatch.lap();
        let best = [&words, &near]
            .map(|list| list.iter().map(|(_, score)| *score).fold(0.0_f32, f32::max));
        Ok((hits, FusedLists { depth, best, reranked: reranked_count > 0 }))
    }

    /// Reranks the best of the fused list; `None` when time was up.
    fn rerank_best(
        &self,
        best: &[Fused<usize>],
        terms: &Terms,
        meaning: &Meaning<'_>,
        companions: &Companions,
        late: &dyn Fn() -> bool,
    ) -> Option<Vec<Reranked>> {
        let nearness = meaning.nearness();
        let candidates: Vec<Candidate> = best
            .iter()
            .map(|hit| Candidate {
                place: hit.key,
                fused: hit.score,
                lexical: hit.parts[0].map_or(0.0, |part| part.score),
                dense: nearness(hit.key),
            })
            .collect();
        let (passages, embedding) = (&companions.passages, companions.embedding());
        let (order, in_time) = rerank(&self.weights, terms, &candidates, passages, embedding, late);
        in_time.then_some(order)
    }

    fn hit(
        &self,
        fused: &[Fused<usize>],
        at: usize,
        rerank: Option<Reranking>,
    ) -> Result<FoundHit, SearchError> {
        let found = &fused[at];
        let chunk_id = self.index.chunk_id(found.key)?;
        Ok(FoundHit {
            bm25: found.parts[0],
            dense: found.parts[1],
            fused: Some(Part { rank: at + 1, score: found.score, contribution: found.score }),
            rerank,
            ..FoundHit::new(chunk_id, rerank.map_or(found.score, |it| it.score))
        })
    }
}
