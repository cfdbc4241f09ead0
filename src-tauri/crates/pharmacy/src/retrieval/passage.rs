use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};

/// A stored passage that an answer may stand on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Its document.
    pub document_id: DocumentId,
    /// The document's title: usually the drug.
    pub title: String,
    /// The section: `용법·용량`.
    pub heading: String,
    /// What it says.
    pub text: String,
    /// Whether the document is a digest (요지) of ours and no official text.
    pub digest: bool,
    /// 0..=1 by the reranker that looked at it, on its own scale; the fused score where none did.
    pub score: f32,
}
