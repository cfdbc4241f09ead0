use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use simui_patient::fhir::{Omission, PatientRecord};
use simui_patient::{Concept, Fact, Profile, ProfileHead, ProfileItem, ProfileSlot, Standing};

use super::{memory_rules, profile_store, view};
use crate::faults::ErrorCode;
use crate::incoming_text::composed_json;
use crate::types::{ImportOmission, ImportPatient, ImportedPatient};
use crate::{ApiError, Desk};

impl Desk {
    /// Creates a patient from a record of another system. The patient is stored with the
    /// whole record, or not at all.
    pub async fn import_patient(
        &self,
        request: ImportPatient,
    ) -> Result<ImportedPatient, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let ImportPatient { file, bundle, name, .. } = request;
        let bundle = composed_json(&bundle).into_owned();
        let now = self.clock.now();
        let reader = self.text_reader()?;
        let read = tokio::task::spawn_blocking(move || {
            Ok::<_, ApiError>(PatientRecord::read(&file, &bundle, reader.extractor(), now)?)
        });
        let record = read.await.map_err(|error| {
            ApiError::invalid(
                ErrorCode::ImportInterrupted,
                &[],
                format!("record: {error}; report this"),
            )
        })??;
        let record = self.with_own_products(record).await?;
        let name = name.unwrap_or_else(|| record.name.clone());
        let name = self.free_name(&name).await?;
        let profile = record.profile(memory_rules()?);
        let nothing = Profile::restored(ProfileHead::default(), Vec::new());
        let mut first = profile_store::difference(&nothing, &profile)?;
        first.audit = Some(("patient_imported", json!({ "items": profile.items().len() })));
        let id = self.database.add_patient_with(&self.clock, &name, &first, &actor).await?;
        let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let (mut allergies, mut by_slot) = (0, BTreeMap::new());
        for ProfileItem { fact, .. } in profile.items() {
            match fact.standing {
                Standing::Allergy => allergies += 1,
                _ => *by_slot.entry(fact.slot).or_default() += 1,
            }
        }
        let to_view = |omission: Omission| ImportOmission {
            resource: omission.resource,
            reason: omission.reason,
            text: omission.reason.korean().to_owned(),
            count: count(omission.count),
            names: omission.names,
        };
        Ok(ImportedPatient {
            patient: view::summary(self.database.patient(&id).await?.entry),
            items: count(profile.items().len()),
            allergies,
            by_slot,
            left_out: record.left_out.into_iter().map(|(kind, many)| (kind, count(many))).collect(),
            omissions: record.omissions.into_iter().map(to_view).collect(),
        })
    }

    /// Returns the record with the ingredients of drugs that only the desk's own products name: 노을정 is
    /// 록소프로펜.
    async fn with_own_products(
        &self,
        mut record: PatientRecord,
    ) -> Result<PatientRecord, ApiError> {
        let mut facts = Vec::with_capacity(record.facts.len());
        for (at, fact) in record.facts {
            let drug = fact.slot == ProfileSlot::Medications && !fact.concept.known;
            let named = match drug {
                true => self.named_drugs(&fact.concept.name).await?,
                false => Vec::new(),
            };
            let ingredients: BTreeSet<String> =
                named.into_iter().flat_map(|it| it.ingredients).collect();
            if ingredients.is_empty() {
                facts.push((at, fact));
                continue;
            }
            let of = |name: &String| Fact { concept: Concept::known(name, None), ..fact.clone() };
            facts.extend(ingredients.iter().map(|it| (at, of(it))));
        }
        record.facts = facts;
        Ok(record)
    }
}
