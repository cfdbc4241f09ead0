//! What is read out of a text: six slots, and the vocabulary of their items.

pub(crate) mod confidence;
pub(crate) mod demographic;
pub(crate) mod status;

use serde::Serialize;
use ts_rs::TS;

use self::status::Status;

/// What a text says, in six slots. Offsets are Unicode scalar values of the text, end-exclusive.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[ts(rename = "ClinicalSlots")]
pub struct Slots {
    /// Whom the text is about where that is not who speaks: `어머니`. What is said of them is then told as the patient's, with
    /// this name as `experiencer`; what the speaker says of themselves is another person's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub subject: Option<Subject>,
    /// Who it is about.
    pub demographics: Demographics,
    /// Diseases, diagnoses, states and operations.
    pub conditions: Vec<Item>,
    /// Complaints.
    pub symptoms: Vec<Item>,
    /// Drugs, by ingredient. What somebody is allergic to is not here but in `allergies`.
    pub medications: Vec<Item>,
    /// Blood pressure, pulse, temperature, weight, …
    pub vitals: Vec<Measurement>,
    /// Laboratory values.
    pub labs: Vec<Measurement>,
    /// Substances that somebody is, or is said not to be, allergic to.
    pub allergies: Vec<Item>,
}

impl Slots {
    /// 당뇨약은 포시가. 아, 포시가는 자디앙으로 바꿨어요: what is said last of a drug or an illness holds for what was said before.
    pub(crate) fn keep_the_last_word(&mut self) {
        keep_what_is_found(&mut self.conditions);
        keep_what_is_gone(&mut self.symptoms);
        for items in [&mut self.conditions, &mut self.medications] {
            for at in 0..items.len() {
                let (first, rest) = items.split_at_mut(at + 1);
                let Some(item) = first.last_mut().filter(|it| it.status == Status::Active) else {
                    continue;
                };
                let last = rest
                    .iter()
                    .rfind(|it| it.name == item.name && it.experiencer == item.experiencer);
                if let Some(last) =
                    last.filter(|it| matches!(it.status, Status::Stopped | Status::Negated))
                {
                    (item.status, item.negated) = (last.status, last.negated);
                }
            }
        }
    }

    /// Whatever is told of the patient is told of this person.
    pub(crate) fn tell_of(&mut self, subject: Subject) {
        let lists =
            [&mut self.conditions, &mut self.symptoms, &mut self.medications, &mut self.allergies];
        let items = lists.into_iter().flatten().map(|it| &mut it.experiencer);
        let values = self.vitals.iter_mut().chain(&mut self.labs).map(|it| &mut it.experiencer);
        for experiencer in items.chain(values).filter(|it| *it == "patient") {
            experiencer.clone_from(&subject.person);
        }
        self.subject = Some(subject);
    }
}

/// 혈압은 없었는데 이번에 고혈압이래요: what was denied first.
fn keep_what_is_found(conditions: &mut Vec<Item>) {
    let found = |it: &Item, later: &Item| {
        later.start > it.start
            && later.status == Status::Active
            && later.name == it.name
            && later.experiencer == it.experiencer
    };
    let all = conditions.clone();
    conditions
        .retain(|it| it.status != Status::Negated || !all.iter().any(|later| found(it, later)));
}

/// 기침이 심해서 끊었어요. 지금은 기침은 없어요: a complaint that is said to be gone.
fn keep_what_is_gone(symptoms: &mut [Item]) {
    for at in 0..symptoms.len() {
        let (first, rest) = symptoms.split_at_mut(at + 1);
        let Some(item) = first.last_mut().filter(|it| it.status == Status::Active) else {
            continue;
        };
        let same = |it: &&Item| it.name == item.name && it.experiencer == item.experiencer;
        if rest.iter().rfind(same).is_some_and(|it| it.status == Status::Negated) {
            item.status = Status::Past;
        }
    }
}

/// Somebody whom a turn is about and who does not speak.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "ClinicalSubject")]
pub struct Subject {
    /// As the text calls them.
    pub person: String,
    /// A blood relative of an older generation or a sibling: their illnesses are the speaker's family history.
    pub family: bool,
}

