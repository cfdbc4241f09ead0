//! 크레아티닌 청소율 by Cockcroft and Gault, in mL/min: `(140 − age) × weight ÷ (72 × creatinine)`, × 0.85 for women.
//!
//! Cockcroft DW, Gault MH. Prediction of creatinine clearance from serum creatinine. Nephron 1976;16:31–41.
//! The formula was made with the actual weight of adults and is not corrected for body surface.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::calculation::{
    Calculation, CalculationInput, CalculationKind, InputFault, Measured, number,
};

/// Factor for women.
const FEMALE: f64 = 0.85;
/// Least age in years.
const ADULT: u32 = 18;
/// Greatest age in years that the formula is used for.
const OLDEST: u32 = 110;

/// Sex, as the formula distinguishes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PersonSex")]
pub enum Sex {
    /// 남성.
    Male,
    /// 여성.
    Female,
}

impl Sex {
    /// The sex that a text or record states in Korean: `남성`, `여성`.
    pub fn of_korean(word: &str) -> Option<Self> {
        match word {
            "남성" => Some(Self::Male),
            "여성" => Some(Self::Female),
            _ => None,
        }
    }
}

/// The inputs of the formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Renal {
    /// Age in completed years.
    pub age: Measured<u32>,
    /// 남성 or 여성.
    pub sex: Measured<Sex>,
    /// Actual weight in kg.
    pub weight: Measured<f64>,
    /// Serum creatinine in mg/dL.
    pub creatinine: Measured<f64>,
}

/// Calculates the clearance of creatinine.
///
/// # Errors
/// A child, or a number outside its range.
pub fn cockcroft_gault(of: &Renal) -> Result<Calculation, InputFault> {
    if of.age.value < ADULT {
        return Err(InputFault::NotForChildren);
    }
    let years = Measured { value: f64::from(of.age.value), origin: of.age.origin.clone() };
    let age = years.input("나이", "세", f64::from(ADULT), f64::from(OLDEST))?;
    let weight = of.weight.input("체중(실제 체중)", "kg", 20.0, 350.0)?;
    let creatinine = of.creatinine.input("혈청 크레아티닌", "mg/dL", 0.1, 30.0)?;
    let (factor, sex) = match of.sex.value {
        Sex::Male => (1.0, "남성"),
        Sex::Female => (FEMALE, "여성"),
    };
    let raw = (140.0 - years.value) * of.weight.value / (72.0 * of.creatinine.value) * factor;
    let clearance = (raw * 10.0).round() / 10.0;
    let times = if of.sex.value == Sex::Female { " × 0.85(여성)" } else { "" };
    Ok(Calculation {
        id: CalculationKind::CockcroftGault,
        title: "크레아티닌 청소율(Cockcroft–Gault)".to_owned(),
        formula: format!(
            "(140 − {}) × {} ÷ (72 × {}){times} = {}",
            age.value, weight.value, creatinine.value, number(clearance)
        ),
        inputs: vec![
            age,
            CalculationInput {
                name: "성별".to_owned(),
                value: sex.to_owned(),
                unit: String::new(),
                origin: of.sex.origin.clone(),
            },
            weight,
            creatinine,
        ],
        result: format!("크레아티닌 청소율 약 {} mL/min", number(clearance)),
        low: clearance,
        high: clearance,
        unit: "mL/min".to_owned(),
        rounding: "소수 첫째 자리에서 반올림해 나타냅니다.".to_owned(),
        source: "Cockcroft DW, Gault MH. Nephron 1976;16:31–41".to_owned(),
        dose: None,
        notes: vec![
            "실제 체중으로 계산했습니다. 비만, 부종, 근육량이 매우 적은 사람, 신장 기능이 빠르게 변하는 사람에게는 맞지 않을 수 있습니다."
                .to_owned(),
            "eGFR(mL/min/1.73m²)과 다른 값입니다. 용량을 정할 때는 허가사항이 어느 값을 쓰는지 확인하십시오."
                .to_owned(),
        ],
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test stops at the first surprise")]

    use super::*;

    fn check(age: u32, sex: Sex, weight: f64, creatinine: f64, expected: Result<f64, &str>) {
        let of = Renal {
            age: Measured::new(age, "입력"),
            sex: Measured::new(sex, "입력"),
            weight: Measured::new(weight, "입력"),
            creatinine: Measured::new(creatinine, "입력"),
        };
        match (cockcroft_gault(&of), expected) {
            (Ok(found), Ok(clearance)) => {
                assert!((found.low - clearance).abs() < 1e-9, "{}", found.formula);
            }
            (Err(fault), Err(words)) => assert!(fault.to_string().contains(words), "{fault}"),
            (found, expected) => panic!("{found:?} {expected:?}"),
        }
    }

    #[test]
    fn clearances_are_those_of_the_formula() {
        // (140 − 72) × 60 ÷ (72 × 1.4) × 0.85 = 34.404…
        check(72, Sex::Female, 60.0, 1.4, Ok(34.4));
        check(72, Sex::Male, 60.0, 1.4, Ok(40.5));
        check(40, Sex::Male, 72.0, 1.0, Ok(100.0));
        check(17, Sex::Male, 60.0, 1.0, Err("18세 이상"));
        check(40, Sex::Male, 60.0, 124.0, Err("혈청 크레아티닌 124 mg/dL"));
        check(40, Sex::Male, 600.0, 1.0, Err("체중(실제 체중) 600 kg"));
        check(40, Sex::Male, f64::NAN, 1.0, Err("범위"));
        check(120, Sex::Male, 60.0, 1.0, Err("나이 120 세"));
    }
}
