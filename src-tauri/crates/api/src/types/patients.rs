//! Patients: what is remembered of them, and what people do with it.

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

/// Which patients to list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct PatientsRequest {
    /// Part of the name, or the beginning of the id.
    #[serde(default)]
    pub search: Option<String>,
    /// Who asks: name or id; needed where administrators have passwords.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// A patient in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientSummary {
    /// Which.
    pub id: PatientId,
    /// What the desk calls them.
    pub name: String,
    /// How many turns there were.
    pub turns: u32,
    /// Since when they are known.
    #[ts(type = "string")]
    pub created_at: Timestamp,
    /// When anything of theirs changed last.
    #[ts(type = "string")]
    pub updated_at: Timestamp,
}

/// A new patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NewPatient {
    /// What the desk calls them: at most 80 characters; no two patients have the same.
    pub name: String,
    /// Who signs: name or id; needed where administrators have passwords.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// One patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OfPatient {
    /// Id, or the whole name.
    pub patient_id: String,
    /// Who asks, or signs: name or id; needed where administrators have passwords.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Another name for a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RenamePatient {
    /// Id, or the whole name.
    pub patient_id: String,
    /// See [`NewPatient::name`].
    pub name: String,
    /// Who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Everything that is remembered of a patient now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientView {
    /// Who.
    #[serde(flatten)]
    pub patient: PatientSummary,
    /// The moment that ages and weights are of.
    #[ts(type = "string")]
    pub now: Timestamp,
    /// Age, sex, pregnancy and lactation today.
    pub person: PersonNow,
    /// Everything, in the order in which it came.
    pub items: Vec<PatientItem>,
    /// What waits for a person.
    pub conflicts: Vec<Conflict>,
    /// The summary: allergies, a section a slot, the family, contradictions.
    pub sections: Vec<Section>,
    /// The summary as text, a line a section.
    pub summary: String,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientItem {
    /// Its number; never given twice.
    pub id: ItemId,
    /// Where it belongs.
    pub slot: ProfileSlot,
    /// Canonical Korean name, type of a measured value, or field of the demographics.
    pub name: String,
    /// KCD / ICD-10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// What is said.
    pub value: Value,
    /// How it stands to the patient.
    pub standing: Standing,
    /// `patient`, or the relative's word.
    pub experiencer: String,
    /// In [0, 1].
    pub confidence: f64,
    /// When it was said first.
    #[ts(type = "string")]
    pub first_said: Timestamp,
    /// When it was said last.
    #[ts(type = "string")]
    pub last_said: Timestamp,
    /// In which turn first; 0 where it was imported or written.
    pub first_turn: u32,
    /// In which turn last.
    pub last_turn: u32,
    /// When it was measured, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub measured_at: Option<Timestamp>,
    /// Whether a person stands behind it.
    pub checked: Checked,
    /// In Korean, as of now.
    pub shown: String,
    /// exp(-λ·Δt) now.
    pub weight: f64,
    /// λ, an hour; 0 for what does not fade.
    pub decay_per_hour: f64,
    /// Whether it is one side of a contradiction.
    pub in_conflict: bool,
}

/// Somebody confirms an item, or takes it out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OfPatientItem {
    /// Id of the patient, or the whole name.
    pub patient_id: String,
    /// Which item.
    pub item: ItemId,
    /// Who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Somebody corrects an item; what is absent stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EditPatientItem {
    /// Id of the patient, or the whole name.
    pub patient_id: String,
    /// Which item.
    pub item: ItemId,
    /// What it is about.
    #[serde(default)]
    pub name: Option<String>,
    /// What is said of it.
    #[serde(default)]
    pub value: Option<Value>,
    /// How it stands to the patient.
    #[serde(default)]
    pub standing: Option<Standing>,
    /// Who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Somebody writes an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WritePatientItem {
    /// Id of the patient, or the whole name.
    pub patient_id: String,
    /// Where it belongs; an allergy to the conditions.
    pub slot: ProfileSlot,
    /// What it is about.
    pub name: String,
    /// What is said of it.
    pub value: Value,
    /// How it stands to the patient.
    pub standing: Standing,
    /// The relative's word, of what runs in the family.
    #[serde(default)]
    pub experiencer: Option<String>,
    /// Who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// What became of an item once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientEvent {
    /// Which item.
    pub item: ItemId,
    /// What happened.
    pub happening: Happening,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// In which turn, if it was said.
    pub turn: Option<u32>,
    /// Who did it, if a person did.
    pub by: Option<String>,
    /// In Korean, how it was before; absent for what was added.
    pub before: Option<String>,
}

