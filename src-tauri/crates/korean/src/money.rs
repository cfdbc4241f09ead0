//! Parses amounts of money as insurers write them.
//!
//! `1,000만원`, `1천만 원`, `5백만원`, `일천만원`, `2억원`, `1억 5천만원`, `10,000,000원`, `1,100 만`. A figure
//! followed by `단위` is a unit, not an amount; a figure without 원 or 만 is a plain number.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use crate::hangul::is_syllable;
use crate::numerals::{DIGITS, digit, unit};

/// An amount of money in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    /// Byte range in the text.
    pub at: Range<usize>,
    /// The amount in won.
    pub won: u64,
}

/// Returns the amounts of a text, in order.
pub fn amounts(text: &str) -> Vec<Money> {
    let mut found: Vec<Money> = Vec::new();
    let mut from = 0;
    while let Some(run) = text.get(from..).and_then(|rest| figures().find(rest)) {
        let end = from + run.start() + one(run.as_str());
        let at = from + run.start()..end;
        from = at.end.max(from + 1);
        let written = text.get(at.clone()).unwrap_or_default();
        let before = text.get(..at.start).and_then(|it| it.chars().next_back());
        let behind = text.get(at.end..).unwrap_or_default().trim_start();
        // An amount must begin a word: `후유장해 3천만원` has one, `제3천만원` and `A3만원` do not.
        let is_hangul = |c: char| is_syllable(c) || ('Ⅰ'..='ⅿ').contains(&c);
        let within_figure =
            before.is_some_and(|c| c.is_alphanumeric() && !is_hangul(c) || ".,".contains(c));
        let within_word = written.starts_with(is_hangul_figure) && before.is_some_and(is_hangul);
        let begins = !within_figure && !within_word;
        if !begins || behind.starts_with("단위") {
            continue;
        }
        if let Some(won) = won(written) {
            let end = at.start + written.trim_end().len();
            found.push(Money { at: at.start..end, won });
        }
    }
    found
}

/// Returns the won of a text that is exactly one amount; `None` for any other text.
pub fn parse_won(text: &str) -> Option<u64> {
    let text = text.trim();
    let found = amounts(text);
    match found.as_slice() {
        [only] if only.at == (0..text.len()) => Some(only.won),
        _ => None,
    }
}

/// Formats won for people: `1,000만원`, `1억 5,000만원`, `2만 5,000원`, `500원`.
pub fn format_won(won: u64) -> String {
    let parts = [(won / 100_000_000, "억"), (won / 10_000 % 10_000, "만"), (won % 10_000, "")];
    let written: Vec<String> = parts
        .into_iter()
        .filter(|(figure, _)| *figure > 0)
        .map(|(figure, unit)| format!("{}{unit}", grouped(figure)))
        .collect();
    if written.is_empty() { "0원".to_owned() } else { format!("{}원", written.join(" ")) }
}

/// Formats a number with a comma between groups of three digits.
fn grouped(figure: u64) -> String {
    let digits = figure.to_string();
    let mut written = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// Returns the byte at which the first amount of a run ends: 20만 50만 is two amounts, 1억 5천만 is one.
fn one(run: &str) -> usize {
    let units = run.char_indices().filter(|(_, c)| "만억".contains(*c));
    let mut last: Option<(usize, char)> = None;
    for (at, unit) in units {
        match last {
            // Only 만 can follow 억 within one amount.
            Some((end, before)) if unit == '억' || before == '만' => return end,
            _ => last = Some((at + unit.len_utf8(), unit)),
        }
    }
    run.len()
}

fn is_hangul_figure(c: char) -> bool {
    DIGITS.contains(c) || unit(c).is_some()
}

/// Matches a run of figures and units that ends with 원, 만 or 억.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn figures() -> &'static Regex {
    static FIGURES: OnceLock<Regex> = OnceLock::new();
    FIGURES.get_or_init(|| {
        Regex::new(r"(?:(?:[0-9０-９][0-9０-９,，]*(?:[.．][0-9]+)?(?:[ \t]*\n[ \t]*)?|[일이삼사오육칠팔구])?[ \t]*[십백천만억][ \t]*)+(?:[0-9][0-9,]*[ \t]*원|원)?|[0-9０-９][0-9０-９,，]*[ \t]*원")
            .expect("a valid pattern")
    })
}

