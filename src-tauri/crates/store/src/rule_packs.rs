//! Rule packs that administrators imported: every version, and when it was active.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;
use simui_domain::{Clock, Reviewer};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{date, stamp, time};
use crate::write::Write;
use crate::{Database, StoreError};

/// One version of an imported pack.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPack {
    /// Id of the pack, for example `superlative`.
    pub id: String,
    /// Version, for example `2026.4`.
    pub version: String,
    /// Title of the pack.
    pub title: String,
    /// The file exactly as it was imported.
    pub text: String,
    /// SHA-256 of the text, hexadecimal.
    pub sha256: String,
    /// First day of the advertisements that it applies to.
    pub effective_from: Option<Date>,
    /// Last day of the advertisements that it applies to.
    pub effective_to: Option<Date>,
    /// Name of the administrator.
    pub imported_by: String,
    /// When it was imported.
    pub imported_at: Timestamp,
    /// Periods in which it was active, the oldest first.
    pub uses: Vec<PackUse>,
}

/// A period in which a version was active.
#[derive(Debug, Clone, PartialEq)]
pub struct PackUse {
    /// Number of the activation, counted over all packs.
    pub seq: i64,
    /// When it was activated.
    pub active_from: Timestamp,
    /// Name of the person who activated it.
    pub activated_by: String,
    /// When it was deactivated; `None` while it is active.
    pub active_to: Option<Timestamp>,
    /// Name of the person who deactivated it.
    pub deactivated_by: Option<String>,
}

impl StoredPack {
    /// The current activation, if the version is active.
    pub fn active(&self) -> Option<&PackUse> {
        self.uses.iter().find(|it| it.active_to.is_none())
    }
}

/// A version to be stored.
#[derive(Debug, Clone)]
pub struct NewPack<'a> {
    /// Id of the pack, for example `superlative`.
    pub id: &'a str,
    /// Version, for example `2026.4`.
    pub version: &'a str,
    /// Title of the pack.
    pub title: &'a str,
    /// The file exactly as it was imported.
    pub text: &'a str,
    /// SHA-256 of the text, hexadecimal.
    pub sha256: &'a str,
    /// First and last day of the advertisements that it applies to.
    pub effective: (Option<Date>, Option<Date>),
}

impl Database {
    /// A number that grows with every activation and deactivation.
    pub async fn rule_packs_revision(&self) -> Result<i64, StoreError> {
        let counted = sqlx::query_scalar(REVISION).fetch_one(&self.readers).await?;
        Ok(counted)
    }

    /// Every imported version, in order of import.
    pub async fn rule_packs(&self) -> Result<Vec<StoredPack>, StoreError> {
        let mut tx = self.readers.begin().await?;
        let rows = sqlx::query(
            "SELECT p.*, r.name AS importer FROM rule_packs p JOIN reviewers r ON r.id = p.imported_by \
             ORDER BY p.rowid",
        )
        .fetch_all(&mut *tx)
        .await?;
        let uses = sqlx::query(
            "SELECT u.*, a.name AS activator, d.name AS deactivator FROM rule_pack_uses u \
             JOIN reviewers a ON a.id = u.activated_by LEFT JOIN reviewers d ON d.id = u.deactivated_by \
             ORDER BY u.seq",
        )
        .fetch_all(&mut *tx)
        .await?;
        rows.iter().map(|row| pack_from(row, &uses)).collect()
    }

