use serde::{Deserialize, Serialize};

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Said before everything else.
    Warning,
    /// What the answer is about.
    Lead,
    /// A row of a DUR table, or one ingredient twice.
    Notice,
    /// Sentences of a document.
    Quote,
    /// What was asked and is not there.
    Gap,
    /// What every answer ends with.
    Closing,
    /// The desk's own words where no document is needed.
    Reply,
}

/// One paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paragraph {
    /// What it is.
    pub kind: Kind,
    /// As it is read; with `[문서 N]` at its end where it has a source.
    pub text: String,
    /// Its source.
    pub n: Option<u32>,
}
