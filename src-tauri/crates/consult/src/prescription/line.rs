//! Reads the dose of a line of a prescription: `500밀리그램 1회 2정 1일 3회 5일`, `250 mg tid 7d`.

use simui_korean::quantities::{Placed, Token, Unit, tokens};

/// Times of the day at which a drug is taken.
const PARTS: [&str; 5] = ["아침", "점심", "저녁", "취침", "자기"];
/// Latin words for times a day.
const LATIN: [(&str, f64); 8] = [
    ("qd", 1.0),
    ("od", 1.0),
    ("hs", 1.0),
    ("qhs", 1.0),
    ("bid", 2.0),
    ("tid", 3.0),
    ("qid", 4.0),
    ("daily", 1.0),
];
/// Words of a drug that is taken as needed.
const NEEDED: [&str; 3] = ["필요", "prn", "통증시"];

/// The dose that a line states, as far as it does.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineDose {
    /// Milligrams of one piece, or of the dose where no number of pieces is stated.
    pub strength: Option<f64>,
    /// Milligrams in one mL.
    pub concentration: Option<f64>,
    /// The amount at a time in pieces, mL or mg.
    pub per_time: Option<(f64, Unit)>,
    /// The amount in a day where only that is stated (1일 3정).
    pub per_day: Option<(f64, Unit)>,
    /// Times a day; fewer than 1 where it is not taken every day.
    pub times: Option<f64>,
    /// Days of the prescription.
    pub days: Option<f64>,
    /// Whether it is taken only as needed.
    pub as_needed: bool,
}

/// What a number before an amount or a frequency refers to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Marker {
    Time,
    Day,
    Week,
}

/// Reads the part of a line that is about one drug.
pub fn line_dose(text: &str) -> LineDose {
    let all = tokens(text);
    let mut dose = LineDose::default();
    let (mut marker, mut parts, mut at) = (None, 0.0, 0);
    while at < all.len() {
        at = match &all[at].token {
            Token::Number(_) => number(&all, at, &mut marker, &mut dose),
            Token::Word(word) => {
                let starts = |words: &[&str]| words.iter().any(|it| word.starts_with(it));
                if starts(&["하루", "매일", "일일"]) {
                    marker = Some(Marker::Day);
                } else if starts(&["일주일", "매주"]) || word == "주" {
                    marker = Some(Marker::Week);
                } else if starts(&["격일"]) {
                    dose.times = Some(0.5);
                } else if starts(&PARTS) {
                    parts += 1.0;
                } else if starts(&NEEDED) {
                    dose.as_needed = true;
                } else if let Some((_, times)) = LATIN.iter().find(|(it, _)| word == it) {
                    dose.times = Some(*times);
                }
                at + 1
            }
            _ => at + 1,
        };
    }
    if dose.times.is_none() && parts > 0.0 {
        dose.times = Some(parts);
    }
    // 아침 1정 저녁 2정: the amounts of the day differ, and their sum counts.
    if let Some(day) = sum_of_parts(&all).filter(|_| parts > 1.0) {
        (dose.per_day, dose.per_time, dose.times) = (Some(day), None, None);
    }
    dose
}

/// The sum of the pieces that stand behind different times of the day; `None` where fewer than two do.
fn sum_of_parts(all: &[Placed]) -> Option<(f64, Unit)> {
    let (mut part, mut found): (bool, Vec<(f64, Unit)>) = (false, Vec::new());
    for at in 0..all.len() {
        match (&all[at].token, all.get(at + 1).map(|it| &it.token)) {
            (Token::Word(word), _) => part |= PARTS.iter().any(|it| word.starts_with(it)),
            (Token::Number(number), Some(Token::Unit(unit))) if unit.is_piece() && part => {
                found.push((*number, *unit));
                part = false;
            }
            _ => {}
        }
    }
    let (_, unit) = *found.first()?;
    let same = found.iter().all(|(_, it)| *it == unit);
    (found.len() > 1 && same).then(|| (found.iter().map(|(it, _)| it).sum(), unit))
}

/// Reads what begins with a number; returns where to go on.
fn number(all: &[Placed], at: usize, marker: &mut Option<Marker>, dose: &mut LineDose) -> usize {
    let number = |at: usize| match all.get(at).map(|it| &it.token) {
        Some(Token::Number(number)) => Some(*number),
        _ => None,
    };
    let token = |at: usize| all.get(at).map(|it| &it.token);
    let unit = |at: usize| match token(at) {
        Some(Token::Unit(unit)) => Some(*unit),
        _ => None,
    };
    let Some(low) = number(at) else { return at + 1 };
    // Of 1~2정 the greater number counts, because a total must not be too small.
    let (value, unit_at) = match (token(at + 1), number(at + 2)) {
        (Some(Token::Range), Some(high)) => (high.max(low), at + 3),
        _ => (low, at + 1),
    };
    let Some(found) = unit(unit_at) else { return at + 1 };
    let behind = unit_at + 1;
    let word = |at: usize| match token(at) {
        Some(Token::Word(word)) => word.as_str(),
        _ => "",
    };
    match found {
        Unit::Day if value == 1.0 && !word(behind).starts_with(['분', '간', '치']) => {
            *marker = Some(Marker::Day);
        }
        Unit::Day => dose.days = Some(value),
        Unit::Week if number(behind).is_some() && unit(behind + 1) == Some(Unit::Time) => {
            *marker = Some(Marker::Week);
        }
        Unit::Week => dose.days = Some(7.0 * value),
        Unit::Month => dose.days = None,
        Unit::Time => match marker.take() {
            Some(Marker::Day) => dose.times = Some(value),
            Some(Marker::Week) => dose.times = Some(value / 7.0),
            _ if value == 1.0 => *marker = Some(Marker::Time),
            _ => {}
        },
        // q8h, 8시간마다
        Unit::Hour
            if at.checked_sub(1).is_some_and(|it| word(it) == "q")
                || word(behind).starts_with("마다")
                || word(behind).starts_with("간격") =>
        {
            dose.times = (value > 0.0).then(|| 24.0 / low.max(0.5));
        }
        _ => return amount(all, behind, (value, found), marker, dose),
    }
    behind
}

