//! Companions: files beside the index with the vector of every chunk for dense search, and its words in order
//! for reranking. Each segment has its own, which are made once: a segment never changes.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use simui_domain::ChunkId;
use simui_store::Database;

use super::build::Progress;
use super::pages::{Analysed, analyse};
use super::segments::{Segment, Segments};
use crate::SearchError;
use crate::analysis::{Analyser, Terms};
use crate::dense::{Embedding, GraphFile, GraphKey, Part, Vectors, connect};
use crate::rerank::{Keyed, PassagePart, Passages};

/// The companions of one segment.
#[derive(Debug)]
pub(crate) struct Companions {
    embedding: Arc<Embedding>,
    vectors: Part,
    passages: PassagePart,
}

/// The companions of all segments, by the place of a chunk.
#[derive(Debug)]
pub(crate) struct Joined {
    embedding: Arc<Embedding>,
    pub(crate) vectors: Vectors,
    pub(crate) passages: Passages,
}

/// The companion data of one chunk.
pub(super) struct Companion {
    pub(super) passage: Keyed,
    pub(super) vector: Vec<f32>,
}

/// Where companions are, and the labels that they must have.
#[derive(Debug, Clone)]
pub(super) struct CompanionFiles {
    dir: PathBuf,
    analysis: String,
    embedding: String,
}

impl Companions {
    /// Makes empty companions.
    pub(super) fn new(embedding: Arc<Embedding>) -> Self {
        let vectors = Part::new(embedding.dims());
        Self { embedding, vectors, passages: PassagePart::default() }
    }

    pub(super) fn embedding(&self) -> &Arc<Embedding> {
        &self.embedding
    }

    /// Appends the companion of a chunk.
    ///
    /// # Errors
    /// An error of reading the stored companions.
    pub(super) fn push(&mut self, companion: Companion) -> io::Result<()> {
        self.vectors.push(&companion.vector);
        self.passages.push(&companion.passage)
    }

    /// Removes those of the chunks for whose number in the segment `keep` is false.
    ///
    /// # Errors
    /// An error of reading the stored companions.
    pub(super) fn retain(&mut self, keep: impl Fn(usize) -> bool) -> io::Result<()> {
        self.vectors.retain(&keep);
        self.passages.retain(keep)
    }

    /// Stores the companions of a segment.
    ///
    /// # Errors
    /// [`SearchError::File`] when a file cannot be written.
    pub(super) fn save(&self, files: &CompanionFiles, segment: &str) -> Result<(), SearchError> {
        let (path, about) = files.vectors(segment);
        self.vectors.save(&path, &about)?;
        let (path, about) = files.passages(segment);
        self.passages.save(&path, &about)
    }

    /// Maps the companions of a segment of `len` chunks.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] where they are missing, damaged or of another number
    /// of chunks.
    pub(super) fn load(
        files: &CompanionFiles,
        embedding: &Arc<Embedding>,
        segment: &str,
        len: usize,
    ) -> Result<Self, SearchError> {
        let (vectors_at, about) = files.vectors(segment);
        let vectors = Part::load(&vectors_at, &about, embedding.dims())?;
        let (passages_at, about) = files.passages(segment);
        let passages = PassagePart::load(&passages_at, &about)?;
        for (path, found) in [(vectors_at, vectors.len()), (passages_at, passages.len())] {
            if found != len {
                let reason = format!("it holds {found} chunks instead of {len}");
                return Err(crate::sealed::damaged(&path, &reason));
            }
        }
        Ok(Self { embedding: embedding.clone(), vectors, passages })
    }

