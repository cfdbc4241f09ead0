//! The result of an extraction: six slots, allergies and habits, and the types of their items.

pub(crate) mod comparator;
pub(crate) mod confidence;
pub(crate) mod correction;
pub(crate) mod course;
pub(crate) mod demographic;
mod joined;
pub(crate) mod reaction;
pub(crate) mod status;

use serde::Serialize;
use ts_rs::TS;

use self::comparator::Comparator;
use self::course::Course;
use self::reaction::AdverseReaction;
use self::status::Status;
use crate::text::persons::bare_person;
use crate::text::words::PEOPLE;

/// The clinical facts of a text, in slots. Offsets are in Unicode scalar values of the text, end
/// exclusive.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[ts(rename = "ClinicalSlots")]
pub struct Slots {
    /// The person whom the text is about if it is not the speaker: `어머니`. The facts of this person are
    /// then in the place of the patient's, with the word as `experiencer`; the facts of the speaker are
    /// those of another person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub subject: Option<Subject>,
    /// Age, sex and pregnancy of the patient.
    pub demographics: Demographics,
    /// Diseases, diagnoses, states and operations.
    pub conditions: Vec<Item>,
    /// Complaints, such as a headache.
    pub symptoms: Vec<Item>,
    /// Drugs, by ingredient. A substance that somebody is allergic to is in `allergies` only.
    pub medications: Vec<Item>,
    /// Blood pressure, pulse, temperature, weight, …
    pub vitals: Vec<Measurement>,
    /// Laboratory values.
    pub labs: Vec<Measurement>,
    /// Substances to which somebody is allergic, or is said not to be.
    pub allergies: Vec<Item>,
    /// Habits: 음주, 흡연.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Item>>")]
    pub habits: Vec<Item>,
    /// 이상반응: what happened under a drug.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AdverseReaction>>")]
    pub reactions: Vec<AdverseReaction>,
    /// What the speaker states of themselves in a text about somebody else: 애가 열이 나요. 저는 임신 중이에요.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub speaker: Option<Box<Slots>>,
    /// Parts of the text that take back what was said before: 자렐토 아니고 릭시아나예요.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Correction>>")]
    pub corrections: Vec<Correction>,
}

/// A part of a text that takes back what was said before, in Unicode scalar values, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "ClinicalCorrection")]
pub struct Correction {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Correction {
    /// Whether words that start at `start` are part of it.
    pub fn contains(self, start: usize) -> bool {
        (self.start..self.end).contains(&start)
    }
}

/// The `experiencer` of the patient's own facts.
pub const PATIENT: &str = "patient";

impl Slots {
    /// Ends the drugs under which something happened that is over: 리시노프릴 먹고 기침이 났었어요.
    pub(crate) fn end_drugs_of_past_reactions(&mut self) {
        for reaction in self.reactions.iter().filter(|it| it.is_past) {
            let is_cause = |item: &&mut Item| {
                item.name == reaction.drug
                    && reaction.start <= item.start
                    && item.end <= reaction.end
            };
            let drugs = self.medications.iter_mut().filter(is_cause);
            for drug in drugs.filter(|it| it.status == Status::Active) {
                drug.status = Status::Stopped;
            }
        }
    }

    /// Applies the last statement about a drug, an illness or a complaint to its earlier mentions: 당뇨약은
    /// 포시가. 아, 포시가는 자디앙으로 바꿨어요.
    pub(crate) fn apply_later_statements(&mut self) {
        keep_what_is_found(&mut self.conditions);
        keep_what_is_gone(&mut self.symptoms);
        drop_heading_of_denial(&mut self.conditions);
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

    /// The items of all slots, slot by slot.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let Self { conditions, symptoms, medications, allergies, habits, .. } = self;
        [conditions, symptoms, medications, allergies, habits].into_iter().flatten()
    }

    /// The vital signs, then the laboratory values.
    pub fn values(&self) -> impl Iterator<Item = &Measurement> {
        self.vitals.iter().chain(&self.labs)
    }

    fn lists_mut(&mut self) -> [&mut Vec<Item>; 5] {
        let Self { conditions, symptoms, medications, allergies, habits, .. } = self;
        [conditions, symptoms, medications, allergies, habits]
    }

    /// The facts of the person whom the text is about as those of a patient, without what the speaker states
    /// of themselves.
    pub fn seen_from_subject(mut self) -> Self {
        let Some(subject) = self.subject.take() else { return self };
        self.speaker = None;
        self.rename(&subject.person, PATIENT);
        self
    }

