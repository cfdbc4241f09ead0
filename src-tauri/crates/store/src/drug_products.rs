//! Products of drugs with the keys by which a text names them. Both tables are derived from the documents and
//! can be rebuilt.

use simui_domain::{DocumentId, DrugProduct};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::columns::{json_from, json_text};
use crate::{Database, StoreError};

/// A product with its document and its keys.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyedProduct {
    /// The label, permit or row of 낱알식별.
    pub document_id: DocumentId,
    /// What it tells.
    pub product: DrugProduct,
    /// The keys; true for a name without its form, which may be a common word.
    pub keys: Vec<(String, bool)>,
}

/// A product that a key leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundProduct {
    /// The key.
    pub key: String,
    /// Whether the key is the name without its form.
    pub short: bool,
    /// The document.
    pub document_id: DocumentId,
    /// What it tells.
    pub product: DrugProduct,
}

/// Keys in one query, chosen to stay below SQLite's limit on variables.
const KEYS: usize = 500;

/// Most products of one key: a brand has some strengths and forms.
const MOST_OF_KEY: i64 = 200;

impl Database {
    /// The generation of the corpora at which all products were read by this scheme; `None` if never.
    pub async fn products_read_at(&self, scheme: i64) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT generation FROM drug_products_read WHERE scheme = ?";
        let generation: Option<i64> =
            sqlx::query_scalar(sql).bind(scheme).fetch_optional(&self.readers).await?;
        Ok(generation.map(i64::unsigned_abs))
    }

    /// Notes that all products of the corpora of this generation were read by this scheme.
    pub async fn set_products_read(&self, scheme: i64, generation: u64) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        sqlx::query(
            "INSERT OR REPLACE INTO drug_products_read (only_row, scheme, generation) VALUES (1, ?, ?)",
        )
        .bind(scheme)
        .bind(i64::try_from(generation).unwrap_or(i64::MAX))
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Documents of drugs by these readers whose product was not read by this scheme, at most `most`.
    pub async fn documents_without_product(
        &self,
        reader: &str,
        scheme: i64,
        most: u32,
    ) -> Result<Vec<DocumentId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT d.id FROM documents d LEFT JOIN drug_products p ON p.document_id = d.id \
             WHERE d.reader = ? AND d.superseded = 0 AND (p.scheme IS NULL OR p.scheme <> ?) \
             ORDER BY d.id LIMIT ?",
        )
        .bind(reader)
        .bind(scheme)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(DocumentId).collect())
    }

    /// Replaces products with their keys, in one transaction. A document that was deleted in the meantime is
    /// left out.
    pub async fn save_products(
        &self,
        scheme: i64,
        products: &[KeyedProduct],
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        for KeyedProduct { document_id, product, keys } in products {
            sqlx::query("DELETE FROM drug_products WHERE document_id = ?")
                .bind(document_id.as_str())
                .execute(&mut *tx)
                .await?;
            let saved = sqlx::query(
                "INSERT INTO drug_products (document_id, scheme, name, product) \
                 SELECT id, ?2, ?3, ?4 FROM documents WHERE id = ?1",
            )
            .bind(document_id.as_str())
            .bind(scheme)
            .bind(&product.name)
            .bind(json_text(product)?)
            .execute(&mut *tx)
            .await?;
            if saved.rows_affected() == 0 || keys.is_empty() {
                continue;
            }
            let mut sql = QueryBuilder::<Sqlite>::new(
                "INSERT OR IGNORE INTO drug_product_keys (key, document_id, short) ",
            );
            sql.push_values(keys, |mut row, (key, short)| {
                row.push_bind(key).push_bind(document_id.as_str()).push_bind(*short);
            });
            sql.build().persistent(false).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The products that any of the keys leads to, ordered by key and name.
    pub async fn products_of(&self, keys: &[String]) -> Result<Vec<FoundProduct>, StoreError> {
        let mut found = Vec::new();
        for keys in keys.chunks(KEYS) {
            let mut sql = QueryBuilder::<Sqlite>::new(
                "SELECT k.key, k.short, k.document_id, p.product FROM drug_product_keys k \
                 JOIN drug_products p ON p.document_id = k.document_id WHERE k.key IN (",
            );
            let mut list = sql.separated(", ");
            keys.iter().for_each(|key| {
                list.push_bind(key);
            });
            sql.push(") ORDER BY k.key, p.name, k.document_id LIMIT ");
            sql.push_bind(MOST_OF_KEY * keys.len() as i64);
            let rows = sql.build().persistent(false).fetch_all(&self.readers).await?;
            for row in &rows {
                found.push(found_from(row)?);
            }
        }
        Ok(found)
    }
}

fn found_from(row: &SqliteRow) -> Result<FoundProduct, StoreError> {
    Ok(FoundProduct {
        key: row.get("key"),
        short: row.get("short"),
        document_id: DocumentId(row.get("document_id")),
        product: json_from("drug_products.product", row.get("product"))?,
    })
}
