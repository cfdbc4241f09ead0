//! Looking again at the best of the fused list, offline: how the words of the query stand in each passage, and
//! how near its words are to the query's in meaning. A linear model over [`FEATURES`]; its weights are
//! data (`weights.toml`), learned by `examples/learn-reranker.rs`.

mod asked;
mod features;
mod kept;
mod passages;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{Candidate, FEATURES, Features};
pub(crate) use passages::Keyed;
pub use passages::Passages;
pub use weights::Weights;

use crate::analysis::Terms;
use crate::dense::Embedding;
use asked::{Asked, Meanings};
use features::{Field, relate};

/// A candidate with its new score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reranked {
    /// Its place in [`Passages`].
    pub place: usize,
    /// 0..=1, higher is better; the fused score when time was up.
    pub score: f32,
}

/// The features of each candidate; `None` when `time_is_up`, which is asked before each.
pub fn features_of(
    query: &Terms,
    candidates: &[Candidate],
    passages: &Passages,
    embedding: &Embedding,
    time_is_up: &dyn Fn() -> bool,
) -> Option<Vec<Features>> {
    let asked = Asked::new(query, passages, embedding);
    let mut meanings = Meanings::new(&asked, passages, embedding);
    let field = Field::of(candidates);
    let mut found = Vec::with_capacity(candidates.len());
    for (number, candidate) in candidates.iter().enumerate() {
        if time_is_up() {
            return None;
        }
        let features = passages.get(candidate.place).map_or([0.0; FEATURES.len()], |passage| {
            field.features(number, candidate, &asked, passages, &passage, &mut meanings)
        });
        found.push(features);
    }
    relate(&mut found);
    Some(found)
}

/// The candidates in their new order, and whether there was time: when `time_is_up` says so before the
/// last has been looked at, they come back as they were given. Of equals the one given earlier comes first. The best by words
/// stay among the first ten, whatever their score (`kept.rs`).
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
    kept::keep_in_sight(&mut order, candidates);
    (order, true)
}
