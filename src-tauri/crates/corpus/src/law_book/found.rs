use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{
    ArticleId, Chunk, ChunkId, Document, DocumentId, DocumentKind, LawStanding, Provision,
    ProvisionPath,
};

use super::law::{Law, Place};

/// A provision (or a section of a decision or guideline) with what a citation of it needs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundProvision {
    /// The version it was found in.
    pub document_id: DocumentId,
    /// Statute, guideline or precedent.
    pub kind: DocumentKind,
    /// `의료법`.
    pub title: String,
    /// `법률 제21524호`.
    pub version: String,
    /// One of our digests, not the official text.
    pub digest: bool,
    /// It is in force from here: its article's first day, or its own where that is later.
    pub effective_from: Option<Date>,
    /// Until here; `None` while nothing ends it.
    pub effective_to: Option<Date>,
    /// What the source says of the law beside its text: who administers it, whether it was repealed.
    pub standing: LawStanding,
    /// As written in citations: `의료법 제56조제2항제8호`. Where two laws share a title, its rank, ministry or number stands
    /// in brackets behind it.
    pub reference: String,
    /// Its article; `None` where the reference names a whole decision.
    pub article_id: Option<ArticleId>,
    /// `제56조`, `판결요지[2]`.
    pub article_key: String,
    /// 조문제목.
    pub article_title: String,
    /// `제56조제2항제8호`; `None` for sections.
    pub path: Option<ProvisionPath>,
    /// Its own words, exactly quotable.
    pub text: String,
    /// Its own words and those of its lower levels, exactly quotable.
    pub whole: String,
    /// 개정·신설 notes.
    pub note: String,
    /// It reads 삭제.
    pub deleted: bool,
    /// Offsets of the whole unit into the document's body, in characters.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The chunk that holds its beginning.
    pub chunk_id: Option<ChunkId>,
}

/// What stands at a place on a day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ProvisionLookup {
    /// In force.
    Found(FoundProvision),
    /// It is stored, but not in force on that day: the law, or this article of it. The nearest version.
    NotInForce(FoundProvision),
    /// Two laws of that title are in force, and both have such a provision.
    Ambiguous(Vec<FoundProvision>),
    /// It reads 삭제.
    Deleted(FoundProvision),
    /// The law has no such provision.
    NoSuchProvision {
        /// The version that was looked at, without its body.
        document: Document,
    },
    /// Nothing of that title is stored.
    NoSuchDocument,
}

impl ProvisionLookup {
    /// The provision, in force or not.
    pub fn provision(&self) -> Option<&FoundProvision> {
        match self {
            Self::Found(found) | Self::NotInForce(found) | Self::Deleted(found) => Some(found),
            Self::Ambiguous(_) | Self::NoSuchProvision { .. } | Self::NoSuchDocument => None,
        }
    }
}

impl FoundProvision {
    /// What a place says on a day; `label` is what its document is cited as.
    pub(super) fn new(
        document: &Document,
        label: &str,
        law: &Law,
        place: Place<'_>,
        day: Date,
    ) -> Self {
        let (text, whole) = law.words(place, day);
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
            whole,
            note: provision.map(|provision| provision.note.clone()).unwrap_or_default(),
            // A 항 of a deleted 조 is gone with it.
            deleted: article.is_some_and(|article| article.deleted)
                || provision.is_some_and(|provision| provision.deleted),
            start: span.0,
            end: span.1,
            chunk_id: None,
        }
    }
}

/// `의료법 제56조제2항`; in 부칙 the block stays: `의료법 부칙(2018. 3. 27. 제15540호) 제1조제2항`.
fn reference(label: &str, key: &str, provision: Option<&Provision>) -> String {
    let below = provision.map(|provision| {
        let whole = provision.path.whole_article().to_string();
        provision.path.to_string().strip_prefix(&whole).unwrap_or_default().to_owned()
    });
    format!("{label} {key}{}", below.unwrap_or_default()).trim_end().to_owned()
}

/// The smallest chunk that holds the beginning of a provision's words.
pub(super) fn chunk_of(chunks: &[Chunk], found: &FoundProvision) -> Option<ChunkId> {
    let holds = |chunk: &&Chunk| chunk.start <= found.start && found.start < chunk.end;
    let smallest = chunks.iter().filter(holds).min_by_key(|chunk| chunk.end - chunk.start);
    smallest.or_else(|| chunks.first()).map(|chunk| chunk.id.clone())
}
