//! Documents with their articles, provisions and chunks, and the files they came from.

mod force;
mod rows;
mod save;

use std::collections::BTreeMap;

use futures::future::BoxFuture;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    Article, ArticleId, Chunk, ChunkId, Document, DocumentId, DocumentKind, Technology,
    TechnologyStanding,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use self::rows::{article_from, chunk_from, date_from, document_from, provision_from};
use self::save::{raise_generation, save};
use crate::columns::{corrupt, json_from, json_text};
use crate::{Database, StoreError};

/// Everything that a reader made of one document in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportedDocument {
    /// The document, with its body.
    pub document: Document,
    /// Its articles in order.
    pub articles: Vec<Article>,
    /// The chunks of its articles.
    pub chunks: Vec<Chunk>,
}

/// A file whose documents are all stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// SHA-256 of its bytes, hexadecimal.
    pub sha256: String,
    /// Path from which it was imported.
    pub path: String,
    /// Kinds of its documents, each once.
    pub kinds: Vec<DocumentKind>,
    /// Readers of its documents, each once.
    pub readers: Vec<String>,
    /// Number of its documents.
    pub documents: u32,
}

impl Source {
    /// A file of which no document is stored yet.
    pub fn new(path: &str, sha256: &str) -> Self {
        let (sha256, path) = (sha256.to_owned(), path.to_owned());
        Self { sha256, path, kinds: Vec::new(), readers: Vec::new(), documents: 0 }
    }

    /// Counts a document that was stored.
    pub fn add(&mut self, document: &Document) {
        self.documents += 1;
        if !self.kinds.contains(&document.kind) {
            self.kinds.push(document.kind);
        }
        if !self.readers.contains(&document.reader) {
            self.readers.push(document.reader.clone());
        }
    }
}

/// Outcome of saving a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// The document was stored.
    New,
    /// The same bytes were already stored.
    Unchanged,
}

/// A chunk with what a search index and a citation need.
#[derive(Debug, Clone, PartialEq)]
pub struct ChunkRow {
    /// The chunk.
    pub chunk: Chunk,
    /// Its document.
    pub document_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// The document's kind.
    pub kind: DocumentKind,
    /// Key that all versions of the document share: the 법령ID of a law.
    pub source_key: String,
    /// The article's key, for example `제56조`.
    pub article_key: String,
    /// The article's title.
    pub article_title: String,
    /// First day on which the article is in force.
    pub effective_from: Option<Date>,
    /// Last day on which it is in force; earlier than the first day if it is never in force.
    pub effective_to: Option<Date>,
    /// Whether the document is a digest of our own and no official text.
    pub digest: bool,
}

const DOCUMENT: &str = "SELECT id, kind, title, source_key, version, promulgated_on, effective_from, \
     effective_to, ministry, state, ended_on, repeals, digest, source_path, sha256, reader, '' AS body \
     FROM documents";
const CHUNK: &str = "SELECT c.id, c.article_id, c.label, c.text, c.start_offset, c.end_offset, \
     d.id AS document_id, d.title, d.kind, d.source_key, a.key AS article_key, a.title AS article_title, \
     a.effective_from, a.effective_to, d.digest \
     FROM chunks c JOIN articles a ON a.id = c.article_id JOIN documents d ON d.id = a.document_id";

impl Database {
    /// The generation of the corpora, which rises with every change.
    pub async fn corpus_generation(&self) -> Result<u64, StoreError> {
        let generation: i64 = sqlx::query_scalar("SELECT generation FROM corpus_generation")
            .fetch_one(&self.readers)
            .await?;
        Ok(generation.unsigned_abs())
    }

    /// The key of the checksums of search indexes, derived from the audit key; `None` while the desk does not
    /// have that.
    pub fn index_key(&self) -> Option<[u8; 32]> {
        self.anchor.derive_key(b"simui search graphs 1").ok()
    }

