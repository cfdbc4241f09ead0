//! Completes a question by what is known of the person whom the turn is about.

use std::collections::BTreeSet;

use simui_pharmacy::dur::CHILD_MONTHS;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::person::{FactKind, each_once, person_facts};
use simui_pharmacy::query::question::Question;

use super::facts::Facts;
use super::turn::Turn;

/// Parts of names of kidney and liver conditions, for which every label has a section.
const ORGANS: [&str; 6] = ["신장", "콩팥", "신부전", "간경", "간염", "간질환"];

/// The question, completed by the record: person, intents that the person's state raises, and conditions as
/// words. Drugs that the turn names only as not tolerated are removed, unless it `reopens` a question, which
/// may be about them. A question on the drugs of others only is left as it is.
pub(super) fn personalise(
    question: &Question,
    facts: &Facts,
    turn: &Turn,
    reopens: bool,
    knowledge: &Knowledge,
) -> Question {
    let mut question = question.clone();
    if turn.slots().names_only_drugs_of_others() && !reopens {
        return question;
    }
    // A value of a condition (eGFR이 30 미만이면) is not recorded, and what is asked rests on it.
    let of_turn = person_facts(turn.own(), knowledge).into_iter();
    let kidneys = of_turn.filter(|it| matches!(it.kind, FactKind::Kidney(_)));
    question.facts = each_once(kidneys.chain(facts.of_person.iter().cloned()).collect());
    let names = &knowledge.names;
    let ingredients = |items: &[simui_clinical::Item]| -> BTreeSet<String> {
        items.iter().flat_map(|it| names.find(&it.name)).map(|it| it.ingredient).collect()
    };
    let (not_tolerated, taken) =
        (ingredients(&turn.own().allergies), ingredients(&turn.own().medications));
    question.drugs.retain(|drug| {
        reopens || !not_tolerated.contains(&drug.ingredient) || taken.contains(&drug.ingredient)
    });
    question.heed_taken(knowledge);
    question.heed_age(knowledge);
    let person = &mut question.person;
    person.pregnant |= facts.person.pregnant;
    person.nursing |= facts.person.nursing;
    // An age in the question is that of the person whom the question is about, who may not be the patient.
    if person.age_months.is_none() {
        person.elderly |= facts.person.elderly;
        person.age_months = facts.person.age_months;
    }
    let organ = facts.conditions.iter().any(|it| ORGANS.iter().any(|organ| it.contains(organ)));
    let person = question.person;
    for (id, holds) in [
        ("pregnancy", person.pregnant),
        ("nursing", person.nursing),
        ("elderly", person.elderly),
        ("children", person.age_months.is_some_and(|it| it < CHILD_MONTHS)),
        ("liver_kidney", organ),
    ] {
        // A question with only a complaint asks what is used for it, so it gets no other intents.
        if holds
            && !question.drugs.is_empty()
            && !question.asks(id)
            && knowledge.intent(id).is_some()
        {
            question.intents.push(id.to_owned());
        }
    }
    for condition in &facts.conditions {
        if !question.words.contains(condition) {
            question.words.push(condition.clone());
        }
    }
    question
}
