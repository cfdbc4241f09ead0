//! A FHIR R4 bundle of one patient, as Synthea and clinics export it, into facts of a profile.
//!
//! Of the resources that are read (Patient, Condition, MedicationRequest, MedicationStatement with its Medication,
//! AllergyIntolerance, Observation, FamilyMemberHistory) what holds for this patient is taken; everything else is left out with a
//! reason and its name ([`Omission`]). What a status says is data (`rules/fhir.toml`), as are measures and units
//! (`rules/loinc.toml`). Bounded: see [`LARGEST`] and [`MOST_ENTRIES`]. Names are looked up in the lexicon by their English
//! words; a disorder or an allergy that it does not know is kept as written.

mod birth;
mod clinical;
mod codes;
mod family;
mod measures;
mod omission;
mod reference;
mod resource;
mod units;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

pub use omission::{Omission, OmissionReason};

use super::{Concept, Fact, MemoryRules, Profile, ProfileSlot, Said, Sex, Standing, Value};
use crate::PatientError;
use clinical::Taken;
use codes::Codes;
use measures::{Measures, Observed};
use omission::Omissions;
use reference::{Medications, PatientReferences};
use resource::{Bundle, Coded, Entry, Reference, Resource};
use simui_clinical::Extractor;

/// In bytes. A patient's whole life in Synthea is a few million.
pub const LARGEST: usize = 64 << 20;
/// Entries of a bundle.
pub const MOST_ENTRIES: usize = 100_000;
/// Of each measure so many values are taken, the last ones.
const LAST_VALUES: usize = 5;

/// What a bundle says.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientRecord {
    /// The name in it, family name first; empty where there is none.
    pub name: String,
    /// What it says, each with its moment, the oldest first.
    pub facts: Vec<(Timestamp, Fact)>,
    /// How many entries of each kind were left out, in whole or in part.
    pub left_out: BTreeMap<String, usize>,
    /// What was left out and why, by kind and reason.
    pub omissions: Vec<Omission>,
}

impl PatientRecord {
    /// Reads a bundle; `file` is its name in an error, `now` what ages are counted to.
    pub fn read(
        file: &str,
        text: &str,
        extractor: &Extractor,
        now: Timestamp,
    ) -> Result<Self, PatientError> {
        let wrong = |entry: usize, problem: String| PatientError::Bundle {
            file: file.to_owned(),
            entry,
            problem,
        };
        if text.len() > LARGEST {
            return Err(wrong(0, format!("{} bytes, at most {LARGEST} are read", text.len())));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let bundle: Bundle = serde_json::from_str(text)
            .map_err(|error| wrong(0, format!("no JSON object of a bundle: {error}")))?;
        if bundle.resource_type != "Bundle" {
            return Err(wrong(
                0,
                format!("resourceType is {:?}, not \"Bundle\"", bundle.resource_type),
            ));
        }
        if bundle.entry.len() > MOST_ENTRIES {
            return Err(wrong(
                0,
                format!("{} entries, at most {MOST_ENTRIES} are read", bundle.entry.len()),
            ));
        }
        let mut reading = Reading::new(extractor, now)?;
        let mut others = Vec::new();
        for (at, Entry { full_url, resource }) in bundle.entry.into_iter().enumerate() {
            let full_url = full_url.as_deref();
            let read = match resource {
                Resource::Patient(it) => reading.patient(full_url, &it),
                Resource::Medication(it) => {
                    reading.medications.add(full_url, it);
                    Ok(())
                }
                it => {
                    others.push((at, it));
                    Ok(())
                }
            };
            read.map_err(|problem| wrong(at + 1, problem))?;
        }
        if !reading.has_patient {
            return Err(wrong(0, "there is no Patient in it".to_owned()));
        }
        for (at, resource) in others {
            reading.take(resource).map_err(|problem| wrong(at + 1, problem))?;
        }
        Ok(reading.finished())
    }

    /// The profile of the record alone.
    pub fn profile(&self, rules: &MemoryRules) -> Profile {
        let mut profile = Profile::new();
        for (at, fact) in &self.facts {
            profile.take(std::slice::from_ref(fact), Said { turn: 0, at: *at }, rules);
        }
        profile
    }
}

/// A bundle while it is read: first the patient and the drugs that others refer to, then the rest.
struct Reading<'a> {
    extractor: &'a Extractor,
    codes: Codes,
    measures: Measures,
    now: Timestamp,
    has_patient: bool,
    references: PatientReferences,
    medications: Medications,
    name: String,
    facts: Vec<(Timestamp, Fact)>,
    /// The last state of each condition and drug, by slot and name.
    last: BTreeMap<(ProfileSlot, String), (Timestamp, Fact)>,
    observed: BTreeMap<String, Vec<Observed>>,
    left_out: BTreeMap<String, usize>,
    omissions: Omissions,
}

