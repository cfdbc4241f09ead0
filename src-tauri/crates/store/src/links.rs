//! References from text to text. The table is derived from the documents and can be rebuilt.

use jiff::civil::Date;
use simui_domain::{ArticleId, DocumentId, Link, LinkTarget, ProvisionPath};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::columns::{corrupt, count, date, from_word, word};
use crate::{Database, StoreError};

/// The links in one article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleLinks {
    /// The article.
    pub article: ArticleId,
    /// Its links in reading order.
    pub links: Vec<Link>,
}

/// A stored link with the text that contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRow {
    /// The document that contains the link.
    pub document_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// First day on which the document is in force; the date of a decision.
    pub effective_from: Option<Date>,
    /// Key of the article that contains the link.
    pub article_key: String,
    /// The link.
    pub link: Link,
    /// Normalised title of the target, by which targets are compared.
    pub target_key: String,
}

/// State of a provision of a stored law, without its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvisionState {
    /// Whether the provision or its article reads 삭제.
    pub deleted: bool,
    /// First day on which it is in force; `None` if its document has no 시행일자.
    pub effective_from: Option<Date>,
    /// Last day on which its article is in force.
    pub effective_to: Option<Date>,
}

/// Rows in one `INSERT`, chosen to stay below SQLite's limit on variables.
const ROWS: usize = 500;

const LINK: &str = "SELECT l.document_id, d.title, d.effective_from, a.key AS article_key, \
     l.start_offset, l.end_offset, l.words, l.within, l.relation, l.target_key, l.target_title, \
     l.target_path, l.target_until, l.former \
     FROM links l JOIN documents d ON d.id = l.document_id JOIN articles a ON a.id = l.article_id";

/// Condition for articles in force on the day `?1`. Court decisions have no days of force and always
/// match.
const SPEAKS: &str = "d.superseded = 0 AND (d.kind <> 'statute' OR (a.effective_from <= ?1 \
     AND (a.effective_to IS NULL OR a.effective_to >= ?1)))";

