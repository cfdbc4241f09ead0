//! Comparisons of insurance coverage that were saved by name. Identifiers were masked before.

use jiff::Timestamp;
use serde_json::Value;
use sqlx::Row;

use crate::columns::{json_from, json_text, stamp, time};
use crate::{Database, StoreError};

/// A comparison that was saved by name.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedComparison {
    /// Its name, unique on this desk.
    pub name: String,
    /// The questions, as JSON.
    pub questions: Value,
    /// Number of the import that they were answered from.
    pub import_id: i64,
    /// When it was saved.
    pub saved_at: Timestamp,
}

impl Database {
    /// The saved comparisons, the last one first.
    pub async fn saved_comparisons(&self) -> Result<Vec<SavedComparison>, StoreError> {
        let rows = sqlx::query("SELECT * FROM coverage_saved ORDER BY saved_at DESC, name")
            .fetch_all(&self.readers)
            .await?;
        let saved = |row: &sqlx::sqlite::SqliteRow| {
            Ok(SavedComparison {
                name: row.get("name"),
                questions: json_from("coverage_saved.questions", row.get("questions"))?,
                import_id: row.get("import_id"),
                saved_at: time("coverage_saved.saved_at", row.get("saved_at"))?,
            })
        };
        rows.iter().map(saved).collect()
    }

    /// Saves a comparison. Returns whether its name was free; otherwise nothing changes.
    pub async fn save_comparison(&self, saved: &SavedComparison) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let inserted = sqlx::query(
            "INSERT INTO coverage_saved (name, questions, import_id, saved_at) \
             VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(&saved.name)
        .bind(json_text(&saved.questions)?)
        .bind(saved.import_id)
        .bind(stamp(saved.saved_at))
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(inserted.rows_affected() > 0)
    }

    /// Deletes a saved comparison. Returns whether there was one.
    pub async fn forget_comparison(&self, name: &str) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let deleted = sqlx::query("DELETE FROM coverage_saved WHERE name = ?")
            .bind(name)
            .execute(&mut *write)
            .await?;
        write.commit().await?;
        Ok(deleted.rows_affected() > 0)
    }
}
