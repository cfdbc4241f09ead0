//! The parts of FHIR R4 that are read; everything else in a resource is passed over.

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
pub(super) struct Entry {
    #[serde(default)]
    pub resource: Resource,
}

/// What an entry holds.
pub(super) enum Resource {
    Patient(Patient),
    Condition(Condition),
    MedicationRequest(MedicationRequest),
    AllergyIntolerance(AllergyIntolerance),
    Observation(Observation),
    /// Another kind, or one of these in a form that is not read.
    Other(String),
}

impl Default for Resource {
    fn default() -> Self {
        Self::Other("entry without resource".to_owned())
    }
}

impl<'de> Deserialize<'de> for Resource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(tag = "resourceType")]
        enum Known {
            Patient(Patient),
            Condition(Condition),
            MedicationRequest(MedicationRequest),
            AllergyIntolerance(AllergyIntolerance),
            Observation(Observation),
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Kind {
            resource_type: Option<String>,
        }
        let value = serde_json::Value::deserialize(deserializer)?;
        let kind = Kind::deserialize(&value).ok().and_then(|it| it.resource_type);
        Ok(match Known::deserialize(value) {
            Ok(Known::Patient(it)) => Self::Patient(it),
            Ok(Known::Condition(it)) => Self::Condition(it),
            Ok(Known::MedicationRequest(it)) => Self::MedicationRequest(it),
            Ok(Known::AllergyIntolerance(it)) => Self::AllergyIntolerance(it),
            Ok(Known::Observation(it)) => Self::Observation(it),
            Err(_) => Self::Other(kind.unwrap_or_else(|| "entry without resource".to_owned())),
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Patient {
    #[serde(default)]
    pub name: Vec<HumanName>,
    pub gender: Option<String>,
    pub birth_date: Option<String>,
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
    pub fn usual(&self) -> bool {
        matches!(self.used.as_deref(), Some("official" | "usual"))
    }

    pub fn spoken(&self) -> String {
        if let Some(text) = &self.text {
            return text.trim().to_owned();
        }
        let parts = self.family.iter().chain(&self.given);
        parts.map(|it| it.trim()).collect::<Vec<_>>().join(" ")
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Condition {
    pub clinical_status: Option<Coded>,
    pub verification_status: Option<Coded>,
    pub code: Option<Coded>,
    pub onset_date_time: Option<String>,
    pub recorded_date: Option<String>,
    pub abatement_date_time: Option<String>,
}

impl Condition {
    /// When what it says became so: of what ended, the end.
    pub fn moment(&self) -> Option<String> {
        let ended = self.abatement_date_time.clone();
        ended.or_else(|| self.recorded_date.clone()).or_else(|| self.onset_date_time.clone())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MedicationRequest {
    #[serde(default)]
    pub status: String,
    pub medication_codeable_concept: Option<Coded>,
    pub authored_on: Option<String>,
    #[serde(default)]
    pub dosage_instruction: Vec<Dosage>,
}

#[derive(Deserialize)]
pub(super) struct Dosage {
    pub timing: Option<Timing>,
}

#[derive(Deserialize)]
pub(super) struct Timing {
    pub repeat: Option<Repeat>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Repeat {
    pub frequency: Option<f64>,
    pub period: Option<f64>,
    pub period_unit: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AllergyIntolerance {
    pub verification_status: Option<Coded>,
    pub code: Option<Coded>,
    pub recorded_date: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Observation {
    #[serde(default)]
    pub status: String,
    pub code: Option<Coded>,
    pub effective_date_time: Option<String>,
    pub value_quantity: Option<Quantity>,
    #[serde(default)]
    pub component: Vec<Component>,
    pub value_codeable_concept: Option<IgnoredAny>,
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
    pub code: Option<String>,
    pub unit: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Coded {
    #[serde(default)]
    coding: Vec<Coding>,
    text: Option<String>,
}

#[derive(Deserialize)]
struct Coding {
    code: Option<String>,
    display: Option<String>,
}

impl Coded {
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.coding.iter().filter_map(|it| it.code.as_deref())
    }

    pub fn words(&self) -> Option<&str> {
        let display = self.coding.iter().find_map(|it| it.display.as_deref());
        display.or(self.text.as_deref()).filter(|it| !it.trim().is_empty())
    }
}
