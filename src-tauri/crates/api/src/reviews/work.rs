//! Settings of the work on the queue: claims, second signatures, sessions and due times.

use simui_domain::WorkSettings;

use crate::faults::ErrorCode;
use crate::types::{ChangeSettings, SettingsView};
use crate::{ApiError, Desk};

/// The subject under which the store keeps these settings.
pub(crate) const SUBJECT: &str = simui_store::WORK_SETTINGS;

/// Longest claim or session, in minutes: a day.
const LONGEST: u32 = 24 * 60;

impl Desk {
    /// Returns the settings with their revision.
    pub async fn work_settings(&self) -> Result<SettingsView<WorkSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes the settings, signed by an administrator.
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
                return Err(ApiError::invalid(
                    ErrorCode::MinutesOutOfRange,
                    &[("longest", &LONGEST)],
                    format!("{name}: {minutes} is not from 1 to {LONGEST} minutes"),
                ));
            }
        }
        *watched_folder = watched_folder
            .take()
            .map(|path| path.trim().to_owned())
            .filter(|path| !path.is_empty());
        self.change_settings(SUBJECT, change).await
    }

    /// Returns the settings without their revision.
    pub(crate) async fn work(&self) -> Result<WorkSettings, ApiError> {
        Ok(self.work_settings().await?.settings)
    }
}
