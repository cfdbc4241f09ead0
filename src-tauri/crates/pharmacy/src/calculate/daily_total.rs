//! 하루 총량: the amount of one ingredient in a day over all drugs that have it.

use super::calculation::{Calculation, CalculationInput, CalculationKind, InputFault, number};

/// What one drug contributes to a day's total.
#[derive(Debug, Clone, PartialEq)]
pub struct Portion {
    /// The drug, as its line writes it.
    pub drug: String,
    /// Milligrams at a time.
    pub per_time: f64,
    /// Times a day.
    pub times: f64,
    /// Where the strength comes from, in Korean.
    pub origin: String,
}

/// Adds up the portions of an ingredient, given by its Korean name.
///
/// # Errors
/// No portion, or a number outside its range.
pub fn daily_total(ingredient: &str, portions: &[Portion]) -> Result<Calculation, InputFault> {
    if portions.is_empty() {
        let reason =
            format!("{ingredient}의 양을 알 수 있는 줄이 없어 하루 총량을 더하지 않았습니다.");
        return Err(InputFault::Unsuitable(reason));
    }
    let mut inputs = Vec::new();
    for Portion { drug, per_time, times, origin } in portions {
        let in_range = |value: f64, most: f64| value.is_finite() && value > 0.0 && value <= most;
        if !in_range(*per_time, 1e6) || !in_range(*times, 24.0) {
            let reason =
                format!("{drug}의 1회 양이나 1일 횟수가 계산할 수 있는 범위를 벗어납니다.");
            return Err(InputFault::Unsuitable(reason));
        }
        inputs.push(CalculationInput {
            name: drug.clone(),
            value: format!("{} × {}", number(*per_time), number(*times)),
            unit: "mg".to_owned(),
            origin: origin.clone(),
        });
    }
    let total: f64 = portions.iter().map(|it| it.per_time * it.times).sum();
    let total = (total * 1000.0).round() / 1000.0;
    let terms: Vec<&str> = inputs.iter().map(|it| it.value.as_str()).collect();
    Ok(Calculation {
        id: CalculationKind::DailyTotal,
        title: format!("{ingredient} 하루 총량"),
        formula: format!("{} = {}", terms.join(" + "), number(total)),
        inputs,
        result: format!("{ingredient} 하루 {} mg", number(total)),
        low: total,
        high: total,
        unit: "mg".to_owned(),
        rounding: "반올림하지 않았습니다.".to_owned(),
        source: "1회 양 × 1일 횟수의 합".to_owned(),
        dose: None,
        notes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test stops at the first surprise")]

    use super::*;

    fn check(portions: &[(f64, f64)], expected: Result<f64, &str>) {
        let portion = |(per_time, times): &(f64, f64)| Portion {
            drug: "가정".to_owned(),
            per_time: *per_time,
            times: *times,
            origin: "줄".to_owned(),
        };
        let portions: Vec<Portion> = portions.iter().map(portion).collect();
        match (daily_total("가", &portions), expected) {
            (Ok(found), Ok(total)) => assert!((found.low - total).abs() < 1e-9, "{found:?}"),
            (Err(fault), Err(words)) => assert!(fault.to_string().contains(words), "{fault}"),
            (found, expected) => panic!("{found:?} {expected:?}"),
        }
    }

    #[test]
    fn portions_are_added_up() {
        check(&[(1000.0, 3.0), (325.0, 4.0)], Ok(4300.0));
        check(&[(0.1, 3.0)], Ok(0.3));
        check(&[], Err("더하지 않았습니다"));
        check(&[(1000.0, 30.0)], Err("범위"));
        check(&[(-5.0, 3.0)], Err("범위"));
    }
}
