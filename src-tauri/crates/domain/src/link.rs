//! References from one stored text to another.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{DocumentId, ProvisionPath};

/// How one text refers to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkRelation {
    /// 인용: it names the other text.
    Cites,
    /// 준용: it applies the other text's rules.
    Applies,
}

/// Whether the target of a reference exists on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkStatus {
    /// The target is stored and in force.
    Resolved,
    /// No text with that title or case number is stored and in force on the day.
    NoDocument,
    /// The text is stored but has no such provision.
    NoProvision,
    /// The provision reads 삭제.
    Repealed,
}

/// Target of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct LinkTarget {
    /// Title of a law as the reference gives it, with `법` in a 시행령 written out, or the case number of a
    /// decision.
    pub title: String,
    /// The provision; `None` if the whole text is named.
    pub path: Option<ProvisionPath>,
    /// The last provision of a range (`제3조부터 제7조까지`).
    pub until: Option<ProvisionPath>,
    /// Whether an earlier version is meant: `구 의료법`, `종전의 제5조`.
    pub former: bool,
}

/// A reference found in a stored text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Link {
    /// Offset of its first character in the document's body.
    pub start: usize,
    /// Offset after its last character.
    pub end: usize,
    /// The reference as written, exactly the characters `start..end`.
    pub words: String,
    /// The provision that contains it; `None` in sections and 별표.
    pub within: Option<ProvisionPath>,
    /// 인용 or 준용.
    pub relation: LinkRelation,
    /// The text or provision that it names.
    pub target: LinkTarget,
}

/// A link with the text that contains it and the result of looking up its target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResolvedLink {
    /// The document that contains it.
    pub document_id: DocumentId,
    /// Title of that document.
    pub title: String,
    /// Key of the article that contains it: `제56조`, `별표 1`, `참조조문`.
    pub article_key: String,
    /// The link.
    pub link: Link,
    /// Whether the target exists.
    pub status: LinkStatus,
    /// The version in which the target was found.
    pub target_document: Option<DocumentId>,
}
