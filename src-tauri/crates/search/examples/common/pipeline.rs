//! Makes a retrieval set searchable as `simui bench import-beir` does: a chunk for each document, BM25, a
//! fitted embedding, fusion and reranking.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use simui_search::analysis::{Analyser, Terms};
use simui_search::dense::train::{Material, Next, Settings, fit};
use simui_search::dense::{Embedding, Vectors};
use simui_search::fusion::{List, reciprocal_rank, weighted_scores};
use simui_search::index::{Query, SearchIndex};
use simui_search::rerank::{Candidate, Passages};
use simui_store::Database;

use super::Outcome;
use super::corpus::stored;
use super::sets::{self, Set};

/// Indices of documents with scores, best first.
pub type Ranked = Vec<(usize, f32)>;

/// Depth of each list, all of which is reranked; equal to the profile "search".
pub const DEPTH: usize = 50;
/// Weights of BM25 and of the vectors.
pub const WEIGHTS: [f32; 2] = [1.0, 1.0];

pub struct Pipeline {
    pub analyser: Analyser,
    pub index: SearchIndex,
    pub embedding: Embedding,
    pub vectors: Vectors,
    pub passages: Passages,
    /// Analysed title and text of every document.
    pub terms: Vec<Terms>,
    /// Time that fitting took.
    pub fitting: Duration,
}

impl Pipeline {
    /// `seconds` bounds the time of fitting.
    pub async fn new(
        set: &Set,
        analyser: &Analyser,
        base: &Embedding,
        seconds: u64,
    ) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let database = Database::open(folder.path()).await?;
        let documents = &set.documents;
        let chunks = documents.iter().map(|it| (it.title.as_str(), it.text.as_str()));
        database.save_document(&stored("", chunks), Timestamp::UNIX_EPOCH).await?;
        let place = folder.path().join("index");
        let (index, _) =
            SearchIndex::open(&database, analyser, &|| None, &place, &mut |_| {}).await?;

        let started = Instant::now();
        let embedding = fitted(documents, analyser, base, seconds)?;
        let fitting = started.elapsed();
        let mut vectors = Vectors::new(embedding.dims());
        let mut passages = Passages::default();
        let analysed = both(documents, |document| {
            let (heading, text) = (analyser.terms(&document.title), analyser.terms(&document.text));
            let all_terms = joined(&heading, &text);
            let vector = embedding.embed(&all_terms);
            (heading, text, all_terms, vector)
        });
        let mut terms = Vec::new();
        for (heading, text, all_terms, vector) in analysed {
            passages.push(&heading, &text)?;
            vectors.push(&vector);
            terms.push(all_terms);
        }
        let analyser = analyser.clone();
        Ok(Self { analyser, index, embedding, vectors, passages, terms, fitting })
    }

    pub fn lexical(&self, question: &str) -> Outcome<Ranked> {
        let hits = self.index.search(&Query { limit: DEPTH, ..Query::new(question) })?;
        hits.into_iter().map(|hit| Ok((hit.chunk_id.as_str().parse()?, hit.score))).collect()
    }

    pub fn dense(&self, vector: &[f32]) -> Ranked {
        let near = self.vectors.nearest(vector, DEPTH, |_| true);
        near.into_iter().map(|it| (it.index, it.score)).collect()
    }

    /// Returns the candidates for the reranker.
    pub fn candidates(&self, fused: &Ranked, lexical: &Ranked, vector: &[f32]) -> Vec<Candidate> {
        let score = self.vectors.score(vector);
        fused
            .iter()
            .map(|&(place, fused)| Candidate {
                place,
                fused,
                lexical: lexical.iter().find(|it| it.0 == place).map_or(0.0, |it| it.1),
                dense: score(place),
            })
            .collect()
    }
}

/// Reciprocal rank fusion with k = 60, and weighted scores.
pub fn fusions(lexical: &Ranked, dense: &Ranked) -> [Ranked; 2] {
    let lists =
        [List { weight: WEIGHTS[0], hits: lexical }, List { weight: WEIGHTS[1], hits: dense }];
    [reciprocal_rank(&lists, 60.0), weighted_scores(&lists)]
        .map(|fused| fused.into_iter().map(|it| (it.key, it.score)).collect())
}

fn fitted(
    documents: &[sets::Document],
    analyser: &Analyser,
    base: &Embedding,
    seconds: u64,
) -> Outcome<Embedding> {
    let mut material = Material::default();
    let passages: Vec<_> = documents.iter().map(|it| (it.title.clone(), it.text.clone())).collect();
    material.add_passages(analyser, &passages, 2);
    let started = Instant::now();
    let limit = Duration::from_secs(seconds);
    let settings = Settings::to_fit(material.passages());
    let fitted = fit(base, material, &settings, &mut |_| {
        if started.elapsed() < limit { Next::Continue } else { Next::Finish }
    });
    Ok(fitted.unwrap_or_else(|| base.clone()))
}

pub fn joined(heading: &Terms, text: &Terms) -> Terms {
    let join = |a: &[String], b: &[String]| a.iter().chain(b).cloned().collect();
    Terms {
        morphemes: join(&heading.morphemes, &text.morphemes),
        bigrams: join(&heading.bigrams, &text.bigrams),
    }
}

/// Runs work on both cores; results are in order.
pub fn both<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = items.len().div_ceil(2).max(1);
    let work = &work;
    thread::scope(|scope| {
        let parts: Vec<_> = items
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>()))
            .collect();
        parts.into_iter().flat_map(|it| it.join().unwrap_or_default()).collect()
    })
}

/// A file of the checkout or named by the first argument that ends in `.bin`.
pub fn base(arguments: &[String]) -> Outcome<Embedding> {
    let named = arguments.iter().find(|it| it.ends_with(".bin"));
    let file = named
        .map_or_else(|| super::repository("models/embedding/base.bin"), |it| Path::new(it).into());
    Ok(Embedding::open(&file)?)
}
