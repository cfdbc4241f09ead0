use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_clinical::{Comparator, Course, Link};
use ts_rs::TS;

use super::Concept;

/// One of the slots of a profile: the six of the consultations, habits, and adverse reactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProfileSlot {
    /// Age, sex, pregnancy and lactation.
    Demographics,
    /// Diseases and operations, those of the family included, and allergies ([`Standing::Allergy`]).
    Conditions,
    /// Complaints, such as a headache.
    Symptoms,
    /// Drugs, by ingredient.
    Medications,
    /// Habits: drinking, smoking.
    Habits,
    /// 이상반응: what happened under a drug. It is never a medication.
    Reactions,
    /// Blood pressure, pulse, temperature, weight, …
    Vitals,
    /// Laboratory values.
    Labs,
}

impl ProfileSlot {
    /// All slots, in the order in which they are displayed.
    pub const ALL: [Self; 8] = [
        Self::Demographics,
        Self::Conditions,
        Self::Symptoms,
        Self::Medications,
        Self::Habits,
        Self::Reactions,
        Self::Vitals,
        Self::Labs,
    ];

    /// The name of the slot in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Demographics => "demographics",
            Self::Conditions => "conditions",
            Self::Symptoms => "symptoms",
            Self::Medications => "medications",
            Self::Habits => "habits",
            Self::Reactions => "reactions",
            Self::Vitals => "vitals",
            Self::Labs => "labs",
        }
    }

    /// Heading of the slot's section, in Korean.
    pub fn korean(self) -> &'static str {
        match self {
            Self::Demographics => "인적 사항",
            Self::Conditions => "질환",
            Self::Symptoms => "증상",
            Self::Medications => "복용약",
            Self::Habits => "생활 습관",
            Self::Reactions => "이상반응",
            Self::Vitals => "활력징후",
            Self::Labs => "검사 수치",
        }
    }
}

/// Standing of a fact in relation to the patient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The patient has it, feels it or takes it; or a value that was measured.
    Active,
    /// The patient denies it.
    Negated,
    /// It was so in the past.
    Past,
    /// A drug that is no longer taken.
    Stopped,
    /// A drug that will be taken, or an operation to come.
    Planned,
    /// Feared, suspected or supposed.
    Hypothetical,
    /// A blood relative has it.
    Family,
    /// A substance that the patient does not tolerate.
    Allergy,
    /// A substance that the patient states to tolerate.
    NoAllergy,
}

impl Standing {
    /// The name of the standing in JSON.
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

    /// The Korean word after the name of the fact; empty for active and family.
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

/// The sex of the patient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    /// 남성
    Male,
    /// 여성
    Female,
}

impl Sex {
    /// The Korean word for the sex.
    pub fn korean(self) -> &'static str {
        match self {
            Self::Male => "남성",
            Self::Female => "여성",
        }
    }
}

/// State of a pregnancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PregnancyState")]
pub enum Pregnancy {
    /// She is pregnant.
    Yes,
    /// She is not pregnant.
    No,
    /// A pregnancy ended by a birth or a miscarriage.
    Over,
    /// She may be pregnant.
    Possible,
    /// She plans to become pregnant.
    Planned,
}

/// The value of a fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "PatientValue")]
pub enum Value {
    /// No value except when it began or how long it has lasted, and how it goes on.
    Plain {
        /// The words of the text: `10년`, `2015년`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<String>,
        /// How a complaint or an illness goes on, by its last statement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        course: Option<Course>,
    },
    /// An age at the time of the statement.
    Age {
        /// Age in completed years.
        years: u32,
        /// Age in completed months, for small children.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        months: Option<u32>,
        /// Whether it was computed from a year or a month of birth, so that it may be off by one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        approximate: bool,
    },
    /// Only an age group: `60대`, `10세 미만`, `100세 이상`.
    AgeGroup {
        /// The name of the group.
        group: String,
    },
    /// The sex of the patient.
    Sex {
        /// Male or female.
        sex: Sex,
    },
    /// A pregnancy at the time of the statement.
    Pregnancy {
        /// Whether she is, may be or plans to be pregnant.
        state: Pregnancy,
        /// Completed weeks at the time of the statement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weeks: Option<u32>,
    },
    /// Whether the patient breast-feeds.
    Lactation {
        /// `true` if she breast-feeds.
        nursing: bool,
    },
    /// How a drug is taken; unknown parts are absent.
    Drug {
        /// Amount at a time, in the words of the text: `500mg 2정`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dose: Option<String>,
        /// Times a day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per_day: Option<f64>,
        /// How long it has been taken, in the words of the text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<String>,
    },
    /// 이상반응: what happened under a drug.
    Reaction {
        /// Canonical name of the drug.
        drug: String,
        /// Canonical name of what happened.
        reaction: String,
        /// How it was linked to the drug.
        link: Link,
    },
    /// A measured value, in `unit`.
    Measured {
        /// Korean name of the measure.
        name: String,
        /// The value; absent for a blood pressure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<f64>,
        /// Upper end of a range.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        upper: Option<f64>,
        /// How the true value lies to `value`, or to the one value of a blood pressure, if that is a bound.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        comparator: Option<Comparator>,
        /// Upper value of a blood pressure, mmHg.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        systolic: Option<f64>,
        /// Lower value of a blood pressure, mmHg.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diastolic: Option<f64>,
        /// The unit; empty if there is none.
        unit: String,
    },
}

impl Value {
    /// Whether a fact of this slot may have such a value.
    pub fn fits(&self, slot: ProfileSlot) -> bool {
        match self {
            Self::Plain { .. } => matches!(
                slot,
                ProfileSlot::Conditions | ProfileSlot::Symptoms | ProfileSlot::Habits
            ),
            Self::Drug { .. } => slot == ProfileSlot::Medications,
            Self::Reaction { .. } => slot == ProfileSlot::Reactions,
            Self::Measured { .. } => matches!(slot, ProfileSlot::Vitals | ProfileSlot::Labs),
            _ => slot == ProfileSlot::Demographics,
        }
    }

    /// The demographic field of the value, if it is one of the demographics.
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

/// A fact about a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The slot of the fact.
    pub slot: ProfileSlot,
    /// The subject of the fact.
    pub concept: Concept,
    /// The value of the fact.
    pub value: Value,
    /// Standing in relation to the patient.
    pub standing: Standing,
    /// The person of the fact: `patient`, or the word for a relative (`어머니`).
    pub experiencer: String,
    /// Confidence of the extraction, 0 to 1; 1 if a person or a record is the source.
    pub confidence: f64,
    /// When a measured value was measured, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<Timestamp>,
}

impl Fact {
    /// Whether the fact is about an allergy, present or denied.
    pub fn is_of_allergy(&self) -> bool {
        matches!(self.standing, Standing::Allergy | Standing::NoAllergy)
    }

    /// Whether both facts are about the same subject of the same person, whatever their values.
    pub fn same_subject(&self, other: &Self) -> bool {
        self.slot == other.slot
            && self.is_of_allergy() == other.is_of_allergy()
            && self.experiencer == other.experiencer
            && self.concept.is(&other.concept)
    }
}
