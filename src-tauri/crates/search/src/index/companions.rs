//! Companions: files beside the index with the vector of every chunk for dense search, and its words in order
//! for reranking.

use std::path::Path;
use std::sync::Arc;

use simui_store::{ChunkRow, Database};

use super::build::Progress;
use super::pages::{Analysed, analyse, each_page};
use crate::SearchError;
use crate::analysis::Analyser;
use crate::dense::{Embedding, Vectors};
use crate::rerank::{Keyed, Passages};

/// The companions of an index, by the index of a chunk in the corpus, from 0.
#[derive(Debug)]
pub(crate) struct Companions {
    embedding: Arc<Embedding>,
    pub(crate) vectors: Vectors,
    pub(crate) passages: Passages,
}

/// The companion data of one chunk.
pub(super) struct Companion {
    pub(super) passage: Keyed,
    pub(super) vector: Vec<f32>,
}

/// The files of an index' companions, with the labels they must have.
#[derive(Debug, Clone)]
pub(crate) struct CompanionFiles {
    pub(super) vectors: std::path::PathBuf,
    pub(super) passages: std::path::PathBuf,
    /// Label of the passages: analysis and generation.
    pub(super) about: String,
    /// Label of the vectors: analysis, generation and embedding.
    pub(super) about_vectors: String,
}

impl Companions {
    /// Makes empty companions.
    pub(super) fn new(embedding: Arc<Embedding>) -> Self {
        let vectors = Vectors::new(embedding.dims());
        Self { embedding, vectors, passages: Passages::default() }
    }

    pub(crate) fn embedding(&self) -> &Arc<Embedding> {
        &self.embedding
    }

    pub(super) fn push(&mut self, companion: Companion) {
        self.vectors.push(&companion.vector);
        self.passages.push_keyed(&companion.passage);
    }

    pub(super) fn save(&self, files: &CompanionFiles) -> Result<(), SearchError> {
        self.vectors.save(&files.vectors, &files.about_vectors)?;
        self.passages.save(&files.passages, &files.about)
    }

    /// Reads the companions. Fails where they are missing, damaged or not of `chunks` chunks.
    pub(super) fn load(
        files: &CompanionFiles,
        embedding: Arc<Embedding>,
        chunks: usize,
    ) -> Result<Self, SearchError> {
        let vectors = Vectors::load(&files.vectors, &files.about_vectors, embedding.dims())?;
        let passages = Passages::load(&files.passages, &files.about)?;
        for (path, found) in [(&files.vectors, vectors.len()), (&files.passages, passages.len())] {
            if found != chunks {
                let reason = format!("it holds {found} chunks instead of {chunks}");
                return Err(crate::sealed::damaged(path, &reason));
            }
        }
        vectors.prepare();
        Ok(Self { embedding, vectors, passages })
    }

    /// Computes the companions from the corpus.
    pub(super) async fn make(
        database: &Database,
        analyser: &Analyser,
        embedding: Arc<Embedding>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Self, SearchError> {
        let making = Making { companions: Self::new(embedding), analyser: analyser.clone() };
        let made = each_page(database, progress, making, Making::add).await?.companions;
        made.vectors.prepare();
        Ok(made)
    }
}

struct Making {
    companions: Companions,
    analyser: Analyser,
}

impl Making {
    fn add(&mut self, page: &[(i64, ChunkRow)]) -> Result<(), SearchError> {
        let (analyser, embedding) = (&self.analyser, &self.companions.embedding);
        let analysed = analyse(page, |(_, row)| {
            let analysed = Analysed::new(row, analyser);
            let passage = analysed.keyed();
            Companion { passage, vector: embedding.embed(&analysed.whole()) }
        })?;
        analysed.into_iter().for_each(|companion| self.companions.push(companion));
        Ok(())
    }
}

impl CompanionFiles {
    pub(super) fn of(
        dir: &Path,
        generation: u64,
        analyser: &Analyser,
        embedding: &Embedding,
    ) -> Self {
        let about = format!("{}\ngeneration {generation}", analyser.fingerprint());
        Self {
            vectors: dir.join(format!("vectors-{generation}")),
            passages: dir.join(format!("passages-{generation}")),
            about_vectors: format!("{about}\n{}", embedding.fingerprint()),
            about,
        }
    }
}
