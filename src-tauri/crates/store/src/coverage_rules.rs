//! Rule files of the coverage comparison that an office put in place of the program's own.

use jiff::Timestamp;
use serde_json::json;
use simui_domain::{Clock, Reviewer};
use sqlx::Row;

use crate::audit::Entry;
use crate::columns::{stamp, time};
use crate::{Database, StoreError};

/// A rule file that an office put in place of the program's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfficeRules {
    /// Name of the file: `cues.toml`.
    pub name: String,
    /// Its content.
    pub text: String,
    /// Name of the administrator.
    pub by: String,
    /// When it was replaced.
    pub at: Timestamp,
}

impl Database {
    /// A number that grows with every change of the rule files.
    pub async fn coverage_rules_revision(&self) -> Result<i64, StoreError> {
        let last = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM coverage_rules");
        Ok(last.fetch_one(&self.readers).await?)
    }

    /// The files that are replaced now, by name, with the number of the last change.
    pub async fn coverage_rules(&self) -> Result<(i64, Vec<OfficeRules>), StoreError> {
        let rows = sqlx::query("SELECT * FROM coverage_rules ORDER BY id");
        let rows = rows.fetch_all(&self.readers).await?;
        let revision = rows.last().map_or(0, |it| it.get("id"));
        let mut replaced: Vec<OfficeRules> = Vec::new();
        for row in rows {
            let name: String = row.get("name");
            replaced.retain(|it| it.name != name);
            if let Some(text) = row.get("text") {
                let at = time("coverage_rules.replaced_at", row.get("replaced_at"))?;
                replaced.push(OfficeRules { name, text, by: row.get("reviewer"), at });
            }
        }
        replaced.sort_by(|a, b| a.name.cmp(&b.name));
        Ok((revision, replaced))
    }

    /// Replaces a file, on behalf of an administrator; without a text the program's own holds again.
    /// Returns whether `revision` was the last change; otherwise nothing changes.
    pub async fn replace_coverage_rules(
        &self,
        clock: &Clock,
        revision: i64,
        name: &str,
        text: Option<&str>,
        by: &Reviewer,
    ) -> Result<bool, StoreError> {
        let mut write = self.write_durably().await?;
        let last: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM coverage_rules")
            .fetch_one(&mut *write)
            .await?;
        if last != revision {
            return Ok(false);
        }
        let now = clock.now();
        sqlx::query(
            "INSERT INTO coverage_rules (name, text, reviewer_id, reviewer, replaced_at) \
             VALUES (?, ?, ?, ?, ?)",
        )
        .bind(name)
        .bind(text)
        .bind(by.id.as_str())
        .bind(&by.name)
        .bind(stamp(now))
        .execute(&mut *write)
        .await?;
        write
            .audit(Entry {
                at: now,
                actor: by.id.as_str(),
                action: "coverage_rules_replaced",
                subject: name,
                details: json!({ "own": text.is_some() }),
            })
            .await?;
        write.commit().await?;
        Ok(true)
    }
}
