//! Reranks the best of the fused list: a linear model over [`FEATURES`], which measure how the words of the
//! query occur in each passage and how near its words are in meaning. The weights are data (`weights.toml`),
//! learned by `examples/learn-reranker.rs`.

mod features;
mod lexical_best;
mod passages;
mod prepared_query;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{Candidate, FEATURES, Features};
pub use passages::Passages;
pub(crate) use passages::{Keyed, Part as PassagePart};
pub use weights::Weights;

use crate::analysis::Terms;
use crate::dense::Embedding;
use features::{Pool, relate};
use prepared_query::{Meanings, PreparedQuery};

/// A candidate with its new score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reranked {
    /// Index in [`Passages`].
    pub place: usize,
    /// Score in 0..=1, higher is better; the fused score when time was up.
    pub score: f32,
}

/// Computes the features of each candidate; `None` once `time_is_up`, which is checked before each.
pub fn features_of(
    query: &Terms,
    candidates: &[Candidate],
    passages: &Passages,
    embedding: &Embedding,
    time_is_up: &dyn Fn() -> bool,
) -> Option<Vec<Features>> {
    let prepared = PreparedQuery::new(query, passages, embedding);
    let mut meanings = Meanings::new(&prepared, passages, embedding);
    let pool = Pool::of(candidates);
    let mut found = Vec::with_capacity(candidates.len());
    for (number, candidate) in candidates.iter().enumerate() {
        if time_is_up() {
            return None;
        }
        let features = passages.get(candidate.place).map_or([0.0; FEATURES.len()], |passage| {
            pool.features(number, candidate, &prepared, passages, &passage, &mut meanings)
        });
        found.push(features);
    }
    relate(&mut found);
    Some(found)
}

/// Returns the candidates in their new order, and whether reranking finished in time. If `time_is_up` before
/// the last candidate, they are returned as given. Of equal ones the earlier stays first. The best by words
/// stay among the first ten, whatever their score (`lexical_best.rs`).
pub fn rerank(
    weights: &Weights,
    query: &Terms,
    candidates: &[Candidate],
    passages: &Passages,
    embedding: &Embedding,
    time_is_up: &dyn Fn() -> bool,
) -> (Vec<Reranked>, bool) {
    let Some(features) = features_of(query, candidates, passages, embedding, time_is_up) else {
        let given = candidates.iter().map(|it| Reranked { place: it.place, score: it.fused });
        return (given.collect(), false);
    };
    let mut order: Vec<Reranked> = candidates
        .iter()
        .zip(&features)
        .map(|(it, features)| Reranked { place: it.place, score: weights.score(features) })
        .collect();
    order.sort_by(|a, b| b.score.total_cmp(&a.score));
    lexical_best::keep_lexical_best(&mut order, candidates);
    (order, true)
}
