use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    ArticlePart, CitationStatus, Document, DocumentId, DocumentKind, EditorNote, LawState,
    QuarantineEntry,
};
use ts_rs::TS;

/// One row of the corpora list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentSummary {
    /// The document.
    pub id: DocumentId,
    /// What it is.
    pub kind: DocumentKind,
    /// Its title.
    pub title: String,
    /// 법률 제21524호.
    pub version: String,
    /// In force from.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// In force until.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// One of our digests.
    pub digest: bool,
    /// In force today.
    pub in_force: bool,
    /// What its source calls its state: enacted, repealed, …
    pub state: LawState,
    /// 소관부처; empty where the source names none.
    pub ministry: String,
}

/// Asks for a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ShowDocument {
    /// An id, a 법령ID or a title; where two laws share it, with the ministry or number in brackets behind it.
    pub document: String,
    /// One provision only: `제56조제2항제8호`, or an article key.
    pub article: Option<String>,
    /// As it is in force on this day; a day without a version in force is refused. Without a day an id gives that version,
    /// and a title the version in force today, or else the last one.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// One article, for reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ArticleView {
    /// `제56조`.
    pub key: String,
    /// 조문제목.
    pub title: String,
    /// 본문, 부칙, 별표, or a section of another document.
    pub part: ArticlePart,
    /// 편·장·절 above it.
    pub breadcrumb: Vec<String>,
    /// The official wording, notes set aside.
    pub text: String,
    /// 개정·신설·삭제 notes that were set aside, in their order.
    pub notes: Vec<ArticleNote>,
    /// 삭제.
    pub deleted: bool,
    /// From when it is in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// In force on the day asked for (today when none was): an article may begin later than its law.
    pub in_force: bool,
    /// Offsets into the stored body.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// An editors' note in an article.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ArticleNote {
    /// The smallest provision it stands in: `제56조제2항제8호`. `None` when it is about the whole article.
    pub provision: Option<String>,
    /// The note.
    #[serde(flatten)]
    pub note: EditorNote,
}

/// A document, for reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentView {
    /// Its data (the body left out).
    pub document: Document,
    /// Its articles, or the one asked for.
    pub articles: Vec<ArticleView>,
}

/// Files or folders to import.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ImportRequest {
    /// Paths on this machine.
    pub paths: Vec<String>,
    /// What they are; found out from each file when absent.
    pub kind: Option<DocumentKind>,
    /// How many files are read at once; the number of cores when absent.
    pub jobs: Option<u32>,
}

/// A file the interface opened or received.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UploadedFile {
    /// Its name, or its path inside a dropped folder.
    pub name: String,
    /// Its bytes, in base 64.
    pub base64: String,
}

/// Files to import that came through the interface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UploadRequest {
    /// They.
    #[serde(default)]
    pub files: Vec<UploadedFile>,
    /// What they are.
    pub kind: Option<DocumentKind>,
    /// In their place: an upload whose files lie in the data directory already. A server writes it, pages do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(skip)]
    pub upload: Option<String>,
}

/// What fitting the embedding to the corpora came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FitOutcome {
    /// There is a new embedding, and searches use it.
    Fitted,
    /// The present one is good enough, or there is too little to learn from.
    NotDue,
    /// Given up.
    Cancelled,
}

/// The same, with what it was fitted to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FitReport {
    /// What it came to.
    pub outcome: FitOutcome,
    /// Chunks of the corpora.
    pub chunks: u64,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportReport {
    /// Documents stored.
    pub documents: u64,
    /// Articles in them.
    pub articles: u64,
    /// Chunks in them.
    pub chunks: u64,
    /// Documents that were already there.
    pub unchanged: u64,
    /// What could not be taken in.
    pub quarantined: Vec<QuarantineEntry>,
    /// Milliseconds.
    pub took_ms: u64,
    /// It was stopped before the end; what is stored stays.
    pub cancelled: bool,
}

/// A quote to check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct VerifyRequest {
    /// The words.
    pub quote: String,
    /// Where they are said to stand: `의료법 제56조제2항제8호`.
    pub article: String,
    /// On which day; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// What the check found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct VerifiedQuote {
    /// The status.
    pub status: CitationStatus,
    /// Where the words stand, when they stand somewhere.
    #[ts(type = "unknown")]
    pub found: Option<serde_json::Value>,
    /// Why.
    pub note: String,
}

/// Asks what is quarantined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct QuarantineRequest {
    /// Also what somebody has resolved.
    pub all: bool,
}

/// Marks quarantined entries as seen to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResolveQuarantine {
    /// The file.
    pub path: String,
    /// The place in it, as the list says; every open entry of the file when absent.
    pub place: Option<String>,
    /// Who: name or id.
    pub reviewer: String,
    /// What they did about it; required.
    pub note: String,
}
