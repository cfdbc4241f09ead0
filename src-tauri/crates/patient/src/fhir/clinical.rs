//! Reads conditions, drugs and allergies of a bundle.

use simui_clinical::{Extractor, Item, Status};

use super::codes::{Codes, Meaning};
use super::reference::Medications;
use super::resource::{AllergyIntolerance, Coded, Condition, Medication, MedicationUse, Repeat};
use super::{OmissionReason, fact, name_and_kind};
use crate::{Concept, Fact, Pregnancy, ProfileSlot, Standing, Value};

/// SNOMED CT code of a normal pregnancy.
const PREGNANCY: &str = "72892002";
/// Greatest length of a name in characters; longer ones are descriptions and are cut.
const LONGEST_NAME: usize = 120;

/// A fact, or the reason of its omission with the name that the entry has.
pub(super) type FactResult = Result<Fact, (OmissionReason, String)>;

/// The fact of a condition: an illness, a complaint or a pregnancy.
pub(super) fn condition(extractor: &Extractor, codes: &Codes, it: &Condition) -> FactResult {
    let name = it.code.as_ref().and_then(Coded::words).unwrap_or_default();
    let left_out = |reason| (reason, name.to_owned());
    let verified = codes.coded("Condition.verificationStatus", it.verification_status.as_ref());
    let clinical = codes.coded("Condition.clinicalStatus", it.clinical_status.as_ref());
    let mut statuses = [verified, clinical].into_iter().flatten();
    if let Some(reason) = statuses.find_map(Meaning::omission) {
        return Err(left_out(reason));
    }
    let ended = clinical == Some(Meaning::Ended) || it.has_abated();
    let coded = it.code.as_ref().ok_or(left_out(OmissionReason::NoName))?;
    if coded.codes().any(|it| it == PREGNANCY) {
        let state = match verified {
            Some(Meaning::Possible) => Pregnancy::Possible,
            _ => Pregnancy::Yes,
        };
        let value = Value::Pregnancy { state, weeks: None };
        let fact = fact(ProfileSlot::Demographics, Concept::known("pregnancy", None), value);
        // A pregnancy that has ended states nothing about today.
        return (!ended).then_some(fact).ok_or(left_out(OmissionReason::Refuted));
    }
    let (slot, concept, standing) = condition_concept(extractor, codes, coded)?;
    let since = it.onset_date_time.as_deref().and_then(year).filter(|_| !ended);
    let mut fact = fact(slot, concept, Value::Plain { since, course: None });
    fact.standing = match (ended, verified) {
        (true, _) => Standing::Past,
        (_, Some(Meaning::Possible)) => Standing::Hypothetical,
        _ => standing,
    };
    Ok(fact)
}

/// The concept of a condition or complaint by its words, and the standing that the words imply (`history
/// of`).
pub(super) fn condition_concept(
    extractor: &Extractor,
    codes: &Codes,
    coded: &Coded,
) -> Result<(ProfileSlot, Concept, Standing), (OmissionReason, String)> {
    let words = coded.words().unwrap_or_default().to_owned();
    let (name, kind) = name_and_kind(Some(coded)).ok_or((OmissionReason::NoName, words.clone()))?;
    if codes.states_absence(coded) {
        return Err((OmissionReason::SaidAbsent, words));
    }
    let slots = extractor.extract(&name).map_err(|_| (OmissionReason::NoName, words.clone()))?;
    let of = |slot, items: &[Item]| {
        let found = items.iter().find(|it| covers_name(it, &name))?;
        let standing = match found.status {
            Status::Past => Standing::Past,
            Status::Hypothetical => Standing::Hypothetical,
            Status::Active => Standing::Active,
            _ => return Some(Err((OmissionReason::SaidAbsent, words.clone()))),
        };
        Some(Ok((slot, Concept::known(&found.name, found.code.as_deref()), standing)))
    };
    let known = of(ProfileSlot::Conditions, &slots.conditions)
        .or_else(|| of(ProfileSlot::Symptoms, &slots.symptoms));
    match known {
        Some(known) => known,
        // Findings that the lexicon lacks are mostly social.
        None if kind == "finding" || kind == "situation" => {
            Err((OmissionReason::UnknownFinding, words))
        }
        None => Ok((ProfileSlot::Conditions, written(&name), Standing::Active)),
    }
}

/// The drugs of an order or a statement. A combination gives one fact for each part that the lexicon knows.
pub(super) fn medication(
    extractor: &Extractor,
    codes: &Codes,
    medications: &Medications,
    kind: &str,
    it: &MedicationUse,
) -> Vec<FactResult> {
    let status = codes.code(&format!("{kind}.status"), &it.status);
    let intent = it.intent.as_ref().map(|it| codes.code("MedicationRequest.intent", it));
    let names = drug_names(medications, it);
    let display_name = names.as_ref().map_or_else(Clone::clone, |it| it.join(" / "));
    let reason = if it.do_not_perform == Some(true) {
        Some(OmissionReason::DoNotPerform)
    } else {
        status.omission().or_else(|| intent.and_then(Meaning::omission))
    };
    if let Some(reason) = reason {
        return vec![Err((reason, display_name))];
    }
    let names = match names {
        Ok(names) if states_no_drug(codes, it) => {
            return vec![Err((OmissionReason::SaidAbsent, names.join(" / ")))];
        }
        Ok(names) => names,
        Err(display) => return vec![Err((OmissionReason::NoName, display))],
    };
    let per_day = it.repeat().and_then(per_day);
    let mut facts: Vec<Fact> = Vec::new();
    for name in &names {
        let found = extractor.extract(name).map(|it| it.medications).unwrap_or_default();
        let known = found.iter().map(|drug| {
            let dose = drug.dose.as_ref().map(|it| format!("{}{}", it.value, it.unit));
            (Concept::known(&drug.name, drug.code.as_deref()), dose)
        });
        let mut drugs: Vec<_> = known.collect();
        if drugs.is_empty() {
            drugs.push((written(name), None));
        }
        for (concept, dose) in drugs {
            let value = Value::Drug { dose, per_day, since: None };
            let mut fact = fact(ProfileSlot::Medications, concept, value);
            if status == Meaning::Ended {
                fact.standing = Standing::Stopped;
            }
            if !facts.iter().any(|it| it.concept == fact.concept) {
                facts.push(fact);
            }
        }
    }
    facts.into_iter().map(Ok).collect()
}

