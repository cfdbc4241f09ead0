//! What is known of a patient.

use serde::{Deserialize, Serialize};
use simui_pharmacy::dur::Person;
use simui_pharmacy::person::PersonFact;
use simui_pharmacy::query::question::{Matter, Question};

/// An adverse reaction of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownReaction {
    /// Name of the drug, or of its class.
    pub drug: String,
    /// Drug, link and reaction: `리시노프릴 쓴 뒤 기침`.
    pub shown: String,
}

/// A turn before the present one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnBefore {
    /// The text of the turn.
    pub text: String,
    /// What the turn was about.
    pub topic: TurnTopic,
}

/// What a turn was about, by its clinical reading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TurnTopic {
    /// Names of the drugs that it asked about.
    pub drugs: Vec<String>,
    /// Names of the drugs that it states to be taken.
    pub taken: Vec<String>,
    /// Names of the drugs to which it added something without naming them.
    pub added_to: Vec<String>,
    /// Names of the present complaints of its person.
    pub complaints: Vec<String>,
}

impl TurnTopic {
    /// The topic of a turn that names no drug to ask about, with those of the question that it was completed
    /// to and that was answered: 얼마나요? behind a question on a drug.
    #[must_use]
    pub fn completed_by(mut self, question: Option<&Question>) -> Self {
        let asks = |it: &&Question| it.matter == Matter::Question;
        if self.drugs.is_empty() && self.taken.is_empty() && self.complaints.is_empty() {
            let drugs = question.filter(asks).into_iter().flat_map(|it| &it.drugs);
            self.drugs = drugs.map(|it| it.korean.clone()).collect();
        }
        self
    }
}

/// What is known of a patient when a turn is answered, this turn included. It never has anything of another
/// person.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Id of the patient.
    pub patient: String,
    /// Summary of the record, for people and for the context of a model.
    pub summary: String,
    /// Everything that could change an answer, in canonical order; part of the cache key. Empty if nothing is
    /// known.
    pub context: String,
    /// Age and state, as the DUR tables distinguish them.
    pub person: Person,
    /// Completed weeks of a pregnancy.
    pub pregnancy_weeks: Option<u32>,
    /// Whether the patient is male, or 60 years or older, and no pregnancy is recorded.
    pub cannot_be_pregnant: bool,
    /// Names of present conditions.
    pub conditions: Vec<String>,
    /// Names of the drugs that the patient takes.
    pub medications: Vec<String>,
    /// Names of substances that the patient does not tolerate.
    pub allergies: Vec<String>,
    /// Adverse reactions of the record, in Korean.
    #[serde(default)]
    pub reactions: Vec<KnownReaction>,
    /// Korean names of the drugs in the latest earlier turn that named any.
    pub spoken_of: Vec<String>,
    /// What documents of drugs may warn of: drugs, illnesses, pregnancy, age, kidneys.
    #[serde(default)]
    pub of_person: Vec<PersonFact>,
    /// Descriptions in Korean of what this turn added to the record or renewed.
    pub remembered: Vec<String>,
    /// The last turns, oldest first.
    pub history: Vec<TurnBefore>,
}

impl Facts {
    /// Whether nothing is known of the patient.
    pub fn is_empty(&self) -> bool {
        self.context.is_empty() && self.summary.is_empty()
    }
}
