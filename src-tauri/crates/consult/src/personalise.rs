//! Completes the question of a turn for its patient: the drugs that it refers to, and the person of the
//! record.

use std::collections::BTreeSet;

use simui_pharmacy::Shelf;
use simui_pharmacy::knowledge::{CO_TAKEN_INTENTS, Knowledge};
use simui_pharmacy::names::Names;
use simui_pharmacy::person::{FactKind, each_once, person_facts};
use simui_pharmacy::query::question::Question;

use super::complexity::Intents;
use super::facts::Facts;
use super::turn::Turn;

/// Most drugs that a turn may refer to without naming them.
const MAX_REFERENCES: usize = 4;

/// Age in months (18 years) from which on a person is not a 소아, as on labels.
const CHILD_MONTHS: u32 = 18 * 12;

/// Parts of names of kidney and liver conditions, for which every label has a section.
const ORGANS: [&str; 6] = ["신장", "콩팥", "신부전", "간경", "간염", "간질환"];

/// The text of a turn, followed by the drugs that it refers to in brackets: `그 약` refers to drugs of an
/// earlier turn, `먹는 약` to those that the patient takes, and a class to `of_classes`.
pub(super) fn resolve_references(
    text: &str,
    facts: &Facts,
    of_classes: &[&str],
    intents: &Intents,
    names: &Names,
) -> String {
    let named: BTreeSet<String> = names.find(text).into_iter().map(|it| it.ingredient).collect();
    let mut referred: Vec<&str> = of_classes.to_vec();
    if intents.refers_to_own(text) {
        referred.extend(facts.medications.iter().map(String::as_str));
    }
    if named.is_empty() && intents.refers_back(text) {
        referred.extend(facts.spoken_of.iter().map(String::as_str));
    }
    let is_new = |it: &&str| names.find(it).iter().all(|it| !named.contains(&it.ingredient));
    let mut seen = BTreeSet::new();
    let referred: Vec<&str> = referred
        .into_iter()
        .filter(is_new)
        .filter(|it| seen.insert(*it))
        .take(MAX_REFERENCES)
        .collect();
    match referred.is_empty() {
        true => text.to_owned(),
        false => format!("{text} ({})", referred.join(", ")),
    }
}

/// Intents of questions about medicines in general, which refer to no drug unless they say so.
const GENERAL_INTENTS: [&str; 3] = ["disposal", "storage", "report"];

/// Intents of a question for what helps, whose answer differs from person to person.
const HELP_INTENTS: [&str; 2] = ["efficacy", "contraindication"];

/// The text of a question with what it leaves out in brackets, if it leaves out anything. A question
/// without a subject (그럼 내일은 어떻게 먹어요?) is about the drugs of the turn before; one for what helps with a
/// complaint is asked for the person of the record, as if the turn had said 임신 중.
pub(super) fn complete_ellipsis(
    question: &Question,
    facts: &Facts,
    turn: &Turn,
    names: &Names,
) -> Option<String> {
    if question.intents.iter().any(|it| GENERAL_INTENTS.contains(&it.as_str())) {
        return None;
    }
    let asks_for_help = question.intents.iter().all(|it| HELP_INTENTS.contains(&it.as_str()));
    let added: Vec<String> = if !question.names_drug_or_complaint() {
        let before = facts.history.last().map(|it| names.find(it)).unwrap_or_default();
        let of_turn_before = |it: &&String| {
            names.find(it).iter().any(|drug| before.iter().any(|b| b.ingredient == drug.ingredient))
        };
        let asks = !question.intents.is_empty();
        let of_before = facts.spoken_of.iter().filter(|_| asks).filter(of_turn_before);
        let spoken_of: Vec<String> = of_before.cloned().collect();
        // 자몽주스 좋아하는데 괜찮아요?: asked of what the patient takes, if no drug was spoken of.
        let of_food = question.intents.iter().any(|it| CO_TAKEN_INTENTS.contains(&it.as_str()));
        let is_own = of_food && turn.slots.subject.is_none();
        match spoken_of.is_empty() && is_own {
            true => facts.medications.iter().take(MAX_REFERENCES).cloned().collect(),
            false => spoken_of,
        }
    } else if question.drugs.is_empty() && turn.slots.subject.is_none() && asks_for_help {
        let (said, known) = (&question.person, &facts.person);
        let child = known.age_months.filter(|it| *it < CHILD_MONTHS && said.age_months.is_none());
        let states = [
            (known.pregnant && !said.pregnant).then(|| "임신 중".to_owned()),
            (known.nursing && !said.nursing).then(|| "수유 중".to_owned()),
            child.map(|it| match it {
                0..24 => format!("{it}개월 아이"),
                _ => format!("{}살 아이", it / 12),
            }),
        ];
        states.into_iter().flatten().collect()
    } else {
        Vec::new()
    };
    (!added.is_empty()).then(|| format!("{} ({})", question.text, added.join(", ")))
}

/// Endings of a turn that asks of another drug what the turn before asked: 타이레놀은요?
const ELLIPSES: [&str; 3] = ["은요", "는요", "도요"];

/// Gives a question that only names another drug the intents of the turn before: 이부프로펜 먹어도 돼요? 타이레놀은요?
pub(super) fn take_up_intents(question: &mut Question, facts: &Facts, shelf: &Shelf) {
    let text = question.text.trim_end_matches(['?', '？', '.', ' ']);
    let is_ellipsis = ELLIPSES.iter().any(|it| text.ends_with(it));
    if !is_ellipsis || !question.intents.is_empty() || question.drugs.is_empty() {
        return;
    }
    let Some(before) = facts.history.last() else { return };
    let before = Question::read(before, &shelf.knowledge, &shelf.dur, &shelf.analyser);
    question.intents = before.intents;
    question.asks_amount = before.asks_amount;
}

/// The question, completed by the record: person, intents that the person's state raises, and conditions as
/// words. Drugs that the turn names only as not tolerated are removed.
pub(super) fn personalise(
    question: &Question,
    facts: &Facts,
    turn: &Turn,
    knowledge: &Knowledge,
) -> Question {
    let mut question = question.clone();
    // A turn about another person is answered for that person, as far as the turn describes them.
    question.facts = match turn.slots.subject {
        Some(_) => person_facts(&turn.slots, knowledge),
        // A value of a condition (eGFR이 30 미만이면) is not recorded, and what is asked rests on it.
        None => {
            let of_turn = person_facts(&turn.slots, knowledge).into_iter();
            let kidneys = of_turn.filter(|it| matches!(it.kind, FactKind::Kidney(_)));
            let rest = facts.of_person.iter().cloned();
            each_once(kidneys.chain(rest).collect())
        }
    };
    let names = &knowledge.names;
    let ingredients = |items: &[simui_clinical::Item]| -> BTreeSet<String> {
        items.iter().flat_map(|it| names.find(&it.name)).map(|it| it.ingredient).collect()
    };
    let (not_tolerated, taken) =
        (ingredients(&turn.slots.allergies), ingredients(&turn.slots.medications));
    question
        .drugs
        .retain(|it| !not_tolerated.contains(&it.ingredient) || taken.contains(&it.ingredient));
    question.heed_taken(knowledge);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::rules::Rules;

    #[test]
    fn drugs_that_are_referred_to_are_written_out() {
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
            assert_eq!(resolve_references(text, &facts, &[], intents, names), expected);
        }
    }
}
