//! The facts of the person whom a text is about.

use simui_clinical::{Demographics, Slots, Status};

use super::PersonFact;
use crate::knowledge::Knowledge;

/// What a text states of the person whom it is about: present drugs and the illnesses that they show, present
/// and past illnesses, habits, drugs to which the person is allergic or not, pregnancy, breast-feeding, age,
/// and the filtration rate of the kidneys.
pub fn person_facts(slots: &Slots, knowledge: &Knowledge) -> Vec<PersonFact> {
    let who = slots.subject.as_ref().map_or("patient", |it| it.person.as_str());
    let holds = |experiencer: &str| experiencer == who;
    let mut facts: Vec<PersonFact> = Vec::new();
    let taken = slots.medications.iter().filter(|it| holds(&it.experiencer));
    for drug in taken.filter(|it| it.status == Status::Active) {
        facts.extend(PersonFact::drugs(&drug.name, &knowledge.names));
        facts.extend(PersonFact::treated(&drug.name, knowledge));
    }
    for illness in slots.conditions.iter().filter(|it| holds(&it.experiencer)) {
        let label = match illness.status {
            Status::Past => format!("{}(과거)", illness.name),
            Status::Negated | Status::Hypothetical | Status::Asked => continue,
            _ => illness.name.clone(),
        };
        facts.push(PersonFact::state(&illness.name, &label, knowledge));
    }
    for habit in slots.habits.iter().filter(|it| holds(&it.experiencer)) {
        if habit.status == Status::Active {
            facts.push(PersonFact::habit(&habit.name, knowledge));
        }
    }
    for substance in slots.allergies.iter().filter(|it| holds(&it.experiencer)) {
        match substance.status {
            Status::Allergy => {
                facts.extend(PersonFact::allergies(&substance.name, &knowledge.names));
            }
            Status::Negated => {
                facts.extend(PersonFact::tolerated(&substance.name, &knowledge.names));
            }
            _ => {}
        }
    }
    facts.extend(of_demographics(&slots.demographics, knowledge));
    for value in slots.labs.iter().filter(|it| holds(&it.experiencer) && it.plausible) {
        if let (Some(rate), "egfr") = (value.value, value.kind.as_str()) {
            let label = format!("{} {rate} {}", value.name, value.unit);
            facts.push(PersonFact::kidney(rate, &label));
        }
    }
    each_once(facts)
}

/// The facts without repetitions.
pub fn each_once(facts: Vec<PersonFact>) -> Vec<PersonFact> {
    let mut kept: Vec<PersonFact> = Vec::new();
    for fact in facts {
        if !kept.contains(&fact) {
            kept.push(fact);
        }
    }
    kept
}

fn of_demographics(person: &Demographics, knowledge: &Knowledge) -> Vec<PersonFact> {
    let mut facts = Vec::new();
    if person.is_pregnant == Some(true) {
        let label = match person.pregnancy_weeks {
            Some(weeks) => format!("임신 {weeks}주"),
            None => "임신".to_owned(),
        };
        facts.push(PersonFact::state("pregnancy", &label, knowledge));
    }
    if person.is_lactating == Some(true) {
        facts.push(PersonFact::state("nursing", "수유", knowledge));
    }
    let months = person.age_months.or(person.age.map(|it| 12 * it));
    facts.extend(months.map(PersonFact::age));
    facts
}
