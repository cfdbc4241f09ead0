//! Reads a FHIR R4 bundle of one patient, as Synthea and clinics export it, into facts of a profile.
//!
//! The resources Patient, Condition, MedicationRequest, MedicationStatement with its Medication,
//! AllergyIntolerance, Observation and FamilyMemberHistory are read. What holds for this patient becomes
//! facts; everything else is left out with a reason and its name ([`Omission`]). The meaning of statuses
//! (`rules/fhir.toml`), measures and units (`rules/loinc.toml`) are data. Size is bounded by [`LARGEST`]
//! and [`MOST_ENTRIES`]. Names are looked up in the lexicon by their English words; a disorder or an
//! allergy that the lexicon lacks is kept as written.

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

use super::{Concept, Fact, MemoryRules, Profile, ProfileSlot, Sex, Standing, TurnTime, Value};
use serde_json::error::Category;

use crate::{BundleFault, PatientError};
use clinical::FactResult;
use codes::Codes;
use measures::{Measures, Observed};
use omission::Omissions;
use reference::{Medications, PatientReferences};
use resource::{Bundle, Coded, Entry, Reference, Resource};
use simui_clinical::Extractor;

/// Greatest size of a bundle in bytes. A whole life in Synthea has a few million.
pub const LARGEST: usize = 64 << 20;
/// Greatest number of entries of a bundle.
pub const MOST_ENTRIES: usize = 100_000;
/// Number of values of each measure that are read, the last ones.
const LAST_VALUES: usize = 5;

/// The contents of a bundle.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientRecord {
    /// Name of the patient, family name first; empty if there is none.
    pub name: String,
    /// The facts, each with its moment, the oldest first.
    pub facts: Vec<(Timestamp, Fact)>,
    /// Number of entries of each kind of resource that were left out, in whole or in part.
    pub left_out: BTreeMap<String, usize>,
    /// The omissions, by kind of resource and reason.
    pub omissions: Vec<Omission>,
}

impl PatientRecord {
    /// Reads a bundle. `file` is its name in errors, and ages are counted to `now`.
    pub fn read(
        file: &str,
        text: &str,
        extractor: &Extractor,
        now: Timestamp,
    ) -> Result<Self, PatientError> {
        let whole = |fault: BundleFault, problem: String| PatientError::Bundle {
            file: file.to_owned(),
            fault,
            entry: 0,
            problem,
        };
        let in_entry = |entry: usize, (fault, problem): EntryFault| PatientError::Bundle {
            file: file.to_owned(),
            fault,
            entry,
            problem,
        };
        if text.len() > LARGEST {
            let problem = format!("{} bytes, at most {LARGEST} are read", text.len());
            return Err(whole(BundleFault::TooLarge, problem));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let bundle: Bundle = serde_json::from_str(text).map_err(|error| {
            let fault = match error.classify() {
                Category::Data => BundleFault::NotBundle,
                Category::Syntax | Category::Eof | Category::Io => BundleFault::NotJson,
            };
            whole(fault, format!("no JSON object of a bundle: {error}"))
        })?;
        if bundle.resource_type != "Bundle" {
            let problem = format!("resourceType is {:?}, not \"Bundle\"", bundle.resource_type);
            return Err(whole(BundleFault::NotBundle, problem));
        }
        if bundle.entry.len() > MOST_ENTRIES {
            let problem =
                format!("{} entries, at most {MOST_ENTRIES} are read", bundle.entry.len());
            return Err(whole(BundleFault::TooLarge, problem));
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
            read.map_err(|fault| in_entry(at + 1, fault))?;
        }
        if !reading.has_patient {
            return Err(whole(BundleFault::NoPatient, "there is no Patient in it".to_owned()));
        }
        for (at, resource) in others {
            reading
                .take(resource)
                .map_err(|problem| in_entry(at + 1, (BundleFault::Entry, problem)))?;
        }
        Ok(reading.finish())
    }

    /// A profile with the facts of the record alone.
    pub fn profile(&self, rules: &MemoryRules) -> Profile {
        let mut profile = Profile::new();
        for (at, fact) in &self.facts {
            profile.take(std::slice::from_ref(fact), TurnTime { turn: 0, at: *at }, rules);
        }
        profile
    }
}

/// What is wrong with an entry, and the problem in words.
type EntryFault = (BundleFault, String);

/// The last state of a condition or a drug.
struct LastState {
    at: Timestamp,
    fact: Fact,
    /// Kind of the resource that says it.
    kind: String,
}

/// A bundle while it is read: first the patient and the drugs that other entries refer to, then the rest.
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
    last: BTreeMap<(ProfileSlot, String), LastState>,
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

