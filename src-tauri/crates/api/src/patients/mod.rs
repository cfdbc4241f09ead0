//! Patients: their records, what is remembered of them, and forgetting them.
//!
//! A profile is a value of `patient`; `store` keeps its parts encrypted. Every change loads the profile,
//! changes it and stores it under the revision that was loaded, so that two processes cannot overwrite each
//! other.

mod earlier_turns;
mod import;
mod items;
mod profile_store;
mod remember;
mod view;

use std::sync::OnceLock;

use simui_domain::PatientId;
use simui_patient::{MemoryRules, ProfileHead};

pub(crate) use profile_store::KnownPatient;
pub(crate) use remember::turn_changes;

use crate::faults::ErrorCode;
use crate::known_names::questions_naming;
use crate::types::{
    ForgottenPatient, NewPatient, OfPatient, PatientEvent, PatientSummary, PatientTurnView,
    PatientView, PatientsRequest, RenamePatient,
};
use crate::{ApiError, Desk};

/// Longest name in characters.
const LONGEST_NAME: usize = 80;

static RULES: OnceLock<MemoryRules> = OnceLock::new();

/// Returns the rules of how memory ages, which are read once.
pub(crate) fn memory_rules() -> Result<&'static MemoryRules, ApiError> {
    match RULES.get() {
        Some(rules) => Ok(rules),
        None => {
            let rules = MemoryRules::shipped()?;
            Ok(RULES.get_or_init(|| rules))
        }
    }
}

impl Desk {
    /// Lists the patients, the one changed last first.
    pub async fn patients(
        &self,
        request: PatientsRequest,
    ) -> Result<Vec<PatientSummary>, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        self.audit_look(&actor, "patients_listed", "patients").await?;
        let wanted = request.search.unwrap_or_default().trim().to_lowercase();
        let entries = self.database.patients().await?.into_iter();
        let found = entries.filter(|entry| {
            entry.name.to_lowercase().contains(&wanted) || entry.id.as_str().starts_with(&wanted)
        });
        Ok(found.map(view::summary).collect())
    }

    /// Creates a patient.
    pub async fn add_patient(&self, new: NewPatient) -> Result<PatientSummary, ApiError> {
        let (actor, _) = self.patient_actor(new.reviewer.as_deref()).await?;
        let name = self.free_name(&new.name).await?;
        let head = profile_store::to_json(&ProfileHead::default())?;
        let id = self.database.add_patient(&self.clock, &name, &head, &actor).await?;
        Ok(view::summary(self.database.patient(&id).await?.entry))
    }

    /// Renames a patient.
    pub async fn rename_patient(&self, request: RenamePatient) -> Result<PatientSummary, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let known = self.known_patient(&request.patient_id).await?;
        let name = self.free_name(&request.name).await?;
        let mut change = known.change(&known.profile)?;
        change.name = Some(name);
        change.audit = Some(("patient_renamed", serde_json::json!({})));
        self.database.change_patient(&self.clock, known.id(), &change, &actor).await?;
        Ok(view::summary(self.database.patient(known.id()).await?.entry))
    }

    /// Returns the present record of a patient.
    pub async fn patient(&self, request: OfPatient) -> Result<PatientView, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let known = self.known_patient(&request.patient_id).await?;
        self.audit_look(&actor, "patient_read", known.id().as_str()).await?;
        view::patient(&known, self.clock.now())
    }

    /// Returns the history of a patient's items, oldest first.
    pub async fn patient_history(&self, request: OfPatient) -> Result<Vec<PatientEvent>, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let id = self.patient_named(&request.patient_id).await?;
        self.audit_look(&actor, "patient_read", id.as_str()).await?;
        let history = self.database.patient_history(&id).await?.into_iter();
        history.map(|it| view::event(it, self.clock.now())).collect()
    }

    /// Returns a patient's turns, oldest first.
    pub async fn patient_turns(
        &self,
        request: OfPatient,
    ) -> Result<Vec<PatientTurnView>, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let id = self.patient_named(&request.patient_id).await?;
        self.audit_look(&actor, "patient_read", id.as_str()).await?;
        self.database.patient_turns(&id).await?.into_iter().map(view::turn).collect()
    }

    /// Deletes a patient, so that nothing that is or was remembered can be read again. Stored questions that
    /// name the patient are deleted with their feedback, and so are saved comparisons of coverage. The audit
    /// log records who did it.
    pub async fn forget_patient(&self, request: OfPatient) -> Result<ForgottenPatient, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let id = self.patient_named(&request.patient_id).await?;
        let name = self.database.patient(&id).await?.entry.name;
        let named = questions_naming(&self.database, &name).await?;
        self.forget_comparisons_naming(&name).await?;
        let forgotten = self.database.forget_patient(&self.clock, &id, &named, &actor).await?;
        self.forget_answers(&id);
        let simui_store::Forgotten { items, turns, questions, log_emptied } = forgotten;
        Ok(ForgottenPatient { id, items, turns, questions, log_emptied })
    }

    /// Returns the patient of an id or of a complete name.
    pub(crate) async fn patient_named(&self, id_or_name: &str) -> Result<PatientId, ApiError> {
        let wanted = id_or_name.trim();
        let id = PatientId::from(wanted);
        if self.database.has_patient(&id).await? {
            return Ok(id);
        }
        // Names are encrypted, and all of them are decrypted to find one.
        let entries = self.database.patients().await?;
        let found = entries.into_iter().find(|it| it.name == wanted);
        found.map(|it| it.id).ok_or_else(|| ApiError::Missing {
            what: "patient",
            id: wanted.chars().take(80).collect(),
            remedy: "use an id or a whole name of `simui patient list`",
        })
    }

    /// Returns the trimmed name; an error when another patient has it.
    async fn free_name(&self, name: &str) -> Result<String, ApiError> {
        let name = name.trim();
        let length = name.chars().count();
        if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(ApiError::invalid(
                ErrorCode::PatientNameLength,
                &[("longest", &LONGEST_NAME)],
                format!(
                    "patient name: {length} characters; give 1 to {LONGEST_NAME} printable ones"
                ),
            ));
        }
        if self.database.patients().await?.iter().any(|it| it.name == name) {
            return Err(ApiError::invalid(
                ErrorCode::PatientNameTaken,
                &[],
                "patient name: another patient has it; add what tells them apart, such as a year of birth"
                .to_owned(),
            ));
        }
        Ok(name.to_owned())
    }
}
