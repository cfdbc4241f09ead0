//! A graph over vectors, to find the nearest without comparing all: HNSW (Malkov and Yashunin, 2018) of
//! usearch.
//!
//! The graph is derived from the vectors. It is the only file of the index that code outside Rust reads, so
//! nothing of it is parsed before its keyed checksum is verified: HMAC-SHA256 over its form, the label and
//! the content, in a file beside it. A graph that fails is built again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac};
use sha2::Sha256;
use usearch::{Index, IndexOptions, MetricKind, ScalarKind, VectorType};

use super::Vectors;
use super::codes::{Codes, cosine};
use crate::{SearchError, sealed};

/// Form of the stored vectors, part of the checksum: a graph of an older form is built again.
const FORM: &[u8] = b"codes, scale";

/// Key of the checksums of graphs; each desk has its own.
#[derive(Clone, Copy)]
pub struct GraphKey(pub [u8; 32]);

/// Neighbours of a vector in the graph. Chosen with the two below by the table in `tests/bench/README.md`.
const CONNECTIVITY: usize = 16;
/// Candidates kept while a vector is added.
const EXPANSION_ADD: usize = 128;
/// Candidates kept while searching among 50,000 vectors, see [`expansion`].
const EXPANSION_SEARCH: usize = 256;
/// Searches at the same time; a further one compares all vectors.
const SEARCHES: usize = 64;
/// Bytes after the codes of a vector in the graph: their scale, an `f32`. The graph then computes the cosines
/// that comparing all vectors gives, and a search does not touch the file of the vectors.
const SCALE: usize = size_of::<f32>();

/// A graph over the vectors of one part, numbered from 0.
pub(crate) struct Graph {
    index: Index,
    len: usize,
}

/// Shape of a graph's vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Length of each vector.
    pub(crate) dims: usize,
    /// Number of vectors.
    pub(crate) len: usize,
}

impl Graph {
    /// Builds the graph of vectors of `dims` codes each and their scales, on all cores; `None` when usearch
    /// cannot, for example for want of memory. The same vectors give a graph that finds the same but for ties
    /// and the few it misses: threads add them in no fixed order.
    pub(crate) fn build(codes: &[i8], scales: &[f32], shape: Shape) -> Option<Self> {
        let Shape { dims, len } = shape;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let index = Self::empty(shape)?;
        index.reserve_capacity_and_threads(len, threads).ok()?;
        let added = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|first| {
                    let index = &index;
                    let of_worker = move || {
                        let vectors = codes.chunks_exact(dims).zip(scales).enumerate();
                        vectors.skip(first).step_by(threads).all(|(at, (codes, &scale))| {
                            index.add(at as u64, &with_scale(codes, scale)).is_ok()
                        })
                    };
                    scope.spawn(of_worker)
                })
                .collect();
            workers.into_iter().all(|worker| worker.join().unwrap_or(false))
        });
        (added && index.size() == len).then_some(Self { index, len })
    }

    fn empty(Shape { dims, len }: Shape) -> Option<Index> {
        let options = IndexOptions {
            dimensions: dims + SCALE,
            // Stands in the file; [`compare_by_cosine`] sets what is computed.
            metric: MetricKind::Cos,
            quantization: ScalarKind::I8,
            connectivity: CONNECTIVITY,
            expansion_add: EXPANSION_ADD,
            expansion_search: expansion(len),
            multi: false,
        };
        let mut index = Index::new(&options).ok()?;
        compare_by_cosine(&mut index, dims)?;
        Some(index)
    }

    /// Writes the graph and its keyed checksum beside it, each atomically. `about` is the label.
    ///
    /// # Errors
    /// [`SearchError::File`] when a file cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str, key: &GraphKey) -> Result<(), SearchError> {
        let beside = path.with_extension("part");
        let text = beside.display().to_string();
        let written = self.index.save(&text);
        written.map_err(|error| SearchError::Index { path: text, reason: error.to_string() })?;
        let seal = seal(&beside, about, key).map_err(SearchError::file(&beside))?;
        fs::rename(&beside, path).map_err(SearchError::file(path))?;
        let (seal_path, part) = (seal_of(path), seal_of(path).with_extension("part"));
        fs::write(&part, seal.finalize().into_bytes()).map_err(SearchError::file(&part))?;
        fs::rename(&part, &seal_path).map_err(SearchError::file(&seal_path))
    }

    /// Maps a file of [`Graph::save`], after verifying its keyed checksum and its label `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when a file is missing, was not written by this desk,
    /// is labelled otherwise or has another shape.
    pub(crate) fn open(
        path: &Path,
        about: &str,
        key: &GraphKey,
        shape: Shape,
    ) -> Result<Self, SearchError> {
        let seal_path = seal_of(path);
        let expected = fs::read(&seal_path).map_err(SearchError::file(&seal_path))?;
        let seal = seal(path, about, key).map_err(SearchError::file(path))?;
        if seal.verify_slice(&expected).is_err() {
            return Err(sealed::damaged(path, "its keyed checksum is wrong"));
        }
        let failed = |reason: &str| sealed::damaged(path, reason);
        let mut index = Self::empty(shape).ok_or_else(|| failed("no memory"))?;
        index.view(&path.display().to_string()).map_err(|error| failed(&error.to_string()))?;
        if index.dimensions() != shape.dims + SCALE || index.size() != shape.len {
            return Err(failed("it is of other vectors"));
        }
        // The file brought the metric of its head.
        compare_by_cosine(&mut index, shape.dims).ok_or_else(|| failed("it takes no metric"))?;
        index
            .reserve_capacity_and_threads(shape.len, SEARCHES)
            .map_err(|error| failed(&error.to_string()))?;
        index.change_expansion_search(expansion(shape.len));
        Ok(Self { index, len: shape.len })
    }

    /// Returns about `count` vectors near to the query's codes among those that `keep` admits, with their
    /// cosines, in no order; `None` when it must be answered by comparing all.
    pub(crate) fn near(
        &self,
        query: &Codes,
        count: usize,
        keep: &impl Fn(usize) -> bool,
    ) -> Option<Vec<(usize, f32)>> {
        let count = count.max(expansion(self.len)).min(self.len);
        let admits = |at: u64| keep(at as usize);
        let query = with_scale(&query.codes, query.scale);
        let found = self.index.filtered_search(&query, count, admits).ok()?;
        let near = found.keys.iter().map(|&at| at as usize).zip(found.distances);
        // A mapped file is not trusted to name only vectors that exist.
        Some(near.filter(|&(at, _)| at < self.len).map(|(at, distance)| (at, -distance)).collect())
    }

    /// Returns the cosine of the query and a vector; `None` for an unknown one.
    pub(crate) fn score(&self, query: &Codes, at: usize) -> Option<f32> {
        let mut stored = vec![0; query.codes.len() + SCALE];
        let found = self.index.get(at as u64, &mut stored).ok()?;
        let (codes, scale) = stored.split_last_chunk::<SCALE>()?;
        (found == 1).then(|| query.cosine(codes, scale_of(scale)))
    }
}

