//! Several ranked lists become one, and the profiles that say how.

mod profile;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use profile::{Method, Profile, Profiles, Results};

/// One ranked list: keys with their scores, best first, each key once.
#[derive(Debug, Clone, Copy)]
pub struct List<'a, K> {
    /// How much the list counts; not negative.
    pub weight: f32,
    /// Best first.
    pub hits: &'a [(K, f32)],
}

/// A key with what each list gave it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fused<K> {
    /// What was found.
    pub key: K,
    /// The sum of the contributions.
    pub score: f32,
    /// For each list, in the order given; `None` where the key is not in it.
    pub parts: Vec<Option<Part>>,
}

/// What one list gave to a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Place in the list, from 1.
    pub rank: usize,
    /// The list's own score.
    pub score: f32,
    /// What it added to the fused score.
    pub contribution: f32,
}

/// Reciprocal rank fusion: Σ weight / (k + rank) (Cormack, Clarke and Büttcher, 2009, with k = 60).
pub fn reciprocal_rank<K: Ord + Clone>(lists: &[List<'_, K>], k: f32) -> Vec<Fused<K>> {
    fuse(lists, |list, rank, _| list.weight / (k + rank as f32))
}

/// Weighted sum of scores, each list's divided by its best so that it lies in 0..=1 (the convex combination of
/// Bruch, Gai and Ingber, 2023, with zero as the least score). Scores below zero count as zero.
pub fn weighted_scores<K: Ord + Clone>(lists: &[List<'_, K>]) -> Vec<Fused<K>> {
    fuse(lists, |list, _, score| {
        let best = list.hits.iter().map(|hit| hit.1).fold(0.0_f32, f32::max);
        if best > 0.0 { list.weight * score.max(0.0) / best } else { 0.0 }
    })
}

/// Best first; of equals the one that some list has higher, then the smaller key. The order of the lists does not
/// matter.
fn fuse<K: Ord + Clone>(
    lists: &[List<'_, K>],
    contribution: impl Fn(&List<'_, K>, usize, f32) -> f32,
) -> Vec<Fused<K>> {
    let mut found: BTreeMap<&K, Vec<Option<Part>>> = BTreeMap::new();
    for (number, list) in lists.iter().enumerate() {
        for (index, (key, score)) in list.hits.iter().enumerate() {
            let parts = found.entry(key).or_insert_with(|| vec![None; lists.len()]);
            let rank = index + 1;
            let contribution = contribution(list, rank, *score);
            // A key that a list names twice counts where it is better.
            parts[number].get_or_insert(Part { rank, score: *score, contribution });
        }
    }
    let mut fused: Vec<Fused<K>> = found
        .into_iter()
        .map(|(key, parts)| Fused { key: key.clone(), score: total(&parts), parts })
        .collect();
    let highest = |it: &Fused<K>| it.parts.iter().flatten().map(|part| part.rank).min();
    fused.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| highest(a).cmp(&highest(b)))
            .then_with(|| a.key.cmp(&b.key))
    });
    fused
}

/// Adds from the least, so that the sum does not depend on the order of the lists.
fn total(parts: &[Option<Part>]) -> f32 {
    let mut contributions: Vec<f32> = parts.iter().flatten().map(|it| it.contribution).collect();
    contributions.sort_by(f32::total_cmp);
    contributions.iter().sum()
}