    /// Stores a version and activates it, on behalf of an administrator. `revision` is the one that the
    /// pack was checked against; the import is refused if it is no longer current.
    pub async fn import_rule_pack(
        &self,
        clock: &Clock,
        pack: &NewPack<'_>,
        revision: i64,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let mut write = self.unchanged_since(revision).await?;
        let now = clock.now();
        sqlx::query(
            "INSERT INTO rule_packs (id, version, title, text, sha256, effective_from, effective_to, imported_by, \
             imported_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(pack.id)
        .bind(pack.version)
        .bind(pack.title)
        .bind(pack.text)
        .bind(pack.sha256)
        .bind(pack.effective.0.map(|day| day.to_string()))
        .bind(pack.effective.1.map(|day| day.to_string()))
        .bind(by.id.as_str())
        .bind(stamp(now))
        .execute(&mut *write)
        .await?;
        let entry = change("rule_pack_imported", now, by, pack.id, pack.version, pack.sha256);
        activate(&mut write, pack.id, pack.version, now, by).await?;
        write.audit(entry).await?;
        write.commit().await
    }

    /// Activates a stored version that is not active.
    pub async fn activate_rule_pack(
        &self,
        clock: &Clock,
        pack: &StoredPack,
        revision: i64,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let mut write = self.unchanged_since(revision).await?;
        let now = clock.now();
        activate(&mut write, &pack.id, &pack.version, now, by).await?;
        let entry = change("rule_pack_activated", now, by, &pack.id, &pack.version, &pack.sha256);
        write.audit(entry).await?;
        write.commit().await
    }

    /// Ends the activation of a version, which stays stored.
    pub async fn deactivate_rule_pack(
        &self,
        clock: &Clock,
        pack: &StoredPack,
        revision: i64,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let mut write = self.unchanged_since(revision).await?;
        let now = clock.now();
        sqlx::query(
            "UPDATE rule_pack_uses SET active_to = ?, deactivated_by = ? \
             WHERE pack_id = ? AND version = ? AND active_to IS NULL",
        )
        .bind(stamp(now))
        .bind(by.id.as_str())
        .bind(&pack.id)
        .bind(&pack.version)
        .execute(&mut *write)
        .await?;
        let entry = change("rule_pack_deactivated", now, by, &pack.id, &pack.version, &pack.sha256);
        write.audit(entry).await?;
        write.commit().await
    }

    /// Begins a transaction; refused if the packs changed after `revision`.
    async fn unchanged_since(&self, revision: i64) -> Result<Write<'_>, StoreError> {
        let mut write = self.write_durably().await?;
        let present: i64 = sqlx::query_scalar(REVISION).fetch_one(&mut *write).await?;
        if present == revision { Ok(write) } else { Err(StoreError::RulePacksChanged) }
    }
}

/// Periods are never deleted and each ends once, so the sum grows with every change.
const REVISION: &str = "SELECT COUNT(*) + COUNT(active_to) FROM rule_pack_uses";

async fn activate(
    write: &mut Write<'_>,
    id: &str,
    version: &str,
    now: Timestamp,
    by: &Reviewer,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO rule_pack_uses (pack_id, version, active_from, activated_by) VALUES (?, ?, ?, ?)",
    )
    .bind(id)
    .bind(version)
    .bind(stamp(now))
    .bind(by.id.as_str())
    .execute(&mut **write)
    .await?;
    Ok(())
}

fn change<'a>(
    action: &'static str,
    at: Timestamp,
    by: &'a Reviewer,
    id: &'a str,
    version: &str,
    sha256: &str,
) -> Entry<'a> {
    let details = json!({ "version": version, "sha256": sha256 });
    Entry { at, actor: by.id.as_str(), action, subject: id, details }
}

fn pack_from(row: &SqliteRow, uses: &[SqliteRow]) -> Result<StoredPack, StoreError> {
    let (id, version): (String, String) = (row.get("id"), row.get("version"));
    let own = uses
        .iter()
        .filter(|it| it.get::<&str, _>("pack_id") == id && it.get::<&str, _>("version") == version);
    Ok(StoredPack {
        uses: own.map(use_from).collect::<Result<_, _>>()?,
        title: row.get("title"),
        text: row.get("text"),
        sha256: row.get("sha256"),
        effective_from: date("rule_packs.effective_from", row.get("effective_from"))?,
        effective_to: date("rule_packs.effective_to", row.get("effective_to"))?,
        imported_by: row.get("importer"),
        imported_at: time("rule_packs.imported_at", row.get("imported_at"))?,
        id,
        version,
    })
}

fn use_from(row: &SqliteRow) -> Result<PackUse, StoreError> {
    let until: Option<&str> = row.get("active_to");
    Ok(PackUse {
        seq: row.get("seq"),
        active_from: time("rule_pack_uses.active_from", row.get("active_from"))?,
        activated_by: row.get("activator"),
        active_to: until.map(|at| time("rule_pack_uses.active_to", at)).transpose()?,
        deactivated_by: row.get("deactivator"),
    })
}