/// Returns the number of candidates to keep while searching among `len` vectors: the larger the graph, the
/// more of the nearest are missed by the same number.
fn expansion(len: usize) -> usize {
    let growth = (len as f64 / Vectors::EXACT as f64).sqrt();
    (EXPANSION_SEARCH as f64 * growth.max(1.0)) as usize
}

/// Returns a vector as the graph holds it.
fn with_scale(codes: &[i8], scale: f32) -> Vec<i8> {
    codes.iter().copied().chain(scale.to_le_bytes().map(u8::cast_signed)).collect()
}

/// Reads the scale that [`with_scale`] appended.
fn scale_of(bytes: &[i8; SCALE]) -> f32 {
    f32::from_le_bytes(bytes.map(i8::cast_unsigned))
}

/// Lets usearch compare vectors of [`with_scale`] by our own inner product: 5 ns for 256 codes instead of
/// 84 (its kernels for new processors take 98 s to build and are left out). The distance is the cosine,
/// negative, so that no bit of it is lost.
fn compare_by_cosine(index: &mut Index, dims: usize) -> Option<()> {
    let distance = move |a: *const i8, b: *const i8| {
        let bytes = dims + SCALE;
        #[allow(unsafe_code, reason = "usearch gives a metric two pointers")]
        // SAFETY: usearch calls its metric with vectors of the index's dimensions: stored ones, or the query
        // that `near` made. A mapped file was verified, and its dimensions compared, before.
        let (a, b) =
            unsafe { (std::slice::from_raw_parts(a, bytes), std::slice::from_raw_parts(b, bytes)) };
        let (Some((a, scale_a)), Some((b, scale_b))) =
            (a.split_last_chunk::<SCALE>(), b.split_last_chunk::<SCALE>())
        else {
            return 0.0;
        };
        -cosine((a, scale_of(scale_a)), (b, scale_of(scale_b)))
    };
    i8::change_metric(index, Box::new(distance)).ok()
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a graph of {} vectors", self.len)
    }
}

/// File of a graph's keyed checksum.
fn seal_of(path: &Path) -> PathBuf {
    path.with_extension("seal")
}

