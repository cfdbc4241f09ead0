//! Turns a patient's record into the facts that an answer needs.

use std::collections::BTreeSet;

use jiff::Timestamp;
use simui_patient::{
    Changes, ItemId, MemoryRules, PersonNow, Pregnancy, Profile, ProfileSlot, Sex, Standing, Value,
    describe_item,
};
use simui_pharmacy::calculate::{self, Filtration, Measured};
use simui_pharmacy::dur::Person;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::person::{PersonFact, each_once};

use super::EarlierTurn;
use super::facts::{Facts, KnownReaction, TurnBefore};

/// Where numbers of the record come from.
const RECORDED: &str = "환자 기록";

/// Least age of a 노인 in years, as in the DUR tables.
const ELDERLY: u32 = 65;

/// Age in years from which on a pregnancy is ruled out.
const PAST_CHILDBEARING: u32 = 60;

/// Most earlier turns that the context repeats.
const MAX_TURNS: usize = 4;

/// What is known of `patient` at the time `now`. `history` has earlier turns, oldest first; only those that
/// are part of the record count. [`Facts::remembered`] is left empty.
pub fn facts_of(
    patient: &str,
    profile: &Profile,
    history: &[EarlierTurn],
    now: Timestamp,
    rules: &MemoryRules,
    knowledge: &Knowledge,
) -> Facts {
    let names = &knowledge.names;
    let person = profile.person(now, rules);
    let own = |slot: ProfileSlot| -> Vec<String> {
        let items = profile.of(slot).into_iter();
        let own = items.filter(|it| it.fact.standing == Standing::Active);
        let mut seen = BTreeSet::new();
        own.map(|it| it.fact.concept.name.clone()).filter(|it| seen.insert(it.clone())).collect()
    };
    let pregnancy = person.pregnancy.filter(|it| it.state == Pregnancy::Yes && !it.perhaps_over);
    let months = person.months.or(person.years.map(|it| 12 * it));
    let context = profile.context(now, rules);
    let mut spoken_of: Vec<String> = Vec::new();
    let recorded = || history.iter().filter(|it| it.remembered).map(|it| &it.text);
    for text in recorded().rev() {
        for named in names.find(text) {
            let korean = names.korean(&named.ingredient).to_owned();
            if !spoken_of.contains(&korean) {
                spoken_of.push(korean);
            }
        }
        if !spoken_of.is_empty() {
            break;
        }
    }
    let mut allergies: Vec<String> = Vec::new();
    for item in profile.allergies() {
        if !allergies.contains(&item.fact.concept.name) {
            allergies.push(item.fact.concept.name.clone());
        }
    }
    Facts {
        patient: patient.to_owned(),
        summary: profile.summary(now, rules).to_string(),
        context: match profile.items().is_empty() {
            true => String::new(),
            false => context.canonical(),
        },
        person: Person {
            pregnant: pregnancy.is_some(),
            nursing: person.nursing == Some(true),
            elderly: months.is_some_and(|it| it >= 12 * ELDERLY)
                || person.age_group.as_deref().is_some_and(is_elderly_group),
            age_months: months,
        },
        pregnancy_weeks: pregnancy.and_then(|it| it.weeks),
        cannot_be_pregnant: person.pregnancy.is_none()
            && (person.sex == Some(Sex::Male)
                || months.is_some_and(|it| it >= 12 * PAST_CHILDBEARING)),
        conditions: own(ProfileSlot::Conditions),
        medications: own(ProfileSlot::Medications),
        allergies,
        reactions: reactions(profile, now, rules),
        spoken_of,
        of_person: person_facts(profile, &person, knowledge),
        remembered: Vec::new(),
        history: {
            let last = history.iter().filter(|it| it.remembered).rev().take(MAX_TURNS);
            let mut last: Vec<TurnBefore> = last
                .map(|it| TurnBefore { text: it.text.clone(), topic: it.topic.clone() })
                .collect();
            last.reverse();
            last
        },
    }
}

/// The adverse reactions of the record that nobody withdrew, the newest first.
fn reactions(profile: &Profile, now: Timestamp, rules: &MemoryRules) -> Vec<KnownReaction> {
    let items = profile.of(ProfileSlot::Reactions).into_iter();
    let known = items.filter(|it| it.fact.standing == Standing::Active).filter_map(|item| {
        let Value::Reaction { drug, .. } = &item.fact.value else { return None };
        Some(KnownReaction { drug: drug.clone(), shown: describe_item(item, now, rules) })
    });
    known.collect()
}

