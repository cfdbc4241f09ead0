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
    /// The best score that a search gave it; higher is better.
    pub score: f32,
    /// The kinds of violation whose searches found it, each with its ranks; empty where the claims themselves
    /// were searched for, and in cases from before this was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_for: Vec<FoundFor>,
    /// True when the document is our digest (요지), not an official text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub digest: bool,
    /// For decisions: whether the advertisement was held unlawful; `None` when the text does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlawful: Option<bool>,
    /// For decisions: the kinds of violation it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<ViolationKind>,
}

/// The ranks of a hit in the search for one kind of violation, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFor {
    /// The kind.
    pub kind: ViolationKind,
    /// The rank of the whole search.
    pub rank: u32,
    /// The rank by words; absent where words did not find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_words: Option<u32>,
    /// The rank by meaning; absent where meaning did not find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_meaning: Option<u32>,
}

impl Retrieved {
    /// Returns the ranks in the search for a kind; `None` when that search did not find it.
    pub fn found_for(&self, kind: ViolationKind) -> Option<FoundFor> {
        self.found_for.iter().find(|it| it.kind == kind).copied()
    }
}
