//! Completes a question by what it leaves out: the drugs that it points to, and what the turns before were
//! about.

use std::collections::BTreeSet;

use simui_clinical::Subject;
use simui_pharmacy::answer::states_time_since_dose;
use simui_pharmacy::dur::CHILD_MONTHS;
use simui_pharmacy::knowledge::{CO_TAKEN_INTENTS, Knowledge};
use simui_pharmacy::names::Names;
use simui_pharmacy::query::matter::UNLIKE;
use simui_pharmacy::query::question::{Matter, Question};

use super::complexity::Intents;
use super::facts::{Facts, TurnBefore};
use super::subject::TurnSubject;

/// Most drugs that a turn may refer to without naming them.
const MAX_REFERENCES: usize = 4;

/// Intents of questions about medicines in general, which refer to no drug unless they say so.
const GENERAL_INTENTS: [&str; 3] = ["disposal", "storage", "report"];

/// The intent of a question about a missed dose.
pub(super) const MISSED: &str = "missed";

/// The intent of a question about food.
const FOOD: &str = "food";

/// What documents on complaints call a visit to a doctor.
const EXAMINATION: &str = "진료";

/// Intents of a question for what helps and how much of it, whose answer differs from person to person.
const HELP_INTENTS: [&str; 4] = ["efficacy", "contraindication", "dose", "maximum"];

/// The text of a turn, followed by the drugs that it refers to in brackets: `그 약` refers to drugs of an
/// earlier turn, `먹는 약` to those that the person takes, and a class to `of_classes`.
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
    let referred = referred.into_iter().filter(is_new).filter(|it| seen.insert(*it));
    in_brackets(text, referred.take(MAX_REFERENCES))
}

/// A text with words in brackets behind it.
fn in_brackets<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.is_empty() {
        true => text.to_owned(),
        false => format!("{text} ({})", words.join(", ")),
    }
}

/// What the turns of a talk were about: the latest that names a drug or a complaint, and the latest that asks
/// something.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Topic {
    /// Korean names of the drugs, or else names of the complaints and classes.
    named: Vec<String>,
    /// What was asked, except what only the person raised.
    intents: Vec<String>,
    asks_amount: bool,
}

impl Topic {
    /// The topic of the turns of `facts`, which `read` reads as questions.
    /// `asks_which` is set where the present turn asks for a drug.
    fn of(
        facts: &Facts,
        asks_which: bool,
        intents: &Intents,
        knowledge: &Knowledge,
        read: &dyn Fn(&str) -> Question,
    ) -> Self {
        let names = &knowledge.names;
        let reactions = facts.reactions.iter().map(|it| &it.drug);
        // Of somebody who takes drugs, an allergen is none of those that are meant.
        let allergens = facts.allergies.iter().filter(|_| facts.medications.is_empty());
        let reactions = reactions.filter(|it| !facts.allergies.contains(it));
        let known = facts.medications.iter().chain(allergens).chain(reactions);
        let known = known.filter(|_| !asks_which).flat_map(|it| names.find(it));
        let known: BTreeSet<String> = known.map(|it| it.ingredient).collect();
        let mut topic = Self::default();
        for before in facts.history.iter().rev() {
            let question = read(&before.text);
            if topic.named.is_empty() {
                topic.named = match asks_which {
                    true => complaints(before, &question),
                    false => subjects(before, &question, &known, intents),
                };
            }
            if topic.intents.is_empty() && !topic.asks_amount {
                topic.asks_amount = question.asks_amount;
                topic.intents = question.intents;
                // What was asked for one person is not taken up for another.
                topic.intents.retain(|it| knowledge.asked_for(it).is_none());
            }
            if !topic.named.is_empty() && !topic.intents.is_empty() {
                break;
            }
        }
        topic
    }
}

/// The complaints of a turn, read as `question`, also one of which 열이 39도예요 has no word. 전립선약은 안 먹어요 has
/// none: its class is denied, not asked about.
fn complaints(before: &TurnBefore, question: &Question) -> Vec<String> {
    match before.topic.complaints.is_empty() || question.heard.is_empty() {
        true => before.topic.complaints.clone(),
        false => question.heard.clone(),
    }
}

