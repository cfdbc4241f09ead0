use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId, ViolationKind};

/// A search hit without its text, so that it can be stored with every case. The text stays in the corpora.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Retrieved {
    /// The chunk that was found.
    pub chunk_id: ChunkId,
    /// The title of its document.
    pub title: String,
    /// The article within the document, like `제56조` or `판결요지`.
    pub article: String,
    /// The document of a decision. Absent for other hits, and in cases from before decisions were weighed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_id: Option<DocumentId>,
    /// The score that the search gave it; higher is better.
    pub score: f32,
    /// For decisions: whether the advertisement was held unlawful; `None` when the text does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlawful: Option<bool>,
    /// For decisions: the kinds of violation it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<ViolationKind>,
}