    /// The latest place at which a fact of the patient begins.
    pub(crate) fn last_start(&self) -> Option<usize> {
        let items = self.items().map(|it| it.start);
        items.chain(self.values().map(|it| it.start)).max()
    }

    /// Only the facts of the patient.
    pub(crate) fn of_patient(mut self) -> Self {
        for items in self.lists_mut() {
            items.retain(|it| it.experiencer == PATIENT);
        }
        for values in [&mut self.vitals, &mut self.labs] {
            values.retain(|it| it.experiencer == PATIENT);
        }
        self.demographics.others.clear();
        self
    }

    /// The word for the person whom the text is about if that is not the patient, or of whom alone it states
    /// anything.
    pub fn another_person(&self) -> Option<&str> {
        if let Some(subject) = &self.subject {
            return Some(&subject.person);
        }
        let values = self.values().map(|it| it.experiencer.as_str());
        let described = self.demographics.others.iter().map(|it| it.person.as_str());
        let items = self.items().map(|it| it.experiencer.as_str());
        let mut persons = items.chain(values).chain(described);
        let first = persons.next().filter(|it| *it != PATIENT)?;
        let describes_patient = !self.demographics.mentions.is_empty();
        (!describes_patient && persons.all(|it| it != PATIENT)).then_some(first)
    }

    /// Whether there is an item, a value or a demographic fact.
    pub(crate) fn states_anything(&self) -> bool {
        let has_items = self.items().next().is_some();
        has_items || self.values().next().is_some() || !self.demographics.mentions.is_empty()
    }

    /// Names `subject` as the experiencer of all facts of the patient.
    pub fn attribute_to(&mut self, subject: Subject) {
        self.rename(PATIENT, &subject.person);
        self.subject = Some(subject);
    }

    /// Gives the facts of one experiencer to another.
    fn rename(&mut self, from: &str, to: &str) {
        let rename = |experiencer: &mut String| {
            if experiencer == from {
                to.clone_into(experiencer);
            }
        };
        let items = self.lists_mut().into_iter().flatten();
        items.for_each(|it| rename(&mut it.experiencer));
        let values = self.vitals.iter_mut().chain(&mut self.labs);
        values.for_each(|it| rename(&mut it.experiencer));
        self.reactions.iter_mut().for_each(|it| rename(&mut it.experiencer));
    }
}

/// Drops a denied illness that is found later: 혈압은 없었는데 이번에 고혈압이래요.
fn keep_what_is_found(conditions: &mut Vec<Item>) {
    let found = |earlier: &Item, later: &Item| {
        later.start > earlier.start
            && later.status == Status::Active
            && later.name == earlier.name
            && later.experiencer == earlier.experiencer
    };
    let all = conditions.clone();
    conditions
        .retain(|it| it.status != Status::Negated || !all.iter().any(|later| found(it, later)));
}

/// Drops the name of a field whose answer is that no allergy is known: 알러지: NKDA.
fn drop_heading_of_denial(conditions: &mut Vec<Item>) {
    let is_allergy = |it: &Item| it.name == "알레르기" || it.name.ends_with(" 알레르기");
    let answers = |heading: &Item, answer: &Item| {
        let apart = answer.start.checked_sub(heading.end);
        answer.status == Status::Negated
            && is_allergy(answer)
            && apart.is_some_and(|it| it <= HEADING)
    };
    let all = conditions.clone();
    conditions.retain(|it| !(is_allergy(it) && all.iter().any(|later| answers(it, later))));
}

/// Greatest distance, in letters, between the name of a field and its answer.
const HEADING: usize = 3;

/// Makes a complaint past if it is denied later: 기침이 심해서 끊었어요. 지금은 기침은 없어요.
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

/// The person whom a turn is about, if it is not the speaker.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "ClinicalSubject")]
pub struct Subject {
    /// The word that the text has for the person.
    pub person: String,
    /// Whether it is a blood relative of an older generation or a sibling, whose illnesses are the speaker's
    /// family history.
    pub family: bool,
}

impl Subject {
    /// Whether the word means a child, also a grown one (아들).
    pub fn is_child(&self) -> bool {
        bare_person(&self.person).is_some_and(|it| it.is_child())
    }

