//! 체중 용량: a dose for a body weight from the cited sentence of a document, in mg and in mL or pieces of the
//! product.

use simui_korean::quantities::Unit;

use super::calculation::{
    Calculation, CalculationInput, CalculationKind, CitedDose, InputFault, Measured, number, range,
};
use super::statement::{DoseStatement, Period};
use super::strength::Strength;

/// Step of a volume in mL that a syringe or a cup shows.
const VOLUME_STEP: f64 = 0.1;
/// Step of a tablet that may be halved.
const HALF: f64 = 0.5;
/// Slack of a division, so that 6.0000000001 steps are 6.
const SLACK: f64 = 1e-9;

/// The inputs of the calculation.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightDose<'a> {
    /// Body weight in kg.
    pub weight: Measured<f64>,
    /// The sentence by which it is calculated; [`DoseStatement::is_by_weight`] holds.
    pub statement: &'a DoseStatement,
    /// The dose of an adult at a time in mg, which no child exceeds.
    pub adult_time: Option<f64>,
    /// The highest amounts in a day in mg, with the document or table of each.
    pub day_limits: Vec<(f64, String)>,
    /// The product's strength; without it there is no volume and no number of pieces.
    pub strength: Option<Strength>,
    /// Whether pieces may not be divided: 서방정, 캡슐.
    pub indivisible: bool,
    /// Where the sentence stands.
    pub cited: CitedDose,
}

/// Calculates the dose.
///
/// # Errors
/// A weight outside its range, or a sentence from which nothing can be calculated.
pub fn weight_dose(of: &WeightDose<'_>) -> Result<Calculation, InputFault> {
    let weight = of.weight.input("체중", "kg", 0.4, 350.0)?;
    let statement = of.statement;
    let (Some(dose), Some(per)) =
        (statement.dose.filter(|_| statement.is_by_weight()), statement.per)
    else {
        let reason = "용량 문장에서 1회 양인지 하루 양인지 분명하지 않아 계산하지 않았습니다.";
        return Err(InputFault::Unsuitable(reason.to_owned()));
    };
    let kg = of.weight.value;
    let stated = (dose.low * kg, dose.high * kg);
    let mut notes = Vec::new();
    let limit = limit(of, per);
    let (low, high) = match limit {
        Some(limit) => (stated.0.min(limit), stated.1.min(limit)),
        None => stated,
    };
    if high < stated.1 {
        notes.push(format!(
            "체중으로는 {} mg이지만 최대 {} mg을 넘지 않게 줄였습니다.",
            number(stated.1),
            number(high)
        ));
    }
    notes.extend(notes_of_day(of, per, high));
    let named = if per == Period::Time { "1회" } else { "하루" };
    let mut result = format!("{named} {} mg", range(low, high));
    let mut formula = format!(
        "{} kg × {} mg/kg = {} mg",
        weight.value,
        range(dose.low, dose.high),
        range(stated.0, stated.1)
    );
    let mut inputs = vec![
        weight,
        CalculationInput {
            name: format!("문서의 {named} 용량"),
            value: range(dose.low, dose.high),
            unit: "mg/kg".to_owned(),
            origin: of.cited.title.clone(),
        },
    ];
    let (mut ends, mut unit) = ((low, high), "mg");
    let mut rounding = "mg은 소수 둘째 자리까지 나타냅니다.".to_owned();
    match &of.strength {
        None => notes.push(
            "제품의 함량을 몰라 mL나 정 수로 바꾸지 않았습니다. 함량을 적거나 그 제품의 허가·표시 문서를 가져오십시오."
                .to_owned(),
        ),
        Some(strength) => {
            inputs.push(CalculationInput {
                name: "제품 함량".to_owned(),
                value: strength.written(),
                unit: String::new(),
                origin: strength.origin.clone(),
            });
            match in_product(low, high, strength, of.indivisible) {
                Some((from, to)) => {
                    (ends, unit) = ((from, to), strength.unit.written());
                    formula += &format!(
                        "; ÷ {} = {} {unit}",
                        strength.written(),
                        range(low / strength.of_one(), high / strength.of_one())
                    );
                    result += &format!(" → {} {unit}", range(from, to));
                    rounding = rounding_of(strength.unit, of.indivisible);
                }
                None => notes.push(format!(
                    "이 제품({})으로는 이 용량을 {} 맞출 수 없습니다.",
                    strength.written(),
                    if of.indivisible { "나누지 않고" } else { "0.5 단위로도" }
                )),
            }
        }
    }
    result += &frequency(statement);
    Ok(Calculation {
        id: CalculationKind::WeightDose,
        title: "체중 용량".to_owned(),
        formula,
        inputs,
        result,
        low: ends.0,
        high: ends.1,
        unit: unit.to_owned(),
        rounding,
        source: of.cited.title.clone(),
        dose: Some(of.cited.clone()),
        notes,
    })
}

