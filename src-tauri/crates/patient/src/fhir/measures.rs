//! Reads measured values by their LOINC codes, with `rules/loinc.toml`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use simui_clinical::data;
use simui_clinical::data::DataFault;
use simui_clinical::{Comparator, Lexicon};
use toml::Spanned;

use super::resource::{Coded, Observation, Quantity};
use super::units::{Conversion, MeasureUnits, Spelling, Units};
use super::{OmissionReason, fact};
use crate::PatientError;
use crate::{Concept, Fact, ProfileSlot, Value};

const FILE: &str = "rules/loinc.toml";

/// A value that was read.
pub(super) struct Observed {
    pub kind: String,
    pub at: Timestamp,
    pub fact: Fact,
}

impl Observed {
    /// Korean name of the measurement.
    pub fn name(&self) -> &str {
        match &self.fact.value {
            Value::Measured { name, .. } => name,
            _ => &self.kind,
        }
    }
}

/// Why a value was left out, and the name that the entry has.
pub(super) type Refused = (OmissionReason, String);

/// The measures by LOINC code, and the conversion of units.
pub(super) struct Measures {
    by_code: BTreeMap<String, Known>,
    units: Units,
}

/// The measure of a LOINC code.
#[derive(Clone)]
struct Known {
    kind: String,
    /// Slot, Korean name, unit, and least and greatest plausible value.
    measure: (ProfileSlot, String, String, f64, f64),
    units: MeasureUnits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    spelling: Spanned<Vec<Spelling>>,
    conversion: Vec<Conversion>,
    measure: Vec<Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    of: String,
    codes: Vec<String>,
    unit: String,
    #[serde(default)]
    units: BTreeMap<String, f64>,
    #[serde(default)]
    source: String,
}

impl Measures {
    pub fn shipped(lexicon: &Lexicon) -> Result<Self, PatientError> {
        Self::read(FILE, include_str!("../../rules/loinc.toml"), lexicon)
    }

    fn read(file: &str, text: &str, lexicon: &Lexicon) -> Result<Self, PatientError> {
        let read: File = data::parse(file, text)?;
        let fault = |at: usize, problem: String| {
            PatientError::Data(DataFault {
                file: file.to_owned(),
                line: 1 + text.get(..at).map_or(0, |it| it.matches('\n').count()),
                problem,
            })
        };
        let tables = read.spelling.span().start;
        let units = Units::new(read.spelling.into_inner(), read.conversion)
            .map_err(|problem| fault(tables, problem))?;
        let mut by_code = BTreeMap::new();
        for row in &read.measure {
            let (at, row) = (row.span().start, row.as_ref());
            let measure = lexicon.measure_of(&row.of);
            let measure = measure
                .map(|measure| {
                    let slot = if measure.vital { ProfileSlot::Vitals } else { ProfileSlot::Labs };
                    (slot, measure.name.clone(), measure.unit.clone(), measure.low, measure.high)
                })
                .ok_or_else(|| {
                    fault(at, format!("{:?} is no type of lexicon/measures.tsv", row.of))
                })?;
            if row.units.is_empty() != row.source.trim().is_empty() {
                return Err(fault(at, "`units` and `source` go together".to_owned()));
            }
            for code in &row.codes {
                let known = Known {
                    kind: row.of.clone(),
                    measure: measure.clone(),
                    units: MeasureUnits::new(&row.unit, &row.units),
                };
                if by_code.insert(code.clone(), known).is_some() {
                    return Err(fault(at, format!("code {code} is there already")));
                }
            }
        }
        Ok(Self { by_code, units })
    }

    /// The values of an observation, and those that were left out.
    pub fn observed(&self, it: &Observation, at: Timestamp) -> (Vec<Observed>, Vec<Refused>) {
        let own = (it.code.as_ref(), it.value_quantity.as_ref());
        let parts = it.component.iter().map(|it| (it.code.as_ref(), it.value_quantity.as_ref()));
        let (mut pressure, mut observed, mut refused) = ((None, None), Vec::new(), Vec::new());
        for (index, (code, quantity)) in std::iter::once(own).chain(parts).enumerate() {
            // The values of a panel are in its components.
            if index == 0 && quantity.is_none() && !it.component.is_empty() {
                continue;
            }
            match self.value(code, quantity) {
                Ok((known, value, comparator)) => match (known.kind.as_str(), comparator) {
                    ("systolic", None) => pressure.0 = Some(value),
                    ("diastolic", None) => pressure.1 = Some(value),
                    // A pressure has one comparator for two values.
                    ("systolic" | "diastolic", Some(_)) => {
                        refused.push((OmissionReason::Bound, name(code, quantity)));
                    }
                    _ => observed.push(single(known, value, comparator, at)),
                },
                Err(reason) => refused.push((reason, name(code, quantity))),
            }
        }
        if let (systolic @ Some(_), diastolic) | (systolic, diastolic @ Some(_)) = pressure {
            observed.push(blood_pressure(systolic, diastolic, at));
        }
        (observed, refused)
    }

    /// The value in the unit of its measure, if a living person can have it.
    fn value(
        &self,
        code: Option<&Coded>,
        quantity: Option<&Quantity>,
    ) -> Result<(&Known, f64, Option<Comparator>), OmissionReason> {
        let known = code.and_then(|it| it.codes().find_map(|it| self.by_code.get(it)));
        let known = known.ok_or(OmissionReason::UnknownMeasure)?;
        let quantity = quantity.ok_or(OmissionReason::NoNumber)?;
        let (value, comparator) = self.units.convert(&known.units, quantity)?;
        let (.., low, high) = known.measure;
        let is_plausible = (low..=high).contains(&value);
        is_plausible.then_some((known, value, comparator)).ok_or(OmissionReason::NotPlausible)
    }
}

