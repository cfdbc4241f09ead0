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
use std::thread::JoinHandle;
use std::time::SystemTime;

use simui_store::Database;

pub use digests::passage;
pub use embed::{Embedded, Encode, embed};

use crate::SearchError;
use crate::dense::{GraphFile, GraphKey, Part, Vectors, connect};
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
        let mut mean = vec![0.0; dims];
        let share = 1.0 / index.chunks().max(1) as f32;
        let nothing = vec![0; dims];
        let mut digests = digests.all().iter();
        let mut parts = Vec::new();
        for (_, len) in index.segments() {
            let mut part = Part::new(dims);
            for digest in digests.by_ref().take(len) {
                if *digest == digests::REMOVED {
                    part.push_quantised(0.0, &nothing);
                    continue;
                }
                let (scale, codes) = records.get(digest)?;
                part.push_quantised(scale, codes);
                for (sum, &code) in mean.iter_mut().zip(codes) {
                    *sum += share * scale * f32::from(code);
                }
            }
            parts.push(part);
        }
        let vectors = Vectors::of(dims, parts);
        Some(Self { generation: index.generation(), vectors, mean })
    }

    /// Gives large segments of the index graphs over the encoder's vectors. Those that are not stored are
    /// built on the thread that is returned, and stored where there is a `key`. Blocks on files.
    pub fn connect(
        &self,
        index: &SearchIndex,
        dir: &Path,
        model: &Model,
        key: Option<GraphKey>,
    ) -> Option<JoinHandle<()>> {
        let name = short(model);
        let files = self.vectors.parts().iter().zip(index.segments());
        let files = files.map(|(part, (segment, _))| GraphFile {
            part: part.clone(),
            path: dir.join(format!("graph-{name}-{segment}")),
            about: format!("{}\nsegment {segment}", model.fingerprint),
        });
        connect(files, &dir.join(format!("graph-{name}.lock")), key)
    }

    /// Returns the mean cosine of a query and the corpus, the baseline of this encoder: only a cosine above
    /// it indicates relevance, and encoders differ much in their baseline.
    pub(crate) fn baseline(&self, query: &[f32]) -> f32 {
        simui_arithmetic::dot(query, &self.mean).clamp(0.0, 0.99)
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

/// Deletes the vectors of a model and their graphs.
///
/// # Errors
/// [`SearchError::File`] when a file cannot be deleted.
pub fn forget(dir: &Path, model: &Model) -> Result<(), SearchError> {
    let path = store(dir, model);
    let graphs = format!("graph-{}", short(model));
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let graphs = entries
        .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.starts_with(&graphs)))
        .map(|entry| entry.path());
    for path in [path.with_extension("lock"), path].into_iter().chain(graphs) {
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
    dir.join(format!("encoded-{}", short(model)))
}

/// Returns the part of a model's fingerprint that names its files.
fn short(model: &Model) -> String {
    model.fingerprint.chars().take(16).collect()
}
