//! A graph over vectors, to find the nearest without comparing all: HNSW (Malkov and Yashunin, 2018) of
//! usearch.
//!
//! The graph is derived from the vectors. It is the only file of the index that code outside Rust reads, so
//! nothing of it is parsed before its keyed checksum is verified: HMAC-SHA256 over the label and the content,
//! in a file beside it. A graph that fails is built again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac};
use sha2::Sha256;
use usearch::{Index, IndexOptions, MetricKind, ScalarKind};

use crate::{SearchError, sealed};

/// Key of the checksums of graphs; each desk has its own.
#[derive(Clone, Copy)]
pub struct GraphKey(pub [u8; 32]);

/// Neighbours of a vector in the graph. Chosen with the two below by `examples/graph-table.rs`: the fewest
/// and the least work that find .98 of the 50 nearest of the shared corpora.
const CONNECTIVITY: usize = 16;
/// Candidates kept while a vector is added.
const EXPANSION_ADD: usize = 128;
/// Candidates kept while searching, at least.
const EXPANSION_SEARCH: usize = 256;
/// Searches at the same time; a further one compares all vectors.
const SEARCHES: usize = 64;

/// A graph over the vectors of one part, numbered from 0.
pub(crate) struct Graph {
    index: Index,
    len: usize,
}

/// Shape of a graph's vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Numbers of a vector.
    pub(crate) dims: usize,
    /// Vectors.
    pub(crate) len: usize,
}

impl Graph {
    /// Builds the graph of vectors of `dims` codes each, on all cores; `None` when usearch cannot, for
    /// example for want of memory. The same vectors give a graph that finds the same but for ties and the
    /// few it misses: threads add them in no fixed order.
    pub(crate) fn build(codes: &[i8], shape: Shape) -> Option<Self> {
        let Shape { dims, len } = shape;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let index = Self::empty(dims)?;
        index.reserve_capacity_and_threads(len, threads).ok()?;
        let added = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|first| {
                    let index = &index;
                    let of_worker = move || {
                        let vectors = codes.chunks_exact(dims).enumerate().skip(first);
                        vectors.step_by(threads).all(|(at, it)| index.add(at as u64, it).is_ok())
                    };
                    scope.spawn(of_worker)
                })
                .collect();
            workers.into_iter().all(|worker| worker.join().unwrap_or(false))
        });
        (added && index.size() == len).then_some(Self { index, len })
    }

    fn empty(dims: usize) -> Option<Index> {
        let options = IndexOptions {
            dimensions: dims,
            // Of codes, so that the scales of vectors do not matter.
            metric: MetricKind::Cos,
            quantization: ScalarKind::I8,
            connectivity: CONNECTIVITY,
            expansion_add: EXPANSION_ADD,
            expansion_search: EXPANSION_SEARCH,
            multi: false,
        };
        Index::new(&options).ok()
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
        let index = Self::empty(shape.dims).ok_or_else(|| failed("no memory"))?;
        index.view(&path.display().to_string()).map_err(|error| failed(&error.to_string()))?;
        if index.dimensions() != shape.dims || index.size() != shape.len {
            return Err(failed("it is of other vectors"));
        }
        index
            .reserve_capacity_and_threads(shape.len, SEARCHES)
            .map_err(|error| failed(&error.to_string()))?;
        index.change_expansion_search(EXPANSION_SEARCH);
        Ok(Self { index, len: shape.len })
    }

    /// Returns about `count` vectors near to the query's codes among those that `keep` admits, in no
    /// order; `None` when it must be answered by comparing all.
    pub(crate) fn near(
        &self,
        query: &[i8],
        count: usize,
        keep: &impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let count = count.max(EXPANSION_SEARCH).min(self.len);
        let admits = |at: u64| keep(at as usize);
        let found = self.index.filtered_search(query, count, admits).ok()?;
        // A mapped file is not trusted to name only vectors that exist.
        Some(found.keys.iter().map(|&at| at as usize).filter(|&at| at < self.len).collect())
    }
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

/// Computes the keyed checksum of a file: over the length of the label, the label and the content.
fn seal(path: &Path, about: &str, key: &GraphKey) -> std::io::Result<Hmac<Sha256>> {
    let failed = |_| std::io::Error::other("a key of this length is refused");
    let mut seal = Hmac::<Sha256>::new_from_slice(&key.0).map_err(failed)?;
    seal.update(&(about.len() as u64).to_le_bytes());
    seal.update(about.as_bytes());
    sealed::each_piece(&mut File::open(path)?, |piece| seal.update(piece))?;
    Ok(seal)
}
