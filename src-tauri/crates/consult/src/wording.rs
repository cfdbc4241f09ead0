//! The fixed texts of the desk, and their placeholders.

use serde::Deserialize;
use simui_clinical::{PATIENT, Severity, Warning};

/// The fixed texts of a consultation: `words.toml`. Placeholders are given in braces.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The instructions, which are the first layer of the context.
    pub system: String,
    /// Reply to a greeting.
    pub greeting: String,
    /// Reply to thanks or a yes.
    pub acknowledgement: String,
    /// Reply to a turn that is neither a question nor a fact.
    pub chat: String,
    /// Reply to facts that were added to the record: `{items}`.
    pub remembered: String,
    /// Reply to facts that the record already has.
    pub nothing_new: String,
    /// Reply to a statement in which no fact was found, so that nothing was recorded.
    pub nothing_found: String,
    /// Reply to facts of somebody else, `{person}`, which the record does not keep.
    pub of_another: String,
    /// Note on an answer for the person whom only the turns before name.
    pub carried: String,
    /// Note on an answer to an earlier question that the turn reopens: `{question}`.
    pub reopened: String,
    /// Alert for a drug that the patient does not tolerate: `{allergy}`, `{drug}`.
    pub allergy: String,
    /// Alert for a drug of a class that some allergic people react to, too: `{allergy}`, `{drug}`.
    pub allergy_cross: String,
    /// Alert for a drug under which the patient had an adverse reaction: `{reaction}`, `{drug}`.
    pub reaction: String,
    /// The same as `allergy`, for an allergy that the question itself states.
    pub allergy_said: String,
    /// The same as `allergy_cross`, for an allergy that the question itself states.
    pub allergy_cross_said: String,
    /// Warning of drugs that an answer recommends to somebody who does not tolerate them: `{allergy}`,
    /// `{drugs}`.
    pub allergy_recommended: String,
    /// Source of a warning that rests on the words of the question.
    pub source_said: String,
    /// Alert for a drug that the patient takes already: `{drug}`.
    pub already_taken: String,
    /// Alert for a drug that is named by its class alone, with the warning of the first of its members that
    /// the person must not take: `{class}`, `{drugs}`, `{warning}`.
    pub class_member: String,
    /// Reason for leaving out a drug that the patient does not tolerate: `{allergy}`, `{drug}`.
    pub left_out: String,
    /// Reason for leaving out a drug that a DUR table forbids: `{why}`, `{table}`, `{drug}`.
    pub left_out_dur: String,
    /// Note on proposed drugs for a patient who takes others: `{drugs}`.
    pub with_taken: String,
    /// Suffix of a drug that is known from the record.
    pub taken_by_record: String,
    /// Alert for a danger to life of an earlier turn, with its fixed text: `{ago}`, `{says}`.
    pub danger_before: String,
    /// The complaints of earlier turns, where an alert rests on several.
    pub complaints: String,
    /// Source of an alert that rests on the patient's record.
    pub source_record: String,
}

impl Words {
    /// The warning that an answer recommends drugs to which the person is allergic.
    pub fn recommended_allergen(&self, allergy: &str, drugs: &[String]) -> Warning {
        let values = [("allergy", allergy), ("drugs", &drugs.join(", "))];
        Warning {
            rule: "allergy".to_owned(),
            severity: Severity::Urgent,
            text: fill(&self.allergy_recommended, &values),
            experiencer: PATIENT.to_owned(),
            source: self.source_said.clone(),
            quote: String::new(),
            start: 0,
            end: 0,
        }
    }
}

/// `text` with each `{name}` replaced by its value.
pub(super) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
