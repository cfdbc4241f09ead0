//! What the tests share.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::print_stderr, reason = "a test that skips says so")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::sync::OnceLock;

use jiff::Timestamp;
use jiff::civil::Date;
use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
};
use simui_search::analysis::{Analyser, Dictionary};
use simui_store::{Database, ImportedDocument};

/// The analyser with its dictionary; `None`, said on standard error, on a machine without one.
pub fn analyser() -> Option<&'static Analyser> {
    static ANALYSER: OnceLock<Option<Analyser>> = OnceLock::new();
    ANALYSER
        .get_or_init(|| match Dictionary::locate(None) {
            Ok(dictionary) => Some(Analyser::open(&dictionary).expect("a dictionary that opens")),
            Err(error) => {
                eprintln!("SKIPPED: {error}");
                None
            }
        })
        .as_ref()
}

/// A document of one article, for an index.
pub struct Entry {
    pub id: &'static str,
    pub kind: DocumentKind,
    pub title: &'static str,
    pub label: &'static str,
    pub text: String,
    pub from: Option<Date>,
    /// Versions of one law share it.
    pub law: &'static str,
    pub digest: bool,
}

impl Entry {
    pub fn new(id: &'static str, text: &str) -> Self {
        Self {
            id,
            kind: DocumentKind::Guideline,
            title: id,
            label: id,
            text: text.to_owned(),
            from: None,
            law: id,
            digest: false,
        }
    }

    pub async fn save(&self, database: &Database) {
        let article_id = ArticleId(format!("a-{}", self.id));
        let end = self.text.chars().count();
        let imported = ImportedDocument {
            document: Document {
                id: DocumentId(format!("d-{}", self.id)),
                kind: self.kind,
                title: self.title.to_owned(),
                source_key: self.law.to_owned(),
                version: self.id.to_owned(),
                promulgated_on: self.from,
                effective_from: self.from,
                effective_to: None,
                digest: self.digest,
                source_path: "test".to_owned(),
                sha256: self.id.to_owned(),
                reader: "test/1".to_owned(),
                body: self.text.clone(),
            },
            articles: vec![Article {
                id: article_id.clone(),
                seq: 0,
                part: ArticlePart::Main,
                key: self.label.to_owned(),
                breadcrumb: Vec::new(),
                title: String::new(),
                start: 0,
                end,
                deleted: false,
                provisions: Vec::new(),
            }],
            chunks: vec![Chunk {
                id: ChunkId(self.id.to_owned()),
                article_id,
                label: self.label.to_owned(),
                text: self.text.clone(),
                start: 0,
                end,
            }],
        };
        database.save_document(&imported, Timestamp::UNIX_EPOCH).await.unwrap();
    }
}
