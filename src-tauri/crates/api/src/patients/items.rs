//! Changes of items by a person. Each is signed, kept in the history, and audited by the item's number alone.

use serde_json::json;
use simui_clinical::Item;
use simui_patient::{Concept, Edit, Fact, ItemId, Profile, ProfileSlot, Standing, TurnTime, Value};

use super::{KnownPatient, memory_rules, view};
use crate::faults::ErrorCode;
use crate::types::{EditPatientItem, OfPatientItem, PatientView, WritePatientItem};
use crate::{ApiError, Desk};

impl Desk {
    /// Confirms an item. Items that contradict it are set aside.
    pub async fn confirm_patient_item(
        &self,
        request: OfPatientItem,
    ) -> Result<PatientView, ApiError> {
        let (actor, by) = self.patient_actor(request.reviewer.as_deref()).await?;
        let known = self.known_patient(&request.patient_id).await?;
        let mut profile = known.profile.clone();
        if !profile.confirm(request.item, &by, self.clock.now()) {
            return Err(no_item(request.item));
        }
        self.keep_item(known, profile, "patient_item_confirmed", request.item, &actor).await
    }

    /// Corrects an item.
    pub async fn edit_patient_item(
        &self,
        request: EditPatientItem,
    ) -> Result<PatientView, ApiError> {
        let (actor, by) = self.patient_actor(request.reviewer.as_deref()).await?;
        let known = self.known_patient(&request.patient_id).await?;
        let item = known.profile.item(request.item).ok_or_else(|| no_item(request.item))?;
        let concept = request.name.as_deref().map(|it| concept(item.fact.slot, it)).transpose()?;
        if let Some(value) = &request.value {
            fits(item.fact.slot, &item.fact.concept.name, value)?;
        }
        let edit = Edit { concept, value: request.value, standing: request.standing };
        if edit == Edit::default() {
            return Err(ApiError::invalid(
                ErrorCode::PatientItemUnchanged,
                &[],
                format!(
                    "item {}: nothing to change; give a name, a value or a standing",
                    request.item
                ),
            ));
        }
        let mut profile = known.profile.clone();
        profile.edit(request.item, edit, &by, self.clock.now(), memory_rules()?);
        self.keep_item(known, profile, "patient_item_edited", request.item, &actor).await
    }

    /// Removes an item. The history keeps it.
    pub async fn delete_patient_item(
        &self,
        request: OfPatientItem,
    ) -> Result<PatientView, ApiError> {
        let (actor, by) = self.patient_actor(request.reviewer.as_deref()).await?;
        let known = self.known_patient(&request.patient_id).await?;
        let mut profile = known.profile.clone();
        if profile.delete(request.item, &by, self.clock.now()).is_none() {
            return Err(no_item(request.item));
        }
        self.keep_item(known, profile, "patient_item_deleted", request.item, &actor).await
    }

    /// Adds an item by hand.
    pub async fn write_patient_item(
        &self,
        request: WritePatientItem,
    ) -> Result<PatientView, ApiError> {
        let (actor, by) = self.patient_actor(request.reviewer.as_deref()).await?;
        let known = self.known_patient(&request.patient_id).await?;
        let family = request.standing == Standing::Family;
        if family != request.experiencer.is_some() {
            return Err(ApiError::invalid(
                ErrorCode::PatientItemRelative,
                &[],
                "item: say whose it is for the standing family, and for no other".to_owned(),
            ));
        }
        fits(request.slot, &request.name, &request.value)?;
        let fact = Fact {
            slot: request.slot,
            concept: concept(request.slot, &request.name)?,
            value: request.value,
            standing: request.standing,
            experiencer: request.experiencer.unwrap_or_else(|| "patient".to_owned()),
            confidence: 1.0,
            measured_at: None,
        };
        let mut profile = known.profile.clone();
        let time = TurnTime { turn: known.record.entry.turns, at: self.clock.now() };
        let item = profile.write(&fact, time, &by, memory_rules()?);
        self.keep_item(known, profile, "patient_item_written", item, &actor).await
    }

    async fn keep_item(
        &self,
        known: KnownPatient,
        profile: Profile,
        action: &'static str,
        item: ItemId,
        actor: &str,
    ) -> Result<PatientView, ApiError> {
        let mut change = known.change(&profile)?;
        change.audit = Some((action, json!({ "item": item })));
        self.database.change_patient(&self.clock, known.id(), &change, actor).await?;
        view::patient(&self.known_patient(known.id().as_str()).await?, self.clock.now())
    }
}

/// Checks that a dose belongs to a drug, and weeks to a pregnancy.
fn fits(slot: ProfileSlot, name: &str, value: &Value) -> Result<(), ApiError> {
    if value.fits(slot) && value.field().is_none_or(|field| field == name) {
        return Ok(());
    }
    Err(ApiError::invalid(
        ErrorCode::PatientItemValueUnfit,
        &[("name", &name)],
        format!(
            "item value: it does not belong to {:?} of {}; look at `simui patient show --json` for one that does",
            name.chars().take(80).collect::<String>(),
            slot.as_str()
        ),
    ))
}

fn no_item(item: ItemId) -> ApiError {
    ApiError::Missing {
        what: "item",
        id: item.to_string(),
        remedy: "use a number of `simui patient items`",
    }
}

/// Returns the lexicon's concept when it covers the whole name, otherwise a concept with the name as written.
pub(super) fn concept(slot: ProfileSlot, name: &str) -> Result<Concept, ApiError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 200 {
        return Err(ApiError::invalid(
            ErrorCode::PatientItemNameLength,
            &[],
            "item name: give 1 to 200 characters".to_owned(),
        ));
    }
    if matches!(
        slot,
        ProfileSlot::Demographics
            | ProfileSlot::Reactions
            | ProfileSlot::Vitals
            | ProfileSlot::Labs
    ) {
        return Ok(Concept::known(name, None));
    }
    let slots = crate::extract(name)?.slots;
    let of_slot = match slot {
        ProfileSlot::Symptoms => slots.symptoms,
        ProfileSlot::Medications => slots.medications,
        ProfileSlot::Habits => slots.habits,
        _ => slots.conditions,
    };
    let covers_name = |it: &&Item| it.start == 0 && it.end == name.chars().count();
    Ok(of_slot
        .iter()
        .find(covers_name)
        .map_or_else(|| Concept::written(name), |it| Concept::known(&it.name, it.code.as_deref())))
}
