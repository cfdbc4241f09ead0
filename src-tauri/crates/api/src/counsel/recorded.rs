//! Completes the facts of a text with those of a patient's record, for checks and calculations.

use jiff::SignedDuration;
use simui_clinical::{AdverseReaction, Comparator, Item, Measurement, Slots, Status};
use simui_korean::particles::{OBJECT, TOPIC, with_particle};
use simui_patient::{ProfileSlot, Standing, Value};
use simui_pharmacy::calculate::number;

use super::consult_record::TurnPatient;

/// Measures of a record that checks of drugs use, as the lexicon names them.
pub(super) const CHECKED: [&str; 3] = ["weight", "creatinine", "egfr"];
/// Measures that change while a child grows, and the value in kg or cm below which somebody of unknown age
/// counts as a child.
const GROWING: [(&str, f64); 2] = [("weight", 40.0), ("height", 145.0)];
/// Age in years from which on a person has grown.
const GROWN: u32 = 18;

/// A value of the record that a text lacked.
pub(super) struct RecordedValue {
    /// The measure, as the lexicon names it.
    pub kind: String,
    /// The source and the day on which it was measured or said: `환자 기록 2026-03-02`.
    pub origin: String,
    /// Whether it is used; a value that is out of date is not.
    pub is_used: bool,
    /// What a person has to know of its use, in Korean.
    pub note: String,
}

/// Adds to `slots` what the record has and the text does not state; of values those of `measures`, which
/// the caller uses, as the lexicon names them. Returns the values of the record that the text lacked, the
/// newest of each measure.
pub(super) fn complete(
    slots: &mut Slots,
    patient: &TurnPatient,
    measures: &[&str],
) -> Vec<RecordedValue> {
    let (profile, now) = (&patient.profile, patient.time.at);
    profile.complete(&mut slots.demographics, now, patient.memory);
    for item in profile.of(ProfileSlot::Conditions) {
        let name = &item.fact.concept.name;
        let known = slots.conditions.iter().any(|it| it.name == *name);
        if item.fact.standing == Standing::Active && !known {
            slots.conditions.push(Item::stated(name, Status::Active));
        }
    }
    for item in profile.of(ProfileSlot::Habits) {
        let name = &item.fact.concept.name;
        let known = slots.habits.iter().any(|it| it.name == *name);
        if item.fact.standing == Standing::Active && !known {
            slots.habits.push(Item::stated(name, Status::Active));
        }
    }
    for item in profile.allergies() {
        let name = &item.fact.concept.name;
        if !slots.allergies.iter().any(|it| it.name == *name) {
            slots.allergies.push(Item::stated(name, Status::Allergy));
        }
    }
    for item in profile.of(ProfileSlot::Reactions) {
        let Value::Reaction { drug, reaction, link } = &item.fact.value else { continue };
        let is_known = |it: &AdverseReaction| it.drug == *drug && it.reaction == *reaction;
        if item.fact.standing == Standing::Active && !slots.reactions.iter().any(is_known) {
            slots.reactions.push(AdverseReaction {
                drug: drug.clone(),
                reaction: reaction.clone(),
                link: *link,
                is_past: true,
                experiencer: "patient".to_owned(),
                text: item.fact.concept.name.clone(),
                start: 0,
                end: 0,
            });
        }
    }
    let who = &slots.demographics;
    let child = match (who.age, who.age_months) {
        (_, Some(_)) => Some(true),
        (Some(age), None) => Some(age < GROWN),
        (None, None) => None,
    };
    // Somebody of unknown age is a child by what they weigh or measure.
    let may_grow = |kind: &str, value: f64| {
        let small = |(it, below): &(&str, f64)| *it == kind && value < *below;
        GROWING.iter().any(|(it, _)| *it == kind)
            && child.unwrap_or_else(|| GROWING.iter().any(small))
    };
    let growth = SignedDuration::from_hours(24 * i64::from(patient.memory.growth_days));
    let mut values: Vec<RecordedValue> = Vec::new();
    for item in profile.of(ProfileSlot::Vitals).into_iter().chain(profile.of(ProfileSlot::Labs)) {
        let kind = item.fact.concept.name.as_str();
        let Value::Measured { name, value: Some(value), upper: None, comparator, unit, .. } =
            &item.fact.value
        else {
            continue;
        };
        let stated = slots.vitals.iter().chain(&slots.labs).any(|it| it.kind == kind);
        let newer = values.iter().any(|it| it.kind == kind);
        if !measures.contains(&kind) || stated || newer {
            continue;
        }
        let day = item.since().to_string();
        let day = day.split('T').next().unwrap_or_default().to_owned();
        let is_used = !may_grow(kind, *value) || now.duration_since(item.since()) <= growth;
        let sign = comparator.map(Comparator::sign).unwrap_or_default();
        let printed = format!("{name} {sign}{} {unit}", number(*value));
        let from = patient.known_from;
        let note = match is_used {
            true => format!(
                "{from}({day})의 {} 썼습니다. 지금 값인지 확인하십시오.",
                with_particle(&printed, OBJECT)
            ),
            false => format!(
                "{from}({day})의 {} 아이에게는 오래된 값이어서 쓰지 않았습니다. 지금 값을 적으십시오.",
                with_particle(&printed, TOPIC)
            ),
        };
        if is_used {
            let recorded = measured(kind, name, *value, unit, &day);
            slots.labs.push(Measurement { comparator: *comparator, ..recorded });
        }
        values.push(RecordedValue {
            kind: kind.to_owned(),
            origin: format!("{from} {day}"),
            is_used,
            note,
        });
    }
    values
}

/// A value of the record, as the checks read values of a text.
fn measured(kind: &str, name: &str, value: f64, unit: &str, day: &str) -> Measurement {
    Measurement {
        kind: kind.to_owned(),
        name: name.to_owned(),
        value: Some(value),
        upper: None,
        comparator: None,
        systolic: None,
        diastolic: None,
        unit: unit.to_owned(),
        original: None,
        status: Status::Active,
        experiencer: "patient".to_owned(),
        plausible: true,
        confidence: 1.0,
        text: name.to_owned(),
        start: 0,
        end: 0,
        date: Some(day.to_owned()),
    }
}
