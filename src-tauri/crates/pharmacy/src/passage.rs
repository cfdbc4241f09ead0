//! A passage of a stored document.

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};

/// A stored passage that an answer may cite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The stored chunk.
    pub chunk_id: ChunkId,
    /// The document of the chunk.
    pub document_id: DocumentId,
    /// The title of the document, usually the name of the drug.
    pub title: String,
    /// The heading of the section: `용법·용량`.
    pub heading: String,
    /// The text of the passage.
    pub text: String,
    /// Whether the document is a digest (요지) written for this desk, not an official text.
    pub digest: bool,
    /// Score by the reranker, 0 to 1 on its own scale; the fused score of the search if there is no reranker.
    pub score: f32,
}
