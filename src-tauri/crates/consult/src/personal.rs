//! The question of a turn, as this patient means it: with the drugs it points at, and what the record says of the person.

use std::collections::BTreeSet;

use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::names::Names;
use simui_pharmacy::query::question::Question;

use super::complexity::Intents;
use super::facts::Facts;
use super::turn::Turn;

/// Drugs that a turn may point at without naming them.
const MOST_POINTED_AT: usize = 4;

/// 18 years: 소아, as the labels count it.
const CHILD_MONTHS: u32 = 18 * 12;

/// Conditions that every label has a section for.
const ORGANS: [&str; 6] = ["신장", "콩팥", "신부전", "간경", "간염", "간질환"];

/// The turn with the drugs that it points at written out: `그 약` is one of an earlier turn, `먹는 약` what the patient takes.
pub(super) fn resolved(text: &str, facts: &Facts, intents: &Intents, names: &Names) -> String {
    let named: BTreeSet<String> = names.find(text).into_iter().map(|it| it.ingredient).collect();
    let mut pointed: Vec<&str> = Vec::new();
    if intents.refers_to_own(text) {
        pointed.extend(facts.medications.iter().map(String::as_str));
    }
    if named.is_empty() && intents.refers_back(text) {
        pointed.extend(facts.spoken_of.iter().map(String::as_str));
    }
    let new = |it: &&str| names.find(it).iter().all(|it| !named.contains(&it.ingredient));
    let mut seen = BTreeSet::new();
    let pointed: Vec<&str> = pointed
        .into_iter()
        .filter(new)
        .filter(|it| seen.insert(*it))
        .take(MOST_POINTED_AT)
        .collect();
    match pointed.is_empty() {
        true => text.to_owned(),
        false => format!("{text} ({})", pointed.join(", ")),
    }
}

/// The question with the person of the record, without drugs that are only named as not tolerated.
pub(super) fn personal(
    question: &Question,
    facts: &Facts,
    turn: &Turn,
    knowledge: &Knowledge,
) -> Question {
    let mut question = question.clone();
    let names = &knowledge.names;
    let ingredients = |items: &[simui_clinical::Item]| -> BTreeSet<String> {
        items.iter().flat_map(|it| names.find(&it.name)).map(|it| it.ingredient).collect()
    };
    let (not_tolerated, taken) =
        (ingredients(&turn.slots.allergies), ingredients(&turn.slots.medications));
    question
        .drugs
        .retain(|it| !not_tolerated.contains(&it.ingredient) || taken.contains(&it.ingredient));
    let person = &mut question.person;
    person.pregnant |= facts.person.pregnant;
    person.nursing |= facts.person.nursing;
    // An age that is said belongs to whoever the question is about.
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
        // Of a complaint alone, what is used for it was asked.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::rules::Rules;

    #[test]
    fn what_is_pointed_at_is_written_out() {
        let (intents, names) =
            (&Rules::shipped().unwrap().intents, &Knowledge::shipped().unwrap().names);
        let facts = Facts {
            medications: vec!["와파린".to_owned(), "메트포르민".to_owned()],
            spoken_of: vec!["이부프로펜".to_owned()],
            ..Facts::default()
        };
        for (text, expected) in [
            ("그 약 술이랑 먹어도 돼요?", "그 약 술이랑 먹어도 돼요? (이부프로펜)"),
            (
                "제가 먹는 약이랑 타이레놀 같이 먹어도 되나요?",
                "제가 먹는 약이랑 타이레놀 같이 먹어도 되나요? (와파린, 메트포르민)",
            ),
            ("먹는 약이랑 와파린은요?", "먹는 약이랑 와파린은요? (메트포르민)"),
            ("타이레놀 그거 하루 몇 알이에요?", "타이레놀 그거 하루 몇 알이에요?"),
            ("하루 몇 알이에요?", "하루 몇 알이에요?"),
        ] {
            assert_eq!(resolved(text, &facts, intents, names), expected);
        }
    }
}