/// What a turn, read as `question`, was about: the drugs that it asked about, else those of its drugs that
/// are among the ingredients `known` of the person, and those to which it added something; else what a
/// question names besides, or the complaints.
fn subjects(
    before: &TurnBefore,
    question: &Question,
    known: &BTreeSet<String>,
    intents: &Intents,
) -> Vec<String> {
    if !before.topic.drugs.is_empty() {
        return before.topic.drugs.clone();
    }
    let drugs = question.drugs.iter().filter(|it| known.contains(&it.ingredient));
    let added_to = before.topic.added_to.iter();
    let drugs: Vec<String> = drugs.map(|it| it.korean.clone()).chain(added_to.cloned()).collect();
    if !drugs.is_empty() {
        return drugs;
    }
    match question.symptoms.is_empty() || !intents.asks(&before.text) {
        true => complaints(before, question),
        false => question.symptoms.clone(),
    }
}

/// The question of a turn, completed. `question` is what the turn itself says, and `read` reads a text as a
/// question.
///
/// - A question that names neither drug nor complaint (얼마나 먹여요?) is about those of the turns before; one
///   about food (자몽주스 좋아하는데 괜찮아요?) or a missed dose (깜빡하고 안 먹었어요) about the drugs that the person takes, if
///   none was spoken of.
/// - A complaint of a turn before that gets no better (점점 심해져요) is asked about by its name, also where the
///   turn names what was taken for it and nothing else (타이레놀 먹어도 안 떨어져요).
/// - One that only names another drug, person or amount (이부프로펜은요? 할머니는요? 세 알은요?) asks what was asked
///   before.
/// - The name of a drug that no list has is completed by no other drug; `is_unknown` tells it.
/// - One on when to see a doctor (언제 병원 가야 해요?) is about the complaints of the turns before.
/// - One for what helps with a complaint is asked for the person whom the turn is about, as if it had said
///   임신 중.
pub(super) fn complete(
    question: Question,
    facts: &Facts,
    subject: &TurnSubject,
    intents: &Intents,
    knowledge: &Knowledge,
    read: &dyn Fn(&str) -> Question,
    is_unknown: &dyn Fn(&Question) -> bool,
) -> Question {
    // 보관은요? behind a question on a drug is about that drug.
    let is_fragment = intents.is_fragment(&question.text) || is_follow_up(&question);
    if !is_fragment && question.intents.iter().any(|it| GENERAL_INTENTS.contains(&it.as_str())) {
        return question;
    }
    let unnamed: Vec<&str> =
        subject.no_better().filter(|it| it.named_before).map(|it| it.name.as_str()).collect();
    // 스무 알 먹어도 안 떨어져요 may be an overdose, which is of the drug.
    let amounts = subject.own.medications.iter().any(|it| it.dose.is_some() || it.extra_dose);
    let only_tells = subject.wanted_drugs().next().is_none()
        && !amounts
        && !intents.asks(&question.text)
        && question.symptoms.is_empty()
        && !matches!(question.matter, Matter::Emergency { .. });
    if !unnamed.is_empty() && (question.drugs.is_empty() || only_tells) {
        // What the drug is for is asked, and not the drug: the text is left out with it.
        let text = if question.drugs.is_empty() { question.text.as_str() } else { "" };
        let named = unnamed.into_iter().take(MAX_REFERENCES);
        return for_person(read(in_brackets(text, named).trim()), facts, subject, read);
    }
    if intents.asks_for_doctor(&question.text) && !question.names_drug_or_complaint() {
        // The documents on the complaint say it, and the words of the question would not find them.
        let named = Topic::of(facts, true, intents, knowledge, read).named;
        if !named.is_empty() {
            let named = named.iter().take(MAX_REFERENCES).map(String::as_str);
            return read(&in_brackets(EXAMINATION, named));
        }
    }
    // 조영제 맞아도 되나요? names a drug that no document is about.
    let names_subject = question.names_drug_or_complaint() || !subject.own.medications.is_empty();
    let asks = !question.intents.is_empty()
        || question.asks_amount
        || (question.speaks_of_taking() && intents.asks(&question.text));
    let own_intents = question.intents.iter().any(|it| knowledge.asked_for(it).is_none());
    if is_fragment && is_unknown(&question) {
        // 폰스텔은요? after a question on another drug must not be answered with that drug.
        return read(&format!("{} 먹어도 되나요?", fragment_name(&question.text)));
    }
    let needs_subject = !names_subject && (asks || is_fragment);
    let needs_intents = is_fragment && !own_intents && !question.asks_amount;
    if !needs_subject && !needs_intents {
        return for_person(question, facts, subject, read);
    }
    // 뭐 먹여요? asks for a drug, so that none of those that are taken is meant.
    let topic = Topic::of(facts, intents.asks_which(&question.text), intents, knowledge, read);
    let mut completed = question;
    if needs_subject {
        let of_taken = CO_TAKEN_INTENTS.iter().chain([&MISSED]).any(|it| completed.asks(it));
        let named = match topic.named.is_empty() && of_taken {
            true => &facts.medications,
            false => &topic.named,
        };
        if named.is_empty() {
            return for_person(completed, facts, subject, read);
        }
        let with_dose = with_time_of_dose(&completed.text, named, facts);
        let names = &knowledge.names;
        let mentioned: BTreeSet<String> =
            names.find(&with_dose).into_iter().map(|it| it.ingredient).collect();
        let is_new =
            |it: &&String| names.find(it).iter().all(|it| !mentioned.contains(&it.ingredient));
        let named = named.iter().filter(|it| names.find(it).is_empty() || is_new(it));
        let named = named.take(MAX_REFERENCES).map(String::as_str);
        completed = for_person(read(&in_brackets(&with_dose, named)), facts, subject, read);
    }
    if needs_intents {
        let new = topic.intents.into_iter().filter(|it| !completed.asks(it));
        completed.intents.splice(0..0, new.collect::<Vec<_>>());
        completed.asks_amount = topic.asks_amount;
    }
    completed.take_up();
    completed
}

