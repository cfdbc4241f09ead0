//! A paragraph of an answer.

use serde::{Deserialize, Serialize};

/// The kind of a paragraph, in the order in which kinds follow each other in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A warning that comes before everything else.
    Warning,
    /// The first sentence, which names the subject of the answer.
    Lead,
    /// A row of a DUR table, or an ingredient in several products.
    Notice,
    /// Sentences of one document.
    Quote,
    /// What was asked and is not in the documents.
    Gap,
    /// The text that every answer ends with.
    Closing,
    /// A fixed text of the desk, when no document is needed.
    Reply,
}

/// A paragraph of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paragraph {
    /// The kind of the paragraph.
    pub kind: Kind,
    /// The text; it ends with `[문서 N]` if the paragraph has a source.
    pub text: String,
    /// The number of the source in the answer's citations.
    pub n: Option<u32>,
}
