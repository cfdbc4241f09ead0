//! Reads `rules/memory.toml` and applies it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use simui_clinical::data;
use simui_clinical::data::DataFault;
use toml::Spanned;

use super::earlier_rules::EarlierRules;
use super::{Fact, ProfileItem, ProfileSlot, Value};
use crate::PatientError;

const FILE: &str = "rules/memory.toml";

/// Rates of fading, tolerances of measurements, and reference ranges.
#[derive(Debug, Clone)]
pub struct MemoryRules {
    rates: BTreeMap<String, f64>,
    tolerances: BTreeMap<String, f64>,
    references: BTreeMap<String, (f64, f64)>,
    /// Number of days after which a complaint is left out of the summary.
    pub symptom_days: u32,
    /// Length of a pregnancy in days.
    pub pregnancy_days: u32,
    /// Number of days after which the weight and height of a child are out of date.
    pub growth_days: u32,
    /// How values of earlier turns warn.
    pub(super) earlier: EarlierRules,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    symptom_days: u32,
    pregnancy_days: u32,
    growth_days: u32,
    earlier: Spanned<EarlierRules>,
    rate: Vec<Spanned<Rate>>,
    tolerance: Vec<Spanned<Tolerance>>,
    reference: Vec<Spanned<Reference>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    of: String,
    per_hour: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tolerance {
    of: String,
    within: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    of: String,
    low: f64,
    high: f64,
}

impl MemoryRules {
    /// The rules that come with the program.
    pub fn shipped() -> Result<Self, PatientError> {
        Self::read(FILE, include_str!("../rules/memory.toml"))
    }

    /// Reads a file; `file` is its name in errors.
    pub fn read(file: &str, text: &str) -> Result<Self, PatientError> {
        let read: File = data::parse(file, text)?;
        let fault = |at: usize, problem: String| {
            PatientError::Data(DataFault {
                file: file.to_owned(),
                line: 1 + text.get(..at).map_or(0, |it| it.matches('\n').count()),
                problem,
            })
        };
        let mut rates = BTreeMap::new();
        for row in &read.rate {
            let (at, row) = (row.span().start, row.as_ref());
            let never = matches!(row.of.as_str(), "demographics" | "allergies");
            if !never && !ProfileSlot::ALL.iter().any(|it| it.as_str() == row.of) {
                return Err(fault(at, format!("rate of {:?}: no such kind", row.of)));
            }
            if !row.per_hour.is_finite() || row.per_hour < 0.0 || (never && row.per_hour != 0.0) {
                let problem = format!(
                    "rate of {:?}: {} (allergies and demographics: 0)",
                    row.of, row.per_hour
                );
                return Err(fault(at, problem));
            }
            if rates.insert(row.of.clone(), row.per_hour).is_some() {
                return Err(fault(at, format!("rate of {:?} is there already", row.of)));
            }
        }
        let mut kinds = ProfileSlot::ALL.map(ProfileSlot::as_str).to_vec();
        kinds.push("allergies");
        if let Some(missing) = kinds.iter().find(|it| !rates.contains_key(**it)) {
            return Err(fault(0, format!("there is no rate of {missing:?}")));
        }
        let mut tolerances = BTreeMap::new();
        for row in &read.tolerance {
            let (at, row) = (row.span().start, row.as_ref());
            if !(row.within.is_finite() && row.within >= 0.0) {
                return Err(fault(at, format!("tolerance of {:?}: {}", row.of, row.within)));
            }
            if tolerances.insert(row.of.clone(), row.within).is_some() {
                return Err(fault(at, format!("tolerance of {:?} is there already", row.of)));
            }
        }
        let mut references = BTreeMap::new();
        for row in &read.reference {
            let (at, row) = (row.span().start, row.as_ref());
            if !(row.low.is_finite() && row.high.is_finite() && row.low <= row.high) {
                return Err(fault(
                    at,
                    format!("reference of {:?}: {} to {}", row.of, row.low, row.high),
                ));
            }
            if references.insert(row.of.clone(), (row.low, row.high)).is_some() {
                return Err(fault(at, format!("reference of {:?} is there already", row.of)));
            }
        }
        if let Some(problem) = read.earlier.as_ref().problem() {
            return Err(fault(read.earlier.span().start, problem));
        }
        Ok(Self {
            rates,
            tolerances,
            references,
            symptom_days: read.symptom_days,
            pregnancy_days: read.pregnancy_days,
            growth_days: read.growth_days,
            earlier: read.earlier.into_inner(),
        })
    }

