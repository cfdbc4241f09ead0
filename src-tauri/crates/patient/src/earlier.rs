//! What was measured in earlier turns and still counts: it reaches the rules of safety again, until a newer value is known.
//!
//! Of each measurand the last value counts, whatever turn it is of; a value of this turn warns by itself. How long a value counts
//! follows from its weight exp(-λ·Δt) and `[earlier]` of `rules/memory.toml`: as long as it weighs
//! `fresh_weight` it warns as if it were said now; then at most urgently, and with the request to measure again; below
//! `least_weight` no more, unless it is of a kind that does not change from week to week.

use jiff::Timestamp;
use simui_clinical::{Demographics, Measurement, Slots, Status};
use simui_clinical::{Severity, Warning};

use super::{Checked, MemoryRules, Profile, ProfileItem, ProfileSlot, Said, Standing, Value};

/// A warning of a value that was said before.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierWarning<'a> {
    /// What is said, and when the value was; it is about no words of the turn, so `start` and `end` are 0.
    pub warning: Warning,
    /// The value.
    pub item: &'a ProfileItem,
}

impl MemoryRules {
    /// For how many hours a danger to life that a turn spoke of is said again.
    pub fn danger_hours(&self) -> i64 {
        i64::from(self.earlier.danger_hours)
    }
}

impl Profile {
    /// Of each measurand the last value known, where it was said before `turn` and still counts.
    pub fn earlier_values(
        &self,
        turn: u32,
        now: Timestamp,
        rules: &MemoryRules,
    ) -> Vec<&ProfileItem> {
        let measured = |it: &ProfileItem| {
            matches!(it.fact.slot, ProfileSlot::Vitals | ProfileSlot::Labs)
                && matches!(it.fact.value, Value::Measured { .. })
                // A person may have said that it is another's, or no longer so.
                && it.fact.standing == Standing::Active
        };
        let mut known: Vec<&str> = Vec::new();
        let mut values = self.newest_first(measured);
        values.retain(|it| {
            let kind = it.fact.concept.name.as_str();
            let measurand = rules.earlier.measurand(kind);
            if known.contains(&measurand) {
                return false;
            }
            known.push(measurand);
            let lasts = rules.earlier.lasting.iter().any(|it| it == kind);
            it.last.turn != turn && (lasts || rules.weight(it, now) >= rules.earlier.least_weight)
        });
        values
    }

    /// What [`Self::earlier_values`] warn of when `said` is said, the gravest first. `person` is who the patient is now, `warn`
    /// the rules of safety.
    pub fn earlier_warnings(
        &self,
        person: &Demographics,
        said: Said,
        rules: &MemoryRules,
        warn: &dyn Fn(&Slots) -> Vec<Warning>,
    ) -> Vec<EarlierWarning<'_>> {
        let values = self.earlier_values(said.turn, said.at, rules);
        let mut slots = Slots { demographics: person.clone(), ..Slots::default() };
        for (at, item) in values.iter().enumerate() {
            let of_slot = match item.fact.slot {
                ProfileSlot::Vitals => &mut slots.vitals,
                _ => &mut slots.labs,
            };
            of_slot.extend(measurement(item, at));
        }
        let told = |warning: Warning| {
            let item = *values.get(warning.start)?;
            Some(EarlierWarning { warning: of_then(warning, item, said.at, rules), item })
        };
        let mut warnings: Vec<EarlierWarning<'_>> =
            warn(&slots).into_iter().filter_map(told).collect();
        warnings.sort_by_key(|it| it.warning.severity);
        warnings
    }
}

/// As the rules read it; its place is its number.
fn measurement(item: &ProfileItem, at: usize) -> Option<Measurement> {
    let Value::Measured { name, value, upper, systolic, diastolic, unit } = &item.fact.value else {
        return None;
    };
    Some(Measurement {
        kind: item.fact.concept.name.clone(),
        name: name.clone(),
        value: *value,
        upper: *upper,
        systolic: *systolic,
        diastolic: *diastolic,
        unit: unit.clone(),
        original: None,
        status: Status::Active,
        experiencer: item.fact.experiencer.clone(),
        plausible: true,
        confidence: item.fact.confidence,
        text: String::new(),
        start: at,
        end: at,
        date: None,
    })
}

/// The warning with when its value was said, and no more urgent than its age allows.
fn of_then(warning: Warning, item: &ProfileItem, now: Timestamp, rules: &MemoryRules) -> Warning {
    let words = &rules.earlier;
    let with = |frame: &str, text: &str, since: Timestamp| {
        frame.replace("{ago}", &ago(now, since)).replace("{warning}", text)
    };
    let mut text = warning.text;
    let heard = item.last.turn > 0 && !matches!(item.checked, Checked::Edited { .. });
    if heard {
        if ago(now, item.since()) != ago(now, item.last.at) {
            text = with(&words.measured, &text, item.since());
        }
        text = with(&words.said, &text, item.last.at);
    } else {
        text = with(&words.recorded, &text, item.since());
    }
    let fresh = rules.weight(item, now) >= words.fresh_weight;
    let severity = match fresh {
        true => warning.severity,
        false => warning.severity.max(Severity::Urgent),
    };
    if !fresh {
        text = with(&words.faded, &text, now);
    }
    Warning { text, severity, start: 0, end: 0, ..warning }
}

/// `3분 전`, `5시간 전`, `2일 전`.
pub fn ago(now: Timestamp, then: Timestamp) -> String {
    let minutes = (now.duration_since(then).as_secs() / 60).max(1);
    match minutes {
        0..60 => format!("{minutes}분 전"),
        60..1440 => format!("{}시간 전", minutes / 60),
        _ => format!("{}일 전", minutes / 1440),
    }
}