    /// Reads a resource other than the patient and drugs.
    fn take(&mut self, resource: Resource) -> Result<(), String> {
        match resource {
            Resource::Condition(it) => {
                if !self.is_of_patient("Condition", it.subject.as_ref(), it.code.as_ref()) {
                    return Ok(());
                }
                let taken = clinical::condition(self.extractor, &self.codes, &it);
                self.keep_last(vec![taken], it.moment().as_deref(), "Condition")
            }
            Resource::MedicationUse(kind, it) => {
                let code = it.medication_codeable_concept.as_ref();
                if !self.is_of_patient(kind, it.subject.as_ref(), code) {
                    return Ok(());
                }
                let (extractor, codes) = (self.extractor, &self.codes);
                let taken = clinical::medication(extractor, codes, &self.medications, kind, &it);
                self.keep_last(taken, it.moment(), kind)
            }
            Resource::AllergyIntolerance(it) => {
                let kind = "AllergyIntolerance";
                if !self.is_of_patient(kind, it.patient.as_ref(), it.code.as_ref()) {
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
                if !self.is_of_patient(kind, it.patient.as_ref(), it.relationship.as_ref()) {
                    return Ok(());
                }
                let at = self.moment(it.date.as_deref())?;
                let (facts, refused) =
                    split_results(family::family(self.extractor, &self.codes, &it));
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
            // Read before the others.
            Resource::Patient(_) | Resource::Medication(_) => Ok(()),
        }
    }

    /// Reads the values of an observation.
    fn observation(&mut self, it: &resource::Observation) -> Result<(), String> {
        let kind = "Observation";
        let persons = std::iter::once(it.subject.as_ref()).chain(it.focus.iter().map(Some));
        if !persons.into_iter().all(|it| self.references.is_patient(it)) {
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

    /// Whether an entry is about the patient. If not, it is left out with its name.
    fn is_of_patient(&mut self, kind: &str, of: Option<&Reference>, code: Option<&Coded>) -> bool {
        let is_patient = self.references.is_patient(of);
        if !is_patient {
            let name = measures::name(code, None);
            self.leave_out(kind, &[(OmissionReason::OtherSubject, name)]);
        }
        is_patient
    }

    /// Reads the patient; a second one is an error.
    fn patient(
        &mut self,
        full_url: Option<&str>,
        it: &resource::Patient,
    ) -> Result<(), EntryFault> {
        if self.has_patient {
            let problem = "a second Patient; a bundle is of one".to_owned();
            return Err((BundleFault::SecondPatient, problem));
        }
        self.has_patient = true;
        self.references = PatientReferences::new(full_url, it);
        let name = it.name.iter().find(|it| it.is_usual()).or(it.name.first());
        self.name = name.map(resource::HumanName::full_name).unwrap_or_default();
        let age = match &it.birth_date {
            Some(born) => {
                Some(birth::age(born, self.now).map_err(|problem| (BundleFault::Entry, problem))?)
            }
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

    /// Adds a demographic fact of the patient.
    fn own(&mut self, name: &str, value: Value) {
        let concept = Concept::known(name, None);
        self.facts.push((self.now, fact(ProfileSlot::Demographics, concept, value)));
    }

    /// Keeps the last state of each condition and drug, since a record has one for each moment.
    fn keep_last(
        &mut self,
        taken: Vec<FactResult>,
        moment: Option<&str>,
        kind: &str,
    ) -> Result<(), String> {
        let (facts, refused) = split_results(taken);
        self.leave_out(kind, &refused);
        if facts.is_empty() {
            return Ok(());
        }
        let at = self.moment(moment)?;
        for fact in facts {
            let key = (fact.slot, fact.concept.name.clone());
            // A known fact precedes a supposition, and an active one precedes one that ended at the same
            // time.
            let rank = |state: &LastState| {
                let standing = state.fact.standing;
                (standing != Standing::Hypothetical, state.at, standing == Standing::Active)
            };
            let state = LastState { at, fact, kind: kind.to_owned() };
            let Some(known) = self.last.get_mut(&key) else {
                self.last.insert(key, state);
                continue;
            };
            let older = match rank(known) <= rank(&state) {
                true => std::mem::replace(known, state),
                false => state,
            };
            self.leave_out(&older.kind, &[(OmissionReason::Superseded, older.fact.concept.name)]);
        }
        Ok(())
    }

    /// The moment of a FHIR date or time, `now` if it is in the future or absent.
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

    /// Counts an entry of which something was left out. Does nothing if `refused` is empty.
    fn leave_out(&mut self, kind: &str, refused: &[(OmissionReason, String)]) {
        if refused.is_empty() {
            return;
        }
        *self.left_out.entry(kind.to_owned()).or_default() += 1;
        for (reason, name) in refused {
            self.omissions.add(kind, *reason, name);
        }
    }

    /// Ends the reading: facts in order of time, with the last values of each measure.
    fn finish(mut self) -> PatientRecord {
        let last = std::mem::take(&mut self.last);
        self.facts.extend(last.into_values().map(|it| (it.at, it.fact)));
        for (_, mut values) in std::mem::take(&mut self.observed) {
            values.sort_by_key(|it| it.at);
            let newest = values.split_off(values.len().saturating_sub(LAST_VALUES));
            for older in values {
                self.leave_out(
                    "Observation",
                    &[(OmissionReason::Superseded, older.name().to_owned())],
                );
            }
            self.facts.extend(newest.into_iter().map(|it| (it.at, it.fact)));
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

/// Splits results into facts and omissions.
fn split_results(taken: Vec<FactResult>) -> (Vec<Fact>, Vec<(OmissionReason, String)>) {
    let (mut facts, mut refused) = (Vec::new(), Vec::new());
    for it in taken {
        match it {
            Ok(fact) => facts.push(fact),
            Err(it) => refused.push(it),
        }
    }
    (facts, refused)
}

/// An active fact of the patient, from a record.
fn fact(slot: ProfileSlot, concept: Concept, value: Value) -> Fact {
    Fact {
        slot,
        concept,
        value,
        standing: Standing::Active,
        experiencer: simui_clinical::PATIENT.to_owned(),
        confidence: 1.0,
        measured_at: None,
    }
}

/// Name and kind of a coded entry; the kind is in brackets: `Diabetes mellitus type 2 (disorder)`.
fn name_and_kind(coded: Option<&Coded>) -> Option<(String, String)> {
    let words = coded?.words()?;
    let words = words.trim();
    match words.strip_suffix(')').and_then(|it| it.rsplit_once(" (")) {
        Some((name, kind)) => Some((name.trim().to_owned(), kind.to_owned())),
        None => Some((words.to_owned(), String::new())),
    }
}
