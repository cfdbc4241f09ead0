//! How the people of this desk work together.

use simui_domain::WorkSettings;

use crate::types::{ChangeSettings, SettingsView};
use crate::{ApiError, Desk};

/// Under this name the store keeps, and reads, the settings.
pub(crate) const SUBJECT: &str = simui_store::WORK_SETTINGS;

/// The longest a claim or a session may last, in minutes: a day.
const LONGEST: u32 = 24 * 60;

impl Desk {
    /// How the people of this desk work together.
    pub async fn work_settings(&self) -> Result<SettingsView<WorkSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes it, in the name of an administrator.
    pub async fn set_work_settings(
        &self,
        mut change: ChangeSettings<WorkSettings>,
    ) -> Result<SettingsView<WorkSettings>, ApiError> {
        let WorkSettings { claim_minutes, session_idle_minutes, watched_folder, .. } =
            &mut change.settings;
        for (name, minutes) in
            [("claim_minutes", claim_minutes), ("session_idle_minutes", session_idle_minutes)]
        {
            if !(1..=LONGEST).contains(minutes) {
                return Err(ApiError::Invalid(format!(
                    "{name}: {minutes} is not from 1 to {LONGEST} minutes"
                )));
            }
        }
        *watched_folder = watched_folder
            .take()
            .map(|path| path.trim().to_owned())
            .filter(|path| !path.is_empty());
        self.change_settings(SUBJECT, change).await
    }

    /// The settings alone.
    pub(crate) async fn work(&self) -> Result<WorkSettings, ApiError> {
        Ok(self.work_settings().await?.settings)
    }
}
