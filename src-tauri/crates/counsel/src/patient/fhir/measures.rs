//! Measured values by LOINC: `rules/patient/loinc.toml`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use toml::Spanned;

use super::fact;
use super::resource::{Coded, Observation, Quantity};
use crate::extract::Lexicon;
use crate::patient::{Concept, Fact, ProfileSlot, Value};
use crate::{CounselError, data};

const FILE: &str = "rules/patient/loinc.toml";

/// A value that was taken.
pub(super) struct Observed {
    pub kind: String,
    pub at: Timestamp,
    pub fact: Fact,
}

/// Which codes are which measures.
pub(super) struct Measures {
    by_code: BTreeMap<String, Known>,
}

#[derive(Clone)]
struct Known {
    kind: String,
    /// Slot, Korean name, unit, and what a living person can have.
    measure: (ProfileSlot, String, String, f64, f64),
    units: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    measure: Vec<Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    of: String,
    codes: Vec<String>,
    units: BTreeMap<String, f64>,
}

impl Measures {
    pub fn shipped(lexicon: &Lexicon) -> Result<Self, CounselError> {
        Self::read(FILE, include_str!("../../../rules/patient/loinc.toml"), lexicon)
    }

    fn read(file: &str, text: &str, lexicon: &Lexicon) -> Result<Self, CounselError> {
        let read: File = data::parse(file, text)?;
        let mut by_code = BTreeMap::new();
        for row in &read.measure {
            let (at, row) = (row.span().start, row.as_ref());
            let wrong = |problem: String| CounselError::Data {
                file: file.to_owned(),
                line: 1 + text.get(..at).map_or(0, |it| it.matches('\n').count()),
                problem,
            };
            let measure = lexicon.measures.iter().find(|it| it.kind == row.of);
            let measure = measure
                .map(|it| {
                    let slot = if it.vital { ProfileSlot::Vitals } else { ProfileSlot::Labs };
                    (slot, it.name.clone(), it.unit.clone(), it.low, it.high)
                })
                .ok_or_else(|| wrong(format!("{:?} is no type of lexicon/measures.tsv", row.of)))?;
            for code in &row.codes {
                let known = Known {
                    kind: row.of.clone(),
                    measure: measure.clone(),
                    units: row.units.clone(),
                };
                if by_code.insert(code.clone(), known).is_some() {
                    return Err(wrong(format!("code {code} is there already")));
                }
            }
        }
        Ok(Self { by_code })
    }

    /// The values of an observation, and whether something of it that is known could not be taken.
    pub fn observed(&self, it: &Observation, at: Timestamp) -> (Vec<Observed>, bool) {
        if matches!(it.status.as_str(), "entered-in-error" | "cancelled") {
            return (Vec::new(), true);
        }
        let own = (it.code.as_ref(), it.value_quantity.as_ref());
        let parts = it.component.iter().map(|it| (it.code.as_ref(), it.value_quantity.as_ref()));
        let (mut pressure, mut observed, mut strange) = ((None, None), Vec::new(), false);
        for (code, quantity) in std::iter::once(own).chain(parts) {
            let (Some(code), Some(quantity)) = (code, quantity) else { continue };
            match self.value(code, quantity) {
                Some((known, value)) => match known.kind.as_str() {
                    "systolic" => pressure.0 = Some(value),
                    "diastolic" => pressure.1 = Some(value),
                    _ => observed.push(single(known, value, at)),
                },
                None => strange = true,
            }
        }
        if let (systolic @ Some(_), diastolic) | (systolic, diastolic @ Some(_)) = pressure {
            observed.push(blood_pressure(systolic, diastolic, at));
        }
        // An answer to a questionnaire is no measurement.
        (observed, strange || it.value_codeable_concept.is_some())
    }

    /// A value that a living person can have, in the unit of its measure.
    fn value(&self, code: &Coded, quantity: &Quantity) -> Option<(&Known, f64)> {
        let known = code.codes().find_map(|it| self.by_code.get(it))?;
        let unit = quantity.code.as_deref().or(quantity.unit.as_deref()).unwrap_or("");
        let value = quantity.value? * known.units.get(unit)?;
        let (.., low, high) = known.measure;
        let value = (value * 100.0).round() / 100.0;
        (low..=high).contains(&value).then_some((known, value))
    }
}

fn single(known: &Known, value: f64, at: Timestamp) -> Observed {
    let (slot, name, unit, ..) = known.measure.clone();
    let value = Value::Measured {
        name,
        value: Some(value),
        upper: None,
        systolic: None,
        diastolic: None,
        unit,
    };
    observed(slot, &known.kind, value, at)
}

fn blood_pressure(systolic: Option<f64>, diastolic: Option<f64>, at: Timestamp) -> Observed {
    let value = Value::Measured {
        name: "혈압".to_owned(),
        value: None,
        upper: None,
        systolic,
        diastolic,
        unit: "mmHg".to_owned(),
    };
    observed(ProfileSlot::Vitals, "blood_pressure", value, at)
}

fn observed(slot: ProfileSlot, kind: &str, value: Value, at: Timestamp) -> Observed {
    let mut fact = fact(slot, Concept::known(kind, None), value);
    fact.measured_at = Some(at);
    Observed { kind: kind.to_owned(), at, fact }
}