impl<'a> Reading<'a> {
    fn new(extractor: &'a Extractor, now: Timestamp) -> Result<Self, PatientError> {
        Ok(Self {
            extractor,
            codes: Codes::shipped()?,
            measures: Measures::shipped(extractor.lexicon())?,
            now,
            has_patient: false,
            references: PatientReferences::default(),
            medications: Medications::default(),
            name: String::new(),
            facts: Vec::new(),
            last: BTreeMap::new(),
            observed: BTreeMap::new(),
            left_out: BTreeMap::new(),
            omissions: Omissions::default(),
        })
    }

    fn take(&mut self, resource: Resource) -> Result<(), String> {
        match resource {
            Resource::Condition(it) => {
                if !self.is_theirs("Condition", it.subject.as_ref(), it.code.as_ref()) {
                    return Ok(());
                }
                let taken = clinical::condition(self.extractor, &self.codes, &it);
                self.keep_last(vec![taken], it.moment().as_deref(), "Condition")
            }
            Resource::Medicated(kind, it) => {
                let code = it.medication_codeable_concept.as_ref();
                if !self.is_theirs(kind, it.subject.as_ref(), code) {
                    return Ok(());
                }
                let (extractor, codes) = (self.extractor, &self.codes);
                let taken = clinical::medication(extractor, codes, &self.medications, kind, &it);
                self.keep_last(taken, it.moment(), kind)
            }
            Resource::AllergyIntolerance(it) => {
                let kind = "AllergyIntolerance";
                if !self.is_theirs(kind, it.patient.as_ref(), it.code.as_ref()) {
                    return Ok(());
                }
                match clinical::allergy(self.extractor, &self.codes, &it) {
                    Ok(fact) => {
                        let at = self.moment(it.recorded_date.as_deref())?;
                        self.facts.push((at, fact));
                    }
                    Err((reason, name)) => self.leave_out(kind, &[(reason, name)]),
                }
                Ok(())
            }
            Resource::FamilyMemberHistory(it) => {
                let kind = "FamilyMemberHistory";
                if !self.is_theirs(kind, it.patient.as_ref(), it.relationship.as_ref()) {
                    return Ok(());
                }
                let at = self.moment(it.date.as_deref())?;
                let (facts, refused) = parted(family::family(self.extractor, &self.codes, &it));
                self.facts.extend(facts.into_iter().map(|it| (at, it)));
                self.leave_out(kind, &refused);
                Ok(())
            }
            Resource::Observation(it) => self.observation(&it),
            Resource::Other(kind) => {
                self.leave_out(&kind, &[(OmissionReason::UnsupportedResource, String::new())]);
                Ok(())
            }
            Resource::Malformed(kind) => {
                self.leave_out(&kind, &[(OmissionReason::Malformed, String::new())]);
                Ok(())
            }
            // Taken before the others.
            Resource::Patient(_) | Resource::Medication(_) => Ok(()),
        }
    }

    fn observation(&mut self, it: &resource::Observation) -> Result<(), String> {
        let kind = "Observation";
        let theirs = std::iter::once(it.subject.as_ref()).chain(it.focus.iter().map(Some));
        if !theirs.into_iter().all(|it| self.references.are(it)) {
            let name = measures::name(it.code.as_ref(), None);
            self.leave_out(kind, &[(OmissionReason::OtherSubject, name)]);
            return Ok(());
        }
        if let Some(reason) = self.codes.code("Observation.status", &it.status).omission() {
            let name = measures::name(it.code.as_ref(), it.value_quantity.as_ref());
            self.leave_out(kind, &[(reason, name)]);
            return Ok(());
        }
        let at = self.moment(it.moment())?;
        let (observed, refused) = self.measures.observed(it, at);
        for it in observed {
            self.observed.entry(it.kind.clone()).or_default().push(it);
        }
        self.leave_out(kind, &refused);
        Ok(())
    }

    /// Whether an entry is the patient's; one that is not is left out with its name.
    fn is_theirs(&mut self, kind: &str, of: Option<&Reference>, code: Option<&Coded>) -> bool {
        let theirs = self.references.are(of);
        if !theirs {
            let name = measures::name(code, None);
            self.leave_out(kind, &[(OmissionReason::OtherSubject, name)]);
        }
        theirs
    }

