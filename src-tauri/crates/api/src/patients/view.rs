//! What is shown of patients.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use simui_domain::ModelCall;
use simui_patient::{Past, ProfileItem, shown};
use simui_store::{PatientEntry, PatientTurn};

use super::kept::unjson;
use super::{KnownPatient, memory_rules};
use crate::ApiError;
use crate::types::{
    PatientEvent, PatientItem, PatientSummary, PatientTurnView, PatientView, TurnChanges,
};

pub(super) fn summary(entry: PatientEntry) -> PatientSummary {
    let PatientEntry { id, name, turns, created_at, updated_at } = entry;
    PatientSummary { id, name, turns, created_at, updated_at }
}

pub(super) fn patient(known: &KnownPatient, now: Timestamp) -> Result<PatientView, ApiError> {
    let rules = memory_rules()?;
    let profile = &known.profile;
    let item = |it: &ProfileItem| PatientItem {
        id: it.id,
        slot: it.fact.slot,
        name: it.fact.concept.name.clone(),
        code: it.fact.concept.code.clone(),
        value: it.fact.value.clone(),
        standing: it.fact.standing,
        experiencer: it.fact.experiencer.clone(),
        confidence: it.fact.confidence,
        first_said: it.first.at,
        last_said: it.last.at,
        first_turn: it.first.turn,
        last_turn: it.last.turn,
        measured_at: it.fact.measured_at,
        checked: it.checked.clone(),
        shown: shown(it, now, rules),
        weight: rules.weight(it, now),
        decay_per_hour: rules.rate(&it.fact),
        in_conflict: profile.in_conflict(it.id),
    };
    let told = profile.summary(now, rules);
    Ok(PatientView {
        patient: summary(known.record.entry.clone()),
        now,
        person: profile.person(now, rules),
        items: profile.items().iter().map(item).collect(),
        conflicts: profile.conflicts().to_vec(),
        summary: told.to_string(),
        sections: told.sections,
    })
}

pub(super) fn event(stored: Value, now: Timestamp) -> Result<PatientEvent, ApiError> {
    let rules = memory_rules()?;
    let Past { item, happening, at, turn, by, before } = unjson(stored)?;
    let before = before.map(|it| shown(&it, now.min(it.last.at), rules));
    Ok(PatientEvent { item, happening, at, turn, by, before })
}

#[derive(Deserialize)]
struct Body {
    text: String,
    #[serde(default)]
    changes: TurnChanges,
    #[serde(default = "yes")]
    remembered: bool,
    #[serde(default)]
    answer: Option<Value>,
    #[serde(default)]
    model_calls: Vec<ModelCall>,
}

pub(super) fn turn(stored: PatientTurn) -> Result<PatientTurnView, ApiError> {
    let PatientTurn { turn, conversation, at, body } = stored;
    let Body { text, changes, remembered, answer, model_calls } = unjson(body)?;
    Ok(PatientTurnView { turn, conversation, at, text, changes, remembered, answer, model_calls })
}

/// Until turns were kept that are not, all were.
fn yes() -> bool {
    true
}
