//! Warnings of values that were measured in earlier turns: they warn again until a newer value is known.
//!
//! Only the last value of each measurand counts; a value of the present turn warns by itself. How long a
//! value counts follows from its weight exp(-λ·Δt) and `[earlier]` of `rules/memory.toml`. While it
//! weighs at least `fresh_weight` it warns like a value of this turn; then its warning is at most urgent
//! and asks to measure again; below `least_weight` it does not warn, unless its kind is listed as
//! lasting.

use jiff::Timestamp;
use simui_clinical::{Demographics, Measurement, Slots, Status};
use simui_clinical::{Severity, Warning};

use super::{Checked, MemoryRules, Profile, ProfileItem, ProfileSlot, Standing, TurnTime, Value};

/// A warning of a value of an earlier turn.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierWarning<'a> {
    /// The warning, with the time of the value. It refers to no words of the turn, so `start` and `end`
    /// are 0.
    pub warning: Warning,
    /// The item with the value.
    pub item: &'a ProfileItem,
}

impl MemoryRules {
    /// Number of hours for which a danger to life that a turn named is repeated.
    pub fn danger_hours(&self) -> i64 {
        i64::from(self.earlier.danger_hours)
    }
}

impl Profile {
    /// The last known value of each measurand, if it is of an earlier turn than `turn` and still counts.
    pub fn earlier_values(
        &self,
        turn: u32,
        now: Timestamp,
        rules: &MemoryRules,
    ) -> Vec<&ProfileItem> {
        let measured = |item: &ProfileItem| {
            matches!(item.fact.slot, ProfileSlot::Vitals | ProfileSlot::Labs)
                && matches!(item.fact.value, Value::Measured { .. })
                // A person may have marked the value as somebody else's or as past.
                && item.fact.standing == Standing::Active
        };
        let mut known: Vec<&str> = Vec::new();
        let mut values = self.newest_first(measured);
        values.retain(|item| {
            let kind = item.fact.concept.name.as_str();
            let measurand = rules.earlier.measurand(kind);
            if known.contains(&measurand) {
                return false;
            }
            known.push(measurand);
            let lasts = rules.earlier.lasting.iter().any(|it| it == kind);
            item.last.turn != turn
                && (lasts || rules.weight(item, now) >= rules.earlier.least_weight)
        });
        values
    }

    /// The warnings that [`Self::earlier_values`] cause at `time`, the most severe first. `person` are
    /// the present demographics, `warn` the rules of safety.
    pub fn earlier_warnings(
        &self,
        person: &Demographics,
        time: TurnTime,
        rules: &MemoryRules,
        warn: &dyn Fn(&Slots) -> Vec<Warning>,
    ) -> Vec<EarlierWarning<'_>> {
        let values = self.earlier_values(time.turn, time.at, rules);
        let mut slots = Slots { demographics: person.clone(), ..Slots::default() };
        for (at, item) in values.iter().enumerate() {
            let values_of_slot = match item.fact.slot {
                ProfileSlot::Vitals => &mut slots.vitals,
                _ => &mut slots.labs,
            };
            values_of_slot.extend(measurement(item, at));
        }
        let with_time = |warning: Warning| {
            let item = *values.get(warning.start)?;
            Some(EarlierWarning { warning: dated_warning(warning, item, time.at, rules), item })
        };
        let mut warnings: Vec<EarlierWarning<'_>> =
            warn(&slots).into_iter().filter_map(with_time).collect();
        warnings.sort_by_key(|it| it.warning.severity);
        warnings
    }
}

/// The value in the form that the rules of safety read; `start` and `end` are the index of the item.
fn measurement(item: &ProfileItem, at: usize) -> Option<Measurement> {
    let Value::Measured { name, value, upper, comparator, systolic, diastolic, unit } =
        &item.fact.value
    else {
        return None;
    };
    Some(Measurement {
        kind: item.fact.concept.name.clone(),
        name: name.clone(),
        value: *value,
        upper: *upper,
        comparator: *comparator,
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

/// The warning with the time of its value, and no more severe than the age of the value allows.
fn dated_warning(
    warning: Warning,
    item: &ProfileItem,
    now: Timestamp,
    rules: &MemoryRules,
) -> Warning {
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
        text = with(&words.reported, &text, item.last.at);
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

/// How long ago `then` was, in Korean: `3분 전`, `5시간 전`, `2일 전`.
pub fn ago(now: Timestamp, then: Timestamp) -> String {
    let minutes = (now.duration_since(then).as_secs() / 60).max(1);
    match minutes {
        0..60 => format!("{minutes}분 전"),
        60..1440 => format!("{}시간 전", minutes / 60),
        _ => format!("{}일 전", minutes / 1440),
    }
}
