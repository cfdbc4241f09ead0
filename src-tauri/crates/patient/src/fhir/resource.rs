//! The parts of FHIR R4 resources that are read; other parts are ignored.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bundle {
    #[serde(default)]
    pub resource_type: String,
    #[serde(default)]
    pub entry: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    pub full_url: Option<String>,
    #[serde(default)]
    pub resource: Resource,
}

/// A resource of an entry, by kind.
pub(super) enum Resource {
    Patient(Patient),
    Condition(Condition),
    /// A `MedicationRequest` or `MedicationStatement`.
    MedicationUse(&'static str, MedicationUse),
    Medication(Medication),
    AllergyIntolerance(AllergyIntolerance),
    Observation(Observation),
    FamilyMemberHistory(FamilyMemberHistory),
    /// A kind that is not read.
    Other(String),
    /// One of the kinds above, in a form that R4 does not have.
    Malformed(String),
}

impl Default for Resource {
    fn default() -> Self {
        Self::Malformed("entry without resource".to_owned())
    }
}

impl<'de> Deserialize<'de> for Resource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let kind = value.get("resourceType").and_then(serde_json::Value::as_str);
        let Some(kind) = kind.map(str::to_owned) else { return Ok(Self::default()) };
        let read = match kind.as_str() {
            "Patient" => Patient::deserialize(value).map(Self::Patient),
            "Condition" => Condition::deserialize(value).map(Self::Condition),
            "MedicationRequest" => MedicationUse::deserialize(value)
                .map(|it| Self::MedicationUse("MedicationRequest", it)),
            "MedicationStatement" => MedicationUse::deserialize(value)
                .map(|it| Self::MedicationUse("MedicationStatement", it)),
            "Medication" => Medication::deserialize(value).map(Self::Medication),
            "AllergyIntolerance" => {
                AllergyIntolerance::deserialize(value).map(Self::AllergyIntolerance)
            }
            "Observation" => Observation::deserialize(value).map(Self::Observation),
            "FamilyMemberHistory" => {
                FamilyMemberHistory::deserialize(value).map(Self::FamilyMemberHistory)
            }
            _ => return Ok(Self::Other(kind)),
        };
        Ok(read.unwrap_or(Self::Malformed(kind)))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Patient {
    pub id: Option<String>,
    #[serde(default)]
    pub identifier: Vec<Identifier>,
    #[serde(default)]
    pub name: Vec<HumanName>,
    pub gender: Option<String>,
    pub birth_date: Option<String>,
    pub deceased_boolean: Option<bool>,
    pub deceased_date_time: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct HumanName {
    #[serde(rename = "use")]
    used: Option<String>,
    text: Option<String>,
    family: Option<String>,
    #[serde(default)]
    given: Vec<String>,
}

impl HumanName {
    /// Whether the name is the official or usual one.
    pub fn is_usual(&self) -> bool {
        matches!(self.used.as_deref(), Some("official" | "usual"))
    }

    /// The text of the name, or its parts with the family name first.
    pub fn full_name(&self) -> String {
        if let Some(text) = &self.text {
            return text.trim().to_owned();
        }
        let parts = self.family.iter().chain(&self.given);
        parts.map(|it| it.trim()).collect::<Vec<_>>().join(" ")
    }
}

/// A business identifier, such as a record number.
#[derive(Debug, Deserialize)]
pub(super) struct Identifier {
    system: Option<String>,
    value: Option<String>,
}

impl Identifier {
    /// System and number; `None` if there is no number.
    pub fn key(&self) -> Option<(String, String)> {
        let value = self.value.clone().filter(|it| !it.is_empty())?;
        Some((self.system.clone().unwrap_or_default(), value))
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Reference {
    pub reference: Option<String>,
    pub identifier: Option<Identifier>,
    pub display: Option<String>,
}

impl Reference {
    /// Whether it refers to nothing.
    pub fn is_empty(&self) -> bool {
        self.reference.is_none() && self.identifier.is_none() && self.display.is_none()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Condition {
    pub subject: Option<Reference>,
    pub clinical_status: Option<Coded>,
    pub verification_status: Option<Coded>,
    pub code: Option<Coded>,
    pub onset_date_time: Option<String>,
    pub recorded_date: Option<String>,
    pub abatement_date_time: Option<String>,
    pub abatement_age: Option<IgnoredAny>,
    pub abatement_period: Option<IgnoredAny>,
    pub abatement_range: Option<IgnoredAny>,
    pub abatement_string: Option<String>,
}

impl Condition {
    /// The moment of the present state: the end, the recording or the onset.
    pub fn moment(&self) -> Option<String> {
        let ended = self.abatement_date_time.clone();
        ended.or_else(|| self.recorded_date.clone()).or_else(|| self.onset_date_time.clone())
    }

    /// Whether the condition has abated, in any of the forms of FHIR.
    pub fn has_abated(&self) -> bool {
        self.abatement_date_time.is_some()
            || self.abatement_age.is_some()
            || self.abatement_period.is_some()
            || self.abatement_range.is_some()
            || self.abatement_string.is_some()
    }
}

/// A `MedicationRequest` or `MedicationStatement`; R4 has an intent only in the first.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MedicationUse {
    pub subject: Option<Reference>,
    #[serde(default)]
    pub status: String,
    pub intent: Option<String>,
    pub do_not_perform: Option<bool>,
    pub medication_codeable_concept: Option<Coded>,
    pub medication_reference: Option<Reference>,
    #[serde(default)]
    pub contained: Vec<Contained>,
    authored_on: Option<String>,
    effective_date_time: Option<String>,
    effective_period: Option<Period>,
    date_asserted: Option<String>,
    #[serde(default)]
    dosage_instruction: Vec<Dosage>,
    #[serde(default)]
    dosage: Vec<Dosage>,
}

impl MedicationUse {
    /// The moment of the order or the statement.
    pub fn moment(&self) -> Option<&str> {
        let period = self.effective_period.as_ref();
        let effective = self.effective_date_time.as_deref().or(period.and_then(Period::moment));
        self.authored_on.as_deref().or(effective).or(self.date_asserted.as_deref())
    }

    /// The coded timing, if there is one.
    pub fn repeat(&self) -> Option<&Repeat> {
        let mut dosages = self.dosage_instruction.iter().chain(&self.dosage);
        dosages.find_map(|it| it.timing.as_ref()?.repeat.as_ref())
    }
}

/// A contained resource, of which only drugs are read.
pub(super) enum Contained {
    Medication(Medication),
    Other,
}

impl Contained {
    pub fn medication(&self) -> Option<&Medication> {
        match self {
            Self::Medication(it) => Some(it),
            Self::Other => None,
        }
    }
}

impl<'de> Deserialize<'de> for Contained {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Resource::deserialize(deserializer)? {
            Resource::Medication(it) => Self::Medication(it),
            _ => Self::Other,
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Medication {
    pub id: Option<String>,
    pub status: Option<String>,
    pub code: Option<Coded>,
    #[serde(default)]
    pub ingredient: Vec<Ingredient>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ingredient {
    pub item_codeable_concept: Option<Coded>,
}

#[derive(Deserialize)]
pub(super) struct Dosage {
    timing: Option<Timing>,
}

#[derive(Deserialize)]
struct Timing {
    repeat: Option<Repeat>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Repeat {
    pub frequency: Option<f64>,
    pub period: Option<f64>,
    pub period_unit: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Period {
    start: Option<String>,
    end: Option<String>,
}

impl Period {
    fn moment(&self) -> Option<&str> {
        self.end.as_deref().or(self.start.as_deref())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AllergyIntolerance {
    pub patient: Option<Reference>,
    pub clinical_status: Option<Coded>,
    pub verification_status: Option<Coded>,
    pub code: Option<Coded>,
    #[serde(default)]
    pub reaction: Vec<Reaction>,
    pub recorded_date: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Reaction {
    pub substance: Option<Coded>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Observation {
    pub subject: Option<Reference>,
    #[serde(default)]
    pub focus: Vec<Reference>,
    #[serde(default)]
    pub status: String,
    pub code: Option<Coded>,
    effective_date_time: Option<String>,
    effective_instant: Option<String>,
    effective_period: Option<Period>,
    issued: Option<String>,
    pub value_quantity: Option<Quantity>,
    #[serde(default)]
    pub component: Vec<Component>,
}

impl Observation {
    /// The moment of the measurement, or else of its release.
    pub fn moment(&self) -> Option<&str> {
        let at = self.effective_date_time.as_deref().or(self.effective_instant.as_deref());
        let period = self.effective_period.as_ref().and_then(Period::moment);
        at.or(period).or(self.issued.as_deref())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Component {
    pub code: Option<Coded>,
    pub value_quantity: Option<Quantity>,
}

#[derive(Deserialize)]
pub(super) struct Quantity {
    pub value: Option<f64>,
    /// `<`, `<=`, `>=` or `>`; with any comparator the value is a bound.
    pub comparator: Option<String>,
    pub code: Option<String>,
    pub unit: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct FamilyMemberHistory {
    pub patient: Option<Reference>,
    #[serde(default)]
    pub status: String,
    pub date: Option<String>,
    pub name: Option<String>,
    pub relationship: Option<Coded>,
    #[serde(default)]
    pub condition: Vec<RelativesCondition>,
}

#[derive(Deserialize)]
pub(super) struct RelativesCondition {
    pub code: Option<Coded>,
}

/// A CodeableConcept of FHIR.
#[derive(Debug, Deserialize)]
pub(super) struct Coded {
    #[serde(default)]
    coding: Vec<Coding>,
    text: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Coding {
    code: Option<String>,
    display: Option<String>,
}

impl Coded {
    /// All codes, of any system.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.coding.iter().filter_map(|it| it.code.as_deref())
    }

    /// The display of the first coding that has one, or else the text of the sender.
    pub fn words(&self) -> Option<&str> {
        let display = self.coding.iter().find_map(|it| it.display.as_deref());
        display.or(self.text.as_deref()).filter(|it| !it.trim().is_empty())
    }

    /// All displays and the text.
    pub fn all_words(&self) -> impl Iterator<Item = &str> {
        let displays = self.coding.iter().filter_map(|it| it.display.as_deref());
        displays.chain(self.text.as_deref())
    }

    /// Whether it has neither code nor words.
    pub fn is_empty(&self) -> bool {
        self.codes().next().is_none() && self.words().is_none()
    }
}