/// The highest amount in mg for the period of the statement.
fn limit(of: &WeightDose<'_>, per: Period) -> Option<f64> {
    let day = day_limit(of).map(|(it, _)| it);
    if per == Period::Day {
        return day;
    }
    let own = of.statement.max_time.and_then(|it| it.milligrams(Some(of.weight.value)));
    // One dose never exceeds the whole day's limit, divided by the least number of times where it is stated.
    let share = day.map(|it| it / of.statement.times.map_or(1.0, |(low, _)| low.max(1.0)));
    own.into_iter().chain(of.adult_time).chain(share).min_by(f64::total_cmp)
}

/// The lowest limit of a day in mg, and whether it is the statement's own.
fn day_limit(of: &WeightDose<'_>) -> Option<(f64, bool)> {
    let own = of.statement.max_day.and_then(|it| it.milligrams(Some(of.weight.value)));
    let others = of.day_limits.iter().map(|(it, _)| (*it, false));
    own.map(|it| (it, true))
        .into_iter()
        .chain(others)
        .min_by(|one, other| one.0.total_cmp(&other.0))
}

/// What the day allows: the statement's own limit, and how often the upper dose may be given. The limit of an
/// adult is named only where it counts, because a child's day ends long before it.
fn notes_of_day(of: &WeightDose<'_>, per: Period, high: f64) -> Vec<String> {
    let Some((day, is_own)) = day_limit(of) else { return Vec::new() };
    let source = match is_own {
        true => "용량과 같은 문장",
        false => of.day_limits.iter().find(|(it, _)| *it == day).map_or("", |(_, it)| it),
    };
    let limit = format!("하루 최대 {} mg({source})", number(day));
    let times = of.statement.times.map(|(_, most)| most).into_iter();
    let most = times.chain(of.statement.most_times).max_by(f64::total_cmp);
    let often = most.filter(|it| per == Period::Time && it * high > day + SLACK);
    match often {
        Some(often) => vec![format!(
            "{limit}: 위쪽 양 {} mg을 하루 {}번 쓰면 {} mg으로 이를 넘으므로, 그 양은 하루 {}번까지입니다.",
            number(high),
            number(often),
            number(often * high),
            number((day / high + SLACK).floor())
        )],
        None if is_own => vec![limit],
        None => Vec::new(),
    }
}

/// The range in units of the product, rounded inwards to what can be measured; `None` if nothing lies within.
fn in_product(low: f64, high: f64, strength: &Strength, whole: bool) -> Option<(f64, f64)> {
    let step = step_of(strength.unit, whole);
    let (low, high) = (low / strength.of_one() / step, high / strength.of_one() / step);
    let to = (high + SLACK).floor();
    // A dose of one exact number is rounded down, so that no limit is passed.
    let from = if high - low < SLACK { to } else { (low - SLACK).ceil() };
    let tidy = |steps: f64| (steps * step * 1000.0).round() / 1000.0;
    let too_coarse =
        strength.unit != Unit::Millilitre && high - low < SLACK && (high - to).abs() > SLACK;
    (from <= to && to > 0.0 && !too_coarse).then(|| (tidy(from), tidy(to)))
}

fn step_of(unit: Unit, whole: bool) -> f64 {
    match (unit, whole) {
        (Unit::Millilitre, _) => VOLUME_STEP,
        (Unit::Tablet, false) => HALF,
        _ => 1.0,
    }
}

