//! Relates a new fact to a remembered one of the same subject.

use jiff::Timestamp;

use super::{Fact, MemoryRules, Pregnancy, ProfileSlot, Standing, Value};

/// How a new fact relates to a remembered one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// It agrees, with or without more detail.
    Same,
    /// It is less exact than what is remembered.
    Covered,
    /// The remembered fact was so and has changed.
    Changes,
    /// Both cannot be true.
    Conflicts,
    /// It is another measurement.
    Beside,
}

use Relation::{Beside, Changes, Conflicts, Covered, Same};

/// Relates `new`, stated at `now`, to `old`, stated at `then`. Both have the same subject.
pub(super) fn relation(
    old: &Fact,
    then: Timestamp,
    new: &Fact,
    now: Timestamp,
    rules: &MemoryRules,
) -> Relation {
    match (&old.value, &new.value) {
        (Value::Measured { .. }, Value::Measured { .. }) => {
            if rules.is_same_measurement(&old.concept.name, &old.value, &new.value) {
                Same
            } else {
                Beside
            }
        }
        (
            Value::Age { .. } | Value::AgeGroup { .. },
            Value::Age { .. } | Value::AgeGroup { .. },
        ) => age(&old.value, &new.value, now.duration_since(then).as_hours() / 24),
        (Value::Sex { sex }, Value::Sex { sex: other }) => {
            if sex == other {
                Same
            } else {
                Conflicts
            }
        }
        (Value::Lactation { nursing }, Value::Lactation { nursing: other }) => {
            if nursing == other {
                Same
            } else {
                Changes
            }
        }
        (
            Value::Pregnancy { state, weeks },
            Value::Pregnancy { state: new_state, weeks: new_weeks },
        ) => {
            let days = now.duration_since(then).as_hours() / 24;
            pregnancy((*state, *weeks), (*new_state, *new_weeks), days, rules)
        }
        (Value::Drug { .. }, Value::Drug { .. }) if old.standing == new.standing => {
            dose(&old.value, &new.value)
        }
        _ => standing(new.slot, old.standing, new.standing),
    }
}

/// Relates two facts by their standing alone.
fn standing(slot: ProfileSlot, old: Standing, new: Standing) -> Relation {
    use Standing::{Active, Allergy, Hypothetical, Negated, NoAllergy, Past, Planned, Stopped};
    match (old, new) {
        (old, new) if old == new => Same,
        (Allergy, NoAllergy) | (NoAllergy, Allergy) => Conflicts,
        // A supposition never contradicts a known fact.
        (_, Hypothetical) | (Active, Planned) => Covered,
        (Hypothetical | Planned, _) | (_, Planned) => Changes,
        (Past | Stopped, Negated) => Covered,
        (Past, Stopped) | (Stopped, Past) => Same,
        _ if matches!(slot, ProfileSlot::Symptoms | ProfileSlot::Habits) => Changes,
        (Active, Past | Stopped) if slot == ProfileSlot::Medications => Changes,
        (Past | Stopped, Active) => Changes,
        (Negated, Past | Stopped) => Changes,
        _ => Conflicts,
    }
}

/// A conflict if a dose or a frequency is known on both sides and differs.
fn dose(old: &Value, new: &Value) -> Relation {
    match (old, new) {
        (
            Value::Drug { dose, per_day, .. },
            Value::Drug { dose: new_dose, per_day: new_per_day, .. },
        ) if (dose.is_some() && new_dose.is_some() && dose != new_dose)
            || (per_day.is_some() && new_per_day.is_some() && per_day != new_per_day) =>
        {
            Conflicts
        }
        _ => Same,
    }
}

/// First and last year of an age group.
pub(super) fn span(group: &str) -> Option<(u32, u32)> {
    let digits: String = group.chars().take_while(char::is_ascii_digit).collect();
    let first: u32 = digits.parse().ok()?;
    match group.get(digits.len()..)? {
        "대" => Some((first, first + 9)),
        "세 미만" => Some((0, first.saturating_sub(1))),
        "세 이상" => Some((first, 130)),
        _ => None,
    }
}

/// Relates two ages; `days` have passed between them.
fn age(old: &Value, new: &Value, days: i64) -> Relation {
    let passed = u32::try_from(days / 365).unwrap_or(0);
    // People count ages by different calendars, and a birthday may lie between: one year is not a
    // contradiction.
    let one_off = |a: u32, b: u32| a.abs_diff(b) <= 1;
    match (old, new) {
        (
            Value::Age { years, months: Some(m), .. },
            Value::Age { years: y, months: Some(n), .. },
        ) => {
            let grown = m + u32::try_from(days / 30).unwrap_or(0);
            if grown.abs_diff(*n) <= 1 || (*years >= 2 && one_off(years + passed, *y)) {
                Same
            } else {
                Conflicts
            }
        }
        (Value::Age { years, .. }, Value::Age { years: new, .. }) => {
            if one_off(years + passed, *new) { Same } else { Conflicts }
        }
        (Value::Age { years, .. }, Value::AgeGroup { group }) => match span(group) {
            Some((from, to)) if (from..=to + 1).contains(&(years + passed + 1)) => Covered,
            Some((from, to)) if (from..=to).contains(&(years + passed)) => Covered,
            _ => Conflicts,
        },
        (Value::AgeGroup { group }, Value::Age { years, .. }) => match span(group) {
            Some((from, to)) if (from..=to + passed + 1).contains(years) => Changes,
            _ => Conflicts,
        },
        (Value::AgeGroup { group }, Value::AgeGroup { group: new }) => {
            match (span(group), span(new)) {
                _ if group == new => Same,
                (Some((_, to)), Some((from, _))) if passed > 0 && from == to + 1 => Changes,
                _ => Conflicts,
            }
        }
        _ => Conflicts,
    }
}

/// Relates two pregnancies; `days` have passed between them.
fn pregnancy(
    (old, old_weeks): (Pregnancy, Option<u32>),
    (new, new_weeks): (Pregnancy, Option<u32>),
    days: i64,
    rules: &MemoryRules,
) -> Relation {
    use Pregnancy::{No, Planned, Possible, Yes};
    let over = i64::from(old_weeks.unwrap_or(0)) * 7 + days > i64::from(rules.pregnancy_days) + 14;
    match (old, new) {
        (Yes, Yes) => match (old_weeks, new_weeks) {
            (Some(old), Some(new)) => {
                let grown = i64::from(old) + days / 7;
                match grown.abs_diff(i64::from(new)) {
                    0..=2 => Same,
                    _ if over => Changes,
                    _ => Conflicts,
                }
            }
            _ => Same,
        },
        (Yes, _) if over => Changes,
        (Yes, No) => Conflicts,
        (Yes, Possible | Planned) => Covered,
        (old, new) if old == new => Same,
        _ => Changes,
    }
}
