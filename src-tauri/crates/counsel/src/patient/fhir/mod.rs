//! A FHIR R4 bundle of one patient, as Synthea and clinics export it, into facts of a profile.
//!
//! Tolerant: of the five resources that matter (Patient, Condition, MedicationRequest, AllergyIntolerance, Observation) what can be
//! understood is taken, the rest is counted. Bounded: see [`LARGEST`] and [`MOST_ENTRIES`]. Names are looked up in the lexicon by
//! their English words; a disorder or an allergy that it does not know is kept as written.

mod clinical;
mod measures;
mod resource;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Concept, Fact, MemoryRules, Profile, ProfileSlot, Said, Sex, Standing, Value};
use crate::CounselError;
use crate::extract::Extractor;
use measures::{Measures, Observed};
use resource::{Bundle, Coded, Resource};

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
    /// How many entries of each kind were left out: resources of another kind, findings that the lexicon does not know, values in
    /// units nobody expects.
    pub left_out: BTreeMap<String, usize>,
}

impl PatientRecord {
    /// Reads a bundle; `file` is its name in an error, `now` what ages are counted to.
    pub fn read(
        file: &str,
        text: &str,
        extractor: &Extractor,
        now: Timestamp,
    ) -> Result<Self, CounselError> {
        let wrong = |entry: usize, problem: String| CounselError::Bundle {
            file: file.to_owned(),
            entry,
            problem,
        };
        if text.len() > LARGEST {
            return Err(wrong(0, format!("{} bytes, at most {LARGEST} are read", text.len())));
        }
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
        for (at, entry) in bundle.entry.into_iter().enumerate() {
            reading.take(entry.resource).map_err(|problem| wrong(at + 1, problem))?;
        }
        if !reading.has_patient {
            return Err(wrong(0, "there is no Patient in it".to_owned()));
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

/// A bundle while it is read.
struct Reading<'a> {
    extractor: &'a Extractor,
    measures: Measures,
    now: Timestamp,
    has_patient: bool,
    name: String,
    facts: Vec<(Timestamp, Fact)>,
    /// The last state of each condition and drug, by slot and name.
    last: BTreeMap<(ProfileSlot, String), (Timestamp, Fact)>,
    observed: BTreeMap<String, Vec<Observed>>,
    left_out: BTreeMap<String, usize>,
}

impl<'a> Reading<'a> {
    fn new(extractor: &'a Extractor, now: Timestamp) -> Result<Self, CounselError> {
        Ok(Self {
            extractor,
            measures: Measures::shipped(extractor.lexicon())?,
            now,
            has_patient: false,
            name: String::new(),
            facts: Vec::new(),
            last: BTreeMap::new(),
            observed: BTreeMap::new(),
            left_out: BTreeMap::new(),
        })
    }

    fn take(&mut self, resource: Resource) -> Result<(), String> {
        match resource {
            Resource::Patient(_) if self.has_patient => {
                return Err("a second Patient; a bundle is of one".to_owned());
            }
            Resource::Patient(patient) => {
                self.has_patient = true;
                self.patient(&patient)?;
            }
            Resource::Condition(it) => {
                let taken = clinical::condition(self.extractor, &it);
                self.keep_last(taken, it.moment().as_deref(), "Condition")?;
            }
            Resource::MedicationRequest(it) => {
                let taken = clinical::medication(self.extractor, &it);
                self.keep_last(taken, it.authored_on.as_deref(), "MedicationRequest")?;
            }
            Resource::AllergyIntolerance(it) => match clinical::allergy(self.extractor, &it) {
                Some(fact) => {
                    let at = self.moment(it.recorded_date.as_deref())?;
                    self.facts.push((at, fact));
                }
                None => self.leave_out("AllergyIntolerance"),
            },
            Resource::Observation(it) => {
                let at = self.moment(it.effective_date_time.as_deref())?;
                let (observed, strange) = self.measures.observed(&it, at);
                for it in observed {
                    self.observed.entry(it.kind.clone()).or_default().push(it);
                }
                if strange {
                    self.leave_out("Observation");
                }
            }
            Resource::Other(kind) => self.leave_out(&kind),
        }
        Ok(())
    }

    fn patient(&mut self, patient: &resource::Patient) -> Result<(), String> {
        let name = patient.name.iter().find(|it| it.usual()).or(patient.name.first());
        self.name = name.map(resource::HumanName::spoken).unwrap_or_default();
        let mut own = |name: &str, value: Value| {
            self.facts.push((
                self.now,
                fact(ProfileSlot::Demographics, Concept::known(name, None), value),
            ));
        };
        if let Some(born) = &patient.birth_date {
            let born: jiff::civil::Date =
                born.parse().map_err(|_| format!("birthDate {born:?} is no date"))?;
            let today = self.now.to_zoned(TimeZone::UTC).date();
            let lived =
                born.until((jiff::Unit::Month, today)).map_err(|error| error.to_string())?;
            let months = u32::try_from(lived.get_months())
                .map_err(|_| format!("birthDate {born} lies in the future"))?;
            own("age", Value::Age { years: months / 12, months: (months < 36).then_some(months) });
        }
        match patient.gender.as_deref() {
            Some("male") => own("sex", Value::Sex { sex: Sex::Male }),
            Some("female") => own("sex", Value::Sex { sex: Sex::Female }),
            _ => {}
        }
        Ok(())
    }

    /// A record says of each condition and drug how it stands at a moment: the last one counts.
    fn keep_last(
        &mut self,
        taken: Option<Fact>,
        moment: Option<&str>,
        kind: &str,
    ) -> Result<(), String> {
        let Some(fact) = taken else {
            self.leave_out(kind);
            return Ok(());
        };
        let at = self.moment(moment)?;
        let key = (fact.slot, fact.concept.name.clone());
        let known = self.last.get(&key);
        // What is active counts before what ended at the same time.
        let counts = known.is_none_or(|(then, it)| {
            (*then, it.standing == Standing::Active) <= (at, fact.standing == Standing::Active)
        });
        if counts {
            self.last.insert(key, (at, fact));
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

    fn leave_out(&mut self, kind: &str) {
        *self.left_out.entry(kind.to_owned()).or_default() += 1;
    }

    fn finished(mut self) -> PatientRecord {
        self.facts.extend(self.last.into_values());
        for (_, mut values) in self.observed {
            values.sort_by_key(|it| it.at);
            let skip = values.len().saturating_sub(LAST_VALUES);
            self.facts.extend(values.into_iter().skip(skip).map(|it| (it.at, it.fact)));
        }
        self.facts.sort_by_key(|it| it.0);
        PatientRecord { name: self.name, facts: self.facts, left_out: self.left_out }
    }
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
