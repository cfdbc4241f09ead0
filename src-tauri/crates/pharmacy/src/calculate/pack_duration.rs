//! 복용 일수: how many days a pack lasts at a given dose.

use super::calculation::{Calculation, CalculationKind, InputFault, Measured, number};

/// The inputs of the calculation.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// The contents, in the unit of `per_time`: pieces or mL.
    pub contents: Measured<f64>,
    /// The amount at a time.
    pub per_time: Measured<f64>,
    /// Times a day.
    pub times: Measured<f64>,
    /// The unit of contents and dose: `정`, `mL`, …
    pub unit: &'static str,
}

/// Calculates the number of whole days for which the pack suffices, and what is left.
///
/// # Errors
/// A number outside its range.
pub fn pack_duration(of: &Pack) -> Result<Calculation, InputFault> {
    let inputs = vec![
        of.contents.input("포장", of.unit, 0.01, 100_000.0)?,
        of.per_time.input("1회 양", of.unit, 0.01, 10_000.0)?,
        of.times.input("1일 횟수", "회", 0.1, 24.0)?,
    ];
    let daily = of.per_time.value * of.times.value;
    // A sum of thirds must not lose a day to rounding.
    let days = (of.contents.value / daily + 1e-9).floor();
    let left = (of.contents.value - days * daily).max(0.0);
    Ok(Calculation {
        id: CalculationKind::PackDuration,
        title: "복용 일수".to_owned(),
        formula: format!(
            "{} ÷ ({} × {}) = {}",
            inputs[0].value,
            inputs[1].value,
            inputs[2].value,
            number(of.contents.value / daily)
        ),
        inputs,
        result: format!("{}일분, 남는 양 {} {}", number(days), number(left), of.unit),
        low: days,
        high: days,
        unit: "일".to_owned(),
        rounding: "온전한 하루만 세어 내림했습니다.".to_owned(),
        source: "포장의 양을 하루 양으로 나눈 값".to_owned(),
        dose: None,
        notes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_days_are_counted() {
        let days = |contents: f64, per_time: f64, times: f64| {
            let at = |value: f64| Measured::new(value, "입력");
            let (contents, per_time, times) = (at(contents), at(per_time), at(times));
            let pack = Pack { contents, per_time, times, unit: "정" };
            pack_duration(&pack).map(|it| (it.low, it.result)).map_err(|it| it.to_string())
        };
        assert_eq!(days(30.0, 1.0, 3.0), Ok((10.0, "10일분, 남는 양 0 정".to_owned())));
        assert_eq!(days(100.0, 5.0, 3.0), Ok((6.0, "6일분, 남는 양 10 정".to_owned())));
        assert_eq!(days(1.0, 0.1, 1.0).map(|it| it.0), Ok(10.0));
        assert!(days(30.0, 0.0, 3.0).is_err_and(|it| it.contains("1회 양")));
    }
}
