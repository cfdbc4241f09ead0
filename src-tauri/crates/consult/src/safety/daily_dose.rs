//! Warns of drug amounts above the daily maximum.

use std::collections::BTreeMap;

use serde::Deserialize;
use simui_clinical::data::DataFault;
use simui_clinical::{Item, Lexicon, Slot};
use simui_clinical::{Severity, Warning};

use super::naming_person;
use super::rule::{broken, line_of};
use crate::ConsultError;

/// Daily maximum of each ingredient in milligrams: `daily_dose.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DailyDoses {
    source: String,
    warning: String,
    severity: Severity,
    max_mg: BTreeMap<String, f64>,
}

impl DailyDoses {
    /// Reads the maxima. Fails with file and line on a wrong shape, a name that the lexicon lacks, or a
    /// maximum of 0 or less.
    pub fn read(file: &str, text: &str, lexicon: &Lexicon) -> Result<Self, ConsultError> {
        let doses: Self = toml::from_str(text).map_err(|error| broken(file, text, &error))?;
        for (name, limit) in &doses.max_mg {
            let line = line_of(text, &format!("{name:?}"));
            let wrong = |problem: String| {
                ConsultError::Data(DataFault { file: file.to_owned(), line, problem })
            };
            if !lexicon.has_concept(Slot::Medication, name) {
                return Err(wrong(format!("{name:?} is not in the lexicon")));
            }
            if limit.is_nan() || *limit <= 0.0 {
                return Err(wrong(format!("the maximum of {name:?} is not above 0")));
            }
        }
        Ok(doses)
    }

    /// The maximum of a drug in mg with its source.
    pub fn maximum(&self, drug: &str) -> Option<(f64, &str)> {
        self.max_mg.get(drug).map(|limit| (*limit, self.source.as_str()))
    }

    /// A warning, if the stated daily amount of a drug is above its maximum.
    pub fn warning(&self, drug: &Item) -> Option<Warning> {
        let limit = self.max_mg.get(&drug.name)?;
        let amount = milligrams_a_day(drug).filter(|it| it > limit)?;
        let text = self
            .warning
            .replace("{drug}", &drug.name)
            .replace("{amount}", &format!("{amount} mg"))
            .replace("{limit}", &format!("{limit} mg"));
        Some(Warning {
            rule: "daily_dose".into(),
            severity: self.severity,
            text: naming_person(text, &drug.experiencer),
            experiencer: drug.experiencer.clone(),
            source: self.source.clone(),
            start: drug.start,
            end: drug.end,
        })
    }
}

/// The stated daily amount in milligrams: strength × pieces × times a day. Pieces and times that are not
/// stated count as one; `None` without a strength in a unit of mass.
fn milligrams_a_day(drug: &Item) -> Option<f64> {
    let dose = drug.dose.as_ref()?;
    let milligrams = match dose.unit.as_str() {
        "mg" => dose.value,
        "g" => 1000.0 * dose.value,
        "µg" => dose.value / 1000.0,
        _ => return None,
    };
    let times = drug.frequency.as_ref().and_then(|it| it.per_day).unwrap_or(1.0).max(1.0);
    Some(milligrams * dose.count.unwrap_or(1.0) * times)
}
