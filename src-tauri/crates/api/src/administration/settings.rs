//! Settings of the desk, changed by administrators.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::desk::settings::settings_in;
use crate::faults::ErrorCode;
use crate::types::{ChangeSettings, SettingsView};
use crate::{ApiError, Desk};

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
