//! Converts units of imported values by `spelling` and `conversion` of `rules/loinc.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use simui_clinical::Comparator;

use super::OmissionReason;
use super::resource::Quantity;

/// The spellings of a UCUM unit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spelling {
    of: String,
    #[serde(rename = "as")]
    written: Vec<String>,
}

/// A linear conversion between two units of one quantity.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conversion {
    from: String,
    to: String,
    factor: f64,
    offset: f64,
    source: String,
}

/// The conversion `value` × `factor` + `offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Linear {
    factor: f64,
    offset: f64,
}

/// The tables of spellings and conversions; units are folded.
#[derive(Debug, Default)]
pub(super) struct Units {
    spelling: BTreeMap<String, String>,
    conversion: BTreeMap<(String, String), Linear>,
}

/// The units in which one measure may be given.
#[derive(Debug, Clone)]
pub(super) struct MeasureUnits {
    /// Folded UCUM unit of the measure.
    own: String,
    /// Factors of folded units that apply to this measure only.
    special: BTreeMap<String, f64>,
}

impl MeasureUnits {
    pub fn new(own: &str, special: &BTreeMap<String, f64>) -> Self {
        let special = special.iter().map(|(unit, factor)| (fold(unit), *factor)).collect();
        Self { own: fold(own), special }
    }
}

impl Units {
    /// Checks the tables; the error names the row and its fault.
    pub fn new(spellings: Vec<Spelling>, conversions: Vec<Conversion>) -> Result<Self, String> {
        let mut units = Self::default();
        for Spelling { of, written } in spellings {
            for name in written {
                let (name, of) = (fold(&name), fold(&of));
                let known = units.spelling.insert(name.clone(), of.clone());
                if known.is_some_and(|it| it != of) {
                    return Err(format!("spelling {name:?} of {of:?} is another unit's already"));
                }
            }
        }
        for Conversion { from, to, factor, offset, source } in conversions {
            if source.trim().is_empty() || !factor.is_finite() || factor <= 0.0 {
                return Err(format!("conversion of {from:?} to {to:?} lacks a factor or a source"));
            }
            let key = (fold(&from), fold(&to));
            if units.conversion.insert(key, Linear { factor, offset }).is_some() {
                return Err(format!("conversion of {from:?} to {to:?} is there already"));
            }
        }
        Ok(units)
    }

    /// The quantity in the unit of a measure, rounded to hundredths, with its comparator, or why it cannot be
    /// converted.
    pub fn convert(
        &self,
        of: &MeasureUnits,
        it: &Quantity,
    ) -> Result<(f64, Option<Comparator>), OmissionReason> {
        let value = it.value.ok_or(OmissionReason::NoNumber)?;
        let comparator = it
            .comparator
            .as_deref()
            .map(|it| Comparator::of_sign(it).ok_or(OmissionReason::Bound))
            .transpose()?;
        let written = |unit: &Option<String>| unit.clone().filter(|it| !it.trim().is_empty());
        let (code, unit) = (written(&it.code), written(&it.unit));
        let linear = match (code, unit) {
            (None, None) => self.linear(of, "").ok_or(OmissionReason::NoUnit)?,
            (Some(code), Some(unit)) => match (self.linear(of, &code), self.linear(of, &unit)) {
                (Some(a), Some(b)) if a != b => return Err(OmissionReason::UnknownUnit),
                (a, b) => a.or(b).ok_or(OmissionReason::UnknownUnit)?,
            },
            (code, unit) => {
                let one = code.or(unit).unwrap_or_default();
                self.linear(of, &one).ok_or(OmissionReason::UnknownUnit)?
            }
        };
        Ok((((value * linear.factor + linear.offset) * 100.0).round() / 100.0, comparator))
    }

    fn linear(&self, of: &MeasureUnits, unit: &str) -> Option<Linear> {
        let factor = |factor: f64| Linear { factor, offset: 0.0 };
        let one = |unit: &String| {
            if *unit == of.own {
                return Some(factor(1.0));
            }
            let special = of.special.get(unit).map(|it| factor(*it));
            special.or_else(|| self.conversion.get(&(unit.clone(), of.own.clone())).copied())
        };
        let unit = fold(unit);
        one(&unit).or_else(|| self.spelling.get(&unit).and_then(one))
    }
}

/// A unit in small letters, without spaces, with one sign for micro.
fn fold(unit: &str) -> String {
    let letters = unit.to_lowercase();
    let letters = letters.chars().filter(|it| !it.is_whitespace());
    letters.map(|it| if matches!(it, 'µ' | 'μ') { 'u' } else { it }).collect()
}
