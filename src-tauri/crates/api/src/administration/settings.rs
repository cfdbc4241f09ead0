//! Settings in the database: one JSON object for each subject, changed by administrators.

use serde::Serialize;
use serde::de::DeserializeOwned;
use simui_store::Database;

use crate::faults::ErrorCode;
use crate::types::{ChangeSettings, SettingsView};
use crate::{ApiError, Desk};

/// Returns the settings of a subject; the default when none are stored.
pub(crate) async fn settings_in<T: DeserializeOwned + Default>(
    database: &Database,
    subject: &'static str,
) -> Result<SettingsView<T>, ApiError> {
    let Some(setting) = database.setting(subject).await? else {
        return Ok(SettingsView {
            settings: T::default(),
            revision: 0,
            changed_by: None,
            changed_at: None,
        });
    };
    let settings = serde_json::from_value(setting.value).map_err(|error| {
        ApiError::invalid(
            ErrorCode::RecordOfOtherVersion,
            &[],
            format!(
                "settings {subject}: {error}; they are from another version of the program, use that one"
            ),
        )
    })?;
    Ok(SettingsView {
        settings,
        revision: setting.revision,
        changed_by: Some(database.reviewer(setting.changed_by.as_str()).await?),
        changed_at: Some(setting.changed_at),
    })
}

impl Desk {
    /// Returns the settings of a subject from the desk's database; see [`settings_in`].
    pub(crate) async fn settings<T: DeserializeOwned + Default>(
        &self,
        subject: &'static str,
    ) -> Result<SettingsView<T>, ApiError> {
        settings_in(&self.database, subject).await
    }

    /// Stores checked settings of a subject, signed by an administrator.
    pub(crate) async fn change_settings<T: Serialize>(
        &self,
        subject: &'static str,
        change: ChangeSettings<T>,
    ) -> Result<SettingsView<T>, ApiError> {
        let reviewer = self.signing_administrator(&change.reviewer).await?;
        let value = serde_json::to_value(&change.settings).map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("settings {subject}: {error}"))
        })?;
        let changed = self
            .database
            .change_setting(&self.clock, subject, &value, change.revision, &reviewer)
            .await?;
        Ok(SettingsView {
            settings: change.settings,
            revision: changed.revision,
            changed_by: Some(reviewer),
            changed_at: Some(changed.changed_at),
        })
    }
}
