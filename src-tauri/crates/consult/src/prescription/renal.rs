//! Sentences on a dose or a limit by the function of the kidneys, and whether they hold for a value.

use simui_korean::quantities::{Placed, Token, Unit, tokens};

/// Words for the rate that a sentence compares, in lower case.
const RATES: [&str; 7] = ["청소율", "여과율", "egfr", "gfr", "crcl", "ccr", "clcr"];
/// Words for the kidneys.
const KIDNEYS: [&str; 5] = ["신장", "콩팥", "신기능", "신부전", "투석"];

/// Whether a sentence is about the kidneys.
pub(super) fn is_renal(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    RATES.iter().chain(&KIDNEYS).any(|it| lower.contains(it))
}

/// Whether a sentence compares a rate, and if so whether the value lies in one of its ranges.
pub(super) fn holds(sentence: &str, value: f64) -> Option<bool> {
    let all = tokens(sentence);
    let is_rate = |it: &Placed| match &it.token {
        Token::Word(word) => RATES.iter().any(|rate| word.contains(rate)),
        _ => false,
    };
    let start = all.iter().position(is_rate)?;
    let ranges: Vec<(f64, f64)> = ranges(all.get(start..).unwrap_or_default());
    (!ranges.is_empty()).then(|| ranges.iter().any(|(low, high)| value >= *low && value < *high))
}

/// The ranges of rates behind the word for the rate: `30 미만`, `15~50mL/분`, `30mL/분보다 낮은`. Numbers with
/// another unit are doses, ages and hours.
fn ranges(all: &[Placed]) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let Token::Number(low) = all[at].token else {
            at += 1;
            continue;
        };
        let (high, mut next) =
            match (all.get(at + 1).map(|it| &it.token), all.get(at + 2).map(|it| &it.token)) {
                (Some(Token::Range), Some(Token::Number(high))) => (Some(*high), at + 3),
                _ => (None, at + 1),
            };
        at = next;
        match all.get(next).map(|it| &it.token) {
            Some(Token::Unit(Unit::Millilitre)) => {
                next += 1;
                // mL/분/1.73m²
                while all.get(next).is_some_and(|it| it.token == Token::Slash) {
                    next += 2;
                }
                if matches!(all.get(next).map(|it| &it.token), Some(Token::Word(word)) if word == "m")
                {
                    next += 1;
                }
            }
            Some(Token::Unit(_)) => continue,
            _ => {}
        }
        let word = |at: usize| match all.get(at).map(|it| &it.token) {
            Some(Token::Word(word)) => word.as_str(),
            _ => "",
        };
        let below = word(next).starts_with("미만")
            || word(next).starts_with("보다") && word(next + 1).starts_with(['낮', '작', '적']);
        let range = match high {
            Some(high) if below => (0.0, high),
            // Both ends of a range count.
            Some(high) => (low, high + f64::EPSILON + 1e-9),
            None if below => (0.0, low),
            None if word(next).starts_with("이하") => (0.0, low + 1e-9),
            None if word(next).starts_with("이상") => (low, f64::INFINITY),
            None if word(next).starts_with("초과") => (low + 1e-9, f64::INFINITY),
            None => continue,
        };
        at = next;
        found.push(range);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, value: f64, expected: Option<bool>) {
        assert_eq!(holds(sentence, value), expected, "{sentence} {value}");
    }

    #[test]
    fn a_sentence_holds_for_the_values_that_it_names() {
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
    }
}
