//! 추정 사구체여과율 (eGFR) by CKD-EPI 2021, in mL/min/1.73m²:
//! `142 × min(creatinine ÷ κ, 1)^α × max(creatinine ÷ κ, 1)^−1.200 × 0.9938^age`, × 1.012 for women,
//! with κ 0.9 and α −0.302 for men, κ 0.7 and α −0.241 for women.
//!
//! Inker LA et al. New creatinine- and cystatin C–based equations to estimate GFR without race. N Engl J Med
//! 2021;385:1737–1749.

use super::calculation::{
    Calculation, CalculationInput, CalculationKind, InputFault, Measured, number,
};
use super::cockcroft_gault::Sex;

/// Least age in years that the formula was made for.
const ADULT: u32 = 18;
/// Greatest age in years that the formula is used for.
const OLDEST: u32 = 110;

/// The inputs of the formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Filtration {
    /// Age in completed years.
    pub age: Measured<u32>,
    /// 남성 or 여성.
    pub sex: Measured<Sex>,
    /// Serum creatinine in mg/dL.
    pub creatinine: Measured<f64>,
}

/// The constants of the formula for one sex.
struct Constants {
    korean: &'static str,
    kappa: f64,
    alpha: f64,
    factor: f64,
}

/// Estimates the filtration rate of the kidneys.
///
/// # Errors
/// A child, or a number outside its range.
pub fn ckd_epi(of: &Filtration) -> Result<Calculation, InputFault> {
    if of.age.value < ADULT {
        return Err(InputFault::NotForChildren);
    }
    let years = Measured { value: f64::from(of.age.value), origin: of.age.origin.clone() };
    let age = years.input("나이", "세", f64::from(ADULT), f64::from(OLDEST))?;
    let creatinine = of.creatinine.input("혈청 크레아티닌", "mg/dL", 0.1, 30.0)?;
    let Constants { korean, kappa, alpha, factor } = match of.sex.value {
        Sex::Male => Constants { korean: "남성", kappa: 0.9, alpha: -0.302, factor: 1.0 },
        Sex::Female => Constants { korean: "여성", kappa: 0.7, alpha: -0.241, factor: 1.012 },
    };
    let share = of.creatinine.value / kappa;
    let raw = 142.0
        * share.min(1.0).powf(alpha)
        * share.max(1.0).powf(-1.2)
        * 0.9938_f64.powf(years.value)
        * factor;
    let rate = raw.round();
    let times = if of.sex.value == Sex::Female { " × 1.012(여성)" } else { "" };
    let shared = format!("{} ÷ {kappa}", creatinine.value);
    Ok(Calculation {
        id: CalculationKind::CkdEpi,
        title: "추정 사구체여과율(CKD-EPI 2021)".to_owned(),
        formula: format!(
            "142 × min({shared}, 1)^{alpha} × max({shared}, 1)^−1.2 × 0.9938^{}{times} = {}",
            age.value,
            number(rate)
        ),
        inputs: vec![
            age,
            CalculationInput {
                name: "성별".to_owned(),
                value: korean.to_owned(),
                unit: String::new(),
                origin: of.sex.origin.clone(),
            },
            creatinine,
        ],
        result: format!("사구체여과율 약 {} mL/min/1.73m²", number(rate)),
        low: rate,
        high: rate,
        unit: "mL/min/1.73m²".to_owned(),
        rounding: "정수로 반올림해 나타냅니다.".to_owned(),
        source: "Inker LA et al. N Engl J Med 2021;385:1737–1749".to_owned(),
        dose: None,
        notes: vec![
            "근육량이 매우 적거나 많은 사람, 신장 기능이 빠르게 변하는 사람에게는 맞지 않을 수 있습니다."
                .to_owned(),
            "크레아티닌 청소율(mL/min)과 다른 값입니다. 용량을 정할 때는 허가사항이 어느 값을 쓰는지 확인하십시오."
                .to_owned(),
        ],
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test stops at the first surprise")]

    use super::*;

    fn check(age: u32, sex: Sex, creatinine: f64, expected: Result<f64, &str>) {
        let of = Filtration {
            age: Measured::new(age, "입력"),
            sex: Measured::new(sex, "입력"),
            creatinine: Measured::new(creatinine, "입력"),
        };
        match (ckd_epi(&of), expected) {
            (Ok(found), Ok(rate)) => {
                assert!((found.low - rate).abs() < 1e-9, "{}", found.formula);
            }
            (Err(fault), Err(words)) => assert!(fault.to_string().contains(words), "{fault}"),
            (found, expected) => panic!("{found:?} {expected:?}"),
        }
    }

    #[test]
    fn rates_are_those_of_the_formula() {
        // 142 × (1.2 ÷ 0.9)^−1.2 × 0.9938^50 = 73.7
        check(50, Sex::Male, 1.2, Ok(74.0));
        // 142 × (1.0 ÷ 0.7)^−1.2 × 0.9938^70 × 1.012 = 60.6
        check(70, Sex::Female, 1.0, Ok(61.0));
        check(78, Sex::Male, 1.8, Ok(38.0));
        // 142 × (0.6 ÷ 0.7)^−0.241 × 0.9938^30 × 1.012 = 123.8
        check(30, Sex::Female, 0.6, Ok(124.0));
        check(17, Sex::Male, 1.0, Err("18세 이상"));
        check(40, Sex::Male, 124.0, Err("혈청 크레아티닌 124 mg/dL"));
        check(120, Sex::Male, 1.0, Err("나이 120 세"));
        check(40, Sex::Male, f64::NAN, Err("범위"));
    }
}
