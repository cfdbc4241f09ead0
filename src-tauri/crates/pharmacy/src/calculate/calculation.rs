//! A calculation with its formula, inputs and source.

use std::fmt;

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};
use ts_rs::TS;

/// The formula of a calculation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CalculationKind {
    /// 체중 용량: a dose for a body weight, in mg and in mL or pieces of the product.
    WeightDose,
    /// 하루 총량: the amount of one ingredient in a day over all drugs.
    DailyTotal,
    /// 크레아티닌 청소율 by Cockcroft and Gault.
    CockcroftGault,
    /// 추정 사구체여과율 by CKD-EPI 2021.
    CkdEpi,
    /// 체질량지수.
    Bmi,
    /// 체표면적 by Mosteller.
    Bsa,
    /// 복용 일수: how long a pack lasts.
    PackDuration,
}

/// An input of a calculation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CalculationInput {
    /// The input's name, in Korean.
    pub name: String,
    /// The number, or the range as `10~15`.
    pub value: String,
    /// The unit; empty for none.
    pub unit: String,
    /// Where it comes from, in Korean: the text that was entered, the record, or a document.
    pub origin: String,
}

/// The sentence of a document that a dose is calculated from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CitedDose {
    /// The stored passage.
    pub chunk_id: ChunkId,
    /// The document of the passage.
    pub doc_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// The section.
    pub section: String,
    /// The sentence, exactly as stored.
    pub quote: String,
    /// Whether the document is a digest (요지) of ours.
    pub digest: bool,
}

/// A calculation that a person can check by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Calculation {
    /// The formula that was used.
    pub id: CalculationKind,
    /// The name of the calculation, in Korean.
    pub title: String,
    /// The formula with the numbers filled in.
    pub formula: String,
    /// The inputs, in the order of the formula.
    pub inputs: Vec<CalculationInput>,
    /// The result, in Korean.
    pub result: String,
    /// Lower end of the result in `unit`; equal to `high` where it is one number.
    pub low: f64,
    /// Upper end of the result in `unit`.
    pub high: f64,
    /// Unit of `low` and `high`.
    pub unit: String,
    /// How the result was rounded, in Korean.
    pub rounding: String,
    /// The paper of the formula, or the document of the dose.
    pub source: String,
    /// The sentence that the dose is calculated from.
    pub dose: Option<CitedDose>,
    /// What has to be known beside the result, in Korean.
    pub notes: Vec<String>,
}

/// A number with the place that it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured<T> {
    /// The number.
    pub value: T,
    /// Where it comes from, in Korean.
    pub origin: String,
}

impl<T> Measured<T> {
    /// A number from the place `origin`.
    pub fn new(value: T, origin: &str) -> Self {
        Self { value, origin: origin.to_owned() }
    }
}

impl Measured<f64> {
    /// This input under a Korean name, if it is inside a range; bounds are inclusive.
    pub(super) fn input(
        &self,
        name: &'static str,
        unit: &'static str,
        least: f64,
        most: f64,
    ) -> Result<CalculationInput, InputFault> {
        if !self.value.is_finite() || self.value < least || self.value > most {
            return Err(InputFault::OutOfRange { name, value: self.value, unit, least, most });
        }
        Ok(CalculationInput {
            name: name.to_owned(),
            value: number(self.value),
            unit: unit.to_owned(),
            origin: self.origin.clone(),
        })
    }
}

/// The reason why nothing is calculated; its text is Korean and for the person who entered the input.
#[derive(Debug, Clone, PartialEq)]
pub enum InputFault {
    /// The number is outside the range of the formula.
    OutOfRange {
        /// The input.
        name: &'static str,
        /// The number entered.
        value: f64,
        /// Its unit.
        unit: &'static str,
        /// The least number allowed.
        least: f64,
        /// The greatest number allowed.
        most: f64,
    },
    /// The formula does not hold for this person.
    NotForChildren,
    /// Nothing can be calculated, for the reason given.
    Unsuitable(String),
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputFault::OutOfRange { name, value, unit, least, most } => write!(
                f,
                "{name} {} {unit}: 계산할 수 있는 범위({}~{} {unit})를 벗어납니다. 값과 단위를 확인하십시오.",
                number(*value),
                number(*least),
                number(*most)
            ),
            InputFault::NotForChildren => f.write_str(
                "Cockcroft–Gault 식은 18세 이상에게만 씁니다. 소아의 신장 기능은 이 식으로 계산하지 않습니다.",
            ),
            InputFault::Unsuitable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for InputFault {}

/// A number for people: at most two decimals, more only for numbers below 0.01, and no trailing zeros.
pub fn number(value: f64) -> String {
    let decimals = if value != 0.0 && value.abs() < 0.01 { 5 } else { 2 };
    let written = format!("{value:.decimals$}");
    let written = match written.contains('.') {
        true => written.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => written,
    };
    match written.split_once('.') {
        Some((whole, rest)) => format!("{}.{rest}", grouped(whole)),
        None => grouped(&written),
    }
}

/// Digits with a comma between groups of three.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |it| ("-", it));
    let mut written = String::from(sign);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// A range for people: `10~15`, or one number where both ends are equal.
pub(super) fn range(low: f64, high: f64) -> String {
    let (low, high) = (number(low), number(high));
    if low == high { low } else { format!("{low}~{high}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        for (value, expected) in [
            (4000.0, "4,000"),
            (4.375, "4.38"),
            (0.25, "0.25"),
            (0.00025, "0.00025"),
            (36.0, "36"),
            (1_234_567.5, "1,234,567.5"),
            (0.0, "0"),
        ] {
            assert_eq!(number(value), expected);
        }
        assert_eq!((range(10.0, 15.0), range(5.0, 5.0)), ("10~15".to_owned(), "5".to_owned()));
    }
}
