use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::path::Path;
use std::sync::OnceLock;

use super::numbers;
use super::sketch::Sketches;
use crate::{SearchError, sealed};

/// Vectors in i8. Up to [`Vectors::EXACT`] vectors are all compared; of more, those that their sketch
/// ([`super::sketch`]) preselects.
#[derive(Debug, Clone, Default)]
pub struct Vectors {
    dims: usize,
    codes: Vec<i8>,
    scales: Vec<f32>,
    /// Computed on first use.
    sketches: OnceLock<Sketches>,
}

/// A vector near to a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Index of the vector, in the order of [`Vectors::push`].
    pub index: usize,
    /// Cosine, with the error of quantisation (about 0.005).
    pub score: f32,
}

impl Vectors {
    /// Most vectors that are all compared exactly.
    pub const EXACT: usize = 50_000;
    /// Beyond that, vectors compared exactly for each wanted hit, unless one in
    /// [`Vectors::COMPARED_FRACTION`] is more.
    const COMPARED_PER_HIT: usize = 40;
    /// Least share of the vectors that are compared exactly, one in 16. One in fifty finds 95.7 % of the ten
    /// nearest of 200,000 (examples/search-speed).
    const COMPARED_FRACTION: usize = 16;
    /// Most vectors of that share. Each lies on another page of memory, and reaching it takes most of the
    /// time.
    const MAX_COMPARED: usize = 25_000;

    /// Makes an empty set of vectors of `dims` numbers each.
    pub fn new(dims: usize) -> Self {
        Self { dims, ..Self::default() }
    }

    /// Writes the vectors to a sealed file labelled `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str) -> Result<(), SearchError> {
        let parts = [sealed::bytes_of_f32(&self.scales), sealed::bytes_of_i8(&self.codes)];
        sealed::write(path, about, &parts)
    }

    /// Reads a file of [`Vectors::save`] with the label `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when it is missing, damaged or labelled otherwise.
    pub(crate) fn load(path: &Path, about: &str, dims: usize) -> Result<Self, SearchError> {
        let [scales, codes] = sealed::read(path, about)?;
        let (codes, scales) = (sealed::i8s(&codes), sealed::f32s(&scales));
        let vectors = Self { dims, codes, scales, sketches: OnceLock::new() };
        let fits = vectors.codes.len() == vectors.scales.len() * dims;
        if !fits || !vectors.scales.iter().all(|scale| scale.is_finite()) {
            return Err(sealed::damaged(path, "its vectors are not of this length"));
        }
        Ok(vectors)
    }

    /// Returns the number of vectors.
    pub fn len(&self) -> usize {
        self.scales.len()
    }

    /// Returns whether there is no vector.
    pub fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// Appends a vector of length one, cut or filled with zeros to `dims` numbers.
    pub fn push(&mut self, vector: &[f32]) {
        let mut vector = vector.to_vec();
        vector.resize(self.dims, 0.0);
        self.sketches.take();
        self.scales.push(numbers::quantise(&vector, &mut self.codes));
    }

    /// Appends a quantised vector: `dims` codes and their scale.
    pub(crate) fn push_quantised(&mut self, scale: f32, codes: &[i8]) {
        self.sketches.take();
        self.scales.push(scale);
        self.codes.extend_from_slice(codes);
    }

    /// Returns a function from an index to the cosine of `query` and that vector; zero for an unknown index.
    pub fn score(&self, query: &[f32]) -> impl Fn(usize) -> f32 {
        let mut codes = Vec::with_capacity(self.dims);
        let scale = numbers::quantise(query, &mut codes);
        move |index| {
            let from = index * self.dims;
            match (self.codes.get(from..from + self.dims), self.scales.get(index)) {
                (Some(stored), Some(own)) => {
                    numbers::dot_codes(&codes, stored) as f32 * scale * own
                }
                _ => 0.0,
            }
        }
    }

    /// Computes the sketches if they will be needed, so that the first search need not wait.
    pub(crate) fn prepare(&self) {
        if self.len() > Self::EXACT && self.dims > 0 {
            self.sketches();
        }
    }

    fn sketches(&self) -> &Sketches {
        self.sketches.get_or_init(|| Sketches::new(self.dims, &self.codes, &self.scales))
    }

    /// Returns the `limit` nearest vectors that `keep` admits, best first; of equal ones the earlier comes
    /// first. Beyond [`Vectors::EXACT`] vectors, a few in a hundred may be missed.
    pub fn nearest(&self, query: &[f32], limit: usize, keep: impl Fn(usize) -> bool) -> Vec<Near> {
        if self.len() <= Self::EXACT {
            return self.nearest_exactly(query, limit, keep);
        }
        let wanted = (limit * Self::COMPARED_PER_HIT)
            .max((self.len() / Self::COMPARED_FRACTION).min(Self::MAX_COMPARED));
        self.nearest_of_sketched(query, limit, wanted, keep)
    }

    /// Returns the `limit` nearest vectors that `keep` admits by comparing every vector.
    pub fn nearest_exactly(
        &self,
        query: &[f32],
        limit: usize,
        keep: impl Fn(usize) -> bool,
    ) -> Vec<Near> {
        let Some((codes, scale)) = self.quantise_query(query, limit) else { return Vec::new() };
        let mut best = Best::new(limit);
        let stored = self.codes.chunks_exact(self.dims).zip(&self.scales);
        for (index, (stored, own)) in stored.enumerate() {
            let score = numbers::dot_codes(&codes, stored) as f32 * scale * own;
            best.offer(Near { index, score }, &keep);
        }
        best.into_sorted()
    }

    fn nearest_of_sketched(
        &self,
        query: &[f32],
        limit: usize,
        wanted: usize,
        keep: impl Fn(usize) -> bool,
    ) -> Vec<Near> {
        let Some((codes, scale)) = self.quantise_query(query, limit) else { return Vec::new() };
        let mut best = Best::new(limit);
        for index in self.sketches().near(&codes, scale, wanted, &keep) {
            let stored = &self.codes[index * self.dims..(index + 1) * self.dims];
            let score = numbers::dot_codes(&codes, stored) as f32 * scale * self.scales[index];
            best.offer(Near { index, score }, &|_| true);
        }
        best.into_sorted()
    }

    /// Quantises the query; `None` when nothing can be near it.
    fn quantise_query(&self, query: &[f32], limit: usize) -> Option<(Vec<i8>, f32)> {
        if limit == 0 || self.dims == 0 || query.iter().all(|&value| value == 0.0) {
            return None;
        }
        let mut codes = Vec::with_capacity(self.dims);
        let scale = numbers::quantise(query, &mut codes);
        codes.resize(self.dims, 0);
        Some((codes, scale))
    }
}

