//! Rows of the DUR tables by what they say beside their products. The tables are derived from the documents
//! and can be rebuilt.

use std::collections::HashMap;

use simui_domain::{ChunkId, DocumentId};
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use crate::{Database, StoreError};

/// A document of DUR with its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct DurDocument {
    /// The document.
    pub id: DocumentId,
    /// Its rows in order.
    pub rows: Vec<DurRow>,
}

/// A row of a DUR table.
#[derive(Debug, Clone, PartialEq)]
pub struct DurRow {
    /// The chunk of the row.
    pub chunk_id: ChunkId,
    /// SHA-256, hexadecimal, of all that the row says beside its products.
    pub meaning: String,
    /// The products of the first and the second drug, each with the drug as the row writes it.
    pub products: [Option<(String, String)>; 2],
}

/// Rows of one statement, chosen to stay below SQLite's limit on variables.
const ROWS: usize = 1_000;

impl Database {
    /// Documents of DUR whose rows were not read by this scheme, at most `most`.
    pub async fn documents_without_dur_rows(
        &self,
        scheme: i64,
        most: u32,
    ) -> Result<Vec<DocumentId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT d.id FROM documents d LEFT JOIN dur_documents r ON r.document_id = d.id \
             WHERE d.kind = 'dur' AND d.superseded = 0 AND (r.scheme IS NULL OR r.scheme <> ?) \
             ORDER BY d.rowid LIMIT ?",
        )
        .bind(scheme)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(DocumentId).collect())
    }

    /// Replaces the rows of documents, in one transaction. A document that was deleted in the meantime is
    /// left out.
    pub async fn save_dur_rows(
        &self,
        scheme: i64,
        documents: &[DurDocument],
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        let mut meanings = HashMap::new();
        let mut products = HashMap::new();
        for DurDocument { id, rows } in documents {
            sqlx::query(
                "DELETE FROM dur_rows WHERE chunk_id IN (SELECT c.id FROM chunks c \
                 JOIN articles a ON a.id = c.article_id WHERE a.document_id = ?)",
            )
            .bind(id.as_str())
            .execute(&mut *tx)
            .await?;
            let saved = sqlx::query(
                "INSERT OR REPLACE INTO dur_documents (document_id, scheme) \
                 SELECT id, ?2 FROM documents WHERE id = ?1",
            )
            .bind(id.as_str())
            .bind(scheme)
            .execute(&mut *tx)
            .await?;
            if saved.rows_affected() == 0 {
                continue;
            }
            let mut lines = Vec::with_capacity(rows.len());
            for row in rows {
                let meaning = meaning_id(&mut tx, &mut meanings, &row.meaning).await?;
                let [one, other] = &row.products;
                let one = product_id(&mut tx, &mut products, one.as_ref()).await?;
                let other = product_id(&mut tx, &mut products, other.as_ref()).await?;
                lines.push((meaning, one, other, row.chunk_id.as_str()));
            }
            for lines in lines.chunks(ROWS) {
                let mut sql = QueryBuilder::<Sqlite>::new(
                    "INSERT OR IGNORE INTO dur_rows (meaning_id, one, other, chunk_id) ",
                );
                sql.push_values(lines, |mut row, (meaning, one, other, chunk)| {
                    row.push_bind(*meaning).push_bind(*one).push_bind(*other).push_bind(*chunk);
                });
                sql.build().persistent(false).execute(&mut *tx).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }

    /// Deletes the meanings and products of which no row is left.
    pub async fn prune_dur_rows(&self) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        for sql in [
            "DELETE FROM dur_meanings WHERE NOT EXISTS \
             (SELECT 1 FROM dur_rows WHERE meaning_id = dur_meanings.id)",
            "DELETE FROM dur_products WHERE id NOT IN \
             (SELECT one FROM dur_rows UNION SELECT other FROM dur_rows)",
        ] {
            sqlx::query(sql).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The products that the rows name, each with its drug as the row writes it, in the order of the import.
    pub async fn dur_products(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query("SELECT name, drug FROM dur_products ORDER BY id")
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(|row| (row.get("name"), row.get("drug"))).collect())
    }
}

/// The row of a meaning, inserted unless it is there. `known` holds those of this transaction.
async fn meaning_id<'a>(
    tx: &mut SqliteConnection,
    known: &mut HashMap<&'a str, i64>,
    meaning: &'a str,
) -> Result<i64, StoreError> {
    if let Some(id) = known.get(meaning) {
        return Ok(*id);
    }
    // An update that changes nothing, because only a row that was written is returned.
    let id = sqlx::query_scalar(
        "INSERT INTO dur_meanings (digest) VALUES (?) \
         ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest RETURNING id",
    )
    .bind(meaning)
    .fetch_one(tx)
    .await?;
    known.insert(meaning, id);
    Ok(id)
}

/// The row of a product, inserted unless it is there; 0 for none. `known` holds those of this transaction.
async fn product_id<'a>(
    tx: &mut SqliteConnection,
    known: &mut HashMap<&'a (String, String), i64>,
    product: Option<&'a (String, String)>,
) -> Result<i64, StoreError> {
    let Some(product) = product else { return Ok(0) };
    if let Some(id) = known.get(product) {
        return Ok(*id);
    }
    let (name, drug) = product;
    let id = sqlx::query_scalar(
        "INSERT INTO dur_products (name, drug) VALUES (?, ?) \
         ON CONFLICT (name, drug) DO UPDATE SET name = excluded.name RETURNING id",
    )
    .bind(name)
    .bind(drug)
    .fetch_one(tx)
    .await?;
    known.insert(product, id);
    Ok(id)
}