    /// Whether the word means a child of less than [`INFANT_MONTHS`]: 아기.
    pub fn is_infant(&self) -> bool {
        PEOPLE.infants.contains(&self.person.as_str())
    }
}

/// Age in months below which a child is called 아기.
pub const INFANT_MONTHS: u32 = 24;

/// Age group of somebody whose stage of life alone is known: 대학생 딸.
pub(crate) const ADULT: &str = "성인";

/// Least age of an adult in years.
const ADULT_YEARS: u32 = 19;

impl Demographics {
    /// Whether the person is an adult, by the age, else by the group of ages or the stage of life; `None`
    /// if the text has none of them.
    pub fn is_adult(&self) -> Option<bool> {
        let group = self.age_group.as_deref();
        let decade = || group?.strip_suffix('대')?.parse::<u32>().ok();
        let by_group = || match group? {
            ADULT => Some(true),
            _ => decade().map(|it| it > ADULT_YEARS),
        };
        self.age.map(|it| it >= ADULT_YEARS).or_else(by_group)
    }
}

/// Age, sex, pregnancy and lactation of a person.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[ts(rename = "ClinicalDemographics")]
pub struct Demographics {
    /// Age in completed years; 0 for an infant.
    pub age: Option<u32>,
    /// Age group in tens of years, `60대`, computed from the age where only the age is given; `성인` where
    /// only a stage of life is.
    pub age_group: Option<String>,
    /// `남성` or `여성`.
    pub gender: Option<String>,
    /// Whether she is pregnant; absent if the text does not say.
    pub is_pregnant: Option<bool>,
    /// Age in months, for small children.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age_months: Option<u32>,
    /// Age in days, for newborns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age_days: Option<u32>,
    /// Completed weeks of the pregnancy.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pregnancy_weeks: Option<u32>,
    /// `possible` if she may be pregnant, `planned` if she wants to be, `ended` after a birth or a
    /// miscarriage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pregnancy_status: Option<&'static str>,
    /// Whether she breast-feeds; absent if the text does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub is_lactating: Option<bool>,
    /// The words from which these facts were read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DemographicMention>>")]
    pub mentions: Vec<DemographicMention>,
    /// Age, sex and pregnancy of other people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OtherPerson>>")]
    pub others: Vec<OtherPerson>,
}

/// The words from which a demographic fact was read.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct DemographicMention {
    /// Field of the fact: `age`, `age_group`, `gender`, `pregnancy` or `lactation`.
    pub field: &'static str,
    /// The words, as written.
    pub text: String,
    /// Start of the words, in Unicode scalar values.
    pub start: usize,
    /// End of the words, exclusive, in Unicode scalar values.
    pub end: usize,
    /// Confidence, 0 to 1, by the rules of `slots/confidence.rs`.
    pub confidence: f64,
}

/// Age, sex or pregnancy of a person other than the patient.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
pub struct OtherPerson {
    /// The word that the text has for the person: `어머니`, `아이`, `husband`.
    pub person: String,
    /// Age in years.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age: Option<u32>,
    /// Age in months, for small children.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub age_months: Option<u32>,
    /// `남성` or `여성`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gender: Option<String>,
    /// Whether she is pregnant; absent if the text does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub is_pregnant: Option<bool>,
}

/// A mention of a concept.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "ClinicalItem")]
pub struct Item {
    /// Canonical Korean name of the concept.
    pub name: String,
    /// KCD (ICD-10) code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// Concept unique identifier of the UMLS.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cui: Option<String>,
    /// Status of the concept in relation to the patient.
    pub status: Status,
    /// Whether the text denies it.
    pub negated: bool,
    /// The person who has it: `patient`, or the word that the text has for somebody else.
    pub experiencer: String,
    /// Ids of the cues of `rules/cues.toml` that decided the status, `extra_dose`, `sudden`, `severe`,
    /// `course` or `troubling`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub cues: Vec<&'static str>,
    /// Confidence, 0 to 1, by the rules of `slots/confidence.rs`.
    pub confidence: f64,
    /// The words, as written.
    pub text: String,
    /// Start of the words, in Unicode scalar values.
    pub start: usize,
    /// End of the words, exclusive, in Unicode scalar values.
    pub end: usize,
    /// How long it has lasted: `10년`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub duration: Option<String>,
    /// Since when or when: `2015년`, `3일 전`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub date: Option<String>,
    /// Amount of a drug at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dose: Option<Dose>,
    /// How often a drug is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub frequency: Option<Frequency>,
    /// Whether the text says that more of the drug was taken than meant: `깜빡하고 또 먹었어요`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub extra_dose: bool,
    /// Whether the text says that it began suddenly: `갑자기 한쪽 눈이 안 보여요`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub sudden: bool,
    /// Whether the text says that it is as bad as can be: `머리가 깨질 듯이 아파요`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub severe: bool,
    /// How it goes on, if the text says so: `점점 심해져요`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub course: Option<Course>,
    /// Whether the text says of an illness that it began, broke out again or is bad now: `독감에 걸렸어요`.
    /// `당뇨가 있어요` says only that the person has it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub troubling: bool,
    /// Whether only a text before this one names it: `와파린 먹어요` / `지난달에 끊었어요`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub named_before: bool,
}