/// The best `limit` vectors offered so far.
struct Best {
    limit: usize,
    heap: BinaryHeap<Worst>,
    least: f32,
}

impl Best {
    fn new(limit: usize) -> Self {
        Self { limit, heap: BinaryHeap::new(), least: f32::NEG_INFINITY }
    }

    /// Adds a vector if it is better than the worst one and `keep` admits it. Of equal ones the earlier
    /// stays.
    fn offer(&mut self, near: Near, keep: &impl Fn(usize) -> bool) {
        if near.score <= self.least || !keep(near.index) {
            return;
        }
        if self.heap.len() == self.limit {
            self.heap.pop();
        }
        self.heap.push(Worst(near));
        if self.heap.len() == self.limit {
            self.least = self.heap.peek().map_or(self.least, |worst| worst.0.score);
        }
    }

    fn into_sorted(self) -> Vec<Near> {
        self.heap.into_sorted_vec().into_iter().map(|Worst(near)| near).collect()
    }
}

/// Reversed order by score: the worst is last when sorted and first in a heap.
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
                prop_assert_eq!(near.score, vectors.score(&query)(near.index));
            }
            // No vector that was left out is better than the worst found.
            let worst = found.last().map_or(f32::NEG_INFINITY, |it| it.score);
            for index in (0..stored.len()).filter(|&it| odd(it)) {
                if !found.iter().any(|it| it.index == index) {
                    prop_assert!(vectors.score(&query)(index) <= worst);
                }
            }
        }
    }

    /// Vectors around a few centres, as texts of a corpus cluster by subject.
    fn clustered(count: usize, dims: usize) -> (Vectors, Vec<Vec<f32>>) {
        let mut state = 7_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1 << 24) as f32 - 0.5
        };
        let centres: Vec<Vec<f32>> = (0..40).map(|_| (0..dims).map(|_| next()).collect()).collect();
        let mut vectors = Vectors::new(dims);
        let mut all = Vec::new();
        for index in 0..count {
            let mut vector: Vec<f32> =
                centres[index % centres.len()].iter().map(|centre| centre + 1.5 * next()).collect();
            numbers::normalise(&mut vector);
            vectors.push(&vector);
            all.push(vector);
        }
        (vectors, all)
    }

    #[test]
    fn sketches_find_nearly_all_that_looking_at_every_one_finds() {
        let (vectors, all) = clustered(6_000, 256);
        let third = |index: usize| index.is_multiple_of(3);
        let (mut found, mut of) = (0, 0);
        for query in all.iter().step_by(60) {
            let exact = vectors.nearest_exactly(query, 10, third);
            let sketched = vectors.nearest_of_sketched(query, 10, 300, third);
            assert!(sketched.iter().all(|near| third(near.index)));
            assert!(sketched.is_sorted_by(|a, b| a.score >= b.score));
            found += exact.iter().filter(|near| sketched.contains(near)).count();
            of += exact.len();
        }
        assert_eq!(of, 1_000);
        assert!(found >= 970, "{found} of {of}");
    }

    #[test]
    fn a_filter_that_keeps_few_still_finds_them() {
        let (vectors, all) = clustered(3_000, 64);
        let few = |index: usize| index % 1_000 == 1;
        let found = vectors.nearest_of_sketched(&all[0], 10, 20, few);
        assert_eq!(found, vectors.nearest_exactly(&all[0], 10, few));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn equals_come_in_the_order_they_were_added() {
        let mut vectors = Vectors::new(2);
        (0..5).for_each(|_| vectors.push(&[1.0, 0.0]));
        let found = vectors.nearest(&[1.0, 0.0], 3, |index| index != 1);
        assert_eq!(found.iter().map(|it| it.index).collect::<Vec<_>>(), [0, 2, 3]);
        assert!(vectors.nearest(&[0.0, 0.0], 3, |_| true).is_empty());
        assert_eq!(vectors.score(&[1.0, 0.0])(9), 0.0);
    }
}