/// Computes the keyed checksum of a file: over the form, the length of the label, the label and the content.
fn seal(path: &Path, about: &str, key: &GraphKey) -> std::io::Result<Hmac<Sha256>> {
    let failed = |_| std::io::Error::other("a key of this length is refused");
    let mut seal = Hmac::<Sha256>::new_from_slice(&key.0).map_err(failed)?;
    seal.update(FORM);
    seal.update(&(about.len() as u64).to_le_bytes());
    seal.update(about.as_bytes());
    sealed::each_piece(&mut File::open(path)?, |piece| seal.update(piece))?;
    Ok(seal)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    const KEY: GraphKey = GraphKey([7; 32]);
    const SHAPE: Shape = Shape { dims: 32, len: 800 };
    const SCALE_OF_ALL: f32 = 0.01;

    /// Numbers that look random, always the same.
    fn numbers(mut state: u64) -> impl FnMut() -> u64 {
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        }
    }

    fn codes() -> Vec<i8> {
        let mut next = numbers(3);
        (0..SHAPE.dims * SHAPE.len).map(|_| (next() % 255) as u8 as i8).collect()
    }

    /// Builds the graph of [`codes`], all of one scale.
    fn graph() -> Graph {
        Graph::build(&codes(), &[SCALE_OF_ALL; SHAPE.len], SHAPE).unwrap()
    }

    fn query(codes: &[i8]) -> Codes {
        Codes { codes: codes.to_vec(), scale: SCALE_OF_ALL }
    }

    fn nearest(graph: &Graph, codes: &[i8]) -> Vec<usize> {
        let found = graph.near(&query(codes), 20, &|_| true).unwrap();
        let mut found: Vec<usize> = found.into_iter().map(|(at, _)| at).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_stored_graph_finds_what_it_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("graph-1");
        let codes = codes();
        let built = graph();
        built.save(&path, "segment 1", &KEY).unwrap();
        let stored = Graph::open(&path, "segment 1", &KEY, SHAPE).unwrap();
        for codes in codes.chunks_exact(SHAPE.dims).step_by(40) {
            assert_eq!(nearest(&stored, codes), nearest(&built, codes));
        }
        let first = query(&codes[..SHAPE.dims]);
        let even = stored.near(&first, 20, &|at| at % 2 == 0).unwrap();
        assert!(even.len() >= 20 && even.iter().all(|(at, _)| at % 2 == 0));
        for (at, score) in even {
            let exact = first.cosine(&codes[at * SHAPE.dims..][..SHAPE.dims], SCALE_OF_ALL);
            assert_eq!((score, stored.score(&first, at)), (exact, Some(exact)));
        }
        assert_eq!(stored.score(&first, SHAPE.len), None);
        // More searches at once than it has room for: each finds all or is answered otherwise.
        std::thread::scope(|scope| {
            for codes in codes.chunks_exact(SHAPE.dims).take(SEARCHES * 3) {
                let stored = &stored;
                scope.spawn(move || {
                    let found = stored.near(&query(codes), 20, &|_| true);
                    assert!(found.is_none_or(|found| found.len() >= 20));
                });
            }
        });
    }

    #[test]
    fn a_graph_of_others_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("graph-1");
        graph().save(&path, "segment 1", &KEY).unwrap();
        let other = Shape { len: 799, ..SHAPE };
        assert!(Graph::open(&path, "segment 2", &KEY, SHAPE).is_err(), "another label");
        assert!(Graph::open(&path, "segment 1", &GraphKey([8; 32]), SHAPE).is_err(), "another key");
        assert!(Graph::open(&path, "segment 1", &KEY, other).is_err(), "another shape");
        fs::remove_file(seal_of(&path)).unwrap();
        assert!(Graph::open(&path, "segment 1", &KEY, SHAPE).is_err(), "no checksum");
    }

    /// Changed, cut short and lengthened files, and such checksums: none is given to usearch.
    #[test]
    fn none_of_a_thousand_mutated_files_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("graph-1");
        graph().save(&path, "segment 1", &KEY).unwrap();
        let (graph, seal) = (fs::read(&path).unwrap(), fs::read(seal_of(&path)).unwrap());
        let mut next = numbers(5);
        for round in 0..1_000 {
            let (mut graph, mut seal) = (graph.clone(), seal.clone());
            let bytes = if round % 10 == 9 { &mut seal } else { &mut graph };
            let at = next() as usize % bytes.len();
            match round % 4 {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, next() as u8),
                // The head of the file, which says its sizes.
                2 => bytes[at % 64] ^= 1 << (next() % 8),
                _ => bytes[at] ^= 1 << (next() % 8),
            }
            fs::write(&path, &graph).unwrap();
            fs::write(seal_of(&path), &seal).unwrap();
            let error = Graph::open(&path, "segment 1", &KEY, SHAPE).unwrap_err().to_string();
            assert!(error.contains("keyed checksum"), "round {round}: {error}");
        }
    }
}
