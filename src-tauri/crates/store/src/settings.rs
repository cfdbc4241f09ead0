//! Settings of the administrators.

use jiff::Timestamp;
use serde_json::{Value, json};
use simui_domain::{Clock, Reviewer, ReviewerId, WorkSettings};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::audit::Entry;
use crate::columns::{json_from, json_text, stamp, time};
use crate::{Database, StoreError};

/// Subject of [`simui_domain::WorkSettings`], which the store itself applies.
pub const WORK_SETTINGS: &str = "work";

/// The setting of one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The value, a JSON object.
    pub value: Value,
    /// Number of the change: 1, 2, 3, …
    pub revision: u32,
    /// The administrator who made the last change.
    pub changed_by: ReviewerId,
    /// When it was last changed.
    pub changed_at: Timestamp,
}

impl Database {
    /// The setting of a subject, if it was ever set.
    pub async fn setting(&self, subject: &str) -> Result<Option<Setting>, StoreError> {
        let row = sqlx::query("SELECT * FROM settings WHERE subject = ?")
            .bind(subject)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(setting_from).transpose()
    }

    /// Changes a setting on behalf of an administrator; the old and the new value go into the audit log.
    /// `revision` is the one that the change is based on, 0 if nothing was set. The change is refused if
    /// the stored revision is another.
    pub async fn change_setting(
        &self,
        clock: &Clock,
        subject: &'static str,
        value: &Value,
        revision: u32,
        by: &Reviewer,
    ) -> Result<Setting, StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let before = sqlx::query("SELECT * FROM settings WHERE subject = ?")
            .bind(subject)
            .fetch_optional(&mut *write)
            .await?;
        let before = before.as_ref().map(setting_from).transpose()?;
        if before.as_ref().map_or(0, |it| it.revision) != revision {
            return Err(StoreError::SettingChanged { subject });
        }
        let setting = Setting {
            value: value.clone(),
            revision: revision + 1,
            changed_by: by.id.clone(),
            changed_at: now,
        };
        sqlx::query(
            "INSERT INTO settings (subject, value, revision, changed_by, changed_at) VALUES (?, ?, ?, ?, ?) \
             ON CONFLICT (subject) DO UPDATE SET value = excluded.value, revision = excluded.revision, \
             changed_by = excluded.changed_by, changed_at = excluded.changed_at",
        )
        .bind(subject)
        .bind(json_text(value)?)
        .bind(setting.revision)
        .bind(by.id.as_str())
        .bind(stamp(now))
        .execute(&mut *write)
        .await?;
        write
            .audit(Entry {
                at: now,
                actor: by.id.as_str(),
                action: "setting_changed",
                subject,
                details: json!({ "before": before.map(|it| it.value), "after": value }),
            })
            .await?;
        write.commit().await?;
        Ok(setting)
    }
}

/// The work settings of the administrators, as this transaction sees them.
pub(crate) async fn work_settings(
    connection: &mut SqliteConnection,
) -> Result<WorkSettings, StoreError> {
    let set: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE subject = ?")
        .bind(WORK_SETTINGS)
        .fetch_optional(connection)
        .await?;
    set.map_or(Ok(WorkSettings::default()), |text| json_from("settings.value", &text))
}

fn setting_from(row: &SqliteRow) -> Result<Setting, StoreError> {
    Ok(Setting {
        value: json_from("settings.value", row.get("value"))?,
        revision: row.get("revision"),
        changed_by: ReviewerId(row.get("changed_by")),
        changed_at: time("settings.changed_at", row.get("changed_at"))?,
    })
}
