//! The facts of the person whom a text is about.

use simui_clinical::{Demographics, INFANT_MONTHS, Measurement, Slots, Status};

use super::{FactKind, PersonFact};
use crate::calculate::{Filtration, Measured, Sex};
use crate::knowledge::Knowledge;

/// Where numbers of a text come from.
const STATED: &str = "질문";

/// What a text states of the person whom it is about: present drugs and the illnesses that they show, present
/// and past illnesses, habits, drugs to which the person is allergic or not, pregnancy, breast-feeding, age,
/// and the filtration rate of the kidneys, or what can be calculated of it. Nothing of a text that names only
/// drugs of others.
pub fn person_facts(slots: &Slots, knowledge: &Knowledge) -> Vec<PersonFact> {
    if slots.names_only_drugs_of_others() {
        return Vec::new();
    }
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
        if illness.status == Status::Active {
            facts.extend(PersonFact::end_stage_kidneys(&illness.name));
        }
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
    facts.extend(of_word(slots));
    let own = |it: &&Measurement| holds(&it.experiencer) && it.plausible;
    let measured =
        |kind: &str| slots.vitals.iter().chain(&slots.labs).filter(own).rfind(|it| it.kind == kind);
    let rate = measured("egfr").and_then(|it| Some((it.value?, it)));
    if let Some((rate, it)) = rate {
        facts.push(PersonFact::filtration(&it.name, it.comparator, rate, &it.unit));
    } else {
        let number = |kind: &str| measured(kind)?.exact();
        let (weight, creatinine) = (number("weight"), number("creatinine"));
        facts.extend(kidneys(&slots.demographics, weight, creatinine));
    }
    each_once(facts)
}

/// The kidneys of an adult whose age, sex and serum creatinine in mg/dL are known, and perhaps the weight in
/// kg.
fn kidneys(who: &Demographics, weight: Option<f64>, creatinine: Option<f64>) -> Option<PersonFact> {
    let sex = Sex::of_korean(who.gender.as_deref()?)?;
    let of = Filtration {
        age: Measured::new(who.age?, STATED),
        sex: Measured::new(sex, STATED),
        creatinine: Measured::new(creatinine?, STATED),
    };
    PersonFact::kidneys_by_creatinine(of, weight.map(|it| Measured::new(it, STATED)))
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
    if months.is_none() && person.is_adult() == Some(true) {
        facts.extend(person.age_group.as_deref().map(PersonFact::adult));
    }
    facts
}

/// The age that the word for somebody means, where the text has no other: 아기.
fn of_word(slots: &Slots) -> Option<PersonFact> {
    let subject = slots.subject.as_ref().filter(|it| it.is_infant())?;
    let kind = FactKind::Age(INFANT_MONTHS - 1);
    let has_age = slots.demographics.age_months.or(slots.demographics.age).is_some();
    (!has_age).then(|| PersonFact { label: subject.person.clone(), kind })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::Extractor;

    use super::*;

    #[test]
    fn the_function_of_the_kidneys_is_stated_or_calculated() {
        let (knowledge, extractor) = (Knowledge::shipped().unwrap(), Extractor::shipped().unwrap());
        for (text, expected) in [
            ("70세 남자 65kg 크레아티닌 2.4예요", "크레아티닌 청소율 26.3 mL/min(계산)"),
            ("70세 여자 65kg 크레아티닌 2.4예요", "크레아티닌 청소율 22.4 mL/min(계산)"),
            ("70세 남자 65kg 크레아티닌 2.4, eGFR 28", "사구체여과율 28 mL/min/1.73m²"),
            ("eGFR이 30 미만이에요", "사구체여과율 <30 mL/min/1.73m²"),
            ("70세 남자 65kg 크레아티닌 2 이상이에요", ""),
            ("70세 남자 크레아티닌 2.4예요", "사구체여과율 28 mL/min/1.73m²(계산)"),
            // Without one of the numbers, and for a child, there is no value.
            ("70세 크레아티닌 2.4예요", ""),
            ("투석하고 있어요", "투석"),
            ("크레아티닌 청소율이 25예요", "사구체여과율 25 mL/min/1.73m²"),
            ("6세 남자 20kg 크레아티닌 2.4예요", ""),
        ] {
            let facts = person_facts(&extractor.extract(text).unwrap(), knowledge);
            let kidney = facts.iter().find(|it| matches!(it.kind, FactKind::Kidney(_)));
            assert_eq!(kidney.map_or("", |it| it.label.as_str()), expected, "{text}");
        }
    }
}
