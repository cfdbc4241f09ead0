//! The corpus' vectors by an encoder that an administrator has installed.
//!
//! What runs the encoder is not known here: [`embed`] is handed a function from texts to vectors. It makes them in the
//! background, batch by batch, into a file that keeps what is made ([`store`]); each vector is kept under the digest
//! of its text, so that an import costs only what is new and a restart goes on where it stopped. Until all are there,
//! searches use the static embedding.

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
use crate::dense::{Vectors, numbers};
use crate::index::SearchIndex;
use digests::Digests;
use records::Records;

/// What an encoder's vectors are told apart by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Differs for whatever gives other vectors of passages.
    pub fingerprint: String,
    /// Length of its vectors.
    pub dims: usize,
}

/// How many of the corpus' passages have their vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// So many …
    pub done: usize,
    /// … of so many different ones.
    pub of: usize,
}

/// All vectors of one state of the corpus.
#[derive(Debug)]
pub struct Encoded {
    generation: u64,
    pub(crate) vectors: Vectors,
    /// The mean of the vectors.
    mean: Vec<f32>,
}

impl Encoded {
    /// Those on disk for the corpus of an index; `None` while some are not there. Reads files: not for a thread that
    /// must not wait.
    pub fn complete(index: &SearchIndex, dir: &Path, model: &Model) -> Option<Self> {
        let digests = Digests::load(dir, index).ok()?;
        let path = store(dir, model);
        // Reading all of an unfinished file for nothing would slow every search down while it grows.
        if records::count(&path, model.dims) < digests.distinct() {
            return None;
        }
        Self::gather(index, &digests, &Records::read(&path, model).0)
    }

    fn gather(index: &SearchIndex, digests: &Digests, records: &Records) -> Option<Self> {
        let mut vectors = Vectors::new(records.dims());
        let mut mean = vec![0.0; records.dims()];
        let share = 1.0 / digests.all().len() as f32;
        for digest in digests.all() {
            let (scale, codes) = records.get(digest)?;
            vectors.push_quantised(scale, codes);
            for (sum, &code) in mean.iter_mut().zip(codes) {
                *sum += share * scale * f32::from(code);
            }
        }
        vectors.prepare();
        Some(Self { generation: index.generation(), vectors, mean })
    }

    /// The mean cosine of a query and the corpus: encoders differ much in what they give to texts that have nothing to do with
    /// each other, and only what is above that says anything.
    pub(crate) fn usual(&self, query: &[f32]) -> f32 {
        numbers::dot(query, &self.mean).clamp(0.0, 0.99)
    }

    /// Whether they are of the corpus of this index.
    pub fn belongs_to(&self, index: &SearchIndex) -> bool {
        self.generation == index.generation()
    }

    /// How many passages they are of.
    pub fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.vectors.is_empty()
    }
}

/// How many of the corpus' passages have their vector.
///
/// # Errors
/// The corpus cannot be read.
pub async fn survey(
    database: &Database,
    index: &SearchIndex,
    dir: &Path,
    model: &Model,
) -> Result<Share, SearchError> {
    let digests = match Digests::load(dir, index) {
        Ok(digests) => digests,
        Err(_) => Digests::make(database).await?,
    };
    let (path, model) = (store(dir, model), model.clone());
    let reading = tokio::task::spawn_blocking(move || {
        let records = Records::read(&path, &model).0;
        digests.share(&records)
    });
    reading.await.map_err(|panic| SearchError::panicked(&panic))
}

/// Deletes what has been made with a model.
///
/// # Errors
/// [`SearchError::File`].
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

/// What [`Encoded::complete`] reads was written then: where that is the same, so is its answer. Cheap enough for every search.
pub fn stamp(index: &SearchIndex, dir: &Path, model: &Model) -> [Option<SystemTime>; 2] {
    let written = |path: PathBuf| std::fs::metadata(path).and_then(|about| about.modified()).ok();
    [written(digests::place(dir, index).0), written(store(dir, model))]
}

/// The file of a model's vectors.
fn store(dir: &Path, model: &Model) -> PathBuf {
    let name: String = model.fingerprint.chars().take(16).collect();
    dir.join(format!("encoded-{name}"))
}
