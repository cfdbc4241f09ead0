//! Joins ranked lists into one, as a profile says.

mod profile;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use profile::{Formula, Method, Profile, Profiles, Results, WrongValue};

/// A ranked list of distinct keys with their scores, best first.
#[derive(Debug, Clone, Copy)]
pub struct List<'a, K> {
    /// Weight of the list; not negative.
    pub weight: f32,
    /// Keys with scores, best first.
    pub hits: &'a [(K, f32)],
}

/// A key with the contribution of each list.
#[derive(Debug, Clone, PartialEq)]
pub struct Fused<K> {
    /// The key.
    pub key: K,
    /// Sum of the contributions.
    pub score: f32,
    /// Contribution of each list, in the order given; `None` where the list lacks the key.
    pub parts: Vec<Option<Part>>,
}

/// The contribution of one list to a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Rank in the list, from 1.
    pub rank: usize,
    /// Score in the list.
    pub score: f32,
    /// Amount added to the fused score.
    pub contribution: f32,
}

/// Fuses by reciprocal ranks: Σ weight / (k + rank) (Cormack, Clarke and Büttcher, 2009, with k = 60).
pub fn reciprocal_rank<K: Ord + Clone>(lists: &[List<'_, K>], k: f32) -> Vec<Fused<K>> {
    fuse(lists, |list, rank, _| list.weight / (k + rank as f32))
}

/// Fuses by a weighted sum of scores, each list's divided by its best so that it lies in 0..=1 (the convex
/// combination of Bruch, Gai and Ingber, 2023, with zero as the least score). Scores below zero count as
/// zero.
pub fn weighted_scores<K: Ord + Clone>(lists: &[List<'_, K>]) -> Vec<Fused<K>> {
    fuse(lists, |list, _, score| {
        let best = list.hits.iter().map(|hit| hit.1).fold(0.0_f32, f32::max);
        if best > 0.0 { list.weight * score.max(0.0) / best } else { 0.0 }
    })
}

/// Sums the contributions of each key; best first. Of equal keys the one with the better rank in some list
/// comes first, then the smaller one. The order of the lists does not matter.
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
            // Of a repeated key in a list the better place counts.
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

/// Sums in ascending order, so that the result does not depend on the order of the lists.
fn total(parts: &[Option<Part>]) -> f32 {
    let mut contributions: Vec<f32> = parts.iter().flatten().map(|it| it.contribution).collect();
    contributions.sort_by(f32::total_cmp);
    contributions.iter().sum()
}
