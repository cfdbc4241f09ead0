//! Vectors of the corpus by an encoder that an administrator has installed.
//!
//! This module does not know what runs the encoder: [`embed`] takes a function from texts to vectors. It
//! computes them in the background, batch by batch, into a file ([`store`]). Each vector is kept under the
//! digest of its text, so that an import costs only what is new and a restart continues. Until all vectors
//! exist, searches use the static embedding.

mod digests;
mod embed;
mod records;
mod store;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use simui_store::Database;

pub use digests::passage;
pub use embed::{Embedded, Encode, embed};

use crate::SearchError;
use crate::dense::{Part, Vectors, numbers};
use crate::index::SearchIndex;
use digests::Digests;
use records::Records;

/// Identifies the vectors of an encoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Differs between encoders that give different vectors for passages.
    pub fingerprint: String,
    /// Length of the encoder's vectors.
    pub dims: usize,
}

/// Progress of encoding the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Distinct passages that have a vector.
    pub done: usize,
    /// Distinct passages of the corpus.
    pub of: usize,
}

/// The complete vectors of one state of the corpus.
#[derive(Debug)]
pub struct Encoded {
    generation: u64,
    pub(crate) vectors: Vectors,
    /// Mean of the vectors.
    mean: Vec<f32>,
}

impl Encoded {
    /// Reads the vectors for the corpus of an index; `None` while some are missing. Blocks on files.
    pub fn complete(index: &SearchIndex, dir: &Path, model: &Model) -> Option<Self> {
        let digests = Digests::load(dir, index).ok()?;
        let path = store(dir, model);
        // An incomplete file is not read: that would slow down every search while it grows.
        if records::count(&path, model.dims) < digests.distinct() {
            return None;
        }
        Self::gather(index, &digests, &Records::read(&path, model).0)
    }

    fn gather(index: &SearchIndex, digests: &Digests, records: &Records) -> Option<Self> {
        let dims = records.dims();
        let mut vectors = Part::new(dims);
        let mut mean = vec![0.0; dims];
        let share = 1.0 / index.chunks().max(1) as f32;
        let nothing = vec![0; dims];
        for digest in digests.all() {
            if *digest == digests::REMOVED {
                vectors.push_quantised(0.0, &nothing);
                continue;
            }
            let (scale, codes) = records.get(digest)?;
            vectors.push_quantised(scale, codes);
            for (sum, &code) in mean.iter_mut().zip(codes) {
                *sum += share * scale * f32::from(code);
            }
        }
        let vectors = Vectors::of(dims, vec![vectors]);
        Some(Self { generation: index.generation(), vectors, mean })
    }

    /// Returns the mean cosine of a query and the corpus, the baseline of this encoder: only a cosine above
    /// it indicates relevance, and encoders differ much in their baseline.
    pub(crate) fn baseline(&self, query: &[f32]) -> f32 {
        numbers::dot(query, &self.mean).clamp(0.0, 0.99)
    }

    /// Returns whether the vectors belong to the corpus of this index.
    pub fn belongs_to(&self, index: &SearchIndex) -> bool {
        self.generation == index.generation()
    }

    /// Returns the number of passages.
    pub fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Returns whether there is no passage.
    pub fn is_empty(&self) -> bool {
        self.vectors.is_empty()
    }
}

/// Counts the passages of the corpus that have a vector.
///
/// # Errors
/// When the corpus cannot be read.
pub async fn survey(
    database: &Database,
    index: &SearchIndex,
    dir: &Path,
    model: &Model,
) -> Result<Share, SearchError> {
    let digests = match Digests::load(dir, index) {
        Ok(digests) => digests,
        Err(_) => match Digests::make(database, index).await? {
            Some(digests) => digests,
            None => return Ok(Share { done: 0, of: index.chunks() }),
        },
    };
    let (path, model) = (store(dir, model), model.clone());
    let reading = tokio::task::spawn_blocking(move || {
        let records = Records::read(&path, &model).0;
        digests.share(&records)
    });
    reading.await.map_err(|panic| SearchError::panicked(&panic))
}

/// Deletes the vectors of a model.
///
/// # Errors
/// [`SearchError::File`] when a file cannot be deleted.
pub fn forget(dir: &Path, model: &Model) -> Result<(), SearchError> {
    let path = store(dir, model);
    for path in [path.with_extension("lock"), path] {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(SearchError::file(&path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns when the files that [`Encoded::complete`] reads were written. Equal stamps mean equal results.
/// Cheap enough for every search.
pub fn stamp(index: &SearchIndex, dir: &Path, model: &Model) -> [Option<SystemTime>; 2] {
    let written = |path: PathBuf| std::fs::metadata(path).and_then(|about| about.modified()).ok();
    [written(digests::place(dir, index).0), written(store(dir, model))]
}

/// Returns the file of a model's vectors.
fn store(dir: &Path, model: &Model) -> PathBuf {
    let name: String = model.fingerprint.chars().take(16).collect();
    dir.join(format!("encoded-{name}"))
}
