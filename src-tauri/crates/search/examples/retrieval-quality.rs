//! Measures BM25 on retrieval sets in the form of BEIR (`corpus.jsonl`, `queries.jsonl`, `qrels.jsonl`):
//! `cargo run --release -p simui-search --example retrieval-quality -- ../shared/corpora/retrieval/ssis_welfare`
//! prints R@1, R@10 and the mean reciprocal rank of the first right document among ten.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use jiff::Timestamp;
use serde_json::Value;
use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
};
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::index::{Query, SearchIndex};
use simui_store::{Database, ImportedDocument};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let analyser =
        Dictionary::locate(None).and_then(|it| Analyser::open(&it)).unwrap_or_else(|e| {
            eprintln!("{e}; measuring bigrams only");
            Analyser::without_dictionary()
        });
    for set in std::env::args().skip(1) {
        measure(Path::new(&set), &analyser).await?;
    }
    Ok(())
}

async fn measure(set: &Path, analyser: &Analyser) -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let database = Database::open(dir.path()).await?;
    for line in lines(&set.join("corpus.jsonl"))? {
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        database
            .save_document(
                &document(text("id"), text("title"), text("text")),
                Timestamp::UNIX_EPOCH,
            )
            .await?;
    }
    let started = Instant::now();
    let folder = dir.path().join("index");
    let (index, _) = SearchIndex::open(&database, analyser, &folder, &mut |_| {}).await?;
    let built = started.elapsed();

    let mut right: HashMap<String, HashSet<String>> = HashMap::new();
    for line in lines(&set.join("qrels.jsonl"))? {
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        right.entry(text("q")).or_default().insert(text("doc"));
    }
    let (mut asked, mut first, mut ten, mut reciprocal) = (0.0, 0.0, 0.0, 0.0);
    let started = Instant::now();
    for line in lines(&set.join("queries.jsonl"))? {
        let Some(wanted) = line["id"].as_str().and_then(|id| right.get(id)) else { continue };
        let hits = index.search(&Query::new(line["text"].as_str().unwrap_or_default()))?;
        asked += 1.0;
        if let Some(hit) = hits.iter().find(|hit| wanted.contains(hit.chunk_id.as_str())) {
            first += f64::from(u8::from(hit.rank == 1));
            ten += 1.0;
            reciprocal += 1.0 / hit.rank as f64;
        }
    }
    println!(
        "{}: {} documents ({built:.1?}), {asked} queries ({:.2?} each): R@1 {:.3} R@10 {:.3} MRR {:.3}",
        set.file_name().unwrap_or_default().display(),
        index.chunks(),
        started.elapsed().div_f64(asked),
        first / asked,
        ten / asked,
        reciprocal / asked,
    );
    Ok(())
}

fn lines(file: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn document(id: String, title: String, text: String) -> ImportedDocument {
    let end = text.chars().count();
    let article_id = ArticleId(id.clone());
    ImportedDocument {
        document: Document {
            id: DocumentId(id.clone()),
            kind: DocumentKind::Bench,
            title: title.clone(),
            source_key: id.clone(),
            version: "1".into(),
            promulgated_on: None,
            effective_from: None,
            effective_to: None,
            digest: false,
            source_path: "bench".into(),
            sha256: id.clone(),
            reader: "bench/1".into(),
            body: text.clone(),
        },
        articles: vec![Article {
            id: article_id.clone(),
            seq: 0,
            part: ArticlePart::Section,
            key: "text".into(),
            breadcrumb: Vec::new(),
            title: String::new(),
            start: 0,
            end,
            deleted: false,
            provisions: Vec::new(),
        }],
        chunks: vec![Chunk { id: ChunkId(id), article_id, label: title, text, start: 0, end }],
    }
}
