use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    ArticlePart, CitationStatus, DigestReading, DigestVerdict, Document, DocumentId, DocumentKind,
    EditorNote, LawState, QuarantineEntry,
};
use ts_rs::TS;

/// One row of the list of documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentSummary {
    /// The document.
    pub id: DocumentId,
    /// The kind of document.
    pub kind: DocumentKind,
    /// The title of the document.
    pub title: String,
    /// The version, for instance 법률 제21524호.
    pub version: String,
    /// First day in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Last day in force.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Whether it is one of our digests.
    pub digest: bool,
    /// Whether it is in force today.
    pub in_force: bool,
    /// The state that its source gives: enacted, repealed, …
    pub state: LawState,
    /// 소관부처; empty where the source names none.
    pub ministry: String,
}

/// Requests a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ShowDocument {
    /// An id, a 법령ID or a title. Where two laws share the title, the ministry or number follows it in
    /// brackets.
    pub document: String,
    /// One provision only: `제56조제2항제8호`, or an article key.
    pub article: Option<String>,
    /// The version in force on this day; a day without a version in force is refused. Without a day, an id
    /// returns that version, and a title returns the version in force today, or else the last one.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// One article, for reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ArticleView {
    /// The key of the article: `제56조`.
    pub key: String,
    /// 조문제목.
    pub title: String,
    /// 본문, 부칙, 별표, or a section of another document.
    pub part: ArticlePart,
    /// 편·장·절 that contain the article.
    pub breadcrumb: Vec<String>,
    /// The official wording without editors' notes.
    pub text: String,
    /// The 개정·신설·삭제 notes taken out of the text, in their order.
    pub notes: Vec<ArticleNote>,
    /// Whether the article is 삭제.
    pub deleted: bool,
    /// First day in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Whether it is in force on the requested day, or else today. An article may begin later than its law.
    pub in_force: bool,
    /// Start in the stored body, in Unicode scalar values.
    pub start: usize,
    /// End in the stored body, exclusive.
    pub end: usize,
}

/// An editors' note in an article.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ArticleNote {
    /// The smallest provision that contains it: `제56조제2항제8호`. `None` when it concerns the whole article.
    pub provision: Option<String>,
    /// The note.
    #[serde(flatten)]
    pub note: EditorNote,
}

/// A document, for reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentView {
    /// The document without its body.
    pub document: Document,
    /// Its articles, or only the requested one.
    pub articles: Vec<ArticleView>,
}

/// Imports files or folders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ImportRequest {
    /// Paths on this machine.
    pub paths: Vec<String>,
    /// The kind of document; detected for each file when absent.
    pub kind: Option<DocumentKind>,
    /// Number of files read at the same time; the number of cores when absent.
    pub jobs: Option<u32>,
}

/// A file that the interface opened or received.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UploadedFile {
    /// The file name, or its path inside a dropped folder.
    pub name: String,
    /// The contents, in base 64.
    pub base64: String,
}

/// Imports files that came through the interface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UploadRequest {
    /// The files.
    #[serde(default)]
    pub files: Vec<UploadedFile>,
    /// The kind of document; detected for each file when absent.
    pub kind: Option<DocumentKind>,
    /// Replaces `files`: the id of an upload whose files are in the data directory already. Set by the
    /// server, never by a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(skip)]
    pub upload: Option<String>,
}

/// Result of fitting the embedding to the corpora.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FitOutcome {
    /// There is a new embedding, and searches use it.
    Fitted,
    /// The present embedding is good enough, or there is too little text to learn from.
    NotDue,
    /// The fitting was cancelled.
    Cancelled,
}

/// Result of fitting the embedding, and the size of the corpora.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FitReport {
    /// The result.
    pub outcome: FitOutcome,
    /// Number of chunks in the corpora.
    pub chunks: u64,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportReport {
    /// Number of documents stored.
    pub documents: u64,
    /// Number of their articles.
    pub articles: u64,
    /// Number of their chunks.
    pub chunks: u64,
    /// Number of documents that were stored already.
    pub unchanged: u64,
    /// What could not be imported.
    pub quarantined: Vec<QuarantineEntry>,
    /// Milliseconds that the import took.
    pub took_ms: u64,
    /// Whether it was cancelled. What is stored by then stays.
    pub cancelled: bool,
}

/// Compares a quote with the stored text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct VerifyRequest {
    /// The quoted words.
    pub quote: String,
    /// The article that should contain them: `의료법 제56조제2항제8호`.
    pub article: String,
    /// The day whose law applies; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// Result of comparing a quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct VerifiedQuote {
    /// The status.
    pub status: CitationStatus,
    /// The place that contains the words, when there is one.
    #[ts(type = "unknown")]
    pub found: Option<serde_json::Value>,
    /// The reason for the status.
    pub note: String,
}

/// Lists digests (요지) of ours.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct DigestsRequest {
    /// Only digests of this kind.
    pub kind: Option<DocumentKind>,
    /// Only this document.
    pub document: Option<DocumentId>,
    /// Only those that nobody has signed as they stand.
    pub unread: bool,
}

/// A digest with the signed readings of its text as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DigestEntry {
    /// The digest.
    pub document: DocumentSummary,
    /// The readings, oldest first; none: nobody has read it yet.
    pub readings: Vec<DigestReading>,
}

/// Signs a reading of a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SignDigest {
    /// The digest.
    pub document: DocumentId,
    /// What the person says of it.
    pub verdict: DigestVerdict,
    /// Name or id of the person who signs.
    pub reviewer: String,
    /// What was compared; what is wrong, which a faulty digest requires.
    #[serde(default)]
    pub note: String,
}

/// Lists quarantined entries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct QuarantineRequest {
    /// Whether resolved entries are listed too.
    pub all: bool,
}

/// Resolves quarantined entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResolveQuarantine {
    /// The file.
    pub path: String,
    /// The place in the file, as the list names it; every open entry of the file when absent.
    pub place: Option<String>,
    /// Name or id of the person who resolves them.
    pub reviewer: String,
    /// What was done about them; required.
    pub note: String,
}
