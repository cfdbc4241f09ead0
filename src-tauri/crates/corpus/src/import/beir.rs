//! Imports retrieval benchmarks: `simui bench import-beir DIR`.

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;
use simui_domain::{
    Article, ArticlePart, Chunk, Clock, Document, DocumentId, DocumentKind, LawStanding,
};
use simui_store::{Database, ImportedDocument, Saved};

use super::ImportReport;
use crate::encoding::decode_text;
use crate::reading::Finding;
use crate::{CorpusError, reader};

/// The name of this reader in `Document::reader`.
const READER: &str = "beir/2";

/// One line of `corpus.jsonl`.
#[derive(Debug, Deserialize)]
struct Passage {
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// Stores every line of `DIR/corpus.jsonl` as a document of kind `bench` with the same id.
///
/// # Errors
/// Returns an error with the line number if a line is not `{"id", "title"?, "text"}` or repeats an id. In
/// that case nothing is stored.
pub async fn import_beir(
    dir: &Path,
    database: &Database,
    clock: &Clock,
) -> Result<ImportReport, CorpusError> {
    let started = clock.now();
    let path = dir.join("corpus.jsonl");
    let printed_path = path.display().to_string();
    let bytes = std::fs::read(&path)
        .map_err(|source| CorpusError::Read { path: printed_path.clone(), source })?;
    let text = decode_text(&bytes).map_err(|Finding { place, reason }| {
        let line = place.strip_prefix("line ").and_then(|line| line.parse().ok()).unwrap_or(1);
        CorpusError::BenchLine { path: printed_path.clone(), line, reason }
    })?;
    let passages = passages(&text, &printed_path)?;
    let mut report = ImportReport::default();
    for passage in passages {
        let imported = document(passage, &printed_path, clock);
        match database.save_document(&imported, clock.now()).await? {
            Saved::Unchanged => report.unchanged += 1,
            Saved::New => {
                report.documents += 1;
                report.articles += imported.articles.len();
                report.chunks += imported.chunks.len();
            }
        }
    }
    let took = clock.now().duration_since(started).as_millis();
    report.took_ms = u64::try_from(took).unwrap_or_default();
    Ok(report)
}

fn passages(text: &str, path: &str) -> Result<Vec<Passage>, CorpusError> {
    let mut ids = HashSet::new();
    let mut passages = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |reason: String| CorpusError::BenchLine {
            path: path.to_owned(),
            line: number + 1,
            reason,
        };
        let passage: Passage =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if !ids.insert(passage.id.clone()) {
            return Err(wrong(format!("the id {:?} is used twice", passage.id)));
        }
        passages.push(passage);
    }
    Ok(passages)
}

fn document(passage: Passage, path: &str, clock: &Clock) -> ImportedDocument {
    let body = passage.text;
    let sha256 = reader::sha256(format!("{}\n{body}", passage.title).as_bytes());
    let title = if passage.title.is_empty() { passage.id.clone() } else { passage.title };
    let document = Document {
        id: DocumentId(passage.id.clone()),
        kind: DocumentKind::Bench,
        title,
        source_key: passage.id,
        version: String::new(),
        promulgated_on: None,
        effective_from: None,
        effective_to: None,
        standing: LawStanding::default(),
        digest: false,
        source_path: path.to_owned(),
        sha256,
        reader: READER.to_owned(),
        body,
    };
    let articles = vec![Article {
        id: clock.new_id(),
        seq: 0,
        part: ArticlePart::Section,
        key: "본문".to_owned(),
        breadcrumb: Vec::new(),
        title: String::new(),
        start: 0,
        end: document.body.chars().count(),
        deleted: false,
        effective_from: None,
        effective_to: None,
        provisions: Vec::new(),
    }];
    // The benchmark counts documents. A document with several chunks would be found several times.
    let chunks = articles
        .iter()
        .filter(|_| !document.body.trim().is_empty())
        .map(|article| Chunk {
            id: clock.new_id(),
            article_id: article.id.clone(),
            label: String::new(),
            text: document.body.clone(),
            start: article.start,
            end: article.end,
        })
        .collect();
    ImportedDocument { document, articles, chunks }
}