/// Age, sex, pregnancy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[ts(rename = "ClinicalDemographics")]
pub struct Demographics {
    /// In completed years; 0 for an infant.
    pub age: Option<u32>,
    /// `60대`; from the age where only that is said, in tens of years.
    pub age_group: Option<String>,
    /// `남성` or `여성`.
    pub gender: Option<String>,
    /// Whether she is said to be pregnant; absent where nothing is said.
    pub is_pregnant: Option<bool>,
    /// For small children, in months.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age_months: Option<u32>,
    /// For newborns, in days.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age_days: Option<u32>,
    /// Completed weeks of the pregnancy.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pregnancy_weeks: Option<u32>,
    /// She may be pregnant, or wants to be: `possible`, `planned`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pregnancy_status: Option<&'static str>,
    /// Whether she is said to be breast-feeding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub is_lactating: Option<bool>,
    /// Where each of these stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DemographicMention>>")]
    pub mentions: Vec<DemographicMention>,
    /// What is said about other people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OtherPerson>>")]
    pub others: Vec<OtherPerson>,
}

/// Where a fact about a person stands.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct DemographicMention {
    /// `age`, `age_group`, `gender`, `pregnancy`, `lactation`.
    pub field: &'static str,
    /// The words.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// See `confidence.rs`.
    pub confidence: f64,
}

/// Age or sex of somebody who is not the patient.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
pub struct OtherPerson {
    /// As the text calls them: `어머니`, `아이`, `husband`.
    pub person: String,
    /// In years.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age: Option<u32>,
    /// In months, for small children.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age_months: Option<u32>,
    /// `남성` or `여성`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gender: Option<String>,
    /// Whether she is said to be pregnant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub is_pregnant: Option<bool>,
}

/// A concept that is mentioned.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "ClinicalItem")]
pub struct Item {
    /// Canonical Korean name.
    pub name: String,
    /// KCD / ICD-10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// Concept of the UMLS.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cui: Option<String>,
    /// See [`Status`].
    pub status: Status,
    /// Said not to be so.
    pub negated: bool,
    /// `patient`, or the word the text has for somebody else.
    pub experiencer: String,
    /// Ids of the cues of `rules/cues.toml` that decided its status.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub cues: Vec<&'static str>,
    /// See `confidence.rs`.
    pub confidence: f64,
    /// The words.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// For how long: `10년`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub duration: Option<String>,
    /// Since or at when: `2015년`, `3일 전`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub date: Option<String>,
    /// How much at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dose: Option<Dose>,
    /// How often.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub frequency: Option<Frequency>,
}

/// How much of a drug at a time.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "DrugDose")]
pub struct Dose {
    /// The words: `500mg`.
    pub text: String,
    /// The number.
    pub value: f64,
    /// `mg`, `g`, `µg`, `mL`, `IU`, `정`, …
    pub unit: String,
    /// How many of them at a time, where both are said (`500mg 2정`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub count: Option<f64>,
}

/// How often a drug is taken.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "DrugFrequency")]
pub struct Frequency {
    /// The words: `하루 두 번`.
    pub text: String,
    /// Times a day, where it can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub per_day: Option<f64>,
}

/// A measured value.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "ClinicalMeasurement")]
pub struct Measurement {
    /// `blood_pressure`, `temperature`, `fasting_glucose`, …: the types of `lexicon/measures.tsv`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Korean name.
    pub name: String,
    /// In `unit`; absent for a blood pressure, which has two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub value: Option<f64>,
    /// The other end of a range (200~250).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub upper: Option<f64>,
    /// Upper value of a blood pressure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub systolic: Option<f64>,
    /// Lower value of a blood pressure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diastolic: Option<f64>,
    /// The unit the value was converted to.
    pub unit: String,
    /// As written, where it was converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub original: Option<String>,
    /// `active`, or somebody else's.
    pub status: Status,
    /// `patient`, or the word the text has for somebody else.
    pub experiencer: String,
    /// Whether a living person can have this value; what is not plausible is kept and flagged.
    pub plausible: bool,
    /// See `confidence.rs`.
    pub confidence: f64,
    /// The words.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// When it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub date: Option<String>,
}
