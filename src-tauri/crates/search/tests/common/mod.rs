//! Fixtures shared by the tests.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::sync::OnceLock;

use jiff::Timestamp;
use jiff::civil::Date;
use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
    LawStanding,
};
use simui_search::analysis::{Analyser, Dictionary};
use simui_store::{Database, ImportedDocument};

/// Opens the analyser with its dictionary; `None` with a message on standard error where there is none.
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
    /// Key that all versions of one law share.
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
                standing: LawStanding::default(),
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
                effective_from: None,
                effective_to: None,
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

/// Stores a document with a number of distinct articles.
pub async fn many(database: &Database, count: usize) {
    const WHO: [&str; 8] =
        ["의사", "약사", "간호사", "환자", "병원", "제조업자", "수입업자", "심의기관"];
    const WHAT: [&str; 7] =
        ["처방전", "진단서", "의약품", "의료기기", "건강기능식품", "개인정보", "광고"];
    const DOES: [&str; 5] = ["보존한다", "신고한다", "표시한다", "폐기한다", "제출한다"];
    let text = |at: usize| {
        let (who, what, does) = (WHO[at % 8], WHAT[at % 7], DOES[at % 5]);
        format!("{who}는 {what}을 {}일 안에 {does}. 위반하면 과태료를 물린다.", at % 30 + 1)
    };
    let id = |at: usize| format!("many-{at}");
    let imported = ImportedDocument {
        document: Document {
            id: DocumentId("d-many".to_owned()),
            kind: DocumentKind::Guideline,
            title: "여러 조문".to_owned(),
            source_key: "many".to_owned(),
            version: "1".to_owned(),
            promulgated_on: None,
            effective_from: None,
            effective_to: None,
            standing: LawStanding::default(),
            digest: false,
            source_path: "test".to_owned(),
            sha256: "many".to_owned(),
            reader: "test/1".to_owned(),
            body: String::new(),
        },
        articles: (0..count)
            .map(|at| Article {
                id: ArticleId(format!("a-{}", id(at))),
                seq: at,
                part: ArticlePart::Section,
                key: format!("제{at}조"),
                breadcrumb: Vec::new(),
                title: WHAT[at % 7].to_owned(),
                start: 0,
                end: 0,
                deleted: false,
                effective_from: None,
                effective_to: None,
                provisions: Vec::new(),
            })
            .collect(),
        chunks: (0..count)
            .map(|at| Chunk {
                id: ChunkId(id(at)),
                article_id: ArticleId(format!("a-{}", id(at))),
                label: format!("제{at}조"),
                text: text(at),
                start: 0,
                end: text(at).chars().count(),
            })
            .collect(),
    };
    database.save_document(&imported, Timestamp::UNIX_EPOCH).await.unwrap();
}