impl Item {
    /// Whether a drug is the one of this name, or a combination that contains it: 시타글립틴/메트포르민 contains
    /// 메트포르민.
    pub fn is_or_contains(&self, name: &str) -> bool {
        self.name == name || self.name.split('/').any(|it| it == name)
    }

    /// A fact of a record or a list, by the canonical name of its concept, as rules read facts of a text.
    pub fn stated(name: &str, status: Status) -> Self {
        Self {
            name: name.to_owned(),
            code: None,
            cui: None,
            status,
            negated: false,
            experiencer: "patient".to_owned(),
            cues: Vec::new(),
            confidence: 1.0,
            text: name.to_owned(),
            start: 0,
            end: 0,
            duration: None,
            date: None,
            dose: None,
            frequency: None,
            extra_dose: false,
            sudden: false,
            severe: false,
            course: None,
            troubling: false,
            named_before: false,
        }
    }
}

/// Amount of a drug at a time.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "DrugDose")]
pub struct Dose {
    /// The words, as written: `500mg`.
    pub text: String,
    /// The number, in `unit`.
    pub value: f64,
    /// `mg`, `g`, `µg`, `mL`, `IU`, `정`, …
    pub unit: String,
    /// Number of units at a time, where strength and number are both given (`500mg 2정`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub count: Option<f64>,
}

/// How often a drug is taken.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "DrugFrequency")]
pub struct Frequency {
    /// The words, as written: `하루 두 번`.
    pub text: String,
    /// Times a day, if they can be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub per_day: Option<f64>,
}

/// A measured value.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(rename = "ClinicalMeasurement")]
pub struct Measurement {
    /// Type of the measure in `lexicon/measures.tsv`, such as `temperature` or `fasting_glucose`; or
    /// `blood_pressure`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Korean name of the measure.
    pub name: String,
    /// The value in `unit`; absent for a blood pressure, which has two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub value: Option<f64>,
    /// Upper end of a range (200~250), in `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub upper: Option<f64>,
    /// How the true value lies to `value`, or to the one value of a blood pressure, where that is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub comparator: Option<Comparator>,
    /// Upper value of a blood pressure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub systolic: Option<f64>,
    /// Lower value of a blood pressure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diastolic: Option<f64>,
    /// The unit of `value` after conversion.
    pub unit: String,
    /// The number and unit as written, where the value was converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub original: Option<String>,
    /// `active` for the patient's own, `hypothetical` for one of a condition (eGFR가 30 미만이면), otherwise
    /// `family` or `other_person`.
    pub status: Status,
    /// The person who was measured: `patient`, or the word that the text has for somebody else.
    pub experiencer: String,
    /// Whether a living person can have this value; an implausible value is kept.
    pub plausible: bool,
    /// Confidence, 0 to 1, by the rules of `slots/confidence.rs`.
    pub confidence: f64,
    /// The words, as written.
    pub text: String,
    /// Start of the words, in Unicode scalar values.
    pub start: usize,
    /// End of the words, exclusive, in Unicode scalar values.
    pub end: usize,
    /// When the value was measured: `어제`, `2015년`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub date: Option<String>,
}

impl Measurement {
    /// The least and the greatest number of `kind` that the person certainly had: both ends of a range, and
    /// one side only of a bound. A blood pressure has the kinds `systolic` and `diastolic`.
    pub fn extremes(&self, kind: &str) -> (Option<f64>, Option<f64>) {
        let number = match kind {
            "systolic" => self.systolic,
            "diastolic" => self.diastolic,
            kind if kind == self.kind => self.value,
            _ => None,
        };
        let upper = self.upper.filter(|_| kind == self.kind).or(number);
        match self.comparator {
            None => (number, upper),
            Some(it) if it.is_upper() => (number.map(|bound| it.nearest(bound)), None),
            Some(it) => (None, number.map(|bound| it.nearest(bound))),
        }
    }

    /// The exact number, if it is neither a bound nor a range.
    pub fn exact(&self) -> Option<f64> {
        self.value.filter(|_| self.comparator.is_none() && self.upper.is_none())
    }
}