/// Name and value of an entry: `Glucose: > 60 mg/dL`. An entry without words is named by its code.
pub(super) fn name(code: Option<&Coded>, quantity: Option<&Quantity>) -> String {
    let label = code.and_then(|it| it.words().or_else(|| it.codes().next())).unwrap_or_default();
    let Some(quantity) = quantity else { return label.to_owned() };
    let number = quantity.value.map(|it| it.to_string());
    let unit = quantity.unit.as_deref().or(quantity.code.as_deref()).map(str::to_owned);
    let parts = [quantity.comparator.clone(), number, unit].into_iter().flatten();
    let value = parts.collect::<Vec<_>>().join(" ");
    if value.is_empty() { label.to_owned() } else { format!("{label}: {value}") }
}

/// A value of one number.
fn single(known: &Known, value: f64, comparator: Option<Comparator>, at: Timestamp) -> Observed {
    let (slot, name, unit, ..) = known.measure.clone();
    let value = Value::Measured {
        name,
        value: Some(value),
        upper: None,
        comparator,
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
        comparator: None,
        systolic,
        diastolic,
        unit: "mmHg".to_owned(),
    };
    observed(ProfileSlot::Vitals, "blood_pressure", value, at)
}

/// A value with the time of its measurement.
fn observed(slot: ProfileSlot, kind: &str, value: Value, at: Timestamp) -> Observed {
    let mut fact = fact(slot, Concept::known(kind, None), value);
    fact.measured_at = Some(at);
    Observed { kind: kind.to_owned(), at, fact }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    /// Checks the value that is read, or the reason of its omission.
    fn check(
        measures: &Measures,
        code: &str,
        quantity: &str,
        expected: Result<f64, OmissionReason>,
    ) {
        let coded: Coded =
            serde_json::from_str(&format!(r#"{{"coding":[{{"code":"{code}"}}]}}"#)).unwrap();
        let quantity: Quantity = serde_json::from_str(quantity).unwrap();
        let value = measures.value(Some(&coded), Some(&quantity));
        let value = value.map(|(_, value, comparator)| {
            assert_eq!(comparator.map(Comparator::sign), quantity.comparator.as_deref());
            value
        });
        assert_eq!(value, expected, "{code} {:?} {:?}", quantity.value, quantity.unit);
    }

    #[test]
    fn values_are_converted_or_left_out_with_a_reason() {
        let measures = Measures::shipped(&Lexicon::shipped().unwrap()).unwrap();
        let check =
            |code: &str, quantity: &str, expected| check(&measures, code, quantity, expected);
        check("2339-0", r#"{"value":7.2,"unit":"mmol/L"}"#, Ok(129.71));
        check("15074-8", r#"{"value":7.2,"code":"mmol/L"}"#, Ok(129.71));
        check("29463-7", r#"{"value":150,"unit":"lbs"}"#, Ok(68.04));
        check("8302-2", r#"{"value":70,"code":"[in_i]"}"#, Ok(177.8));
        check("8310-5", r#"{"value":100.4,"unit":"F","code":"[degF]"}"#, Ok(38.0));
        check("8310-5", r#"{"value":38.1,"unit":"℃"}"#, Ok(38.1));
        check("8480-6", r#"{"value":18.4,"code":"kPa"}"#, Ok(138.01));
        check("2160-0", r#"{"value":97,"unit":"µmol/L"}"#, Ok(1.1));
        check("4548-4", r#"{"value":53,"code":"mmol/mol"}"#, Ok(7.0));
        check("718-7", r#"{"value":135,"code":"g/L"}"#, Ok(13.5));
        check("6690-2", r#"{"value":6.1,"unit":"10^9/L"}"#, Ok(6100.0));
        check("1742-6", r#"{"value":0.5,"unit":"µkat/L"}"#, Ok(30.0));
        check("6301-6", r#"{"value":2.4}"#, Ok(2.4));
        check("2339-0", r#"{"value":25}"#, Err(OmissionReason::NoUnit));
        check(
            "2339-0",
            r#"{"value":110,"unit":"mg/dL","code":"mmol/L"}"#,
            Err(OmissionReason::UnknownUnit),
        );
        check("2823-3", r#"{"value":4,"unit":"kPa"}"#, Err(OmissionReason::UnknownUnit));
        check("33914-3", r#"{"value":90,"comparator":">","unit":"mL/min"}"#, Ok(90.0));
        check(
            "2339-0",
            r#"{"value":20,"comparator":"ad","unit":"mg/dL"}"#,
            Err(OmissionReason::Bound),
        );
        check("29463-7", r#"{"value":-1,"unit":"kg"}"#, Err(OmissionReason::NotPlausible));
        check("29463-7", r#"{"unit":"kg"}"#, Err(OmissionReason::NoNumber));
        check("0-0", r#"{"value":1,"unit":"kg"}"#, Err(OmissionReason::UnknownMeasure));
    }

    #[test]
    fn a_factor_without_its_source_is_refused() {
        let lexicon = Lexicon::shipped().unwrap();
        let shipped = include_str!("../../rules/loinc.toml");
        let row = "\n[[measure]]\nof = \"waist\"\ncodes = [\"1-1\"]\nunit = \"cm\"\nunits = { \"span\" = 22.86 }\n";
        let error =
            Measures::read("loinc.toml", &format!("{shipped}{row}"), &lexicon).err().unwrap();
        assert!(error.to_string().contains("go together"), "{error}");
    }
}