/// Something the patient, or somebody for them, says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RememberRequest {
    /// Id of the patient, or the whole name.
    pub patient_id: String,
    /// The words.
    pub text: String,
    /// The conversation it belongs to; the last one of today, else a new one, when absent.
    #[serde(default)]
    pub conversation: Option<ConversationId>,
    /// Who asks.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// What a turn did to what is remembered.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct TurnChanges {
    /// Said for the first time.
    pub added: Vec<ChangedItem>,
    /// Said again.
    pub renewed: Vec<ChangedItem>,
    /// Said otherwise than before.
    pub changed: Vec<ChangedItem>,
    /// Contradictions with what was remembered.
    pub conflicts: Vec<Conflict>,
    /// Not remembered, and why.
    pub ignored: Vec<Ignored>,
}

/// An item as a turn left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangedItem {
    /// Which.
    pub item: ItemId,
    /// Where it belongs.
    pub slot: ProfileSlot,
    /// In Korean.
    pub shown: String,
}

/// A turn that is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Remembered {
    /// Whose.
    pub patient_id: PatientId,
    /// Its number.
    pub turn: u32,
    /// Its conversation.
    pub conversation: ConversationId,
    /// What it did.
    pub changes: TurnChanges,
    /// What has to be said first, in view of everything that is remembered.
    pub warnings: Vec<Warning>,
    /// The summary after it.
    pub summary: String,
    /// How long it took.
    pub timings_ms: RememberTimings,
}

/// How long a turn took, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct RememberTimings {
    /// Reading the words.
    pub extract: f64,
    /// What is remembered, the summary.
    pub memory: f64,
    /// Sealing, and writing so that a power cut takes nothing.
    pub keep: f64,
    /// All of it.
    pub total: f64,
}

/// A turn, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PatientTurnView {
    /// Its number.
    pub turn: u32,
    /// Its conversation.
    pub conversation: ConversationId,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// What was said.
    pub text: String,
    /// What it did to what is remembered.
    pub changes: TurnChanges,
    /// Whether it was read for what is to be remembered; a turn that was answered apart from the record was not.
    pub remembered: bool,
    /// What was answered, where there was an answer: what `consult` showed, its `answer` as `text`; of turns that an earlier version
    /// of the program kept only `text`, `citations`, `warnings`, `used`, `stopped_by` and `cache_hit`.
    #[ts(type = "unknown")]
    pub answer: Option<serde_json::Value>,
    /// What chat models were asked for it, in order.
    pub model_calls: Vec<ModelCall>,
}

/// A record of a patient from elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportPatient {
    /// Name of the file, for errors.
    pub file: String,
    /// Its text: one FHIR R4 bundle (Patient, Condition, MedicationRequest, MedicationStatement, Medication, AllergyIntolerance,
    /// Observation, FamilyMemberHistory).
    pub bundle: String,
    /// What the desk calls them; the name in the record when absent.
    #[serde(default)]
    pub name: Option<String>,
    /// Who signs.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// A patient who was imported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportedPatient {
    /// They.
    #[serde(flatten)]
    pub patient: PatientSummary,
    /// How many items there are.
    pub items: u32,
    /// How many entries of each kind were left out, in whole or in part.
    pub left_out: BTreeMap<String, u32>,
    /// What was left out and why, by kind and reason.
    pub omissions: Vec<ImportOmission>,
}

/// What an import left out of one kind of resource for one reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportOmission {
    /// `MedicationRequest`, …
    pub resource: String,
    /// Why.
    pub reason: OmissionReason,
    /// Why, in Korean.
    pub text: String,
    /// How many entries or values.
    pub count: u32,
    /// What they call themselves, each once, at most 20; values with their number and unit.
    pub names: Vec<String>,
}

/// A patient of whom nothing is left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ForgottenPatient {
    /// Who it was.
    pub id: PatientId,
    /// How many items there were.
    pub items: u32,
    /// How many turns there were.
    pub turns: u32,
    /// How many stored questions of pharmacists named them; they are gone with what was thought of their answers.
    pub questions: u32,
    /// Whether the write-ahead log was emptied as well: not while another process reads.
    pub log_emptied: bool,
}
