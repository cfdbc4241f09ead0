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
    /// The warning where only pieces are stated: `{piece}` is the strength at which they exceed the maximum.
    warning_pieces: String,
    /// Strengths of tablets and capsules in milligrams, the smallest first.
    piece_mg: BTreeMap<String, Vec<f64>>,
}

/// Units of a dose that count tablets and capsules.
const PIECES: [&str; 4] = ["알", "정", "캡슐", "개"];

impl DailyDoses {
    /// Reads the maxima. Fails with file and line on a wrong shape, a name that the lexicon lacks, a maximum
    /// of 0 or less, or strengths without a maximum or not in order.
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
        for (name, pieces) in &doses.piece_mg {
            let is_in_order = pieces.is_sorted() && pieces.iter().all(|it| *it > 0.0);
            if pieces.is_empty() || !is_in_order || !doses.max_mg.contains_key(name) {
                let pieces = text.find("[piece_mg]").unwrap_or(0);
                let line =
                    text[..pieces].lines().count() + line_of(&text[pieces..], &format!("{name:?}"));
                let problem = format!("the strengths of {name:?} need a maximum and an order");
                return Err(ConsultError::Data(DataFault { file: file.to_owned(), line, problem }));
            }
        }
        Ok(doses)
    }

    /// The maximum of a drug in mg with its source.
    pub fn maximum(&self, drug: &str) -> Option<(f64, &str)> {
        self.max_mg.get(drug).map(|limit| (*limit, self.source.as_str()))
    }

    /// A warning, if the stated daily amount of a drug is above its maximum. Of pieces without a strength it
    /// warns where one of the drug's strengths would exceed it: urgently if all would.
    pub fn warning(&self, drug: &Item) -> Option<Warning> {
        let limit = self.max_mg.get(&drug.name)?;
        let (amount, piece, severity) = match milligrams_a_day(drug) {
            Some(amount) => (amount, None, self.severity),
            None => {
                let (count, pieces) = (pieces_a_day(drug)?, self.piece_mg.get(&drug.name)?);
                let piece = pieces.iter().find(|it| count * **it > *limit)?;
                let is_sure = pieces.first() == Some(piece);
                let severity = if is_sure { self.severity } else { Severity::Caution };
                (count * piece, Some(piece), severity)
            }
        };
        if amount <= *limit {
            return None;
        }
        let template = if piece.is_some() { &self.warning_pieces } else { &self.warning };
        let text = template
            .replace("{drug}", &drug.name)
            .replace("{piece}", &piece.map(|it| format!("{it} mg")).unwrap_or_default())
            .replace("{amount}", &format!("{amount} mg"))
            .replace("{limit}", &format!("{limit} mg"));
        Some(Warning {
            rule: "daily_dose".into(),
            severity,
            text: naming_person(text, &drug.experiencer),
            experiencer: drug.experiencer.clone(),
            source: self.source.clone(),
            quote: String::new(),
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
    Some(milligrams * dose.count.unwrap_or(1.0) * times_a_day(drug))
}

/// The stated number of tablets or capsules a day; `None` where the dose is in another unit.
fn pieces_a_day(drug: &Item) -> Option<f64> {
    let dose = drug.dose.as_ref().filter(|it| PIECES.contains(&it.unit.as_str()))?;
    Some(dose.value * times_a_day(drug))
}

/// Times a day; one where they are not stated.
fn times_a_day(drug: &Item) -> f64 {
    drug.frequency.as_ref().and_then(|it| it.per_day).unwrap_or(1.0).max(1.0)
}