    /// Computes the companions of a segment from the corpus; `None` where the corpus has changed.
    async fn make(
        database: &Database,
        analyser: &Analyser,
        embedding: &Arc<Embedding>,
        segment: &Segment,
        progress: &mut (dyn FnMut(usize) + Send),
    ) -> Result<Option<Self>, SearchError> {
        let mut made = Self::new(embedding.clone());
        let nothing = || Companion {
            passage: Keyed::new(&Terms::default(), &Terms::default()),
            vector: Vec::new(),
        };
        let read = |error: io::Error| SearchError::Index {
            path: segment.id.clone(),
            reason: error.to_string(),
        };
        let ids: io::Result<Vec<ChunkId>> = segment.chunk_ids().map(|id| id.map(ChunkId)).collect();
        let ids = ids.map_err(read)?;
        for page in ids.chunks(PAGE) {
            let present: Vec<ChunkId> =
                page.iter().filter(|id| !id.as_str().is_empty()).cloned().collect();
            let rows = database.chunks(&present).await?;
            if rows.len() != present.len() {
                return Ok(None);
            }
            let rows: Vec<_> = rows.iter().collect();
            let mut companions = analyse(&rows, |row| {
                let analysed = Analysed::new(row, analyser);
                let passage = analysed.keyed();
                Companion { passage, vector: embedding.embed(&analysed.all_terms()) }
            })?
            .into_iter();
            for id in page {
                // Removed chunks keep their place.
                let removed = id.as_str().is_empty();
                let companion = if removed { None } else { companions.next() };
                made.push(companion.unwrap_or_else(nothing)).map_err(read)?;
            }
            progress(page.len());
        }
        Ok(Some(made))
    }
}

/// Chunks that companions are computed of at a time.
const PAGE: usize = 512;

impl Joined {
    /// Maps the companions of all segments. Fails where some are missing or damaged.
    pub(super) fn load(
        files: &CompanionFiles,
        embedding: &Arc<Embedding>,
        segments: &Segments,
    ) -> Result<Self, SearchError> {
        let parts = segments.iter().map(|it| Companions::load(files, embedding, &it.id, it.len));
        Ok(Self::of(embedding, parts.collect::<Result<_, _>>()?))
    }

    /// Computes and stores those companions that are missing or damaged; `None` where the corpus has
    /// changed since the index was built.
    pub(super) async fn complete(
        database: &Database,
        analyser: &Analyser,
        files: &CompanionFiles,
        embedding: &Arc<Embedding>,
        segments: &Segments,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Option<Self>, SearchError> {
        let mut parts = Vec::new();
        let mut chunks = 0;
        for segment in segments.iter() {
            if let Ok(found) = Companions::load(files, embedding, &segment.id, segment.len) {
                parts.push(found);
                continue;
            }
            let mut count = |made| {
                chunks += made;
                progress(Progress { chunks });
            };
            let made = Companions::make(database, analyser, embedding, segment, &mut count).await?;
            let Some(made) = made else { return Ok(None) };
            made.save(files, &segment.id)?;
            parts.push(made);
        }
        Ok(Some(Self::of(embedding, parts)))
    }

    fn of(embedding: &Arc<Embedding>, parts: Vec<Companions>) -> Self {
        let (vectors, passages) = parts.into_iter().map(|it| (it.vectors, it.passages)).unzip();
        Self {
            embedding: embedding.clone(),
            vectors: Vectors::of(embedding.dims(), vectors),
            passages: Passages::of(passages),
        }
    }

    pub(crate) fn embedding(&self) -> &Arc<Embedding> {
        &self.embedding
    }

    /// Gives large segments the graphs over their vectors, see [`connect`].
    pub(super) fn connect(
        &self,
        files: &CompanionFiles,
        segments: &Segments,
        key: Option<GraphKey>,
    ) -> Option<JoinHandle<()>> {
        let parts = self.vectors.parts().iter().zip(segments.iter()).map(|(part, segment)| {
            let (path, about) = files.graph(&segment.id);
            GraphFile { part: part.clone(), path, about }
        });
        connect(parts, &files.dir.join("graph.lock"), key)
    }
}

impl CompanionFiles {
    pub(super) fn new(dir: &Path, analyser: &Analyser, embedding: &Embedding) -> Self {
        let (analysis, embedding) = (analyser.fingerprint().into(), embedding.fingerprint().into());
        Self { dir: dir.to_owned(), analysis, embedding }
    }

    /// File and label of a segment's passages, which depend on the analysis.
    fn passages(&self, segment: &str) -> (PathBuf, String) {
        let about = format!("{}\nsegment {segment}", self.analysis);
        (self.dir.join(format!("passages-{segment}")), about)
    }

    /// File and label of a segment's vectors, which depend on the embedding too.
    fn vectors(&self, segment: &str) -> (PathBuf, String) {
        let about = format!("{}\nsegment {segment}\n{}", self.analysis, self.embedding);
        (self.dir.join(format!("vectors-{segment}")), about)
    }

    /// File and label of the graph over a segment's vectors.
    pub(super) fn graph(&self, segment: &str) -> (PathBuf, String) {
        let (_, about) = self.vectors(segment);
        (self.dir.join(format!("graph-{segment}")), about)
    }
}
