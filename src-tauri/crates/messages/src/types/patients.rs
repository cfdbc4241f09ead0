//! Requests and responses of patients' records.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_consult::safety::Warning;
use simui_domain::{ConversationId, ModelCall, PatientId};
use simui_patient::fhir::OmissionReason;
use simui_patient::{
    Checked, Conflict, Happening, Ignored, ItemId, PersonNow, ProfileSlot, Section, Standing, Value,
};
use ts_rs::TS;

/// Lists patients.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct PatientsRequest {
    /// Part of the name, or the beginning of the id.
    #[serde(default)]
    pub search: Option<String>,
    /// Name or id of the person who asks; required where administrators have passwords.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// A patient in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientSummary {
    /// The id of the patient.
    pub id: PatientId,
    /// The name under which the desk lists the patient.
    pub name: String,
    /// Number of turns.
    pub turns: u32,
    /// When the record was created.
    #[ts(type = "string")]
    pub created_at: Timestamp,
    /// When the record last changed.
    #[ts(type = "string")]
    pub updated_at: Timestamp,
}

/// Creates a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NewPatient {
    /// The name under which the desk lists the patient: at most 80 characters, unique.
    pub name: String,
    /// Name or id of the person who signs; required where administrators have passwords.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Names a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OfPatient {
    /// The id, or the complete name.
    pub patient_id: String,
    /// Name or id of the person who asks or signs; required where administrators have passwords.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Renames a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RenamePatient {
    /// The id, or the complete name.
    pub patient_id: String,
    /// The new name: at most 80 characters, unique.
    pub name: String,
    /// Name or id of the person who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// The present record of a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientView {
    /// The patient.
    #[serde(flatten)]
    pub patient: PatientSummary,
    /// The time for which ages and weights are computed.
    #[ts(type = "string")]
    pub now: Timestamp,
    /// Age, sex, pregnancy and lactation today.
    pub person: PersonNow,
    /// All items, in the order in which they were added.
    pub items: Vec<PatientItem>,
    /// Contradictions that a person has to resolve.
    pub conflicts: Vec<Conflict>,
    /// The summary: allergies, a section for each slot, the family, contradictions.
    pub sections: Vec<Section>,
    /// The summary as text, one line for each section.
    pub summary: String,
}

/// One item of a patient's record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientItem {
    /// The number of the item, never reused.
    pub id: ItemId,
    /// The slot it belongs to.
    pub slot: ProfileSlot,
    /// Canonical Korean name, type of a measured value, or field of the demographics.
    pub name: String,
    /// Code of KCD / ICD-10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// The value.
    pub value: Value,
    /// Whether it is affirmed, negated, an allergy or in the family.
    pub standing: Standing,
    /// `patient`, or the relative's word.
    pub experiencer: String,
    /// Confidence of the extraction, 0 to 1.
    pub confidence: f64,
    /// When it was stated first.
    #[ts(type = "string")]
    pub first_said: Timestamp,
    /// When it was stated last.
    #[ts(type = "string")]
    pub last_said: Timestamp,
    /// The turn in which it was stated first; 0 when it was imported or written by a person.
    pub first_turn: u32,
    /// The turn in which it was stated last.
    pub last_turn: u32,
    /// When it was measured, where the text gives that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub measured_at: Option<Timestamp>,
    /// Whether a person has confirmed it.
    pub checked: Checked,
    /// The item in Korean, as of now.
    pub shown: String,
    /// The weight now, exp(-λ·Δt).
    pub weight: f64,
    /// λ per hour; 0 for what does not fade.
    pub decay_per_hour: f64,
    /// Whether it is one side of a contradiction.
    pub in_conflict: bool,
}

/// Confirms an item, or removes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OfPatientItem {
    /// The id of the patient, or the complete name.
    pub patient_id: String,
    /// The item.
    pub item: ItemId,
    /// Name or id of the person who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Corrects an item. Absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EditPatientItem {
    /// The id of the patient, or the complete name.
    pub patient_id: String,
    /// The item.
    pub item: ItemId,
    /// The new name.
    #[serde(default)]
    pub name: Option<String>,
    /// The new value.
    #[serde(default)]
    pub value: Option<Value>,
    /// The new relation to the patient.
    #[serde(default)]
    pub standing: Option<Standing>,
    /// Name or id of the person who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Adds an item by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WritePatientItem {
    /// The id of the patient, or the complete name.
    pub patient_id: String,
    /// The slot it belongs to; an allergy belongs to the conditions.
    pub slot: ProfileSlot,
    /// The name.
    pub name: String,
    /// The value.
    pub value: Value,
    /// The relation to the patient.
    pub standing: Standing,
    /// For an item of the family history: the relative's word.
    #[serde(default)]
    pub experiencer: Option<String>,
    /// Name or id of the person who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// One event in the history of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientEvent {
    /// The item.
    pub item: ItemId,
    /// The kind of event.
    pub happening: Happening,
    /// When it happened.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The turn, if a turn caused it.
    pub turn: Option<u32>,
    /// Name of the person, if a person caused it.
    pub by: Option<String>,
    /// The item before the event, in Korean; absent for an added one.
    pub before: Option<String>,
}

