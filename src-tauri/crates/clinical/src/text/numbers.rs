//! Reads numbers in digits and in words: 1,200, 38.5, 백사십, 예순다섯, 두.

use super::cue::begins;
use std::sync::LazyLock;

use regex::Regex;
use simui_korean::numerals::{digit, grouped, mixed};
pub(crate) use simui_korean::numerals::{native, sino};

/// Compiles a constant pattern; panics if it is not valid.
#[expect(clippy::expect_used, reason = "the pattern is a constant that every test run compiles")]
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// Pattern of a number: digits, or at least two numerals in words.
pub(crate) const NUMBER: &str = r"(?:\d{1,3}\s?만\s?[1-9]\s?천|[일이삼사오육칠팔구]?십?[일이삼사오육칠팔구]?만\s?[일이삼사오육칠팔구]?천|[1-9]천\s?[1-9]백|[일이삼사오육칠팔구]?백\s?(?:열|스물|서른|마흔|쉰|예순|일흔|여든|아흔)(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,7}(?:\.\d{1,4})?|[일이삼사오육칠팔구]?[백십][일이삼사오육칠팔구십백]*(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)?(?:\s?점\s?[영공일이삼사오육칠팔구]{1,2})?|[일이삼사오육칠팔구]\s?점\s?[영공일이삼사오육칠팔구]{1,2}|(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔)(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉))";

static DIGITS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d[\d,]*(?:\.\d+)?$"));

/// The value of a match of [`NUMBER`].
pub(crate) fn value(text: &str) -> Option<f64> {
    if DIGITS.is_match(text) {
        return text.replace(',', "").parse().ok();
    }
    if text.contains(['만', '천']) {
        return grouped(text).map(f64::from);
    }
    let (integer, part) = text.split_once('점').unwrap_or((text, ""));
    let integer = f64::from(mixed(integer.trim())?);
    let mut part = part.trim().chars().map(digit);
    let tenths = part.next().map_or(Some(0), |it| it)?;
    let hundredths = part.next().map_or(Some(0), |it| it)?;
    Some(integer + f64::from(10 * tenths + hundredths) / 100.0)
}

/// Cuts off a last 이 that is a particle or the copula: 백육십이에요 and 백이십이 나와요 are 160 and 120. `after` is
/// the text that follows `number`.
pub(crate) fn without_subject_particle<'a>(number: &'a str, after: &str) -> &'a str {
    let copula = [
        "에요", "래", "고", "네", "라", "었", "며", "니", "랍", "던", "거든", "야", "요", "죠",
        "지", "던데", "다", "였", "나",
    ];
    let verbs = ["나오", "나왔", "나와", "나옵", "넘", "됐", "되", "찍", "라"];
    let next = after.trim_start();
    let subject = next.len() < after.len() && begins(next, &verbs) || after.starts_with("넘");
    // 구십육이 나왔어요: two digits cannot follow each other, so the 이 after a digit is a particle.
    let twice =
        |integer: &str| integer.ends_with(['일', '이', '삼', '사', '오', '육', '칠', '팔', '구']);
    let tens = number.contains(['십', '백']) && !number.contains('점');
    match number.strip_suffix('이') {
        Some(integer) if tens && twice(integer) => integer,
        Some(integer)
            if (integer.ends_with(['십', '백'])
                || integer.rsplit_once('점').is_some_and(|it| !it.1.trim().is_empty()))
                && (subject || begins(after, &copula)) =>
        {
            integer
        }
        _ => number,
    }
}

/// Reads a number in any notation; 반 is 0.5.
pub(crate) fn count(text: &str) -> Option<f64> {
    match text.trim() {
        "반" => Some(0.5),
        text => value(text)
            .or_else(|| native(text).map(f64::from))
            .or_else(|| sino(text).map(f64::from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_said() {
        for (text, expected) in [
            ("1,200", Some(1200.0)),
            ("38.5", Some(38.5)),
            ("백사십", Some(140.0)),
            ("구십", Some(90.0)),
            ("삼십팔점오", Some(38.5)),
            ("칠점팔", Some(7.8)),
            ("칠점이오", Some(7.25)),
            ("백삼십둘", Some(132.0)),
            ("9만 8천", Some(98_000.0)),
            ("십이만오천", Some(125_000.0)),
            ("3천5백", Some(3_500.0)),
            ("백열", Some(110.0)),
            ("백스물둘", Some(122.0)),
            ("십 점 사", Some(10.4)),
            ("예순다섯", Some(65.0)),
            ("두", Some(2.0)),
            ("반", Some(0.5)),
            ("이삼", None),
            ("", None),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
        for (number, after, expected) in [
            ("백육십이", "에요", "백육십"),
            ("구십이", " 나오데요", "구십"),
            ("구십이", "에서", "구십이"),
            ("칠점팔이", "래요", "칠점팔"),
            ("구십육이", " 나왔어요", "구십육"),
            ("백이십오", "이에요", "백이십오"),
        ] {
            assert_eq!(without_subject_particle(number, after), expected, "{number}{after}");
        }
    }
}
