use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::numbers;

/// Vectors in i8, searched by looking at every one.
#[derive(Debug, Clone, Default)]
pub struct Vectors {
    dims: usize,
    codes: Vec<i8>,
    scales: Vec<f32>,
}

/// A vector found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Its place, in the order of [`Vectors::push`].
    pub index: usize,
    /// Cosine, within the error of quantisation (about 0.005).
    pub score: f32,
}

impl Vectors {
    /// None yet, of `dims` numbers each.
    pub fn new(dims: usize) -> Self {
        Self { dims, ..Self::default() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.scales.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// Adds a vector of length one; one of another length than `dims` is cut or filled with zeros.
    pub fn push(&mut self, vector: &[f32]) {
        let mut vector = vector.to_vec();
        vector.resize(self.dims, 0.0);
        self.scales.push(numbers::quantise(&vector, &mut self.codes));
    }

    /// Cosine of `query` and the vector at `index`; zero when there is none.
    pub fn score(&self, query: &[f32], index: usize) -> f32 {
        let mut codes = Vec::with_capacity(self.dims);
        let scale = numbers::quantise(query, &mut codes);
        let from = index * self.dims;
        match (self.codes.get(from..from + self.dims), self.scales.get(index)) {
            (Some(stored), Some(own)) => numbers::dot_codes(&codes, stored) as f32 * scale * own,
            _ => 0.0,
        }
    }

    /// The `limit` nearest to `query` among those that `keep` admits, best first; of equals the earlier one
    /// comes first.
    pub fn nearest(&self, query: &[f32], limit: usize, keep: impl Fn(usize) -> bool) -> Vec<Near> {
        if limit == 0 || self.dims == 0 || query.iter().all(|&value| value == 0.0) {
            return Vec::new();
        }
        let mut codes = Vec::with_capacity(self.dims);
        let scale = numbers::quantise(query, &mut codes);
        codes.resize(self.dims, 0);
        let mut best: BinaryHeap<Worst> = BinaryHeap::with_capacity(limit.min(self.len()) + 1);
        let mut least = f32::NEG_INFINITY;
        for (index, (stored, own)) in
            self.codes.chunks_exact(self.dims).zip(&self.scales).enumerate()
        {
            let score = numbers::dot_codes(&codes, stored) as f32 * scale * own;
            if score <= least || !keep(index) {
                continue;
            }
            if best.len() == limit {
                best.pop();
            }
            best.push(Worst(Near { index, score }));
            if best.len() == limit {
                least = best.peek().map_or(least, |worst| worst.0.score);
            }
        }
        best.into_sorted_vec().into_iter().map(|Worst(near)| near).collect()
    }
}

/// Orders the worst last in a sorted list and first in a heap.
struct Worst(Near);

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.score.total_cmp(&self.0.score).then(self.0.index.cmp(&other.0.index))
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Worst {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Worst {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let length = |it: &[f32]| numbers::dot(it, it).sqrt().max(1e-9);
        numbers::dot(a, b) / (length(a) * length(b))
    }

    proptest! {
        #[test]
        fn the_nearest_are_the_nearest(
            stored in prop::collection::vec(prop::collection::vec(-1.0_f32..1.0, 24), 1..40),
            query in prop::collection::vec(-1.0_f32..1.0, 24),
            limit in 1_usize..12,
        ) {
            let unit = |values: &[f32]| {
                let mut values = values.to_vec();
                numbers::normalise(&mut values);
                values
            };
            let query = unit(&query);
            let mut vectors = Vectors::new(24);
            stored.iter().for_each(|it| vectors.push(&unit(it)));
            let odd = |index: usize| index % 2 == 1;
            let found = vectors.nearest(&query, limit, odd);
            prop_assert_eq!(found.len(), limit.min(stored.len() / 2));
            prop_assert!(found.iter().all(|it| odd(it.index)));
            prop_assert!(found.is_sorted_by(|a, b| (b.score, a.index) <= (a.score, b.index)));
            for near in &found {
                let exact = cosine(&query, &stored[near.index]);
                prop_assert!((near.score - exact).abs() < 0.02, "{} {exact}", near.score);
                prop_assert_eq!(near.score, vectors.score(&query, near.index));
            }
            // None that was left out is better than the worst found.
            let worst = found.last().map_or(f32::NEG_INFINITY, |it| it.score);
            for index in (0..stored.len()).filter(|&it| odd(it)) {
                if !found.iter().any(|it| it.index == index) {
                    prop_assert!(vectors.score(&query, index) <= worst);
                }
            }
        }
    }

    #[test]
    fn equals_come_in_the_order_they_were_added() {
        let mut vectors = Vectors::new(2);
        (0..5).for_each(|_| vectors.push(&[1.0, 0.0]));
        let found = vectors.nearest(&[1.0, 0.0], 3, |index| index != 1);
        assert_eq!(found.iter().map(|it| it.index).collect::<Vec<_>>(), [0, 2, 3]);
        assert!(vectors.nearest(&[0.0, 0.0], 3, |_| true).is_empty());
        assert_eq!(vectors.score(&[1.0, 0.0], 9), 0.0);
    }
}
