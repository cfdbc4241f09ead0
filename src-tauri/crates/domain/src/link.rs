use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{DocumentId, ProvisionPath};

/// How one text leans on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkRelation {
    /// It names it.
    Cites,
    /// 준용: it makes its rules its own.
    Applies,
}

/// Whether what a reference names is there, on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkStatus {
    /// It is stored and in force.
    Resolved,
    /// No text of that title or case number is stored that is in force on the day.
    NoDocument,
    /// The text is stored and has no such provision.
    NoProvision,
    /// The provision reads 삭제.
    Repealed,
}

/// What a reference names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct LinkTarget {
    /// A law's title as the reference gives it (`법` in a 시행령 is spelt out), or a decision's case number.
    pub title: String,
    /// The provision; `None` where the whole text is named.
    pub path: Option<ProvisionPath>,
    /// The last provision of a range (`제3조부터 제7조까지`).
    pub until: Option<ProvisionPath>,
    /// `구 의료법`, `종전의 제5조`: wording that was in force before.
    pub former: bool,
}

/// A reference found in a stored text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Link {
    /// Its first character, an offset into the document's body.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// The reference as written, exactly the characters `start..end`.
    pub words: String,
    /// The provision it stands in; `None` in sections and 별표.
    pub within: Option<ProvisionPath>,
    /// 인용 or 준용.
    pub relation: LinkRelation,
    /// What it names.
    pub target: LinkTarget,
}

/// A link together with the text it stands in and what was found at its other end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResolvedLink {
    /// The text it stands in.
    pub document_id: DocumentId,
    /// Its title.
    pub title: String,
    /// The key of the article it stands in: `제56조`, `별표 1`, `참조조문`.
    pub article_key: String,
    /// The link.
    pub link: Link,
    /// Whether the other end is there.
    pub status: LinkStatus,
    /// The version the other end was found in.
    pub target_document: Option<DocumentId>,
}