/// Returns the won of a written amount; `None` if it is no amount.
fn won(written: &str) -> Option<u64> {
    let written = written.trim();
    let with_unit = written.ends_with('원');
    // Without 원 only texts with 만 or 억 are amounts: `1,100 만`. `5천` is a number; `1억 5천` is short
    // for 1억 5천만.
    let is_short_form = !with_unit && written.contains('억') && written.ends_with('천');
    if !with_unit && !is_short_form && !written.ends_with(['만', '억']) {
        return None;
    }
    // 만원 or 억 without a figure is only a word.
    if !written.contains(|c: char| c.is_numeric() || "일이삼사오육칠팔구십백천".contains(c))
    {
        return None;
    }
    let mut total = 0.0_f64; // of 억 and 만
    let mut part = 0.0_f64; // of 천, 백, 십 and units
    let mut figure: Option<f64> = None;
    let mut digits = String::new();
    for c in written.chars().chain(['원']) {
        let value = match c {
            '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
            '．' => Some('.'),
            '0'..='9' | '.' => Some(c),
            _ => None,
        };
        if let Some(digit) = value {
            digits.push(digit);
            continue;
        }
        if ",， \t\n".contains(c) {
            continue;
        }
        if !digits.is_empty() {
            figure = Some(digits.parse().ok()?);
            digits.clear();
        }
        if let Some(digit) = digit(c) {
            figure = Some(f64::from(digit));
            continue;
        }
        match c {
            '십' => part += figure.take().unwrap_or(1.0) * 10.0,
            '백' => part += figure.take().unwrap_or(1.0) * 100.0,
            '천' => part += figure.take().unwrap_or(1.0) * 1_000.0,
            '만' | '억' => {
                let unit = if c == '만' { 10_000.0 } else { 100_000_000.0 };
                let counted = part + figure.take().unwrap_or(0.0);
                total += if counted == 0.0 { unit } else { counted * unit };
                part = 0.0;
            }
            _ => part += figure.take().unwrap_or(0.0),
        }
    }
    let won = total + if is_short_form { part * 10_000.0 } else { part };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a whole number in range"
    )]
    (won.fract() == 0.0 && (1.0..9e15).contains(&won)).then_some(won as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, u64)]) {
        let found: Vec<(&str, u64)> =
            amounts(text).into_iter().map(|it| (text.get(it.at).unwrap_or(""), it.won)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn every_spelling_is_read() {
        let million = 10_000_000;
        for spelling in [
            "1,000만원",
            "1천만 원",
            "1천만원",
            "일천만원",
            "천만원",
            "1000만원",
            "10,000,000원",
            "1,000 만",
            "１,０００만원",
        ] {
            check(spelling, &[(spelling, million)]);
        }
        check("5백만원", &[("5백만원", 5_000_000)]);
        check("2억원", &[("2억원", 200_000_000)]);
        check("1억 5천만원", &[("1억 5천만원", 150_000_000)]);
        check("1.2억원", &[("1.2억원", 120_000_000)]);
        check("1억 2,500만 원", &[("1억 2,500만 원", 125_000_000)]);
        check("2만원", &[("2만원", 20_000)]);
        check("삼천오백만원", &[("삼천오백만원", 35_000_000)]);
        check("2천5백만원", &[("2천5백만원", 25_000_000)]);
        check("1만 5천원", &[("1만 5천원", 15_000)]);
        check("1억 5천", &[("1억 5천", 150_000_000)]);
        check("3천만 1,870", &[("3천만", 30_000_000)]);
        check(
            "20만 50만 1억 2억",
            &[("20만", 200_000), ("50만", 500_000), ("1억", 100_000_000), ("2억", 200_000_000)],
        );
        check("암진단비Ⅱ3천만원", &[("3천만원", 30_000_000)]);
        check("2만 5,000원", &[("2만 5,000원", 25_000)]);
        // A cell that is broken in front of the unit.
        check("3종 80만 원 / 4종 2\n백만 원", &[("80만 원", 800_000), ("2\n백만 원", 2_000_000)]);
        check(
            "암진단비 3천만원 뇌출혈 500만원",
            &[("3천만원", 30_000_000), ("500만원", 5_000_000)],
        );
    }

    #[test]
    fn what_is_no_amount_is_left() {
        for text in [
            "10만원 단위",
            "만원",
            "가입금액(만원)",
            "제3조",
            "천식",
            "20년/100세",
            "5천",
            "십이지장",
            "C50.1",
            "만 15세",
            "백혈병",
            "만성",
            "일당 만족",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn amounts_are_written_as_people_read_them() {
        let written = [10_000_000, 150_000_000, 25_000, 500, 0, 200_000_000].map(format_won);
        assert_eq!(written, ["1,000만원", "1억 5,000만원", "2만 5,000원", "500원", "0원", "2억원"]);
    }
}
