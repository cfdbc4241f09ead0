//! What one sentence of a document says about a dose.

use serde::{Deserialize, Serialize};
use simui_domain::Span;
use simui_korean::quantities::Unit;

use crate::dur::CHILD_MONTHS;

/// What an amount of a statement is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Period {
    /// 1회: each time.
    Time,
    /// 1일: the whole day.
    Day,
}

/// An amount of a drug, as a range whose ends may be equal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Amount {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// [`Unit::Milligram`] for every mass, [`Unit::Millilitre`] for every volume, else the unit as written.
    pub unit: Unit,
    /// Whether it is for each kg of the body.
    pub per_kg: bool,
}

impl Amount {
    /// The upper end in mg for a body weight in kg; `None` if it is no mass, or for each kg and no weight is
    /// known.
    pub fn milligrams(&self, weight: Option<f64>) -> Option<f64> {
        let kg = if self.per_kg { weight? } else { 1.0 };
        (self.unit == Unit::Milligram).then_some(self.high * kg)
    }
}

/// The ages that a statement is for, in months.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ages {
    /// The least age.
    pub at_least: Option<u32>,
    /// The age from which on it does not hold.
    pub below: Option<u32>,
}

impl Ages {
    /// Whether an age in months is one of these.
    pub fn has(&self, months: u32) -> bool {
        self.at_least.is_none_or(|it| months >= it) && self.below.is_none_or(|it| months < it)
    }

    /// Whether they include children, so that no adult is meant.
    pub fn are_of_children(&self) -> bool {
        self.at_least.is_none_or(|it| it < CHILD_MONTHS) && self.below.is_some()
    }

    /// Whether they are all ages from that of a nearly grown person on.
    pub fn are_of_adults(&self) -> bool {
        self.below.is_none() && self.at_least.is_some()
    }
}

/// A dose, a limit of it, or both, as one sentence states them.
#[derive(Debug, Clone, PartialEq)]
pub struct DoseStatement {
    /// The dose; `None` if the sentence has only limits.
    pub dose: Option<Amount>,
    /// What the dose is for; `None` if the sentence does not say it, so that nothing may be calculated from
    /// it.
    pub per: Option<Period>,
    /// Times a day, as a range.
    pub times: Option<(f64, f64)>,
    /// Hours between two times, as a range.
    pub interval: Option<(f64, f64)>,
    /// 횟수 제한: most times a day.
    pub most_times: Option<f64>,
    /// 1회 최대.
    pub max_time: Option<Amount>,
    /// 1일 최대.
    pub max_day: Option<Amount>,
    /// The ages that it is for.
    pub ages: Ages,
    /// 투여 경로, if the sentence names one.
    pub route: Option<String>,
    /// 적응증, if the sentence names an illness that the dose is for.
    pub indication: Option<String>,
    /// Whether it is the beginning or a change of a treatment (시작, 증량), which is no dose for everybody.
    pub changes: bool,
    /// The sentence, exactly as the text has it.
    pub quote: String,
    /// Its place in the text, in Unicode scalars.
    pub span: Span,
}

impl DoseStatement {
    /// Whether a dose by body weight can be calculated from it.
    pub fn is_by_weight(&self) -> bool {
        let by_weight = self.dose.is_some_and(|it| it.per_kg && it.unit == Unit::Milligram);
        by_weight && self.per.is_some() && !self.changes
    }

    /// Whether its route is that of a drug: by mouth where the sentence names none, and 직장 for a suppository.
    pub fn is_for_route_of(&self, drug: &str) -> bool {
        match self.route.as_deref() {
            None | Some("경구") => !drug.contains("좌"),
            Some("직장") => drug.contains("좌"),
            Some(_) => false,
        }
    }
}
