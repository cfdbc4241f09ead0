use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{
    ArticleId, Chunk, ChunkId, Document, DocumentId, DocumentKind, LawStanding, Provision,
    ProvisionPath,
};

use super::law::{Law, Place};

/// A provision, or a section of a decision or guideline, with the data that a citation needs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundProvision {
    /// Version that contains it.
    pub document_id: DocumentId,
    /// Kind of the document.
    pub kind: DocumentKind,
    /// Title of the document: `의료법`.
    pub title: String,
    /// Version of the document: `법률 제21524호`.
    pub version: String,
    /// Whether the text is one of our digests (요지), not official.
    pub digest: bool,
    /// First day in force: that of the article, or its own if later.
    pub effective_from: Option<Date>,
    /// Last day in force; `None` while it has no end.
    pub effective_to: Option<Date>,
    /// Status of the law by its source: ministry in charge, repeal.
    pub standing: LawStanding,
    /// Reference as used in citations: `의료법 제56조제2항제8호`. Where two laws share a title, rank, ministry or
    /// number follow it in brackets.
    pub reference: String,
    /// Article; `None` where a whole decision is meant.
    pub article_id: Option<ArticleId>,
    /// Key of the article: `제56조`, `판결요지[2]`.
    pub article_key: String,
    /// 조문제목.
    pub article_title: String,
    /// Path of the provision: `제56조제2항제8호`; `None` for sections.
    pub path: Option<ProvisionPath>,
    /// Own wording, exactly quotable.
    pub text: String,
    /// Own wording with that of lower levels, exactly quotable.
    pub whole: String,
    /// 개정·신설 notes.
    pub note: String,
    /// Whether it is deleted (삭제).
    pub deleted: bool,
    /// Start of the whole unit in the document's body, in characters.
    pub start: usize,
    /// End of the whole unit in the document's body, in characters.
    pub end: usize,
    /// Chunk that contains its beginning.
    pub chunk_id: Option<ChunkId>,
}

/// Result of looking up a place as of a day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ProvisionLookup {
    /// The provision is in force.
    Found(FoundProvision),
    /// The nearest version is stored, but law or article is not in force on that day.
    NotInForce(FoundProvision),
    /// Several laws of that title are in force and have such a provision.
    Ambiguous(Vec<FoundProvision>),
    /// The provision is deleted (삭제).
    Deleted(FoundProvision),
    /// The law has no such provision.
    NoSuchProvision {
        /// The version that was searched, without its body.
        document: Document,
    },
    /// No document of that title is stored.
    NoSuchDocument,
}

impl ProvisionLookup {
    /// Returns the provision, in force or not.
    pub fn provision(&self) -> Option<&FoundProvision> {
        match self {
            Self::Found(found) | Self::NotInForce(found) | Self::Deleted(found) => Some(found),
            Self::Ambiguous(_) | Self::NoSuchProvision { .. } | Self::NoSuchDocument => None,
        }
    }
}

impl FoundProvision {
    /// Describes a place as of a day; `label` is the citation name of its document.
    pub(super) fn new(
        document: &Document,
        label: &str,
        law: &Law,
        place: Place<'_>,
        day: Date,
    ) -> Self {
        let (text, with_lower_levels) = law.words(place, day);
        let (effective_from, effective_to) = place.days(document);
        let (article, provision) = match place {
            Place::Document => (None, None),
            Place::Article(article) => (Some(article), None),
            Place::Provision(article, provision) => (Some(article), Some(provision)),
        };
        let span = match (article, provision) {
            (_, Some(provision)) => (provision.start, provision.end),
            (Some(article), None) => (article.start, article.end),
            (None, None) => (0, 0),
        };
        let key = article.map(|article| article.key.clone()).unwrap_or_default();
        Self {
            document_id: document.id.clone(),
            kind: document.kind,
            title: document.title.clone(),
            version: document.version.clone(),
            digest: document.digest,
            effective_from,
            effective_to,
            standing: document.standing.clone(),
            reference: reference(label, &key, provision),
            article_id: article.map(|article| article.id.clone()),
            article_key: key,
            article_title: article.map(|article| article.title.clone()).unwrap_or_default(),
            path: provision.map(|provision| provision.path.clone()),
            text,
            whole: with_lower_levels,
            note: provision.map(|provision| provision.note.clone()).unwrap_or_default(),
            // A 항 of a deleted 조 is deleted too.
            deleted: article.is_some_and(|article| article.deleted)
                || provision.is_some_and(|provision| provision.deleted),
            start: span.0,
            end: span.1,
            chunk_id: None,
        }
    }
}

/// Formats a reference: `의료법 제56조제2항`; in 부칙 with its block: `의료법 부칙(2018. 3. 27. 제15540호) 제1조제2항`.
fn reference(label: &str, key: &str, provision: Option<&Provision>) -> String {
    let below = provision.map(|provision| {
        let article_path = provision.path.whole_article().to_string();
        provision.path.to_string().strip_prefix(&article_path).unwrap_or_default().to_owned()
    });
    format!("{label} {key}{}", below.unwrap_or_default()).trim_end().to_owned()
}

/// Returns the smallest chunk that contains the beginning of a provision.
pub(super) fn chunk_of(chunks: &[Chunk], found: &FoundProvision) -> Option<ChunkId> {
    let holds = |chunk: &&Chunk| chunk.start <= found.start && found.start < chunk.end;
    let smallest = chunks.iter().filter(holds).min_by_key(|chunk| chunk.end - chunk.start);
    smallest.or_else(|| chunks.first()).map(|chunk| chunk.id.clone())
}
