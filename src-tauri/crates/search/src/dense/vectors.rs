use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::codes::Codes;
use super::graph::{Graph, Shape};
use crate::column::Column;
use crate::{SearchError, sealed};

/// Vectors in i8, in parts: one for each segment of the index. A part of at most [`Vectors::EXACT`] vectors
/// is searched by comparing all; a larger one by its graph ([`super::graph`]), once there is one.
#[derive(Debug, Clone, Default)]
pub struct Vectors {
    dims: usize,
    parts: Vec<Part>,
    /// Index of the first vector of each part.
    starts: Vec<usize>,
}

/// The vectors of one part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Part {
    dims: usize,
    codes: Column<i8>,
    scales: Column<f32>,
    graph: Arc<OnceLock<Graph>>,
}

/// A vector near to a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Index of the vector, in the order of parts, in a part in the order of adding.
    pub index: usize,
    /// Cosine, with the error of quantisation (about 0.005).
    pub score: f32,
}

impl Vectors {
    /// Most vectors of a part that are compared one by one: about 2 ms on one core.
    pub const EXACT: usize = 50_000;
    /// Vectors that the graph looks for, for each wanted hit.
    const CANDIDATES_PER_HIT: usize = 2;
    /// Least share of a part's vectors, one in so many, that a filter must admit for the graph to be used;
    /// comparing the few that are admitted is faster.
    const ADMITTED: usize = 20;
    /// Vectors that are looked at to estimate that share.
    const SAMPLED: usize = 400;

    /// Makes an empty set of vectors of `dims` numbers each.
    pub fn new(dims: usize) -> Self {
        Self { dims, ..Self::default() }
    }

    /// Joins parts; all have vectors of `dims` numbers.
    pub(crate) fn of(dims: usize, parts: Vec<Part>) -> Self {
        let mut start = 0;
        let starts = parts.iter().map(|part| {
            start += part.len();
            start - part.len()
        });
        Self { dims, starts: starts.collect(), parts }
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the number of vectors.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// Returns whether there is no vector.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends a vector of length one, cut or filled with zeros to `dims` numbers, to the last part.
    pub fn push(&mut self, vector: &[f32]) {
        if self.parts.is_empty() {
            (self.parts, self.starts) = (vec![Part::new(self.dims)], vec![0]);
        }
        if let Some(part) = self.parts.last_mut() {
            part.push(vector);
        }
    }

    /// Builds the graphs of large parts that have none, and returns when that is done. Nothing is stored.
    pub fn connect(&self) {
        self.parts.iter().filter(|part| part.lacks_graph()).for_each(|part| {
            if let Some(graph) = part.graph_of_all() {
                part.connect(graph);
            }
        });
    }

    /// Returns a function from an index to the cosine of `query` and that vector; zero for an unknown index.
    pub fn score(&self, query: &[f32]) -> impl Fn(usize) -> f32 {
        let query = Codes::of(query, self.dims);
        move |index| {
            let (part, start) = self.part_of(index);
            part.and_then(|part| part.score(&query, index - start)).unwrap_or(0.0)
        }
    }

    /// Returns the `limit` nearest vectors that `keep` admits, best first; of equal ones the earlier comes
    /// first. Of parts with a graph, one in fifty may be missed.
    pub fn nearest(&self, query: &[f32], limit: usize, keep: impl Fn(usize) -> bool) -> Vec<Near> {
        self.search(query, limit, &keep, Part::near)
    }

    /// Returns the `limit` nearest vectors that `keep` admits by comparing every vector.
    pub fn nearest_exactly(
        &self,
        query: &[f32],
        limit: usize,
        keep: impl Fn(usize) -> bool,
    ) -> Vec<Near> {
        self.search(query, limit, &keep, |_, _, _, _| None)
    }

    /// Returns the `limit` nearest of the vectors at `indices`, best first; of equal ones the first of
    /// `indices` comes first. Unknown indices are left out.
    pub fn nearest_among(
        &self,
        query: &[f32],
        limit: usize,
        indices: impl Iterator<Item = usize>,
    ) -> Vec<Near> {
        let Some(query) = self.quantise_query(query, limit) else { return Vec::new() };
        let mut best = Best::new(limit);
        for index in indices {
            let (part, start) = self.part_of(index);
            if let Some(score) = part.and_then(|part| part.score(&query, index - start)) {
                best.offer(Near { index, score }, &|_| true);
            }
        }
        best.into_sorted()
    }

    /// Returns the part that holds a vector, and the index of the part's first one.
    fn part_of(&self, index: usize) -> (Option<&Part>, usize) {
        let part = self.starts.partition_point(|&start| start <= index).checked_sub(1);
        let part = part.and_then(|at| Some((self.parts.get(at)?, self.starts[at])));
        (part.map(|it| it.0), part.map_or(0, |it| it.1))
    }

    /// Searches each part, comparing all vectors of those in which `by_graph` gives no candidates.
    fn search<K: Fn(usize) -> bool>(
        &self,
        query: &[f32],
        limit: usize,
        keep: &K,
        by_graph: impl Fn(&Part, &Codes, usize, &dyn Fn(usize) -> bool) -> Option<Vec<(usize, f32)>>,
    ) -> Vec<Near> {
        let Some(query) = self.quantise_query(query, limit) else { return Vec::new() };
        let mut best = Best::new(limit);
        for (part, &start) in self.parts.iter().zip(&self.starts) {
            match by_graph(part, &query, limit, &|at| keep(start + at)) {
                Some(near) => {
                    for (at, score) in near {
                        best.offer(Near { index: start + at, score }, &|_| true);
                    }
                }
                None => part.compare_all(&query, start, keep, &mut best),
            }
        }
        best.into_sorted()
    }

    /// Quantises the query; `None` when nothing can be near it.
    fn quantise_query(&self, query: &[f32], limit: usize) -> Option<Codes> {
        let can_be_near = limit > 0 && self.dims > 0 && query.iter().any(|&value| value != 0.0);
        can_be_near.then(|| Codes::of(query, self.dims))
    }
}

impl Part {
    /// Makes an empty part of vectors of `dims` numbers each.
    pub(crate) fn new(dims: usize) -> Self {
        Self { dims, ..Self::default() }
    }