/// Takes an amount of a drug, with the unit that it is divided by: 500mg, 160mg/5mL, 2정.
fn amount(
    all: &[Placed],
    behind: usize,
    (value, unit): (f64, Unit),
    marker: &mut Option<Marker>,
    dose: &mut LineDose,
) -> usize {
    let token = |at: usize| all.get(at).map(|it| &it.token);
    let milligrams = unit.milligrams().map(|it| it * value);
    if token(behind) == Some(&Token::Slash) {
        let (of, at) = match (token(behind + 1), token(behind + 2)) {
            (Some(Token::Number(of)), Some(Token::Unit(unit))) => (Some((*of, *unit)), behind + 3),
            (Some(Token::Unit(unit)), _) => (Some((1.0, *unit)), behind + 2),
            _ => (None, behind + 1),
        };
        match (milligrams, of) {
            (Some(mg), Some((of, Unit::Millilitre))) if of > 0.0 => {
                dose.concentration = Some(mg / of);
            }
            (Some(mg), Some((_, piece))) if piece.is_piece() => dose.strength = Some(mg),
            _ => {}
        }
        return at;
    }
    let stated = match (milligrams, unit.millilitres()) {
        (Some(mg), _) => (mg, Unit::Milligram),
        (_, Some(each)) => (value * each, Unit::Millilitre),
        _ if unit.is_piece() => (value, unit),
        _ => return behind,
    };
    match marker.take() {
        // 1일 3정 without a number of times behind it.
        Some(Marker::Day) => dose.per_day = Some(stated),
        Some(Marker::Time) => dose.per_time = Some(stated),
        _ if stated.1 == Unit::Milligram => {
            dose.strength.get_or_insert(stated.0);
        }
        // 1회 500mg 2정: the mass is that of one piece.
        _ if stated.1.is_piece()
            && dose.per_time.is_some_and(|(mg, unit)| {
                unit == Unit::Milligram && dose.strength.is_none_or(|it| it == mg)
            }) =>
        {
            dose.strength = dose.per_time.map(|(mg, _)| mg);
            dose.per_time = Some(stated);
        }
        _ => {
            dose.per_time.get_or_insert(stated);
        }
    }
    behind
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The parts of a dose, joined.
    fn check(text: &str, expected: &str) {
        let LineDose { strength, concentration, per_time, per_day, times, days, as_needed } =
            line_dose(text);
        let mut parts = Vec::new();
        parts.extend(strength.map(|it| format!("{it}mg")));
        parts.extend(concentration.map(|it| format!("{it}mg/mL")));
        parts.extend(per_time.map(|(it, unit)| format!("1회 {it}{}", unit.written())));
        parts.extend(per_day.map(|(it, unit)| format!("1일 {it}{}", unit.written())));
        parts.extend(times.map(|it| format!("×{it}")));
        parts.extend(days.map(|it| format!("{it}일")));
        parts.extend(as_needed.then(|| "필요시".to_owned()));
        assert_eq!(parts.join(" "), expected, "{text}");
    }

    #[test]
    fn lines_as_prescriptions_write_them() {
        check("2mg 1일 1회", "2mg ×1");
        check("정500밀리그램 1회 2정 1일 3회 5일", "500mg 1회 2정 ×3 5일");
        check("250 mg tid 7d", "250mg ×3 7일");
        check("1회 60mg 하루 세 번", "1회 60mg ×3");
        check("하루 두 번 한 알씩 2주", "1회 1정 ×2 14일");
        check("시럽 160mg/5mL 1회 5mL 1일 4회 3일분", "32mg/mL 1회 5mL ×4 3일");
        check("1일 3정", "1일 3정");
        check("아침 저녁 1정", "1회 1정 ×2");
        check("8시간마다 1~2정 필요시", "1회 2정 ×3 필요시");
        check("2.5mg 주 1회", "2.5mg ×0.14285714285714285");
        check("70mg 일주일에 1번 1정", "70mg 1회 1정 ×0.14285714285714285");
        check("1T tid", "1회 1정 ×3");
        check("1회 500mg 2정 1일 3회", "500mg 1회 2정 ×3");
        check("250mg 1회 250mg 2캡슐 1일 2회", "250mg 1회 2캡슐 ×2");
        check("아침 1정 저녁 2정", "1일 3정");
        check("250mg q8h", "250mg ×3");
        check("", "");
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(text in "\\PC{0,80}|([0-9]{1,4}|mg|정|1일|1회|회|/|~|mL|주|일| ){0,20}") {
            let dose = line_dose(&text);
            prop_assert!(dose.times.is_none_or(|it| it.is_finite() && it >= 0.0));
            prop_assert!(dose.per_time.is_none_or(|(it, _)| it.is_finite() && it >= 0.0));
        }
    }
}
