//! Views of patients, items, events and turns.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use simui_domain::ModelCall;
use simui_patient::{HistoryEntry, ProfileItem, describe_item};
use simui_store::{PatientEntry, PatientTurn};

use super::profile_store::from_json;
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
    let to_view = |item: &ProfileItem| PatientItem {
        id: item.id,
        slot: item.fact.slot,
        name: item.fact.concept.name.clone(),
        code: item.fact.concept.code.clone(),
        value: item.fact.value.clone(),
        standing: item.fact.standing,
        experiencer: item.fact.experiencer.clone(),
        confidence: item.fact.confidence,
        first_said: item.first.at,
        last_said: item.last.at,
        first_turn: item.first.turn,
        last_turn: item.last.turn,
        measured_at: item.fact.measured_at,
        checked: item.checked.clone(),
        shown: describe_item(item, now, rules),
        weight: rules.weight(item, now),
        decay_per_hour: rules.rate(&item.fact),
        in_conflict: profile.in_conflict(item.id),
    };
    let summary_text = profile.summary(now, rules);
    Ok(PatientView {
        patient: summary(known.record.entry.clone()),
        now,
        person: profile.person(now, rules),
        items: profile.items().iter().map(to_view).collect(),
        conflicts: profile.conflicts().to_vec(),
        summary: summary_text.to_string(),
        sections: summary_text.sections,
    })
}

pub(super) fn event(stored: Value, now: Timestamp) -> Result<PatientEvent, ApiError> {
    let rules = memory_rules()?;
    let HistoryEntry { item, happening, at, turn, by, before } = from_json(stored)?;
    let before = before.map(|it| describe_item(&it, now.min(it.last.at), rules));
    Ok(PatientEvent { item, happening, at, turn, by, before })
}

#[derive(Deserialize)]
struct Body {
    text: String,
    #[serde(default)]
    changes: TurnChanges,
    #[serde(default = "default_remembered")]
    remembered: bool,
    #[serde(default)]
    answer: Option<Value>,
    #[serde(default)]
    model_calls: Vec<ModelCall>,
}

pub(super) fn turn(stored: PatientTurn) -> Result<PatientTurnView, ApiError> {
    let PatientTurn { turn, conversation, at, body } = stored;
    let Body { text, changes, remembered, answer, model_calls } = from_json(body)?;
    Ok(PatientTurnView { turn, conversation, at, text, changes, remembered, answer, model_calls })
}

/// Default of `remembered`: turns stored before the field existed were all remembered.
fn default_remembered() -> bool {
    true
}
