//! Texts as a stored document.

use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
    LawStanding,
};
use simui_store::ImportedDocument;

/// Makes one document of headings and texts, with an article and a chunk for each. Ids are `<name>-<number>`,
/// or the number alone for a document without a name.
pub fn stored<'a>(name: &str, texts: impl Iterator<Item = (&'a str, &'a str)>) -> ImportedDocument {
    let mut articles = Vec::new();
    let mut chunks = Vec::new();
    for (seq, (heading, text)) in texts.enumerate() {
        let id = if name.is_empty() { seq.to_string() } else { format!("{name}-{seq}") };
        let end = text.chars().count();
        articles.push(Article {
            id: ArticleId(id.clone()),
            seq,
            part: ArticlePart::Section,
            key: seq.to_string(),
            breadcrumb: Vec::new(),
            title: String::new(),
            start: 0,
            end,
            deleted: false,
            effective_from: None,
            effective_to: None,
            provisions: Vec::new(),
        });
        chunks.push(Chunk {
            id: ChunkId(id.clone()),
            article_id: ArticleId(id),
            label: heading.to_owned(),
            text: text.to_owned(),
            start: 0,
            end,
        });
    }
    ImportedDocument {
        document: Document {
            id: DocumentId(format!("document {name}")),
            kind: DocumentKind::Bench,
            title: String::new(),
            source_key: name.to_owned(),
            version: "1".into(),
            promulgated_on: None,
            effective_from: None,
            effective_to: None,
            standing: LawStanding::default(),
            digest: false,
            source_path: "bench".into(),
            sha256: name.to_owned(),
            reader: "bench/1".into(),
            body: String::new(),
        },
        articles,
        chunks,
    }
}
