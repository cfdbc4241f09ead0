//! Limits of a measure in a sentence of a document (30~49 mL/min, 12세 미만), and whether a value is within
//! one.

use std::sync::LazyLock;

use regex::Regex;

/// Words of documents for the filtration rate of the kidneys or the clearance of creatinine, in lower case.
const KIDNEY_WORDS: [&str; 8] =
    ["청소율", "클리어런스", "여과율", "egfr", "gfr", "crcl", "ccr", "clcr"];

/// Units behind a number that is a dose, a weight or a duration.
const OTHER_UNITS: [&str; 18] = [
    "mg", "g", "kg", "µg", "ug", "ml", "l", "iu", "%", "시간", "일", "회", "번", "주", "정",
    "캡슐", "배", "분",
];

/// Age in months up to which a lower limit is one of adults.
const ADULT_MONTHS: f64 = 19.0 * 12.0;

/// A number, perhaps the second of a range, a unit, and a word or sign of comparison.
static LIMIT: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(concat!(
        r"(?P<sign>[<>≤≥]=?)?\s*(?P<from>\d+(?:\.\d+)?)",
        r"(?:\s*(?P<from_unit>세|살|개월)?\s*(?P<open>이상|초과)?\s*[~∼〜\-–]\s*(?P<below><)?\s*(?P<to>\d+(?:\.\d+)?))?",
        r"\s*(?P<unit>m[lL]\s*/\s*(?:min|분)(?:\s*/\s*1\.73\s*(?:m2|m²|㎡))?|세|살|개월)?",
        r"\s*(?P<word>미만|이하|이상|초과|보다\s?(?:낮|작|적))?",
    ))
    .expect("a valid pattern")
});

/// A birthday or the hundredth day before which a child is: 돌 전, 두 돌이 지나지 않은.
static DAY: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(concat!(
        r"(?:^|\s|\()(?:(?P<count>첫|두|세)?\s?(?P<birthday>돌)|백일)(?:이|도)?",
        r"\s?(?:전|이전|미만|안 된|되지 않은|지나지 않은|이 안 된)",
    ))
    .expect("a valid pattern")
});

/// What documents call a child of less than four weeks.
const NEWBORN: &str = "신생아";

/// Age in completed months below which a child may be in its first four weeks.
const NEWBORN_MONTHS: u32 = 1;

/// Age in completed months up to which a child may be before its hundredth day.
const HUNDRED_DAYS: u32 = 3;

/// Values from `from` to `to`, both included or not.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Limit {
    from: f64,
    to: f64,
    /// Whether `to` itself is within.
    closed: bool,
}

impl Limit {
    /// Whether it only sets adults apart from children: 15세 이상, in months.
    fn is_of_adults(self) -> bool {
        self.to == f64::MAX && self.from <= ADULT_MONTHS
    }

    fn holds(self, value: f64) -> bool {
        value >= self.from && (value < self.to || (self.closed && value <= self.to))
    }
}

/// The limits of the filtration rate that `sentence` states, and whether `rate` in mL/min is within one;
/// `None` if it states none.
pub fn kidney_limits(sentence: &str, rate: f64) -> Option<bool> {
    let folded = sentence.to_lowercase();
    let first = KIDNEY_WORDS.iter().filter_map(|it| folded.find(it)).min()?;
    let behind = folded.get(first..)?;
    let of_rate = |captures: &regex::Captures<'_>| {
        let end = captures.get(0).map_or(0, |it| it.end());
        let rest = behind.get(end..).unwrap_or_default();
        let of_age =
            matches!(captures.name("unit").map(|it| it.as_str()), Some("세" | "살" | "개월"));
        !of_age && !is_other_unit(rest)
    };
    let limits: Vec<Limit> = LIMIT
        .captures_iter(behind)
        .filter(of_rate)
        .filter_map(|it| limit(&it, 1.0, true))
        .collect();
    (!limits.is_empty()).then(|| limits.iter().any(|it| it.holds(rate)))
}

