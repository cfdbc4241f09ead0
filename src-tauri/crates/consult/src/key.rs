//! Computes the cache key of a turn.

use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::text::denial::denies;
use simui_pharmacy::text::figures::figures;

use super::cache::Key;
use super::facts::Facts;
use super::parts::{Mode, Part, Parts};
use super::rules::RULES_VERSION;
use super::turn::Turn;

/// The cache key of a turn: everything that must be equal for an answer to be served. See [`Key`] for the
/// reasons.
pub(super) fn key(
    turn: &Turn,
    question: &Question,
    facts: &Facts,
    corpus: u64,
    made_by: &str,
    mode: Mode,
    parts: &Parts,
) -> Key {
    // Nothing is known of the patient, and the turn states nothing of anybody: the answer fits everybody.
    let is_impersonal = facts.is_empty() && !turn.states_personal_facts();
    let drugs: Vec<&str> = question.drugs.iter().map(|it| it.ingredient.as_str()).collect();
    let matter = match &question.matter {
        Matter::Emergency { id, .. } | Matter::Outside { id, .. } => id.as_str(),
        Matter::Question => "question",
        Matter::Nothing => "nothing",
        Matter::Injection => "injection",
    };
    let asked = format!(
        "{matter}; {drugs:?}; {:?}; {:?}; {:?}; {:?}; denies {}; {}",
        question.symptoms,
        question.intents,
        question.person,
        figures(&question.text),
        denies(&question.text),
        turn.canonical()
    );
    // Cache and style do not change the content of an answer.
    let without: Vec<&str> = parts
        .without
        .iter()
        .filter(|it| !matches!(it, Part::Cache | Part::Style))
        .map(|it| it.name())
        .collect();
    Key {
        patient: (!is_impersonal).then(|| facts.patient.clone()),
        context: facts.context.clone(),
        question: asked,
        corpus,
        made_by: format!("rules {RULES_VERSION}; {made_by}; {mode:?}; without {without:?}"),
    }
}

impl Turn {
    /// Whether the turn states anything beyond the drugs that it asks about.
    fn states_personal_facts(&self) -> bool {
        self.states_facts() && self.concepts() != self.wanted_drugs().count()
            || !self.slots().demographics.mentions.is_empty()
            || !self.slots().demographics.others.is_empty()
    }
}
