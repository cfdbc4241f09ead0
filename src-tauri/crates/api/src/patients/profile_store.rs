//! Loads and stores patients' profiles.

use serde::Serialize;
use serde_json::Value;
use simui_domain::PatientId;
use simui_patient::{Profile, ProfileItem};
use simui_store::{PatientChange, PatientRecord, StoreError};

use crate::{ApiError, Desk};

/// A stored patient with the profile.
pub(crate) struct KnownPatient {
    pub record: PatientRecord,
    pub profile: Profile,
}

impl KnownPatient {
    pub fn id(&self) -> &PatientId {
        &self.record.entry.id
    }

    /// Returns the difference to store so that the stored profile, from which `profile` was made, becomes
    /// `profile`.
    pub fn change(&self, profile: &Profile) -> Result<PatientChange, ApiError> {
        let revision = self.record.revision;
        Ok(PatientChange { revision, ..difference(&self.profile, profile)? })
    }
}

/// The change that makes `after` out of `before`, which it continues.
pub(super) fn difference(before: &Profile, after: &Profile) -> Result<PatientChange, ApiError> {
    let mut put = Vec::new();
    for item in after.items() {
        if before.items().iter().find(|it| it.id == item.id) != Some(item) {
            put.push((item.id.0, to_json(item)?));
        }
    }
    let gone = before.items().iter().filter(|it| after.item(it.id).is_none());
    let history = after.history()[before.history().len()..].iter();
    Ok(PatientChange {
        head: to_json(&after.head())?,
        put,
        gone: gone.map(|it| it.id.0).collect(),
        history: history.map(to_json).collect::<Result<_, _>>()?,
        ..PatientChange::default()
    })
}

impl Desk {
    /// Returns a patient by id or complete name, with the profile.
    pub(crate) async fn known_patient(&self, id_or_name: &str) -> Result<KnownPatient, ApiError> {
        // The id is tried first, because callers nearly always have it.
        let record = match self.database.patient(&PatientId::from(id_or_name.trim())).await {
            Err(StoreError::UnknownPatient(_)) => {
                self.database.patient(&self.patient_named(id_or_name).await?).await?
            }
            found => found?,
        };
        let head = from_json(record.head.clone())?;
        let items = record.items.iter().map(|(_, body)| from_json(body.clone()));
        let items = items.collect::<Result<Vec<ProfileItem>, _>>()?;
        Ok(KnownPatient { profile: Profile::restored(head, items), record })
    }
}

pub(super) fn to_json(value: &impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(value).map_err(|error| damaged(&error))
}

pub(super) fn from_json<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ApiError> {
    serde_json::from_value(value).map_err(|error| damaged(&error))
}

/// Leaves out the error's message, which may quote health data.
fn damaged(error: &serde_json::Error) -> ApiError {
    let reason = format!("{:?} at line {}", error.classify(), error.line());
    StoreError::Corrupt { what: "patient", reason }.into()
}
