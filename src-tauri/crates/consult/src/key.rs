use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::text::figures::figures;
use simui_pharmacy::verification::support::denies;

use super::cache::Key;
use super::facts::Facts;
use super::parts::{Mode, Part, Parts};
use super::rules::RULES_VERSION;
use super::turn::Turn;

/// Where an answer to this turn may be kept and found. See [`Key`] for what must be the same, and why.
pub(super) fn key(
    turn: &Turn,
    question: &Question,
    facts: &Facts,
    corpus: u64,
    engine: &str,
    mode: Mode,
    parts: &Parts,
) -> Key {
    // Of nobody in particular: nothing known, nothing said.
    let anybodys = facts.is_empty() && !turn.says_facts_of_somebody();
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
    // Neither changes what an answer says.
    let without: Vec<&str> = parts
        .without
        .iter()
        .filter(|it| !matches!(it, Part::Cache | Part::Style))
        .map(|it| it.name())
        .collect();
    Key {
        patient: (!anybodys).then(|| facts.patient.clone()),
        context: facts.context.clone(),
        question: asked,
        corpus,
        made_by: format!("rules {RULES_VERSION}; {engine}; {mode:?}; without {without:?}"),
    }
}

impl Turn {
    /// Anything but drugs that are asked about.
    fn says_facts_of_somebody(&self) -> bool {
        self.says_facts() && self.concepts() != self.wanted().count()
            || !self.slots.demographics.mentions.is_empty()
            || !self.slots.demographics.others.is_empty()
    }
}