/// A text of the patient, or of somebody who speaks for them, to be remembered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RememberRequest {
    /// The id of the patient, or the complete name.
    pub patient_id: String,
    /// The text.
    pub text: String,
    /// The conversation it belongs to; when absent, the last one of today, or else a new one.
    #[serde(default)]
    pub conversation: Option<ConversationId>,
    /// Name or id of the person who asks.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// The changes that a turn made to the record.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct TurnChanges {
    /// Items stated for the first time.
    pub added: Vec<ChangedItem>,
    /// Items stated again.
    pub renewed: Vec<ChangedItem>,
    /// Items stated with another value than before.
    pub changed: Vec<ChangedItem>,
    /// Contradictions with the record.
    pub conflicts: Vec<Conflict>,
    /// Facts that are not remembered, each with the reason.
    pub ignored: Vec<Ignored>,
}

/// An item after a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangedItem {
    /// The item.
    pub item: ItemId,
    /// The slot it belongs to.
    pub slot: ProfileSlot,
    /// The item in Korean.
    pub shown: String,
}

/// A turn that is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Remembered {
    /// The patient.
    pub patient_id: PatientId,
    /// The number of the turn.
    pub turn: u32,
    /// The conversation of the turn.
    pub conversation: ConversationId,
    /// The changes of the record.
    pub changes: TurnChanges,
    /// The warnings that follow from the complete record.
    pub warnings: Vec<Warning>,
    /// The summary after the turn.
    pub summary: String,
    /// How long the turn took.
    pub timings_ms: RememberTimings,
}

/// Milliseconds of the parts of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct RememberTimings {
    /// Extracting facts from the text.
    pub extract: f64,
    /// Updating the record and its summary.
    pub memory: f64,
    /// Encrypting the record and storing it durably.
    pub keep: f64,
    /// The whole turn.
    pub total: f64,
}

/// A stored turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientTurnView {
    /// The number of the turn.
    pub turn: u32,
    /// The conversation of the turn.
    pub conversation: ConversationId,
    /// When the turn took place.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The text of the turn.
    pub text: String,
    /// The changes of the record.
    pub changes: TurnChanges,
    /// Whether facts were extracted. A turn that was answered without the record is not read for facts.
    pub remembered: bool,
    /// The answer, where there was one: the response of `consult` with its `answer` as `text`. Turns stored
    /// by an earlier version of the program have only `text`, `citations`, `warnings`, `used`, `stopped_by`
    /// and `cache_hit`.
    #[ts(type = "unknown")]
    pub answer: Option<serde_json::Value>,
    /// The calls of chat models for the answer, in order.
    pub model_calls: Vec<ModelCall>,
}

/// Imports a patient's record from another system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportPatient {
    /// The file name, for error messages.
    pub file: String,
    /// The text of one FHIR R4 bundle (Patient, Condition, MedicationRequest, MedicationStatement,
    /// Medication, AllergyIntolerance, Observation, FamilyMemberHistory).
    pub bundle: String,
    /// The name under which the desk lists the patient; the name in the record when absent.
    #[serde(default)]
    pub name: Option<String>,
    /// Name or id of the person who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// An imported patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportedPatient {
    /// The patient.
    #[serde(flatten)]
    pub patient: PatientSummary,
    /// Number of items.
    pub items: u32,
    /// Number of allergies among them.
    pub allergies: u32,
    /// Number of the other items by slot.
    pub by_slot: BTreeMap<ProfileSlot, u32>,
    /// Number of entries of each kind that were left out, in whole or in part.
    pub left_out: BTreeMap<String, u32>,
    /// What was left out, by kind and reason.
    pub omissions: Vec<ImportOmission>,
}

/// What an import left out of one kind of resource for one reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportOmission {
    /// The kind of resource: `MedicationRequest`, …
    pub resource: String,
    /// The reason.
    pub reason: OmissionReason,
    /// The reason in Korean.
    pub text: String,
    /// Number of entries or values.
    pub count: u32,
    /// Their names, each once, at most 20; values with number and unit.
    pub names: Vec<String>,
}

/// A patient whose record was deleted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ForgottenPatient {
    /// The id of the patient.
    pub id: PatientId,
    /// Number of deleted items.
    pub items: u32,
    /// Number of deleted turns.
    pub turns: u32,
    /// Number of stored pharmacists' questions that named the patient. They are deleted with their feedback.
    pub questions: u32,
    /// Whether the write-ahead log was emptied as well, which is impossible while another process reads.
    pub log_emptied: bool,
}