/// Whether a unit of something else begins the text behind a number. In 30~49일 때 and 30~45 정도 none does.
fn is_other_unit(rest: &str) -> bool {
    let no_unit = ["일 때", "일때", "일 경우", "정도"].iter().any(|it| rest.starts_with(it));
    !no_unit && OTHER_UNITS.iter().any(|it| rest.starts_with(it))
}

/// Whether `sentence` states a limit of age that a person of `months` is within, in figures or in words (돌 전
/// 아기, 신생아).
pub(crate) fn age_limits_hold(sentence: &str, months: u32) -> bool {
    let in_words = DAY.captures_iter(sentence).any(|captures| {
        let years = match captures.name("count").map(|it| it.as_str()) {
            Some("두") => 2,
            Some("세") => 3,
            _ => 1,
        };
        match captures.name("birthday") {
            Some(_) => months < 12 * years,
            None => months <= HUNDRED_DAYS,
        }
    });
    if in_words || months < NEWBORN_MONTHS && sentence.contains(NEWBORN) {
        return true;
    }
    LIMIT.captures_iter(sentence).any(|captures| {
        let months_a_unit = match captures.name("unit").map(|it| it.as_str()) {
            Some("세" | "살") => 12.0,
            Some("개월") => 1.0,
            _ => return false,
        };
        limit(&captures, months_a_unit, false)
            .is_some_and(|it| !it.is_of_adults() && it.holds(f64::from(months)))
    })
}

