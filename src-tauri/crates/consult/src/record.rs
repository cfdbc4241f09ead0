//! A profile, as an answer needs it.

use std::collections::BTreeSet;

use jiff::Timestamp;
use simui_patient::{
    Changes, ItemId, MemoryRules, Pregnancy, Profile, ProfileSlot, Sex, Standing, shown,
};
use simui_pharmacy::dur::Person;
use simui_pharmacy::names::Names;

use super::Spoken;
use super::facts::Facts;

/// 65 years: as the DUR tables count 노인.
const ELDERLY: u32 = 65;

/// Years after which nobody bears a child.
const PAST_BEARING: u32 = 60;

/// Turns that the context tells again.
const TURNS: usize = 4;

/// What is known of `patient` at a moment. `history` are earlier turns, the oldest first.
pub fn facts_of(
    patient: &str,
    profile: &Profile,
    history: &[Spoken],
    now: Timestamp,
    rules: &MemoryRules,
    names: &Names,
) -> Facts {
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
            && (person.sex == Some(Sex::Male) || months.is_some_and(|it| it >= 12 * PAST_BEARING)),
        conditions: own(ProfileSlot::Conditions),
        medications: own(ProfileSlot::Medications),
        allergies,
        spoken_of,
        remembered: Vec::new(),
        history: {
            let mut last: Vec<String> = recorded().rev().take(TURNS).cloned().collect();
            last.reverse();
            last
        },
    }
}

/// What a turn added or renewed, in Korean.
pub(super) fn told(
    changes: &Changes,
    profile: &Profile,
    now: Timestamp,
    rules: &MemoryRules,
) -> Vec<String> {
    let told = |id: &ItemId| {
        let item = profile.item(*id)?;
        let allergy = if item.fact.standing == Standing::Allergy { " 알레르기" } else { "" };
        Some(format!("{}{allergy}", shown(item, now, rules)))
    };
    changes.added.iter().chain(&changes.changed).filter_map(told).collect()
}

/// `70대` and above: every age in it is 65 or more.
fn is_elderly_group(group: &str) -> bool {
    let decade = group.strip_suffix('대').and_then(|it| it.parse::<u32>().ok());
    decade.is_some_and(|it| it > ELDERLY) || group == "100세 이상"
}
