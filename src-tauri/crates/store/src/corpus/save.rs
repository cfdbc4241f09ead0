//! The statements that save a document, inside the caller's transaction.

use jiff::Timestamp;
use jiff::civil::Date;
use simui_domain::{Article, Document};

use super::{ImportedDocument, Saved, force};
use crate::StoreError;
use crate::columns::json_text;

pub(super) type Tx<'a> = crate::write::Write<'a>;

/// Stores a document beside the versions already stored; the same bytes again change nothing.
pub(super) async fn save(
    tx: &mut Tx<'_>,
    imported: &ImportedDocument,
    now: Timestamp,
) -> Result<Saved, StoreError> {
    let document = &imported.document;
    let stored: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM documents WHERE kind = ? AND source_key = ? AND version = ? \
         AND sha256 = ? AND reader = ?",
    )
    .bind(document.kind.as_str())
    .bind(&document.source_key)
    .bind(&document.version)
    .bind(&document.sha256)
    .bind(&document.reader)
    .fetch_one(&mut **tx)
    .await?;
    if stored > 0 {
        return Ok(Saved::Unchanged);
    }
    // The same promulgation, read from other bytes or by a newer reader, replaces the stored one.
    sqlx::query(
        "DELETE FROM documents WHERE kind = ? AND source_key = ? AND version = ? \
         AND effective_from IS ? AND digest = ?",
    )
    .bind(document.kind.as_str())
    .bind(&document.source_key)
    .bind(&document.version)
    .bind(document.effective_from.map(|d| d.to_string()))
    .bind(document.digest)
    .execute(&mut **tx)
    .await?;
    insert_document(tx, imported, now).await?;
    force::derive(tx, document).await?;
    if !document.digest {
        sqlx::query(
            "UPDATE documents SET superseded = 1 WHERE digest = 1 AND kind = ? AND title = ?",
        )
        .bind(document.kind.as_str())
        .bind(&document.title)
        .execute(&mut **tx)
        .await?;
    }
    Ok(Saved::New)
}

/// First day of an article: that of its document, or a later one of its own; never an earlier one.
fn first_day(article: &Article, document: &Document) -> Option<Date> {
    document.effective_from.max(article.effective_from)
}

async fn insert_document(
    tx: &mut Tx<'_>,
    imported: &ImportedDocument,
    now: Timestamp,
) -> Result<(), StoreError> {
    let document = &imported.document;
    sqlx::query(
        "INSERT INTO documents (id, kind, title, source_key, version, promulgated_on, \
         effective_from, effective_to, ministry, state, ended_on, repeals, digest, source_path, sha256, \
         reader, body, imported_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(document.id.as_str())
    .bind(document.kind.as_str())
    .bind(&document.title)
    .bind(&document.source_key)
    .bind(&document.version)
    .bind(document.promulgated_on.map(|d| d.to_string()))
    .bind(document.effective_from.map(|d| d.to_string()))
    .bind(document.effective_to.map(|d| d.to_string()))
    .bind(&document.standing.ministry)
    .bind(document.standing.state.as_str())
    .bind(document.standing.ended_on.map(|d| d.to_string()))
    .bind(&document.standing.repeals)
    .bind(document.digest)
    .bind(&document.source_path)
    .bind(&document.sha256)
    .bind(&document.reader)
    .bind(&document.body)
    .bind(now.to_string())
    .execute(&mut **tx)
    .await?;
    for article in &imported.articles {
        sqlx::query(
            "INSERT INTO articles (id, document_id, seq, part, key, breadcrumb, title, \
             start_offset, end_offset, deleted, effective_from, effective_to) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(article.id.as_str())
        .bind(document.id.as_str())
        .bind(article.seq as i64)
        .bind(article.part.as_str())
        .bind(&article.key)
        .bind(json_text(&article.breadcrumb)?)
        .bind(&article.title)
        .bind(article.start as i64)
        .bind(article.end as i64)
        .bind(article.deleted)
        .bind(first_day(article, document).map(|d| d.to_string()))
        .bind(document.effective_to.map(|d| d.to_string()))
        .execute(&mut **tx)
        .await?;
        for (seq, provision) in article.provisions.iter().enumerate() {
            sqlx::query(
                "INSERT INTO provisions (article_id, seq, path, text, note, start_offset, \
                 end_offset, deleted, effective_from) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(article.id.as_str())
            .bind(seq as i64)
            .bind(provision.path.to_string())
            .bind(&provision.text)
            .bind(&provision.note)
            .bind(provision.start as i64)
            .bind(provision.end as i64)
            .bind(provision.deleted)
            .bind(provision.effective_from.map(|d| d.to_string()))
            .execute(&mut **tx)
            .await?;
        }
    }
    for chunk in &imported.chunks {
        sqlx::query(
            "INSERT INTO chunks (id, article_id, label, text, start_offset, end_offset) \
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(chunk.id.as_str())
        .bind(chunk.article_id.as_str())
        .bind(&chunk.label)
        .bind(&chunk.text)
        .bind(chunk.start as i64)
        .bind(chunk.end as i64)
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

pub(super) async fn raise_generation(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query("UPDATE corpus_generation SET generation = generation + 1, changed_at = ?")
        .bind(now.to_string())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