    /// Returns the number of vectors.
    pub(crate) fn len(&self) -> usize {
        self.scales.len()
    }

    /// Appends a vector of length one, cut or filled with zeros.
    pub(crate) fn push(&mut self, vector: &[f32]) {
        let Codes { codes, scale } = Codes::of(vector, self.dims);
        self.graph = Arc::default();
        self.push_quantised(scale, &codes);
    }

    /// Appends a quantised vector: `dims` codes and their scale.
    pub(crate) fn push_quantised(&mut self, scale: f32, codes: &[i8]) {
        self.scales.to_mut().push(scale);
        self.codes.to_mut().extend_from_slice(codes);
    }

    /// Removes the vectors for whose index `keep` is false.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let kept = || (0..self.len()).filter(|&at| keep(at));
        let codes: Vec<i8> =
            kept().flat_map(|at| &self.codes[at * self.dims..][..self.dims]).copied().collect();
        let scales: Vec<f32> = kept().map(|at| self.scales[at]).collect();
        *self = Self { codes: codes.into(), scales: scales.into(), ..Self::new(self.dims) };
    }

    /// Writes the vectors to a sealed file labelled `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str) -> Result<(), SearchError> {
        sealed::write(path, about, [self.scales.bytes(), self.codes.bytes()])
    }

    /// Maps a file of [`Part::save`] with the label `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when it is missing, damaged or labelled otherwise.
    pub(crate) fn load(path: &Path, about: &str, dims: usize) -> Result<Self, SearchError> {
        let [scales, codes] = sealed::read(path, about)?;
        let (scales, codes) = (Column::<f32>::from(scales), Column::<i8>::from(codes));
        if codes.len() != scales.len() * dims || !scales.iter().all(|scale| scale.is_finite()) {
            return Err(sealed::damaged(path, "its vectors are not of this length"));
        }
        Ok(Self { dims, codes, scales, graph: Arc::default() })
    }

    /// Returns whether the part is so large that it should have a graph, and has none.
    pub(crate) fn lacks_graph(&self) -> bool {
        self.len() > Vectors::EXACT && self.dims > 0 && self.graph.get().is_none()
    }

    /// Builds the graph of the part; `None` when usearch cannot.
    pub(crate) fn graph_of_all(&self) -> Option<Graph> {
        Graph::build(&self.codes, &self.scales, self.shape())
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape { dims: self.dims, len: self.len() }
    }

    /// Searches with this graph from now on; clones of the part too.
    pub(crate) fn connect(&self, graph: Graph) {
        // Another thread may have been faster; its graph is as good.
        let _ = self.graph.set(graph);
    }

    /// Returns the cosine of the query and a vector; `None` for an unknown one. It is read from the graph
    /// where there is one: a search has the graph in memory anyway.
    fn score(&self, query: &Codes, at: usize) -> Option<f32> {
        if let Some(graph) = self.graph.get() {
            return graph.score(query, at);
        }
        let from = at * self.dims;
        Some(query.cosine(self.codes.get(from..from + self.dims)?, *self.scales.get(at)?))
    }

    /// Returns candidates of the graph that `keep` admits, with their cosines; `None` where all must be
    /// compared: without a graph, and when the filter keeps so little that the graph would find too few.
    fn near(
        &self,
        query: &Codes,
        limit: usize,
        keep: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<(usize, f32)>> {
        let graph = self.graph.get()?;
        let step = (self.len() / Vectors::SAMPLED).max(1);
        let sampled = self.len().div_ceil(step);
        let admitted = (0..self.len()).step_by(step).filter(|&at| keep(at)).count();
        if admitted * Vectors::ADMITTED < sampled {
            return None;
        }
        let wanted = limit * Vectors::CANDIDATES_PER_HIT;
        let near = graph.near(query, wanted, &keep)?;
        (near.len() >= limit).then_some(near)
    }

    /// Offers every vector that `keep` admits to the best; `start` is the index of the first.
    fn compare_all(
        &self,
        query: &Codes,
        start: usize,
        keep: &impl Fn(usize) -> bool,
        best: &mut Best,
    ) {
        let stored = self.codes.chunks_exact(self.dims).zip(&*self.scales);
        for (at, (stored, own)) in stored.enumerate() {
            let score = query.cosine(stored, *own);
            best.offer(Near { index: start + at, score }, keep);
        }
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
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use simui_arithmetic::{dot, normalise};

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let length = |it: &[f32]| dot(it, it).sqrt().max(1e-9);
        dot(a, b) / (length(a) * length(b))
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
                normalise(&mut values);
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
            normalise(&mut vector);
            vectors.push(&vector);
            all.push(vector);
        }
        (vectors, all)
    }

    /// Gives every part its graph, whatever its size.
    fn connect(vectors: &Vectors) {
        for part in &vectors.parts {
            part.connect(part.graph_of_all().unwrap());
        }
    }

    /// Returns how many of the exact ten nearest of those that `keep` admits `Vectors::nearest` finds for 100
    /// queries, and how many there are.
    fn recalled(
        vectors: &Vectors,
        all: &[Vec<f32>],
        keep: impl Fn(usize) -> bool,
    ) -> (usize, usize) {
        let (mut found, mut of) = (0, 0);
        for query in all.iter().step_by(all.len() / 100) {
            let exact = vectors.nearest_exactly(query, 10, &keep);
            let near = vectors.nearest(query, 10, &keep);
            assert!(near.iter().all(|near| keep(near.index)));
            assert!(near.is_sorted_by(|a, b| a.score >= b.score));
            found += exact.iter().filter(|it| near.contains(it)).count();
            of += exact.len();
        }
        (found, of)
    }

    #[test]
    fn a_graph_finds_nearly_all_that_looking_at_every_one_finds() {
        let (vectors, all) = clustered(6_000, 256);
        connect(&vectors);
        let (found, of) = recalled(&vectors, &all, |index| index.is_multiple_of(3));
        assert_eq!(of, 1_000);
        assert!(found >= 970, "{found} of {of}");
    }

    #[test]
    fn a_filter_that_keeps_few_still_finds_them() {
        let (vectors, all) = clustered(3_000, 64);
        connect(&vectors);
        // So few are compared one by one.
        for each in [1_000, 50] {
            let (found, of) = recalled(&vectors, &all, |index| index % each == 1);
            assert_eq!(found, of, "one in {each}");
        }
        // The graph finds these. It differs from run to run, since threads add to it in no fixed order.
        let (found, of) = recalled(&vectors, &all, |index| index % 15 == 1);
        assert_eq!(of, 1_000);
        assert!(found >= 970, "{found} of {of}");
    }

    #[test]
    fn parts_are_searched_as_one() {
        let (vectors, all) = clustered(900, 64);
        let mut parts = vec![Part::new(64), Part::new(64), Part::new(64), Part::new(64)];
        for (at, vector) in all.iter().enumerate() {
            parts[[0, 0, 0, 0, 0, 2, 2, 2, 3][at / 100]].push(vector);
        }
        let joined = Vectors::of(64, parts);
        assert_eq!(joined.len(), 900);
        let odd = |index: usize| index % 2 == 1;
        for query in all.iter().step_by(90) {
            assert_eq!(joined.nearest(query, 7, odd), vectors.nearest(query, 7, odd));
            let all_odd = (0..1_000).filter(|&it| odd(it));
            assert_eq!(joined.nearest_among(query, 7, all_odd), vectors.nearest(query, 7, odd));
            let (score, expected) = (joined.score(query), vectors.score(query));
            assert!((0..901).all(|at| score(at) == expected(at)));
        }
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
