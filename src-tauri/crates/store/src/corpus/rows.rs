//! Converts rows of the corpus tables to domain types.

use jiff::civil::Date;
use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
    LawStanding, LawState, Provision, ProvisionPath,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::ChunkRow;
use crate::StoreError;
use crate::columns::{corrupt, count, json_from};

pub(super) fn document_from(row: &SqliteRow) -> Result<Document, StoreError> {
    Ok(Document {
        id: DocumentId(row.get("id")),
        kind: kind_from(row)?,
        title: row.get("title"),
        source_key: row.get("source_key"),
        version: row.get("version"),
        promulgated_on: date_from(row, "promulgated_on")?,
        effective_from: date_from(row, "effective_from")?,
        effective_to: date_from(row, "effective_to")?,
        standing: LawStanding {
            ministry: row.get("ministry"),
            state: state_from(row)?,
            ended_on: date_from(row, "ended_on")?,
            repeals: row.get("repeals"),
        },
        digest: row.get("digest"),
        source_path: row.get("source_path"),
        sha256: row.get("sha256"),
        reader: row.get("reader"),
        body: row.get("body"),
    })
}

pub(super) fn article_from(row: &SqliteRow) -> Result<Article, StoreError> {
    let part: &str = row.get("part");
    Ok(Article {
        id: ArticleId(row.get("id")),
        seq: count(row, "seq"),
        part: [
            ArticlePart::Main,
            ArticlePart::Supplementary,
            ArticlePart::Annex,
            ArticlePart::Section,
        ]
        .into_iter()
        .find(|known| known.as_str() == part)
        .ok_or_else(|| corrupt("articles.part", part))?,
        key: row.get("key"),
        breadcrumb: json_from("articles.breadcrumb", row.get("breadcrumb"))?,
        title: row.get("title"),
        start: count(row, "start_offset"),
        end: count(row, "end_offset"),
        deleted: row.get("deleted"),
        effective_from: date_from(row, "effective_from")?,
        effective_to: date_from(row, "effective_to")?,
        provisions: Vec::new(),
    })
}

pub(super) fn provision_from(row: &SqliteRow) -> Result<Provision, StoreError> {
    let path: &str = row.get("path");
    Ok(Provision {
        path: path
            .parse::<ProvisionPath>()
            .map_err(|error| corrupt("provisions.path", &error.to_string()))?,
        text: row.get("text"),
        note: row.get("note"),
        start: count(row, "start_offset"),
        end: count(row, "end_offset"),
        deleted: row.get("deleted"),
        effective_from: date_from(row, "effective_from")?,
    })
}

pub(super) fn state_from(row: &SqliteRow) -> Result<LawState, StoreError> {
    let state: &str = row.get("state");
    LawState::ALL
        .into_iter()
        .find(|known| known.as_str() == state)
        .ok_or_else(|| corrupt("documents.state", state))
}

pub(super) fn chunk_from(row: &SqliteRow) -> Result<ChunkRow, StoreError> {
    Ok(ChunkRow {
        chunk: Chunk {
            id: ChunkId(row.get("id")),
            article_id: ArticleId(row.get("article_id")),
            label: row.get("label"),
            text: row.get("text"),
            start: count(row, "start_offset"),
            end: count(row, "end_offset"),
        },
        document_id: DocumentId(row.get("document_id")),
        title: row.get("title"),
        kind: kind_from(row)?,
        source_key: row.get("source_key"),
        article_key: row.get("article_key"),
        article_title: row.get("article_title"),
        effective_from: date_from(row, "effective_from")?,
        effective_to: date_from(row, "effective_to")?,
        digest: row.get("digest"),
    })
}

pub(super) fn kind_from(row: &SqliteRow) -> Result<DocumentKind, StoreError> {
    let kind: &str = row.get("kind");
    kind.parse().map_err(|_| corrupt("documents.kind", kind))
}

pub(super) fn date_from(row: &SqliteRow, column: &'static str) -> Result<Option<Date>, StoreError> {
    row.get::<Option<&str>, _>(column)
        .map(|text| text.parse().map_err(|_| corrupt(column, text)))
        .transpose()
}