    /// The rate λ at which a fact fades, per hour.
    pub fn rate(&self, fact: &Fact) -> f64 {
        let kind = if fact.is_of_allergy() { "allergies" } else { fact.slot.as_str() };
        self.rates.get(kind).copied().unwrap_or(0.0)
    }

    /// The weight exp(-λ·Δt) of an item, in (0, 1]; 1 at moments before it was stated.
    pub fn weight(&self, item: &ProfileItem, now: Timestamp) -> f64 {
        let hours = now.duration_since(item.since()).as_secs_f64() / 3600.0;
        (-self.rate(&item.fact) * hours.max(0.0)).exp().max(f64::MIN_POSITIVE)
    }

    /// Whether two values of one kind are the same measurement, stated twice.
    pub(super) fn is_same_measurement(&self, kind: &str, a: &Value, b: &Value) -> bool {
        let within = self.tolerances.get(kind).copied().unwrap_or(0.0);
        let near = |a: &Option<f64>, b: &Option<f64>| match (a, b) {
            // In binary, 37.5 and 37.7 differ by slightly more than .2.
            (Some(a), Some(b)) => (a - b).abs() <= within + 1e-9,
            (None, None) => true,
            _ => false,
        };
        match (a, b) {
            (
                Value::Measured { value, upper, comparator, systolic, diastolic, unit, .. },
                Value::Measured {
                    value: v,
                    upper: u,
                    comparator: c,
                    systolic: s,
                    diastolic: d,
                    unit: other,
                    ..
                },
            ) => {
                unit == other
                    && comparator == c
                    && near(value, v)
                    && near(upper, u)
                    && near(systolic, s)
                    && near(diastolic, d)
            }
            _ => false,
        }
    }

    /// Whether a measured value is known to be normal, which no bound is: below 38 ℃ may be too cold.
    pub(super) fn is_normal(&self, kind: &str, value: &Value) -> bool {
        let Value::Measured { value, upper, comparator: None, systolic, diastolic, .. } = value
        else {
            return false;
        };
        let normal = |kind: &str, number: &Option<f64>| {
            let range = self.references.get(kind);
            number.is_none_or(|it| range.is_some_and(|(low, high)| (*low..=*high).contains(&it)))
        };
        normal(kind, value)
            && normal(kind, upper)
            && normal("systolic", systolic)
            && normal("diastolic", diastolic)
    }

    /// The types of measures that the file names.
    #[cfg(test)]
    fn kinds(&self) -> impl Iterator<Item = &String> {
        let earlier = self.earlier.measurands.iter().flatten().chain(&self.earlier.lasting);
        self.tolerances.keys().chain(self.references.keys()).chain(earlier)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use simui_clinical::Lexicon;

    const SHIPPED: &str = include_str!("../rules/memory.toml");

    #[test]
    fn every_type_is_of_the_lexicon() {
        let lexicon = Lexicon::shipped().unwrap();
        for kind in MemoryRules::shipped().unwrap().kinds() {
            assert!(lexicon.has_measure(kind), "{kind}");
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let line = SHIPPED.lines().count() + 1;
        let check = |more: &str, problem: &str| {
            let error = MemoryRules::read("memory.toml", &format!("{SHIPPED}{more}")).unwrap_err();
            let text = error.to_string();
            assert!(text.contains(problem), "{text}");
            assert!(
                text.starts_with(&format!("memory.toml:{line}")),
                "{text} is not of line {line}"
            );
        };
        check("[[rate]]\nof = \"vitals\"\nper_hour = 0.1\n", "there already");
        check("[[rate]]\nof = \"allergies\"\nper_hour = 0.1\n", "allergies and demographics: 0");
        check("[[rate]]\nof = \"moods\"\nper_hour = 0.1\n", "no such kind");
        check("[[tolerance]]\nof = \"spo2\"\nwithin = 1\n", "there already");
        check("[[tolerance]]\nof = \"inr\"\nwithin = -1\n", "tolerance of");
        check("[[reference]]\nof = \"inr\"\nlow = 3\nhigh = 1\n", "3 to 1");
        for (from, to) in [
            ("least_weight = 0.001", "least_weight = 0.0"),
            ("fresh_weight = 0.5", "fresh_weight = 1.5"),
            ("{ago}에 말씀하신 {warning}", "말씀하신 값"),
        ] {
            let changed = MemoryRules::read("memory.toml", &SHIPPED.replace(from, to));
            assert!(changed.unwrap_err().to_string().contains("earlier: "), "{to}");
        }
        let without = SHIPPED.replace("of = \"labs\"", "of = \"vitals\"");
        assert!(MemoryRules::read("memory.toml", &without).is_err());
    }
}
