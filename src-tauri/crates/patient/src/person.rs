//! The demographics of a patient at a moment.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_clinical::Demographics;
use ts_rs::TS;

use super::relation::span;
use super::{MemoryRules, Pregnancy, Profile, ProfileItem, ProfileSlot, Sex, Value};

/// The demographics of a patient at a moment, as far as they are remembered. Of contradicting values the
/// newer counts; of pregnancy and lactation the one that calls for more care.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct PersonNow {
    /// Age in completed years, counted on to the moment.
    pub years: Option<u32>,
    /// Age in completed months, for small children.
    pub months: Option<u32>,
    /// Age group (`60대`), from the age if it is known.
    pub age_group: Option<String>,
    /// Sex, if it is known.
    pub sex: Option<Sex>,
    /// Pregnancy, if anything is known about it.
    pub pregnancy: Option<PregnancyNow>,
    /// Whether the patient breast-feeds, if it is known.
    pub nursing: Option<bool>,
}

/// A pregnancy at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PregnancyNow {
    /// State of the pregnancy as it was stated.
    pub state: Pregnancy,
    /// Completed weeks at the moment, if weeks were stated.
    pub weeks: Option<u32>,
    /// Whether the due date has passed, so that the desk has to ask.
    pub perhaps_over: bool,
}

impl Profile {
    /// The demographics at a moment.
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
                    let stated = pregnancy_now(item, now, rules);
                    person.pregnancy = more_careful(person.pregnancy, stated);
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

    /// Fills in remembered demographics where a turn has none, so that its rules of safety see all of
    /// them. `stated` are those of the turn.
    pub fn complete(&self, stated: &mut Demographics, now: Timestamp, rules: &MemoryRules) {
        let person = self.person(now, rules);
        if stated.age.is_none() && stated.age_group.is_none() {
            stated.age = person.years;
            stated.age_months = person.months;
            stated.age_group = person.age_group;
        }
        if stated.gender.is_none() {
            stated.gender = person.sex.map(|it| it.korean().to_owned());
        }
        if stated.is_lactating.is_none() {
            stated.is_lactating = person.nursing;
        }
        let Some(known) = person.pregnancy else { return };
        let silent = stated.is_pregnant.is_none() && stated.pregnancy_status.is_none();
        match known.state {
            Pregnancy::Yes if silent && known.perhaps_over => {
                stated.pregnancy_status = Some("possible");
            }
            Pregnancy::Yes if silent => {
                stated.is_pregnant = Some(true);
                stated.pregnancy_weeks = known.weeks;
            }
            Pregnancy::Yes if stated.is_pregnant == Some(true) => {
                stated.pregnancy_weeks = stated.pregnancy_weeks.or(known.weeks);
            }
            Pregnancy::Possible if silent => stated.pregnancy_status = Some("possible"),
            Pregnancy::Planned if silent => stated.pregnancy_status = Some("planned"),
            Pregnancy::No | Pregnancy::Over if silent => stated.is_pregnant = Some(false),
            _ => {}
        }
    }
}

/// The pregnancy that calls for more care; the known one if both do equally.
fn more_careful(known: Option<PregnancyNow>, stated: Option<PregnancyNow>) -> Option<PregnancyNow> {
    let care = |it: &PregnancyNow| match it.state {
        Pregnancy::Yes if !it.perhaps_over => 3,
        Pregnancy::Yes | Pregnancy::Possible => 2,
        Pregnancy::Planned => 1,
        Pregnancy::No | Pregnancy::Over => 0,
    };
    match (known, stated) {
        (Some(known), Some(stated)) if care(&stated) > care(&known) => Some(stated),
        (known, stated) => known.or(stated),
    }
}

/// Years, and months if they were stated and the child is younger than three years.
pub(super) fn age_now(item: &ProfileItem, now: Timestamp) -> (Option<u32>, Option<u32>) {
    let Value::Age { years, months, .. } = &item.fact.value else { return (None, None) };
    let days = days_since(item, now);
    match months {
        Some(months) => {
            // A month has 30.44 days on average.
            let months = months + days * 100 / 3044;
            (Some(months / 12), (months < 36).then_some(months))
        }
        None => (Some(years + days * 100 / 36525), None),
    }
}

/// The pregnancy of an item, counted on to a moment. `None` for other items.
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

/// The class of an age that answers depend on: months of infants, years below 20, decades of adults with
/// a border at 65.
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