fn rounding_of(unit: Unit, whole: bool) -> String {
    match (unit, whole) {
        (Unit::Millilitre, _) => "아래 끝은 0.1 mL로 올리고 위 끝은 0.1 mL로 내렸습니다.",
        (Unit::Tablet, false) => {
            "범위 안의 0.5정 단위로 맞추었습니다. 나눌 수 있는 정제인지 확인하십시오."
        }
        _ => "범위 안의 온전한 개수로 맞추었습니다.",
    }
    .to_owned()
}

/// The frequency of a statement, for people.
fn frequency(statement: &DoseStatement) -> String {
    let mut parts = Vec::new();
    parts.extend(statement.interval.map(|(low, high)| format!("{}시간 간격", range(low, high))));
    parts.extend(statement.times.map(|(low, high)| match statement.per {
        Some(Period::Day) => format!("하루 {}번으로 나누어", range(low, high)),
        _ => format!("하루 {}번", range(low, high)),
    }));
    parts.extend(statement.most_times.map(|most| format!("하루 {}번까지", number(most))));
    if parts.is_empty() { String::new() } else { format!(", {}", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use simui_domain::{ChunkId, DocumentId};

    use super::*;
    use crate::calculate::dose_statements;

    /// The result for a sentence, a weight and a strength in mg per unit.
    fn result(sentence: &str, kg: f64, strength: Option<(f64, f64, Unit)>, adult: f64) -> String {
        let statements = dose_statements(sentence);
        let Some(statement) = statements.first() else { return "문장 없음".to_owned() };
        let of = WeightDose {
            weight: Measured::new(kg, "질문"),
            statement,
            adult_time: Some(adult),
            day_limits: vec![(4000.0, "표".to_owned())],
            strength: strength.map(|(milligrams, per, unit)| Strength {
                milligrams,
                per,
                unit,
                origin: "품목명".to_owned(),
            }),
            indivisible: false,
            cited: CitedDose {
                chunk_id: ChunkId("c".to_owned()),
                doc_id: DocumentId("d".to_owned()),
                title: "문서".to_owned(),
                section: "용법·용량".to_owned(),
                quote: statement.quote.clone(),
                digest: false,
            },
        };
        weight_dose(&of).map_or_else(|it| it.to_string(), |it| it.result)
    }

    #[test]
    fn a_dose_is_rounded_inwards_and_capped() {
        let sentence =
            "소아는 체중 1kg에 10~15mg을 4~6시간 간격으로 먹이고 하루 5번을 넘지 않습니다.";
        let often = ", 4~6시간 간격, 하루 5번까지";
        let check = |kg: f64, strength: Option<(f64, f64, Unit)>, expected: &str| {
            assert_eq!(result(sentence, kg, strength, 1000.0), format!("{expected}{often}"));
        };
        let syrup = Some((160.0, 5.0, Unit::Millilitre));
        check(14.0, syrup, "1회 140~210 mg → 4.4~6.5 mL");
        check(14.0, None, "1회 140~210 mg");
        check(80.0, syrup, "1회 800~1,000 mg → 25~31.2 mL");
        check(20.0, Some((500.0, 1.0, Unit::Tablet)), "1회 200~300 mg → 0.5 정");
        check(14.0, Some((500.0, 1.0, Unit::Tablet)), "1회 140~210 mg");
        check(20.0, Some((250.0, 1.0, Unit::Capsule)), "1회 200~300 mg → 1 캡슐");
    }

    #[test]
    fn a_day_is_divided_and_unclear_sentences_give_nothing() {
        let daily = "소아 1일 30 mg/kg을 3회로 나누어 투여한다.";
        let syrup = Some((50.0, 1.0, Unit::Millilitre));
        assert_eq!(result(daily, 10.0, syrup, 1000.0), "하루 300 mg → 6 mL, 하루 3번으로 나누어");
        assert!(
            result("체중 1kg에 2.5mg입니다.", 10.0, syrup, 9.0).contains("계산하지 않았습니다")
        );
        assert!(result(daily, 1000.0, syrup, 9.0).contains("체중 1,000 kg"));
    }
}
