//! The alerts of a turn with its question: what the record forbids, and what is taken already.

use std::collections::BTreeSet;

use simui_flow::NodeError;
use simui_pharmacy::names::Names;
use simui_pharmacy::query::question::Question;

use super::conflicts::Alert;
use super::facts::Facts;
use super::parts::{Mode, Part};
use super::personalise::personalise;
use super::resources::TurnResources;
use super::state::ConsultState;
use super::turn::Turn;

/// The alerts of a turn: safety rules, allergies, and drugs that are taken already. Gravest first; among
/// equally grave ones those of this turn come before those of earlier turns.
pub(super) fn alerts(
    state: &ConsultState,
    resources: &TurnResources,
    question: &Question,
    facts: &Facts,
    reopens: bool,
) -> Result<Vec<Alert>, NodeError> {
    let turn = resources.turn()?;
    let uses_memory = state.mode == Mode::Agent && state.parts.has(Part::Memory);
    let mut alerts = if uses_memory { turn.alerts.clone() } else { turn.alerts_alone.clone() };
    let (rules, names) = (resources.rules, &resources.shelf.knowledge.names);
    let personal_question = personalise(question, facts, turn, reopens, &resources.shelf.knowledge);
    let of_turn = drugs_of_turn(&personal_question, turn, names);
    let mut drugs: BTreeSet<&str> = of_turn.iter().map(String::as_str).collect();
    // 조영제: a drug on which no document speaks can be an allergen as well.
    drugs.extend(turn.wanted_drugs().filter(|it| names.find(it).is_empty()));
    alerts.extend(rules.allergies.alerts(&drugs, facts, names, &rules.words));
    if uses_memory {
        // An allergy that this turn states concerns every drug of the record.
        let is_new = |it: &&String| !turn.before.allergies.contains(it);
        let allergies = facts.allergies.iter().filter(is_new).cloned().collect();
        let new = Facts { allergies, ..Facts::default() };
        let recorded = facts.medications.iter().map(String::as_str);
        let recorded = recorded.filter(|it| !drugs.contains(it)).collect();
        alerts.extend(rules.allergies.alerts(&recorded, &new, names, &rules.words));
        // The turn that states a reaction need not be warned of it; a question that it reopens must be.
        let knowledge = &resources.shelf.knowledge;
        let known = if reopens { facts } else { &turn.before };
        let found = rules.allergies.reactions(&drugs, known, &alerts, knowledge, &rules.words);
        alerts.extend(found);
    }
    let wanted: BTreeSet<&str> = turn.wanted_drugs().collect();
    alerts.extend(rules.allergies.already_taken(&wanted, facts, names, &rules.words));
    alerts.sort_by_key(|it| (it.severity, it.recorded.is_some()));
    Ok(alerts)
}

/// Korean names of the drugs of a question, or else of those that its turn says are taken: 타이레놀 먹어도 안
/// 떨어져요 asks about the fever alone.
pub(super) fn drugs_of_turn(question: &Question, turn: &Turn, names: &Names) -> BTreeSet<String> {
    if !question.drugs.is_empty() {
        return question.drugs.iter().map(|it| it.korean.clone()).collect();
    }
    let taken = turn.taken_drugs().flat_map(|it| names.find(it));
    taken.map(|it| names.korean(&it.ingredient).to_owned()).collect()
}