/// What the record states of the patient that documents of drugs may warn of: present drugs and the
/// illnesses that they show, allergies to drugs, present and past illnesses, habits, pregnancy, nursing, age,
/// and the last filtration rate of the kidneys, or their clearance of creatinine by the last values.
fn person_facts(profile: &Profile, person: &PersonNow, knowledge: &Knowledge) -> Vec<PersonFact> {
    let mut facts: Vec<PersonFact> = Vec::new();
    for item in profile.of(ProfileSlot::Medications) {
        if item.fact.standing == Standing::Active {
            facts.extend(PersonFact::drugs(&item.fact.concept.name, &knowledge.names));
            facts.extend(PersonFact::treated(&item.fact.concept.name, knowledge));
        }
    }
    for item in profile.allergies() {
        facts.extend(PersonFact::allergies(&item.fact.concept.name, &knowledge.names));
    }
    for item in profile.of(ProfileSlot::Habits) {
        if item.fact.standing == Standing::Active {
            facts.push(PersonFact::habit(&item.fact.concept.name, knowledge));
        }
    }
    for item in profile.of(ProfileSlot::Conditions) {
        let name = &item.fact.concept.name;
        let label = match item.fact.standing {
            Standing::Active => name.clone(),
            Standing::Past => format!("{name}(과거)"),
            _ => continue,
        };
        facts.push(PersonFact::state(name, &label, knowledge));
        if item.fact.standing == Standing::Active {
            facts.extend(PersonFact::end_stage_kidneys(name));
        }
    }
    if let Some(pregnancy) =
        person.pregnancy.filter(|it| it.state == Pregnancy::Yes && !it.perhaps_over)
    {
        let label = pregnancy.weeks.map_or("임신".to_owned(), |weeks| format!("임신 {weeks}주"));
        facts.push(PersonFact::state("pregnancy", &label, knowledge));
    }
    if person.nursing == Some(true) {
        facts.push(PersonFact::state("nursing", "수유", knowledge));
    }
    facts.extend(person.months.or(person.years.map(|it| 12 * it)).map(PersonFact::age));
    let last = |slot: ProfileSlot, kind: &str| {
        let of_kind = profile.of(slot).into_iter().filter(|it| it.fact.concept.name == kind);
        match &of_kind.max_by_key(|it| it.since())?.fact.value {
            Value::Measured { name, value: Some(value), comparator, unit, .. } => {
                Some((name, *value, *comparator, unit))
            }
            _ => None,
        }
    };
    let number = |slot: ProfileSlot, kind: &str| match last(slot, kind) {
        Some((_, value, None, _)) => Some(value),
        _ => None,
    };
    if let Some((name, rate, comparator, unit)) = last(ProfileSlot::Labs, "egfr") {
        facts.push(PersonFact::filtration(name, comparator, rate, unit));
    } else if let (Some(years), Some(sex), Some(creatinine)) =
        (person.years, person.sex, number(ProfileSlot::Labs, "creatinine"))
    {
        let sex = match sex {
            Sex::Male => calculate::Sex::Male,
            Sex::Female => calculate::Sex::Female,
        };
        let of = Filtration {
            age: Measured::new(years, RECORDED),
            sex: Measured::new(sex, RECORDED),
            creatinine: Measured::new(creatinine, RECORDED),
        };
        let weight = number(ProfileSlot::Vitals, "weight");
        let weight = weight.map(|it| Measured::new(it, RECORDED));
        facts.extend(PersonFact::kidneys_by_creatinine(of, weight));
    }
    each_once(facts)
}

/// Describes in Korean what a turn added to the record or renewed.
pub(super) fn describe_changes(
    changes: &Changes,
    profile: &Profile,
    now: Timestamp,
    rules: &MemoryRules,
) -> Vec<String> {
    let describe = |id: &ItemId| {
        let item = profile.item(*id)?;
        let allergy = if item.fact.standing == Standing::Allergy { " 알레르기" } else { "" };
        Some(format!("{}{allergy}", describe_item(item, now, rules)))
    };
    changes.added.iter().chain(&changes.changed).filter_map(describe).collect()
}

/// Whether all ages of an age group are 65 or more: `70대` and above.
fn is_elderly_group(group: &str) -> bool {
    let decade = group.strip_suffix('대').and_then(|it| it.parse::<u32>().ok());
    decade.is_some_and(|it| it > ELDERLY) || group == "100세 이상"
}