impl Database {
    /// Documents whose links were not read by this version of the scanner.
    pub async fn documents_without_links(
        &self,
        scanner: &str,
    ) -> Result<Vec<DocumentId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT d.id FROM documents d LEFT JOIN link_scans s ON s.document_id = d.id \
             WHERE (s.scanner IS NULL OR s.scanner <> ?) \
             AND d.kind IN ('statute', 'guideline', 'precedent') ORDER BY d.id",
        )
        .bind(scanner)
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(DocumentId).collect())
    }

    /// Replaces the links of a document; `key` normalises a title for comparison. Does nothing if the
    /// document was deleted in the meantime.
    pub async fn save_links(
        &self,
        document: &DocumentId,
        scanner: &str,
        articles: &[ArticleLinks],
        key: impl Fn(&str) -> String + Send + Sync,
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        let stored: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM documents WHERE id = ?")
            .bind(document.as_str())
            .fetch_one(&mut *tx)
            .await?;
        if stored == 0 {
            return Ok(());
        }
        sqlx::query("DELETE FROM links WHERE document_id = ?")
            .bind(document.as_str())
            .execute(&mut *tx)
            .await?;
        let mut rows = Vec::new();
        for link in articles.iter().flat_map(|of| of.links.iter().map(|link| (&of.article, link))) {
            rows.push((rows.len() as i64, link.0, link.1, word(&link.1.relation)?));
        }
        for rows in rows.chunks(ROWS) {
            let mut sql = QueryBuilder::<Sqlite>::new(
                "INSERT INTO links (document_id, seq, article_id, start_offset, end_offset, words, \
                 within, relation, target_key, target_title, target_path, target_until, \
                 first_article, last_article, former) ",
            );
            sql.push_values(rows, |mut row, (seq, article, link, relation)| {
                let LinkTarget { title, path, until, former } = &link.target;
                row.push_bind(document.as_str())
                    .push_bind(seq)
                    .push_bind(article.as_str())
                    .push_bind(link.start as i64)
                    .push_bind(link.end as i64)
                    .push_bind(&link.words)
                    .push_bind(link.within.as_ref().map(ToString::to_string))
                    .push_bind(relation)
                    .push_bind(key(title))
                    .push_bind(title)
                    .push_bind(path.as_ref().map(ToString::to_string))
                    .push_bind(until.as_ref().map(ToString::to_string))
                    .push_bind(path.as_ref().map_or(0, ordinal))
                    .push_bind(until.as_ref().or(path.as_ref()).map_or(0, ordinal))
                    .push_bind(former);
            });
            sql.build().persistent(false).execute(&mut *tx).await?;
        }
        sqlx::query("INSERT OR REPLACE INTO link_scans (document_id, scanner) VALUES (?, ?)")
            .bind(document.as_str())
            .bind(scanner)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The links in a document, in reading order.
    pub async fn links_in(&self, document: &DocumentId) -> Result<Vec<LinkRow>, StoreError> {
        let sql = format!("{LINK} WHERE l.document_id = ? ORDER BY l.seq");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(document.as_str());
        query.fetch_all(&self.readers).await?.iter().map(link_from).collect()
    }

    /// Links to a title, or to one 조 under it or a range that contains it, from all texts in force on a
    /// day.
    pub async fn links_to(
        &self,
        key: &str,
        article: Option<&ProvisionPath>,
        as_of: Date,
    ) -> Result<Vec<LinkRow>, StoreError> {
        let sql = format!(
            "{LINK} WHERE {SPEAKS} AND l.target_key = ?2 \
             AND (?3 IS NULL OR (l.first_article <= ?3 AND l.last_article >= ?3)) \
             ORDER BY d.title, l.document_id, l.seq"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(as_of.to_string())
            .bind(key)
            .bind(article.map(ordinal));
        query.fetch_all(&self.readers).await?.iter().map(link_from).collect()
    }

    /// Every link of the texts in force on a day; 부칙 are left out.
    pub async fn links_on(&self, as_of: Date) -> Result<Vec<LinkRow>, StoreError> {
        let sql = format!(
            "{LINK} WHERE {SPEAKS} AND a.part <> 'supplementary' ORDER BY d.title, l.document_id, l.seq"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(as_of.to_string());
        query.fetch_all(&self.readers).await?.iter().map(link_from).collect()
    }

    /// The paths of 조·항·호·목 in a document's main text, with their state.
    pub async fn provision_paths(
        &self,
        document: &DocumentId,
    ) -> Result<Vec<(ProvisionPath, ProvisionState)>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.path, p.deleted + a.deleted AS deleted, \
             max(a.effective_from, coalesce(p.effective_from, '')) AS effective_from, \
             a.effective_to FROM provisions p JOIN articles a ON a.id = p.article_id WHERE a.document_id = ? AND a.part = 'main'",
        )
        .bind(document.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let state = ProvisionState {
                    deleted: row.get::<i64, _>("deleted") > 0,
                    effective_from: date("articles.effective_from", row.get("effective_from"))?,
                    effective_to: date("articles.effective_to", row.get("effective_to"))?,
                };
                Ok((path("provisions.path", row.get("path"))?, state))
            })
            .collect()
    }
}

/// Sort key of an article: 제4조의2 comes between 제4조 and 제5조.
fn ordinal(path: &ProvisionPath) -> i64 {
    i64::from(path.article) * 1000 + i64::from(path.article_branch)
}

fn link_from(row: &SqliteRow) -> Result<LinkRow, StoreError> {
    let path_in = |what: &'static str, column: &str| {
        row.get::<Option<&str>, _>(column).map(|text| path(what, text)).transpose()
    };
    Ok(LinkRow {
        document_id: DocumentId(row.get("document_id")),
        title: row.get("title"),
        effective_from: date("documents.effective_from", row.get("effective_from"))?,
        article_key: row.get("article_key"),
        target_key: row.get("target_key"),
        link: Link {
            start: count(row, "start_offset"),
            end: count(row, "end_offset"),
            words: row.get("words"),
            within: path_in("links.within", "within")?,
            relation: from_word("links.relation", row.get("relation"))?,
            target: LinkTarget {
                title: row.get("target_title"),
                path: path_in("links.target_path", "target_path")?,
                until: path_in("links.target_until", "target_until")?,
                former: row.get("former"),
            },
        },
    })
}

fn path(what: &'static str, text: &str) -> Result<ProvisionPath, StoreError> {
    text.parse().map_err(|error| corrupt(what, &format!("{error}")))
}
