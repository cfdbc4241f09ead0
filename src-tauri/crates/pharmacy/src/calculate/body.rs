//! 체질량지수 and 체표면적.
//!
//! - BMI, kg/m²: Keys A et al. Indices of relative weight and obesity. J Chronic Dis 1972;25:329–343.
//! - BSA, m²: `√(height × weight ÷ 3600)`. Mosteller RD. Simplified calculation of body-surface area. N Engl
//!   J Med 1987;317:1098.

use super::calculation::{Calculation, CalculationKind, InputFault, Measured, number};

/// Bounds of a body height in cm.
const HEIGHT: (f64, f64) = (30.0, 250.0);
/// Bounds of a body weight in kg.
const WEIGHT: (f64, f64) = (0.4, 350.0);

/// Calculates 체질량지수 from kg and cm.
///
/// # Errors
/// A number outside its range.
pub fn bmi(weight: &Measured<f64>, height: &Measured<f64>) -> Result<Calculation, InputFault> {
    let inputs = vec![
        weight.input("체중", "kg", WEIGHT.0, WEIGHT.1)?,
        height.input("키", "cm", HEIGHT.0, HEIGHT.1)?,
    ];
    let metres = height.value / 100.0;
    let index = (weight.value / (metres * metres) * 10.0).round() / 10.0;
    Ok(Calculation {
        id: CalculationKind::Bmi,
        title: "체질량지수(BMI)".to_owned(),
        formula: format!("{} ÷ ({} ÷ 100)² = {}", inputs[0].value, inputs[1].value, number(index)),
        inputs,
        result: format!("체질량지수 {} kg/m²", number(index)),
        low: index,
        high: index,
        unit: "kg/m²".to_owned(),
        rounding: "소수 첫째 자리로 반올림했습니다.".to_owned(),
        source: "Keys A 외. J Chronic Dis 1972;25:329–343".to_owned(),
        dose: None,
        notes: vec!["18세 미만은 나이와 성별의 백분위수로 판단합니다.".to_owned()],
    })
}

/// Calculates 체표면적 from kg and cm.
///
/// # Errors
/// A number outside its range.
pub fn bsa(weight: &Measured<f64>, height: &Measured<f64>) -> Result<Calculation, InputFault> {
    let inputs = vec![
        height.input("키", "cm", HEIGHT.0, HEIGHT.1)?,
        weight.input("체중", "kg", WEIGHT.0, WEIGHT.1)?,
    ];
    let area = ((height.value * weight.value / 3600.0).sqrt() * 100.0).round() / 100.0;
    Ok(Calculation {
        id: CalculationKind::Bsa,
        title: "체표면적(Mosteller)".to_owned(),
        formula: format!("√({} × {} ÷ 3600) = {}", inputs[0].value, inputs[1].value, number(area)),
        inputs,
        result: format!("체표면적 {} m²", number(area)),
        low: area,
        high: area,
        unit: "m²".to_owned(),
        rounding: "소수 둘째 자리로 반올림했습니다.".to_owned(),
        source: "Mosteller RD. N Engl J Med 1987;317:1098".to_owned(),
        dose: None,
        notes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_those_of_the_formulas() {
        let at = |value: f64| Measured::new(value, "입력");
        let found =
            |it: Result<Calculation, InputFault>| it.map(|it| it.low).map_err(|it| it.to_string());
        assert_eq!(found(bmi(&at(70.0), &at(175.0))), Ok(22.9));
        assert_eq!(found(bsa(&at(70.0), &at(175.0))), Ok(1.84));
        assert_eq!(found(bsa(&at(14.0), &at(95.0))), Ok(0.61));
        // A height in metres is told from one in centimetres.
        assert!(found(bmi(&at(70.0), &at(1.75))).is_err_and(|it| it.contains("키 1.75 cm")));
        assert!(found(bsa(&at(-1.0), &at(175.0))).is_err_and(|it| it.contains("체중")));
    }
}
