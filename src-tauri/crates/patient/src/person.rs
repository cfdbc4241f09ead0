use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_clinical::Demographics;
use ts_rs::TS;

use super::relation::span;
use super::{MemoryRules, Pregnancy, Profile, ProfileItem, ProfileSlot, Sex, Value};

/// Who the patient is at a moment, as far as it is remembered. Of contradictions the newer counts, of a pregnancy and of lactation
/// the one that asks for more care.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct PersonNow {
    /// Completed years: those said, and those that have passed since.
    pub years: Option<u32>,
    /// Completed months, of small children.
    pub months: Option<u32>,
    /// `60대`, where only that is known, or from the years.
    pub age_group: Option<String>,
    /// Sex.
    pub sex: Option<Sex>,
    /// Pregnancy.
    pub pregnancy: Option<PregnancyNow>,
    /// Whether she breast-feeds.
    pub nursing: Option<bool>,
}

/// A pregnancy at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PregnancyNow {
    /// As it was said.
    pub state: Pregnancy,
    /// Completed weeks today, where they were said.
    pub weeks: Option<u32>,
    /// The child was due: it may be over, and has to be asked about.
    pub perhaps_over: bool,
}

impl Profile {
    /// Who the patient is.
    pub fn person(&self, now: Timestamp, rules: &MemoryRules) -> PersonNow {
        let mut person = PersonNow::default();
        for item in self.of(ProfileSlot::Demographics) {
            match &item.fact.value {
                Value::Age { .. } if person.years.is_none() => {
                    (person.years, person.months) = age_now(item, now);
                }
                Value::AgeGroup { group } if person.age_group.is_none() => {
                    person.age_group = Some(group.clone());
                }
                Value::Sex { sex } if person.sex.is_none() => person.sex = Some(*sex),
                Value::Pregnancy { .. } => {
                    let said = pregnancy_now(item, now, rules);
                    person.pregnancy = careful(person.pregnancy, said);
                }
                Value::Lactation { nursing } => {
                    person.nursing = Some(*nursing || person.nursing == Some(true));
                }
                _ => {}
            }
        }
        if let Some(years) = person.years {
            person.age_group = Some(group_of(years));
        }
        person
    }

    /// Puts what is remembered where a turn says nothing, so that its rules of safety see the whole person.
    pub fn complete(&self, said: &mut Demographics, now: Timestamp, rules: &MemoryRules) {
        let person = self.person(now, rules);
        if said.age.is_none() && said.age_group.is_none() {
            said.age = person.years;
            said.age_months = person.months;
            said.age_group = person.age_group;
        }
        if said.gender.is_none() {
            said.gender = person.sex.map(|it| it.korean().to_owned());
        }
        if said.is_lactating.is_none() {
            said.is_lactating = person.nursing;
        }
        let Some(known) = person.pregnancy else { return };
        let silent = said.is_pregnant.is_none() && said.pregnancy_status.is_none();
        match known.state {
            Pregnancy::Yes if silent && known.perhaps_over => {
                said.pregnancy_status = Some("possible");
            }
            Pregnancy::Yes if silent => {
                said.is_pregnant = Some(true);
                said.pregnancy_weeks = known.weeks;
            }
            Pregnancy::Yes if said.is_pregnant == Some(true) => {
                said.pregnancy_weeks = said.pregnancy_weeks.or(known.weeks);
            }
            Pregnancy::Possible if silent => said.pregnancy_status = Some("possible"),
            Pregnancy::Planned if silent => said.pregnancy_status = Some("planned"),
            Pregnancy::No if silent => said.is_pregnant = Some(false),
            _ => {}
        }
    }
}

fn careful(known: Option<PregnancyNow>, said: Option<PregnancyNow>) -> Option<PregnancyNow> {
    let care = |it: &PregnancyNow| match it.state {
        Pregnancy::Yes if !it.perhaps_over => 3,
        Pregnancy::Yes | Pregnancy::Possible => 2,
        Pregnancy::Planned => 1,
        Pregnancy::No => 0,
    };
    match (known, said) {
        (Some(known), Some(said)) if care(&said) > care(&known) => Some(said),
        (known, said) => known.or(said),
    }
}

/// Years, and months where they were said and the child is still small.
pub(super) fn age_now(item: &ProfileItem, now: Timestamp) -> (Option<u32>, Option<u32>) {
    let Value::Age { years, months, .. } = &item.fact.value else { return (None, None) };
    let days = days_since(item, now);
    match months {
        Some(months) => {
            // A month has 30.44 days.
            let months = months + days * 100 / 3044;
            (Some(months / 12), (months < 36).then_some(months))
        }
        None => (Some(years + days * 100 / 36525), None),
    }
}

pub(super) fn pregnancy_now(
    item: &ProfileItem,
    now: Timestamp,
    rules: &MemoryRules,
) -> Option<PregnancyNow> {
    let Value::Pregnancy { state, weeks } = item.fact.value else { return None };
    let days = days_since(item, now);
    let counted = weeks.unwrap_or(0) * 7 + days;
    Some(PregnancyNow {
        state,
        weeks: (state == Pregnancy::Yes).then(|| weeks.map(|it| it + days / 7)).flatten(),
        perhaps_over: state == Pregnancy::Yes && counted > rules.pregnancy_days,
    })
}

fn days_since(item: &ProfileItem, now: Timestamp) -> u32 {
    let days = now.duration_since(item.valued_at).as_hours() / 24;
    u32::try_from(days.max(0)).unwrap_or(0)
}

fn group_of(years: u32) -> String {
    match years {
        0..10 => "10세 미만".to_owned(),
        100.. => "100세 이상".to_owned(),
        years => format!("{}대", years / 10 * 10),
    }
}

/// What an answer depends on of an age: months of infants, years of the young, decades of adults, with the border of 65.
pub(super) fn age_class(person: &PersonNow) -> Option<String> {
    match (person.years, person.months, &person.age_group) {
        (_, Some(months), _) => Some(format!("{months}개월")),
        (Some(years @ 0..20), ..) => Some(format!("{years}세")),
        (Some(years @ 60..70), ..) => {
            Some(if years < 65 { "60–64세" } else { "65–69세" }.to_owned())
        }
        (Some(years), ..) => Some(group_of(years)),
        (None, None, Some(group)) => span(group).map(|_| group.clone()),
        (None, None, None) => None,
    }
}
