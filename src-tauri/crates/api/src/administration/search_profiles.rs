//! Settings of the searches: the profiles and the routing of questions.

use crate::desk::corpus_search::{SUBJECT, to_wire, with_changes};
use crate::types::{ChangeSettings, SearchProfiles, SettingsView};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns how searches are made: every profile with its present values.
    pub async fn search_profiles(&self) -> Result<SettingsView<SearchProfiles>, ApiError> {
        let plan = self.search.plan().await?;
        let mut view: SettingsView<SearchProfiles> = self.settings(SUBJECT).await?;
        view.settings.profiles = plan.profiles.iter().map(to_wire).collect();
        Ok(view)
    }

    /// Returns how searches are made where nothing was changed.
    pub fn shipped_search_profiles(&self) -> SearchProfiles {
        let profiles = self.search.profiles.iter().map(to_wire).collect();
        SearchProfiles { profiles, ..SearchProfiles::default() }
    }

    /// Changes how searches are made, signed by an administrator. Only profiles that differ from the shipped
    /// ones are stored.
    pub async fn set_search_profiles(
        &self,
        mut change: ChangeSettings<SearchProfiles>,
    ) -> Result<SettingsView<SearchProfiles>, ApiError> {
        let profiles = with_changes(&self.search.profiles, &change.settings.profiles)?;
        let changed = profiles.iter().filter(|it| self.search.profiles.get(&it.id) != Some(it));
        change.settings.profiles = changed.map(to_wire).collect();
        let mut view = self.change_settings(SUBJECT, change).await?;
        view.settings.profiles = profiles.iter().map(to_wire).collect();
        Ok(view)
    }
}
