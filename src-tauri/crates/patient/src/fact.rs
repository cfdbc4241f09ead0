use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Concept;

/// The six slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProfileSlot {
    /// Age, sex, pregnancy, lactation.
    Demographics,
    /// Diseases and operations, the family's too; and what the patient does not tolerate (see [`Standing::Allergy`]).
    Conditions,
    /// Complaints.
    Symptoms,
    /// Drugs by ingredient.
    Medications,
    /// Blood pressure, pulse, temperature, weight, …
    Vitals,
    /// Laboratory values.
    Labs,
}

impl ProfileSlot {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 6] = [
        Self::Demographics,
        Self::Conditions,
        Self::Symptoms,
        Self::Medications,
        Self::Vitals,
        Self::Labs,
    ];

    /// As in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Demographics => "demographics",
            Self::Conditions => "conditions",
            Self::Symptoms => "symptoms",
            Self::Medications => "medications",
            Self::Vitals => "vitals",
            Self::Labs => "labs",
        }
    }

    /// Heading of its section.
    pub fn korean(self) -> &'static str {
        match self {
            Self::Demographics => "인적 사항",
            Self::Conditions => "질환",
            Self::Symptoms => "증상",
            Self::Medications => "복용약",
            Self::Vitals => "활력징후",
            Self::Labs => "검사 수치",
        }
    }
}

/// How a fact stands to the patient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Has it, feels it, takes it; a value that was measured.
    Active,
    /// Said not to be so.
    Negated,
    /// Was so once.
    Past,
    /// A drug that is no longer taken.
    Stopped,
    /// Intended.
    Planned,
    /// Feared, suspected, supposed.
    Hypothetical,
    /// A blood relative's.
    Family,
    /// A substance that is not tolerated.
    Allergy,
    /// A substance that is said to be tolerated.
    NoAllergy,
}

impl Standing {
    /// As in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Negated => "negated",
            Self::Past => "past",
            Self::Stopped => "stopped",
            Self::Planned => "planned",
            Self::Hypothetical => "hypothetical",
            Self::Family => "family",
            Self::Allergy => "allergy",
            Self::NoAllergy => "no_allergy",
        }
    }

    /// Said behind a name: empty where nothing has to be said.
    pub fn korean(self) -> &'static str {
        match self {
            Self::Active | Self::Family => "",
            Self::Negated => "없음",
            Self::Past => "과거",
            Self::Stopped => "중단",
            Self::Planned => "예정",
            Self::Hypothetical => "의심",
            Self::Allergy => "알레르기",
            Self::NoAllergy => "알레르기 없음",
        }
    }
}

/// Sex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    /// 남성
    Male,
    /// 여성
    Female,
}

impl Sex {
    /// As said in Korean.
    pub fn korean(self) -> &'static str {
        match self {
            Self::Male => "남성",
            Self::Female => "여성",
        }
    }
}

/// What is said of a pregnancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PregnancyState")]
pub enum Pregnancy {
    /// She is.
    Yes,
    /// She is not.
    No,
    /// She may be.
    Possible,
    /// She wants to be.
    Planned,
}

/// What is said of a concept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "PatientValue")]
pub enum Value {
    /// That it is so; since when or for how long, in the words of the text.
    Plain {
        /// `10년`, `2015년`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<String>,
    },
    /// Age when it was said.
    Age {
        /// Completed years.
        years: u32,
        /// Completed months, of small children.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        months: Option<u32>,
        /// Counted from a year or a month of birth without a day: it may be off by one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        approximate: bool,
    },
    /// Only the decade: `60대`, `10세 미만`, `100세 이상`.
    AgeGroup {
        /// The words.
        group: String,
    },
    /// Sex.
    Sex {
        /// Which.
        sex: Sex,
    },
    /// Pregnancy when it was said.
    Pregnancy {
        /// Which.
        state: Pregnancy,
        /// Completed weeks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weeks: Option<u32>,
    },
    /// Whether she breast-feeds.
    Lactation {
        /// She does.
        nursing: bool,
    },
    /// How a drug is taken; what was not said is absent.
    Drug {
        /// At a time, in the words of the text: `500mg 2정`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dose: Option<String>,
        /// Times a day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per_day: Option<f64>,
        /// For how long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<String>,
    },
    /// A measured value, in `unit`.
    Measured {
        /// Korean name of the measure.
        name: String,
        /// Absent for a blood pressure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<f64>,
        /// Other end of a range.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        upper: Option<f64>,
        /// Upper value of a blood pressure, mmHg.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        systolic: Option<f64>,
        /// Lower value of a blood pressure, mmHg.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diastolic: Option<f64>,
        /// Unit, empty where there is none.
        unit: String,
    },
}

impl Value {
    /// Whether it can be said of something in this slot.
    pub fn fits(&self, slot: ProfileSlot) -> bool {
        match self {
            Self::Plain { .. } => matches!(slot, ProfileSlot::Conditions | ProfileSlot::Symptoms),
            Self::Drug { .. } => slot == ProfileSlot::Medications,
            Self::Measured { .. } => matches!(slot, ProfileSlot::Vitals | ProfileSlot::Labs),
            _ => slot == ProfileSlot::Demographics,
        }
    }

    /// The field of the demographics that it is about.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Age { .. } | Self::AgeGroup { .. } => Some("age"),
            Self::Sex { .. } => Some("sex"),
            Self::Pregnancy { .. } => Some("pregnancy"),
            Self::Lactation { .. } => Some("lactation"),
            _ => None,
        }
    }
}

/// One thing that is said of a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// Where it belongs.
    pub slot: ProfileSlot,
    /// What it is about.
    pub concept: Concept,
    /// What is said.
    pub value: Value,
    /// How it stands to the patient.
    pub standing: Standing,
    /// `patient`, or the relative's word: `어머니`.
    pub experiencer: String,
    /// Of the extraction, in [0, 1]; 1 where a person or a record says it.
    pub confidence: f64,
    /// Of a measured value: when it was measured, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<Timestamp>,
}

impl Fact {
    /// Something not tolerated, or said to be tolerated.
    pub fn is_of_allergy(&self) -> bool {
        matches!(self.standing, Standing::Allergy | Standing::NoAllergy)
    }

    /// Both speak of the same thing of the same person, whatever they say.
    pub fn same_subject(&self, other: &Self) -> bool {
        self.slot == other.slot
            && self.is_of_allergy() == other.is_of_allergy()
            && self.experiencer == other.experiencer
            && self.concept.is(&other.concept)
    }
}
