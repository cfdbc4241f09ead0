//! Finds provisions by their words, for citations that name the wrong place.

use jiff::civil::Date;
use simui_domain::{DocumentId, ProvisionPath};
use sqlx::Row;

use crate::{Database, StoreError};

/// A provision that contains the wanted words: in the main text of a statute, in an article that is in
/// force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionMatch {
    /// The version of the law.
    pub document_id: DocumentId,
    /// Title of the law, for example `의료법`.
    pub title: String,
    /// Path of the provision, for example `제56조제2항제8호`.
    pub path: ProvisionPath,
}

impl Database {
    /// Provisions of statutes in force on a day whose own text contains `words`, at most `limit`.
    /// Superseded digests, 부칙 and deleted provisions are left out. Scans without an index.
    pub async fn provisions_containing(
        &self,
        words: &str,
        as_of: Date,
        limit: u32,
    ) -> Result<Vec<ProvisionMatch>, StoreError> {
        let mut pattern = String::from("%");
        for c in words.chars() {
            push_literally(&mut pattern, c);
        }
        pattern.push('%');
        self.provisions_like(pattern, as_of, limit).await
    }

    /// Provisions of statutes in force on a day whose own text has these characters in this order, the
    /// shortest first. The pattern allows other characters between them, so the caller must compare
    /// again.
    pub async fn provisions_with_letters(
        &self,
        letters: &str,
        as_of: Date,
        limit: u32,
    ) -> Result<Vec<ProvisionMatch>, StoreError> {
        let mut pattern = String::from("%");
        for c in letters.chars().filter(|c| c.is_alphanumeric()) {
            push_literally(&mut pattern, c);
            pattern.push('%');
        }
        self.provisions_like(pattern, as_of, limit).await
    }

    async fn provisions_like(
        &self,
        pattern: String,
        as_of: Date,
        limit: u32,
    ) -> Result<Vec<ProvisionMatch>, StoreError> {
        let day = as_of.to_string();
        let rows = sqlx::query(
            "SELECT d.id, d.title, p.path FROM provisions p \
             JOIN articles a ON a.id = p.article_id JOIN documents d ON d.id = a.document_id \
             WHERE p.text LIKE ?1 ESCAPE '\\' AND p.deleted = 0 AND a.part = 'main' \
             AND d.kind = 'statute' AND d.superseded = 0 AND a.effective_from <= ?2 \
             AND (a.effective_to IS NULL OR a.effective_to >= ?2) \
             AND (p.effective_from IS NULL OR p.effective_from <= ?2) ORDER BY length(p.text) LIMIT ?3",
        )
        .bind(pattern)
        .bind(day)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        // A row whose path cannot be parsed cannot be cited and is left out.
        Ok(rows
            .iter()
            .filter_map(|row| {
                Some(ProvisionMatch {
                    document_id: DocumentId(row.get("id")),
                    title: row.get("title"),
                    path: row.get::<&str, _>("path").parse().ok()?,
                })
            })
            .collect())
    }
}

impl Database {
    /// Decisions whose text contains any of these words, ordered by id; superseded digests are left out.
    /// Scans without an index.
    pub async fn decisions_containing(
        &self,
        words: &[&str],
    ) -> Result<Vec<DocumentId>, StoreError> {
        let mut sql = sqlx::QueryBuilder::<sqlx::Sqlite>::new(
            "SELECT id FROM documents WHERE kind = 'precedent' AND superseded = 0 AND (0",
        );
        for word in words {
            sql.push(" OR instr(body, ").push_bind((*word).to_owned()).push(") > 0");
        }
        sql.push(") ORDER BY id");
        let ids: Vec<String> = sql.build_query_scalar().fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(DocumentId).collect())
    }
}

fn push_literally(pattern: &mut String, c: char) {
    if matches!(c, '%' | '_' | '\\') {
        pattern.push('\\');
    }
    pattern.push(c);
}
