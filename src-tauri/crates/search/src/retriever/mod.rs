//! The corpus, searched: by words, by meaning, or by both with the best looked at again.

mod ask;
mod embeddings;
mod fitting;
mod found;
mod meaning;
mod rescore;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use simui_store::Database;
use tokio::sync::OnceCell;

pub use ask::{Ask, EncodedQuery, Mode};
pub use embeddings::Embeddings;
pub use fitting::{FIT_FROM, Fit, fit};
pub use found::{Found, FoundHit, Reranking, Took};
pub use rescore::rescore;

use crate::SearchError;
use crate::analysis::Terms;
use crate::dense::Embedding;
use crate::fusion::{Fused, Part};
use crate::index::{Companions, Opened, Progress, Query, SearchIndex};
use crate::rerank::{Candidate, Reranked, Weights, rerank};
use meaning::Meaning;
use watch::Watch;

/// An index with what dense search and reranking need beside it. Searching takes `&self` from many threads.
pub struct Retriever {
    index: SearchIndex,
    embeddings: Embeddings,
    dir: PathBuf,
    weights: Weights,
    /// Read when they are first needed: a review needs only the index.
    companions: OnceCell<Companions>,
}

impl Retriever {
    /// Opens the index of the corpus' present state under `dir` (`<data dir>/index`), building it first where it is missing,
    /// damaged or behind; see [`SearchIndex::open`]. Without an embedding it searches by words alone.
    ///
    /// # Errors
    /// As [`SearchIndex::open`].
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
        Ok((Self { index, embeddings, dir, weights, companions: OnceCell::new() }, opened))
    }

    /// The index of words.
    pub fn index(&self) -> &SearchIndex {
        &self.index
    }

    /// The embedding it searches with, once it is [`Retriever::ready`].
    pub fn embedding(&self) -> Option<&Arc<Embedding>> {
        self.companions.get().map(Companions::embedding)
    }

    /// Makes dense search ready: reads what is beside the index, or makes it again where it is missing or damaged.
    /// `false` when there is no embedding, or the corpus has changed since the index was built.
    ///
    /// # Errors
    /// The embedding or the corpus cannot be read, or the disk refuses what was made.
    pub async fn ready(
        &self,
        database: &Database,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<bool, SearchError> {
        if self.companions.initialized() {
            return Ok(true);
        }
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
                // No failure: at the first start there are none. The error's advice is for one that stays.
                let why = match why {
                    SearchError::Index { reason, .. } => reason,
                    other => other.to_string(),
                };
                tracing::info!(why, "there are no vectors that fit the index; making them");
                self.index.make_companions(database, &embedding, progress).await?
            }
        };
        let Some(companions) = companions else { return Ok(false) };
        // Somebody else may have been faster; theirs are the same.
        let _ = self.companions.set(companions);
        Ok(true)
    }

    /// Searches. A mode that needs vectors searches by words while there are none, and says so: neither those of an encoder, nor
    /// the embedding's ([`Retriever::ready`]).
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index fails under it.
    pub fn find(&self, ask: &Ask<'_>) -> Result<Found, SearchError> {
        let mut watch = Watch::start();
        let terms = ask.query.terms(self.index.analyser());
        watch.took.analyse = watch.lap();
        let companions = self.companions.get();
        let meaning = match ask.mode {
            Mode::Bm25 => None,
            _ => Meaning::of(ask, &terms, &self.index, companions, &mut watch),
        };
        let hits = match (ask.mode, &meaning) {
            (Mode::Bm25, _) | (_, None) => self.by_words(ask, &terms, &mut watch)?,
            (Mode::Dense, Some(meaning)) => self.by_meaning(ask, meaning, &mut watch)?,
            (Mode::Hybrid, Some(meaning)) => {
                self.by_both(ask, &terms, meaning, companions, &mut watch)?
            }
        };
        let mode = if meaning.is_none() { Mode::Bm25 } else { ask.mode };
        let by_encoder = meaning.is_some_and(|meaning| meaning.by_encoder);
        watch.took.total = watch.started.elapsed();
        Ok(Found { hits, mode, by_encoder, terms, took: watch.took })
    }

    fn by_words(
        &self,
        ask: &Ask<'_>,
        terms: &Terms,
        watch: &mut Watch,
    ) -> Result<Vec<FoundHit>, SearchError> {
        let hits = self.index.search_terms(terms, &ask.query)?;
        watch.took.bm25 = watch.lap();
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
        watch: &mut Watch,
    ) -> Result<Vec<FoundHit>, SearchError> {
        let near = meaning.nearest(&self.index, ask, ask.query.limit);
        watch.took.dense = watch.lap();
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
        watch: &mut Watch,
    ) -> Result<Vec<FoundHit>, SearchError> {
        let profile = ask.profile;
        let limit = ask.query.limit;
        let deep = |depth: usize| Query { limit: depth.max(limit), ..ask.query.clone() };
        let words = self.index.places(terms, &deep(profile.lexical))?;
        watch.took.bm25 = watch.lap();
        let near = meaning.nearest(&self.index, ask, profile.dense.max(limit));
        watch.took.dense = watch.lap();
        let fused = profile.fuse(&words, &near);
        watch.took.fuse = watch.lap();
        let again = companions.filter(|_| ask.rerank).and_then(|companions| {
            let late = || ask.deadline.is_some_and(|deadline| watch.started.elapsed() > deadline);
            self.again(&fused[..profile.rerank.min(fused.len())], terms, meaning, companions, &late)
        });
        let looked_at = again.as_ref().map_or(0, Vec::len);
        let mut hits = Vec::with_capacity(limit);
        let by_place = |place: usize| fused.iter().position(|hit| hit.key == place);
        for (rank, again) in again.into_iter().flatten().take(limit).enumerate() {
            let enough = profile.minimum.is_none_or(|minimum| again.score >= minimum);
            let Some(at) = by_place(again.place).filter(|_| enough) else { continue };
            let rerank = Reranking { rank: rank + 1, score: again.score };
            hits.push(self.hit(&fused, at, Some(rerank))?);
        }
        // What was not looked at again comes after what was, unless that needs a least score.
        if looked_at == 0 || profile.minimum.is_none() {
            for at in (looked_at..fused.len()).take(limit.saturating_sub(hits.len())) {
                hits.push(self.hit(&fused, at, None)?);
            }
        }
        watch.took.rerank = watch.lap();
        Ok(hits)
    }

    /// The best of the fused list, looked at again; `None` when there was no time.
    fn again(
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
