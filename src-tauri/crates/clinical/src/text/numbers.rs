//! Reads numbers in digits and in words: 1,200, 38.5, 백사십, 예순다섯, 두.

use super::cue::begins;
use std::sync::LazyLock;

use regex::Regex;

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
        return grouped(text);
    }
    let (integer, part) = text.split_once('점').unwrap_or((text, ""));
    let integer = f64::from(mixed(integer.trim())?);
    let mut part = part.trim().chars().map(digit);
    let tenths = part.next().map_or(Some(0), |it| it)?;
    let hundredths = part.next().map_or(Some(0), |it| it)?;
    Some(integer + f64::from(10 * tenths + hundredths) / 100.0)
}

/// Reads a number with 만, 천 or 백: 9만 8천, 십이만오천, 3천 5백.
fn grouped(text: &str) -> Option<f64> {
    let compact: String = text.split_whitespace().collect();
    let (mut rest, mut sum) = (compact.as_str(), 0);
    for (unit, value) in [('만', 10_000), ('천', 1_000), ('백', 100)] {
        if let Some((count, tail)) = rest.split_once(unit) {
            let count =
                if count.is_empty() { 1 } else { count.parse().ok().or_else(|| sino(count))? };
            sum += count * value;
            rest = tail;
        }
    }
    rest.is_empty().then_some(f64::from(sum))
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

/// Reads a number whose ones are native numerals: 백삼십둘 → 132.
fn mixed(text: &str) -> Option<u32> {
    let ones = ONES.iter().filter(|it| it.1 > 0 && it.0.chars().count() > 1);
    let ones = ones.chain(ONES.iter().filter(|it| matches!(it.0, "둘" | "셋" | "넷")));
    let split = ones.filter_map(|(word, one)| Some((text.strip_suffix(word)?, *one))).next();
    match split {
        Some((tens, one)) if tens.ends_with(['십', '백']) => Some(sino(tens)? + one),
        _ => sino(text).or_else(|| native(text)).or_else(|| over_a_hundred(text)),
    }
}

/// Reads a hundred and a native numeral: 백열, 백스물둘.
fn over_a_hundred(text: &str) -> Option<u32> {
    let (hundreds, rest) = text.split_once('백')?;
    let hundreds = if hundreds.is_empty() { 1 } else { sino(hundreds)? };
    Some(100 * hundreds + native(rest)?)
}

/// The value of a Sino-Korean digit.
fn digit(c: char) -> Option<u32> {
    "영일이삼사오육칠팔구"
        .chars()
        .position(|it| it == c)
        .or((c == '공').then_some(0))
        .map(|it| it as u32)
}

/// Reads a Sino-Korean number from 1 to 999: 백사십 → 140, 삼십오 → 35.
pub(crate) fn sino(text: &str) -> Option<u32> {
    let (mut sum, mut unit) = (0, None);
    for c in text.chars() {
        match c {
            '백' => sum += 100 * unit.take().unwrap_or(1),
            '십' => sum += 10 * unit.take().unwrap_or(1),
            _ if unit.is_some() => return None,
            c => unit = Some(digit(c)?),
        }
    }
    let value = sum + unit.unwrap_or(0);
    (value > 0 && value < 1000).then_some(value)
}

const TENS: [(&str, u32); 10] = [
    ("스물", 20),
    ("스무", 20),
    ("서른", 30),
    ("마흔", 40),
    ("쉰", 50),
    ("예순", 60),
    ("일흔", 70),
    ("여든", 80),
    ("아흔", 90),
    ("열", 10),
];
const ONES: [(&str, u32); 14] = [
    ("하나", 1),
    ("한", 1),
    ("둘", 2),
    ("두", 2),
    ("셋", 3),
    ("세", 3),
    ("넷", 4),
    ("네", 4),
    ("다섯", 5),
    ("여섯", 6),
    ("일곱", 7),
    ("여덟", 8),
    ("아홉", 9),
    ("반", 0),
];

/// Reads a native Korean number below a hundred: 예순다섯 → 65, 두 → 2.
pub(crate) fn native(text: &str) -> Option<u32> {
    let text = text.trim();
    let ten =
        TENS.iter().find_map(|(word, value)| text.strip_prefix(word).map(|rest| (rest, *value)));
    let (rest, tens) = ten.unwrap_or((text, 0));
    if rest.is_empty() {
        return (tens > 0).then_some(tens);
    }
    ONES.iter().find(|(word, value)| *word == rest && *value > 0).map(|(_, value)| tens + value)
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