    fn patient(&mut self, full_url: Option<&str>, it: &resource::Patient) -> Result<(), String> {
        if self.has_patient {
            return Err("a second Patient; a bundle is of one".to_owned());
        }
        self.has_patient = true;
        self.references = PatientReferences::new(full_url, it);
        let name = it.name.iter().find(|it| it.usual()).or(it.name.first());
        self.name = name.map(resource::HumanName::spoken).unwrap_or_default();
        let age = match &it.birth_date {
            Some(born) => Some(birth::age(born, self.now)?),
            None => None,
        };
        if it.deceased_boolean == Some(true) || it.deceased_date_time.is_some() {
            let died = it.deceased_date_time.clone().unwrap_or_default();
            let name = format!("사망 {died}");
            self.leave_out("Patient", &[(OmissionReason::Deceased, name)]);
        } else if let Some(age) = age {
            self.own("age", age);
        }
        match it.gender.as_deref() {
            Some("male") => self.own("sex", Value::Sex { sex: Sex::Male }),
            Some("female") => self.own("sex", Value::Sex { sex: Sex::Female }),
            _ => {}
        }
        Ok(())
    }

    fn own(&mut self, name: &str, value: Value) {
        let concept = Concept::known(name, None);
        self.facts.push((self.now, fact(ProfileSlot::Demographics, concept, value)));
    }

    /// A record says of each condition and drug how it stands at a moment: the last one counts.
    fn keep_last(
        &mut self,
        taken: Vec<Taken>,
        moment: Option<&str>,
        kind: &str,
    ) -> Result<(), String> {
        let (facts, refused) = parted(taken);
        self.leave_out(kind, &refused);
        if facts.is_empty() {
            return Ok(());
        }
        let at = self.moment(moment)?;
        for fact in facts {
            let key = (fact.slot, fact.concept.name.clone());
            // A supposition gives way to whatever is known; what is active counts before what ended at the same time.
            let rank = |at: Timestamp, it: &Fact| {
                (it.standing != Standing::Hypothetical, at, it.standing == Standing::Active)
            };
            let known = self.last.get(&key);
            if known.is_none_or(|(then, it)| rank(*then, it) <= rank(at, &fact)) {
                self.last.insert(key, (at, fact));
            }
        }
        Ok(())
    }

    /// A FHIR date or time; a moment that has not come yet is now.
    fn moment(&self, text: Option<&str>) -> Result<Timestamp, String> {
        let Some(text) = text else { return Ok(self.now) };
        let day = match text.len() {
            4 => format!("{text}-07-01"),
            7 => format!("{text}-15"),
            _ => text.to_owned(),
        };
        let at = match day.parse::<Timestamp>() {
            Ok(at) => at,
            Err(_) => {
                let date: jiff::civil::Date =
                    day.parse().map_err(|_| format!("{text:?} is no date or time"))?;
                let noon = date.at(12, 0, 0, 0).to_zoned(TimeZone::UTC);
                noon.map_err(|error| error.to_string())?.timestamp()
            }
        };
        Ok(at.min(self.now))
    }

    /// Counts an entry of which something was left out; nothing for an entry of which nothing was.
    fn leave_out(&mut self, kind: &str, refused: &[(OmissionReason, String)]) {
        if refused.is_empty() {
            return;
        }
        *self.left_out.entry(kind.to_owned()).or_default() += 1;
        for (reason, name) in refused {
            self.omissions.add(kind, *reason, name);
        }
    }

    fn finished(mut self) -> PatientRecord {
        self.facts.extend(self.last.into_values());
        for (_, mut values) in self.observed {
            values.sort_by_key(|it| it.at);
            let skip = values.len().saturating_sub(LAST_VALUES);
            self.facts.extend(values.into_iter().skip(skip).map(|it| (it.at, it.fact)));
        }
        self.facts.sort_by_key(|it| it.0);
        PatientRecord {
            name: self.name,
            facts: self.facts,
            left_out: self.left_out,
            omissions: self.omissions.finish(),
        }
    }
}

/// Facts, and what was refused.
fn parted(taken: Vec<Taken>) -> (Vec<Fact>, Vec<(OmissionReason, String)>) {
    let (mut facts, mut refused) = (Vec::new(), Vec::new());
    for it in taken {
        match it {
            Ok(fact) => facts.push(fact),
            Err(it) => refused.push(it),
        }
    }
    (facts, refused)
}

/// A record's word about the patient.
fn fact(slot: ProfileSlot, concept: Concept, value: Value) -> Fact {
    Fact {
        slot,
        concept,
        value,
        standing: Standing::Active,
        experiencer: super::said::PATIENT.to_owned(),
        confidence: 1.0,
        measured_at: None,
    }
}

/// `Diabetes mellitus type 2 (disorder)` → the name, and the kind in brackets.
fn named(coded: Option<&Coded>) -> Option<(String, String)> {
    let words = coded?.words()?;
    let words = words.trim();
    match words.strip_suffix(')').and_then(|it| it.rsplit_once(" (")) {
        Some((name, kind)) => Some((name.trim().to_owned(), kind.to_owned())),
        None => Some((words.to_owned(), String::new())),
    }
}