fn states_no_drug(codes: &Codes, it: &MedicationUse) -> bool {
    it.medication_codeable_concept.as_ref().is_some_and(|it| codes.states_absence(it))
}

/// The names of the drug of an order: of its concept, of the `Medication` that it refers to, or the words
/// of the reference. The error is the text to display for a drug without a name.
fn drug_names(medications: &Medications, it: &MedicationUse) -> Result<Vec<String>, String> {
    let concept = it.medication_codeable_concept.as_ref();
    if let Some((name, _)) = name_and_kind(concept) {
        return Ok(vec![name]);
    }
    let Some(reference) = it.medication_reference.as_ref() else { return Err(String::new()) };
    let target = reference.reference.as_deref().unwrap_or_default();
    let found = medications.find(target, &it.contained);
    let names = found.map(names_of).unwrap_or_default();
    let words = reference.display.iter().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    let names: Vec<String> = if names.is_empty() { words.collect() } else { names };
    if names.is_empty() { Err(target.to_owned()) } else { Ok(names) }
}

/// The names of a `Medication`: its own, or those of its ingredients.
fn names_of(it: &Medication) -> Vec<String> {
    if it.status.as_deref() == Some("entered-in-error") {
        return Vec::new();
    }
    if let Some((name, _)) = name_and_kind(it.code.as_ref()) {
        return vec![name];
    }
    let parts =
        it.ingredient.iter().filter_map(|it| name_and_kind(it.item_codeable_concept.as_ref()));
    parts.map(|it| it.0).collect()
}

/// The fact of an allergy.
pub(super) fn allergy(extractor: &Extractor, codes: &Codes, it: &AllergyIntolerance) -> FactResult {
    let substance = it.reaction.iter().find_map(|it| it.substance.as_ref());
    let coded = it.code.as_ref().filter(|it| !it.is_empty()).or(substance);
    let words = coded.and_then(Coded::words).unwrap_or_default();
    let left_out = |reason| (reason, words.to_owned());
    let verified = "AllergyIntolerance.verificationStatus";
    let verified = codes.coded(verified, it.verification_status.as_ref());
    // An allergy with an unknown status is still reported.
    if let Some(reason @ (OmissionReason::Refuted | OmissionReason::EnteredInError)) =
        verified.and_then(Meaning::omission)
    {
        return Err(left_out(reason));
    }
    let coded = coded.ok_or(left_out(OmissionReason::NoName))?;
    if codes.states_absence(coded) {
        return Err(left_out(OmissionReason::SaidAbsent));
    }
    let (name, _) = name_and_kind(Some(coded)).ok_or(left_out(OmissionReason::NoName))?;
    let lower = name.to_lowercase();
    let name = ["allergy to ", "allergic to "]
        .iter()
        .find_map(|it| lower.strip_prefix(it))
        .and_then(|rest| name.get(name.len() - rest.len()..))
        .unwrap_or(name.as_str());
    let slots = extractor.extract(&format!("allergic to {name}"));
    let slots = slots.map_err(|_| left_out(OmissionReason::NoName))?;
    let mut concept = match slots.allergies.first() {
        Some(it) => Concept::known(&it.name, it.code.as_deref()),
        None => written(name),
    };
    let clinical = codes.coded("AllergyIntolerance.clinicalStatus", it.clinical_status.as_ref());
    let resolved = clinical == Some(Meaning::Ended);
    if resolved {
        // Whether the substance may be given again is for a physician to decide, so the profile keeps a
        // past allergy.
        concept = written(&format!("{} 알레르기", concept.name));
    }
    let mut fact =
        fact(ProfileSlot::Conditions, concept, Value::Plain { since: None, course: None });
    fact.standing = if resolved { Standing::Past } else { Standing::Allergy };
    Ok(fact)
}

/// Whether a concept spans at least half of the name, rather than a word in it.
fn covers_name(item: &Item, name: &str) -> bool {
    2 * (item.end - item.start) >= name.chars().count()
}

/// A concept with a free name of bounded length.
fn written(name: &str) -> Concept {
    Concept::written(&name.chars().take(LONGEST_NAME).collect::<String>())
}

/// The year of a FHIR date, as the profile writes it: `2015년`.
fn year(date: &str) -> Option<String> {
    date.get(..4).filter(|it| it.bytes().all(|it| it.is_ascii_digit())).map(|it| format!("{it}년"))
}

/// Times a day of a coded timing, rounded to hundredths.
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
