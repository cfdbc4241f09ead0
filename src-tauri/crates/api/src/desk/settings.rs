//! Settings in the database: one JSON object for each subject.

use serde::de::DeserializeOwned;
use simui_store::Database;

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::SettingsView;

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
