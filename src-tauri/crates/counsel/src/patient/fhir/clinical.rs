//! Conditions, drugs and allergies.

use super::resource::{AllergyIntolerance, Coded, Condition, MedicationRequest, Repeat};
use super::{fact, named};
use crate::extract::{Extractor, Item, Status};
use crate::patient::{Concept, Fact, Pregnancy, ProfileSlot, Standing, Value};

/// SNOMED CT's normal pregnancy.
const PREGNANCY: &str = "72892002";
/// Longer names are cut: they are descriptions.
const LONGEST_NAME: usize = 120;

pub(super) fn condition(extractor: &Extractor, it: &Condition) -> Option<Fact> {
    if refused(it.verification_status.as_ref()) {
        return None;
    }
    let ended = it.clinical_status.as_ref().is_some_and(|status| {
        status.codes().any(|it| matches!(it, "resolved" | "inactive" | "remission"))
    });
    if it.code.as_ref()?.codes().any(|it| it == PREGNANCY) {
        let value = Value::Pregnancy { state: Pregnancy::Yes, weeks: None };
        let fact = fact(ProfileSlot::Demographics, Concept::known("pregnancy", None), value);
        return (!ended).then_some(fact);
    }
    let (name, kind) = named(it.code.as_ref())?;
    let slots = extractor.extract(&name).ok()?;
    let of = |slot, items: &[Item]| {
        let found = items.iter().find(|it| covers(it, &name))?;
        let standing = match found.status {
            Status::Past => Standing::Past,
            Status::Hypothetical => Standing::Hypothetical,
            Status::Active => Standing::Active,
            _ => return None,
        };
        Some((slot, Concept::known(&found.name, found.code.as_deref()), standing))
    };
    let known = of(ProfileSlot::Conditions, &slots.conditions)
        .or_else(|| of(ProfileSlot::Symptoms, &slots.symptoms));
    let (slot, concept, standing) = match known {
        Some(known) => known,
        // Findings that nobody here knows are mostly of a social kind.
        None if kind == "finding" || kind == "situation" => return None,
        None => (ProfileSlot::Conditions, written(&name), Standing::Active),
    };
    let since = it.onset_date_time.as_deref().and_then(year).filter(|_| !ended);
    let mut fact = fact(slot, concept, Value::Plain { since });
    fact.standing = if ended { Standing::Past } else { standing };
    Some(fact)
}

pub(super) fn medication(extractor: &Extractor, it: &MedicationRequest) -> Option<Fact> {
    let standing = match it.status.as_str() {
        "active" | "on-hold" | "unknown" => Standing::Active,
        "completed" | "stopped" | "cancelled" | "ended" => Standing::Stopped,
        _ => return None,
    };
    let (name, _) = named(it.medication_codeable_concept.as_ref())?;
    let slots = extractor.extract(&name).ok()?;
    let found = slots.medications.first();
    let dose = found.and_then(|it| it.dose.as_ref()).map(|it| format!("{}{}", it.value, it.unit));
    let concept = match found {
        Some(it) => Concept::known(&it.name, it.code.as_deref()),
        None => written(&name),
    };
    let repeat = it.dosage_instruction.iter().find_map(|it| it.timing.as_ref()?.repeat.as_ref());
    let value = Value::Drug { dose, per_day: repeat.and_then(per_day), since: None };
    let mut fact = fact(ProfileSlot::Medications, concept, value);
    fact.standing = standing;
    Some(fact)
}

pub(super) fn allergy(extractor: &Extractor, it: &AllergyIntolerance) -> Option<Fact> {
    // One that is said to be over is kept too: whether it may be given again is a physician's word.
    if refused(it.verification_status.as_ref()) {
        return None;
    }
    let (name, _) = named(it.code.as_ref())?;
    let lower = name.to_lowercase();
    let name = ["allergy to ", "allergic to "]
        .iter()
        .find_map(|it| lower.strip_prefix(it))
        .map_or(name.as_str(), |rest| &name[name.len() - rest.len()..]);
    let slots = extractor.extract(&format!("allergic to {name}")).ok()?;
    let concept = match slots.allergies.first() {
        Some(it) => Concept::known(&it.name, it.code.as_deref()),
        None => written(name),
    };
    let mut fact = fact(ProfileSlot::Conditions, concept, Value::Plain { since: None });
    fact.standing = Standing::Allergy;
    Some(fact)
}

fn refused(status: Option<&Coded>) -> bool {
    status.is_some_and(|it| it.codes().any(|it| matches!(it, "refuted" | "entered-in-error")))
}

/// Whether a concept is what the name is about, and not a word in it.
fn covers(item: &Item, name: &str) -> bool {
    2 * (item.end - item.start) >= name.chars().count()
}

fn written(name: &str) -> Concept {
    Concept::written(&name.chars().take(LONGEST_NAME).collect::<String>())
}

fn year(date: &str) -> Option<String> {
    date.get(..4).filter(|it| it.bytes().all(|it| it.is_ascii_digit())).map(|it| format!("{it}년"))
}

fn per_day(repeat: &Repeat) -> Option<f64> {
    let days = match repeat.period_unit.as_deref()? {
        "h" => 1.0 / 24.0,
        "d" => 1.0,
        "wk" => 7.0,
        _ => return None,
    };
    let per_day = repeat.frequency? / (repeat.period? * days);
    per_day.is_finite().then(|| (per_day * 100.0).round() / 100.0)
}