    /// A digest of every searchable document, which differs after any change of what is stored of it: the
    /// one that binds it to the record log.
    pub async fn document_digests(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let rows = sqlx::query(
            "SELECT d.id, COALESCE(r.digest, d.sha256 || d.imported_at) AS digest FROM documents d \
             LEFT JOIN record_digests r ON r.kind = 'document' AND r.grp = d.id \
             WHERE d.superseded = 0",
        )
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(|row| (row.get("id"), row.get("digest"))).collect())
    }

    /// When the corpora last changed; `None` before the first import.
    pub async fn corpus_changed_at(&self) -> Result<Option<Timestamp>, StoreError> {
        let text: String = sqlx::query_scalar("SELECT changed_at FROM corpus_generation")
            .fetch_one(&self.readers)
            .await?;
        Ok(text.parse().ok())
    }

    /// Stores a document with its articles and chunks in one transaction, beside the versions already
    /// stored.
    ///
    /// Saving the same bytes again changes nothing. The last days of all versions of the law, and of laws
    /// that it repeals, are derived again. An official text supersedes our digests of the same title.
    pub async fn save_document(
        &self,
        imported: &ImportedDocument,
        now: Timestamp,
    ) -> Result<Saved, StoreError> {
        let saved = self.save_documents(std::slice::from_ref(imported), now).await?;
        Ok(if saved.contains(&Saved::New) { Saved::New } else { Saved::Unchanged })
    }

    /// Saves several documents in one transaction, see [`Database::save_document`]. Returns which were new,
    /// in their order.
    pub fn save_documents<'a>(
        &'a self,
        imported: &'a [ImportedDocument],
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Saved>, StoreError>> {
        // Boxed, so that this crate compiles it once, and not every crate that awaits it.
        Box::pin(async move {
            let mut tx = self.write().await?;
            let mut saved = Vec::with_capacity(imported.len());
            for document in imported {
                saved.push(save(&mut tx, document, now).await?);
            }
            if saved.contains(&Saved::New) {
                raise_generation(&mut tx, now).await?;
                tx.commit().await?;
            }
            Ok(saved)
        })
    }

    /// Every version of every document, without bodies, ordered by title, date, source and version.
    pub async fn documents(&self) -> Result<Vec<Document>, StoreError> {
        let sql = format!("{DOCUMENT} ORDER BY title, effective_from, source_key, version");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.readers).await?;
        rows.iter().map(document_from).collect()
    }

    /// Every version of the documents with this kind and title, without bodies.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn documents_titled(
        &self,
        kind: DocumentKind,
        title: &str,
    ) -> Result<Vec<Document>, StoreError> {
        let sql = format!(
            "{DOCUMENT} WHERE title = ? AND kind = ? ORDER BY effective_from, source_key, version"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(title)
            .bind(kind.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(document_from).collect()
    }

    /// Moves every version stored under one source key to another, when both turn out to be the same
    /// document.
    ///
    /// # Errors
    /// The database cannot be written.
    pub async fn rename_source(
        &self,
        kind: DocumentKind,
        from: &str,
        to: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        sqlx::query("UPDATE documents SET source_key = ? WHERE kind = ? AND source_key = ?")
            .bind(to)
            .bind(kind.as_str())
            .bind(from)
            .execute(&mut *tx)
            .await?;
        force::derive_under(&mut tx, kind, to).await?;
        raise_generation(&mut tx, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The document with this id, with its body.
    pub async fn document(&self, id: &DocumentId) -> Result<Option<Document>, StoreError> {
        let sql = DOCUMENT.replacen("'' AS body", "body", 1) + " WHERE id = ?";
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(document_from).transpose()
    }

    /// The articles of a document in order, with their provisions.
    pub async fn articles(&self, document: &DocumentId) -> Result<Vec<Article>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, seq, part, key, breadcrumb, title, start_offset, end_offset, deleted, \
             effective_from, effective_to FROM articles WHERE document_id = ? ORDER BY seq",
        )
        .bind(document.as_str())
        .fetch_all(&self.readers)
        .await?;
        let provisions = sqlx::query(
            "SELECT p.article_id, p.path, p.text, p.note, p.start_offset, p.end_offset, p.deleted, \
             p.effective_from FROM provisions p JOIN articles a ON a.id = p.article_id WHERE a.document_id = ? \
             ORDER BY a.seq, p.seq",
        )
        .bind(document.as_str())
        .fetch_all(&self.readers)
        .await?;
        let mut articles = rows.iter().map(article_from).collect::<Result<Vec<_>, _>>()?;
        let mut rest = provisions.iter().peekable();
        for article in &mut articles {
            while let Some(row) =
                rest.next_if(|row| row.get::<&str, _>("article_id") == article.id.as_str())
            {
                article.provisions.push(provision_from(row)?);
            }
        }
        Ok(articles)
    }

    /// Searchable chunks with a row number above `row`, at most `limit`; superseded digests are left out.
    pub async fn chunks_after(
        &self,
        row: i64,
        limit: u32,
    ) -> Result<Vec<(i64, ChunkRow)>, StoreError> {
        let sql = CHUNK.replacen("SELECT ", "SELECT c.rowid AS at, ", 1)
            + " WHERE c.rowid > ? AND d.superseded = 0 ORDER BY c.rowid LIMIT ?";
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(row)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok((row.get("at"), chunk_from(row)?))).collect()
    }

    /// Whether any document of this kind is stored.
    pub async fn has_documents_of(&self, kind: DocumentKind) -> Result<bool, StoreError> {
        let stored = sqlx::query_scalar("SELECT EXISTS(SELECT 1 FROM documents WHERE kind = ?)")
            .bind(kind.as_str())
            .fetch_one(&self.readers)
            .await?;
        Ok(stored)
    }

    /// One row of each meaning of the DUR tables, in the order of the import.
    pub async fn dur_meanings(&self) -> Result<Vec<ChunkRow>, StoreError> {
        let sql = format!(
            "{CHUNK} WHERE c.id IN (SELECT (SELECT r.chunk_id FROM dur_rows r WHERE r.meaning_id = m.id \
             ORDER BY r.one, r.other, r.chunk_id LIMIT 1) FROM dur_meanings m) ORDER BY c.rowid"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .persistent(false)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(chunk_from).collect()
    }

    /// Rows of the DUR tables that name two of these products, in the order of the import; at most `most`.
    pub async fn dur_rows_of_products(
        &self,
        names: &[String],
        most: u32,
    ) -> Result<Vec<ChunkRow>, StoreError> {
        let names = json_text(&names)?;
        let sql = format!(
            "{CHUNK} WHERE c.id IN (WITH named AS (SELECT id FROM dur_products WHERE name IN \
             (SELECT value FROM json_each(?1))) SELECT chunk_id FROM dur_rows WHERE one IN named \
             AND other IN named LIMIT ?2) ORDER BY c.rowid"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(names)
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(chunk_from).collect()
    }

    /// The chunks of a document, in order.
    pub async fn chunks_of_document(
        &self,
        document: &DocumentId,
    ) -> Result<Vec<ChunkRow>, StoreError> {
        let sql = format!("{CHUNK} WHERE d.id = ? ORDER BY c.rowid");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(document.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(chunk_from).collect()
    }

    /// Chunks by id, in the requested order; unknown ids are left out.
    pub async fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<ChunkRow>, StoreError> {
        let marks = vec!["?"; ids.len()].join(",");
        let sql = format!("{CHUNK} WHERE c.id IN ({marks})");
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for id in ids {
            query = query.bind(id.as_str());
        }
        let rows = query.fetch_all(&self.readers).await?;
        let mut found = rows.iter().map(chunk_from).collect::<Result<Vec<_>, _>>()?;
        found.sort_by_key(|row| ids.iter().position(|id| *id == row.chunk.id));
        Ok(found)
    }

    /// The chunks of an article in order; a citation of the article points at the first.
    pub async fn chunks_of_article(&self, id: &ArticleId) -> Result<Vec<Chunk>, StoreError> {
        let sql = format!("{CHUNK} WHERE c.article_id = ? ORDER BY c.rowid");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(id.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok(chunk_from(row)?.chunk)).collect()
    }

    /// Notes that every document of a file is stored.
    pub async fn save_source(&self, source: &Source, now: Timestamp) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(
            "INSERT OR REPLACE INTO sources (sha256, path, kinds, readers, documents, finished_at) \
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(&source.sha256)
        .bind(&source.path)
        .bind(json_text(&source.kinds)?)
        .bind(json_text(&source.readers)?)
        .bind(i64::from(source.documents))
        .bind(now.to_string())
        .execute(&mut *write)
        .await?;
        write.commit().await
    }

    /// The files of which every document is stored.
    pub async fn sources(&self) -> Result<Vec<Source>, StoreError> {
        let rows = sqlx::query("SELECT sha256, path, kinds, readers, documents FROM sources")
            .fetch_all(&self.readers)
            .await?;
        let source = |row: &SqliteRow| {
            Ok(Source {
                sha256: row.get("sha256"),
                path: row.get("path"),
                kinds: json_from("sources.kinds", row.get("kinds"))?,
                readers: json_from("sources.readers", row.get("readers"))?,
                documents: row.get("documents"),
            })
        };
        rows.iter().map(source).collect()
    }

    /// Adds entries to the 신의료기술평가 list; an entry of the same name is replaced.
    pub async fn save_technologies(
        &self,
        technologies: &[Technology],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        for technology in technologies {
            sqlx::query(
                "INSERT INTO technologies (name, aliases, notice, evaluated_on, indication, standing) \
                 VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT (name) DO UPDATE SET aliases = excluded.aliases, \
                 notice = excluded.notice, evaluated_on = excluded.evaluated_on, \
                 indication = excluded.indication, standing = excluded.standing",
            )
            .bind(&technology.name)
            .bind(json_text(&technology.aliases)?)
            .bind(&technology.notice)
            .bind(technology.evaluated_on.map(|d| d.to_string()))
            .bind(&technology.indication)
            .bind(technology.standing.as_str())
            .execute(&mut *tx)
            .await?;
        }
        raise_generation(&mut tx, now).await?;
        tx.commit().await
    }

    /// The 신의료기술평가 list, ordered by name.
    pub async fn technologies(&self) -> Result<Vec<Technology>, StoreError> {
        let rows = sqlx::query(
            "SELECT name, aliases, notice, evaluated_on, indication, standing FROM technologies \
             ORDER BY name",
        )
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let standing: &str = row.get("standing");
                let known = TechnologyStanding::ALL.into_iter().find(|it| it.as_str() == standing);
                Ok(Technology {
                    name: row.get("name"),
                    aliases: json_from("technologies.aliases", row.get("aliases"))?,
                    notice: row.get("notice"),
                    evaluated_on: date_from(row, "evaluated_on")?,
                    indication: row.get("indication"),
                    standing: known.ok_or_else(|| corrupt("technologies.standing", standing))?,
                })
            })
            .collect()
    }
}