/// Most words of a question that is refused alone and counts as one on the drugs spoken of before: 식전이요 식후요?
const MAX_WORDS: usize = 2;

/// Whether a question is so short that only what was spoken of before says what it asks: 얼마나요? 왜요?
fn is_follow_up(question: &Question) -> bool {
    let is_unlike = match &question.matter {
        Matter::Outside { id, .. } => id == UNLIKE,
        matter => *matter == Matter::Nothing,
    };
    is_unlike
        && question.text.contains('?')
        && question.text.split_whitespace().count() <= MAX_WORDS
}

/// A text that asks for another dose of the drugs `named`, behind the turn before that states when the last
/// one was taken: 아까 10시에 먹었어요 / 지금 12시인데 또 먹어도 돼요?
fn with_time_of_dose(text: &str, named: &[String], facts: &Facts) -> String {
    let joined = |before: &TurnBefore| format!("{}. {text}", before.text.trim_end_matches('.'));
    let is_of_drug = |turn: &&TurnBefore| {
        let topic = &turn.topic;
        named.iter().any(|it| topic.taken.contains(it) || topic.added_to.contains(it))
    };
    let joined = facts.history.iter().rev().filter(is_of_drug).map(joined);
    let joined = joined.filter(|_| !states_time_since_dose(text));
    joined.into_iter().find(|it| states_time_since_dose(it)).unwrap_or_else(|| text.to_owned())
}

/// What a turn asks about that only names it: 폰스텔 of 폰스텔은요?
fn fragment_name(text: &str) -> &str {
    let text = text.trim_end_matches(|it: char| !it.is_alphanumeric());
    let endings = ["은요", "는요", "도요"].iter();
    endings.filter_map(|it| text.strip_suffix(it)).next().unwrap_or(text)
}

/// A question for what helps with a complaint, as it is asked for the person whom the turn is about.
fn for_person(
    question: Question,
    facts: &Facts,
    subject: &TurnSubject,
    read: &dyn Fn(&str) -> Question,
) -> Question {
    let asks_for_help = question.intents.iter().all(|it| HELP_INTENTS.contains(&it.as_str()));
    // 꿀 먹여도 돼요? is asked for the child, too.
    let is_of_person = question.names_drug_or_complaint() && asks_for_help || question.asks(FOOD);
    if !question.drugs.is_empty() || !is_of_person {
        return question;
    }
    let (asked, known) = (&question.person, &facts.person);
    let child = known.age_months.filter(|it| *it < CHILD_MONTHS && asked.age_months.is_none());
    let is_child = subject.slots.subject.as_ref().is_some_and(Subject::is_child);
    let is_child = is_child && known.age_months.is_none() && !question.asks("children");
    let states = [
        (known.pregnant && !asked.pregnant).then(|| "임신 중".to_owned()),
        (known.nursing && !asked.nursing).then(|| "수유 중".to_owned()),
        child.map(|it| match it {
            0..24 => format!("{it}개월 아이"),
            _ => format!("{}살 아이", it / 12),
        }),
        is_child.then(|| "아이".to_owned()),
    ];
    let states: Vec<String> = states.into_iter().flatten().collect();
    match states.is_empty() {
        true => question,
        false => read(&in_brackets(&question.text, states.iter().map(String::as_str))),
    }
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