/// The limit of a match, its numbers multiplied by `factor`; `None` if nothing makes it one: a dose, a
/// duration. `bare` tells whether a range counts that has neither unit nor comparison.
fn limit(found: &regex::Captures<'_>, factor: f64, bare: bool) -> Option<Limit> {
    let number = |name: &str| found.name(name)?.as_str().parse::<f64>().ok().map(|it| it * factor);
    let from = number("from")?;
    let word = found.name("word").map(|it| it.as_str());
    if let Some(to) = number("to") {
        // 30~49 ends below 50: limits are whole numbers, values are not. 12~17세 ends with the last month.
        let open = found.name("below").is_some() || word == Some("미만");
        let to = if open { to } else { to + factor };
        let is_limit =
            bare || found.name("unit").is_some() || word.is_some() || found.name("below").is_some();
        return (is_limit && from <= to).then_some(Limit { from, to, closed: false });
    }
    let sign = found.name("sign").map(|it| it.as_str());
    let limit = match (sign, word) {
        (Some("<"), _) | (_, Some("미만")) => Limit { from: f64::MIN, to: from, closed: false },
        (Some("<=" | "≤" | "≤="), _) | (_, Some("이하")) => {
            Limit { from: f64::MIN, to: from, closed: true }
        }
        (Some(">"), _) | (_, Some("초과")) => {
            Limit { from: from.next_up(), to: f64::MAX, closed: true }
        }
        (Some(">=" | "≥" | "≥="), _) | (_, Some("이상")) => {
            Limit { from, to: f64::MAX, closed: true }
        }
        (_, Some(_)) => Limit { from: f64::MIN, to: from, closed: false },
        _ => return None,
    };
    Some(limit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(sentence: &str, rate: f64, expected: Option<bool>) {
        assert_eq!(kidney_limits(sentence, rate), expected, "{sentence} {rate}");
    }

    #[test]
    fn a_filtration_rate_is_compared_with_the_limits_of_a_sentence() {
        let several = "크레아티닌청소율이 30~49mL/min이면 1,000mg을 12시간마다, 10~29이면 24시간마다, 10 미만이면 500mg을 24시간마다 먹습니다.";
        check(several, 35.0, Some(true));
        check(several, 49.6, Some(true));
        check(several, 60.0, Some(false));
        check(several, 8.0, Some(true));
        check("eGFR 30 미만이면 쓰지 않습니다.", 25.0, Some(true));
        check("eGFR 30 미만이면 쓰지 않습니다.", 30.0, Some(false));
        check("eGFR 30–<45이면 줄입니다.", 44.9, Some(true));
        check("eGFR 30–<45이면 줄입니다.", 45.0, Some(false));
        check("eGFR이 45 이상이면 조절하지 않습니다.", 35.0, Some(false));
        check("CrCl <30 mL/min: 금기", 20.0, Some(true));
        check("신장 기능이 나쁘면 줄입니다.", 20.0, None);
        check("성인은 1회 250~500mg을 먹습니다.", 20.0, None);
    }

    #[test]
    fn a_rate_is_told_from_doses_weights_and_other_values() {
        let metformin = "사구체여과율(eGFR)이 30 미만인 사람은 메트포르민을 쓰지 않습니다.";
        check(metformin, 25.0, Some(true));
        check(metformin, 30.0, Some(false));
        check("eGFR이 30~45로 떨어진 사람은 용량을 줄입니다.", 34.4, Some(true));
        let valaciclovir = "크레아티닌청소율이 30~49mL/min이면 1,000mg을 12시간마다, 10~29이면 24시간마다, 10 미만이면 500mg을 24시간마다 먹습니다.";
        check(valaciclovir, 34.4, Some(true));
        check(valaciclovir, 5.0, Some(true));
        check(valaciclovir, 60.0, Some(false));
        check("크레아티닌 청소율이 30mL/분보다 낮은 사람은 쓰지 않습니다.", 20.0, Some(true));
        check("크레아티닌 청소율 15~50mL/분이거나 체중 60kg 이하인 사람", 55.0, Some(false));
        check("80세 이상, 혈청 크레아티닌 1.5mg/dL 이상", 20.0, None);
        check("신장 기능이 나쁜 사람은 상담합니다.", 20.0, None);
        check("eGFR이 30~49일 때는 반으로 줄입니다.", 40.0, Some(true));
        check("eGFR 30~45 정도면 줄입니다.", 40.0, Some(true));
        check("eGFR을 7~10일마다 검사합니다.", 8.0, None);
        check("eGFR이 낮으면 1회 10~20mg을 씁니다.", 15.0, None);
        // Between two ranges of whole numbers there is no gap.
        check(valaciclovir, 29.5, Some(true));
    }

    #[test]
    fn an_age_is_compared_with_the_limits_of_a_sentence() {
        for (sentence, months, expected) in [
            ("12세 미만에게 쓰지 않습니다.", 8 * 12, true),
            ("12세 미만에게 쓰지 않습니다.", 12 * 12, false),
            ("만 24개월 미만의 영아", 15, true),
            ("12~17세는 의사와 상담합니다.", 17 * 12 + 5, true),
            ("65세 이상은 줄입니다.", 70 * 12, true),
            ("12세 이상은 4,000mg을 넘지 않습니다.", 40 * 12, false),
            ("1회 2정씩 3일 이하", 24, false),
            ("꿀은 돌 전 아기에게 먹이지 않습니다.", 7, true),
            ("꿀은 돌 전 아기에게 먹이지 않습니다.", 12, false),
            ("두 돌이 지나지 않은 아이에게는 쓰지 않습니다.", 20, true),
            ("백일 전 아기에게는 쓰지 않습니다.", 2, true),
            ("백일 전 아기에게는 쓰지 않습니다.", 5, false),
            ("신생아에게는 쓰지 않습니다.", 0, true),
            ("신생아에게는 쓰지 않습니다.", 7, false),
            ("신장에 돌이 있는 사람은 쓰지 않습니다.", 7, false),
        ] {
            assert_eq!(age_limits_hold(sentence, months), expected, "{sentence}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "[가-힣0-9a-z<>~ .]{0,40}", rate in 0.0_f64..200.0) {
            kidney_limits(&format!("eGFR {text}"), rate);
            age_limits_hold(&text, 30);
        }
    }
}
