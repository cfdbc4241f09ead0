//! Typed tokens of a folded clause: periods from the contract on, shares of the sum, and amounts.

use std::ops::Range;

use crate::catalog::cues::{Category, Cues, FoundCue};
use simui_korean::money::amounts;

/// The full amount, in percent.
pub(crate) const FULL_AMOUNT: u64 = 100;
/// Bounds of a period that are printed as they stand.
pub(crate) const BOUNDS: [&str; 4] = ["미만", "이내", "이하", "까지"];

/// The value of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A period that has not passed, as it is printed: 1년 미만.
    Early(String),
    /// A period that has passed.
    Late,
    /// A share that is paid, in percent.
    Percent(u64),
    /// An amount in won.
    Won(u64),
}

/// A value with its place, in bytes of the folded text.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub at: Range<usize>,
    pub value: Value,
}

impl Token {
    /// Whether the value is a share or an amount.
    pub(crate) fn is_paid(&self) -> bool {
        matches!(self.value, Value::Percent(_) | Value::Won(_))
    }
}

/// Returns the tokens of a text in order, none of which overlap. Where two do, the one of the
/// category that is looked for first remains.
pub(crate) fn tokens(text: &str, cues: &Cues) -> Vec<Token> {
    let periods = cues.all(Category::Early, text).map(|it| early(text, cues, &it));
    let first_year = cues
        .all(Category::FirstYear, text)
        .map(|it| Token { at: it.at(), value: Value::Early("1년 미만".to_owned()) });
    let named = cues.all(Category::NamedPeriod, text).filter_map(|cue| {
        let (number, unit) = cue.group("number").zip(cue.group("unit"))?;
        let value = Value::Early(until(number.as_str(), unit.as_str(), ""));
        Some(Token { at: number.start()..unit.end(), value })
    });
    let late = cues.all(Category::Late, text).map(|it| Token { at: it.at(), value: Value::Late });
    let shares = cues.all(Category::Share, text).filter_map(|it| share(text, cues, &it));
    let amounts = amounts(text).into_iter().filter_map(|money| {
        let before = text.get(..money.at.start).unwrap_or_default();
        let before = before.trim_end_matches([':', '(', ')']);
        // 1종 5만원 is the amount of an operation class.
        let is_of_class = before.ends_with('종') || before.ends_with("종수술");
        (!is_of_class).then_some(Token { at: money.at, value: Value::Won(money.won) })
    });
    let all = periods.chain(first_year).chain(named).chain(late).chain(shares).chain(amounts);
    let mut kept: Vec<Token> = Vec::new();
    for token in all {
        if !kept.iter().any(|it| it.at.start < token.at.end && token.at.start < it.at.end) {
            kept.push(token);
        }
    }
    kept.sort_by_key(|it| it.at.start);
    kept
}

/// Reads a period that has not passed. One that begins with an event and not with the contract is
/// none.
fn early(text: &str, cues: &Cues, found: &FoundCue<'_>) -> Token {
    let at = found.at();
    let is_of_event = cues.has(Category::EventStart, text.get(..at.start).unwrap_or_default());
    let group = |name: &str| found.group(name).map(|it| it.as_str());
    let number = group("number").or(group("letter")).zip(group("unit").or(group("of")));
    let value = match number.filter(|_| !is_of_event) {
        Some((number, unit)) => {
            Value::Early(until(number, unit, group("bound").unwrap_or_default()))
        }
        None => Value::Late,
    };
    Token { at, value }
}

/// Reads a share of the sum that is paid; of one that is taken off the rest.
fn share(text: &str, cues: &Cues, found: &FoundCue<'_>) -> Option<Token> {
    let at = found.at();
    if let Some(value) = found.value {
        return Some(Token { at, value: Value::Percent(value) });
    }
    let figure = found.group("share").or_else(|| found.group("hundredths"))?;
    let before = text.get(..at.start).unwrap_or_default();
    let behind = text.get(at.end..).unwrap_or_default();
    if cues.has(Category::ShareOfOther, before) || cues.has(Category::NoShare, behind) {
        return None;
    }
    let share: u64 = figure.as_str().parse().ok().filter(|it| *it > 0)?;
    let is_taken = share < FULL_AMOUNT && cues.has(Category::TakenOff, behind);
    Some(Token { at, value: Value::Percent(if is_taken { FULL_AMOUNT - share } else { share }) })
}

/// Formats the end of a period: `1년 미만`, `90일까지`.
fn until(number: &str, unit: &str, bound: &str) -> String {
    let (number, unit) = match (number, unit) {
        ("반", _) => ("6", "개월"),
        ("일", _) => ("1", unit),
        ("이", _) => ("2", unit),
        ("삼", _) => ("3", unit),
        ("육", _) => ("6", unit),
        (number, "달") => (number, "개월"),
        _ => (number, unit),
    };
    match bound {
        "까지" => format!("{number}{unit}까지"),
        bound if BOUNDS.contains(&bound) => format!("{number}{unit} {bound}"),
        _ => format!("{number}{unit} 미만"),
    }
}

/// Returns the shares of the amount that a folded text says are paid: 가입금액의 50%. The largest share
/// that may be withdrawn is not one of them.
pub(crate) fn rates<'t>(text: &'t str, cues: &Cues) -> Vec<regex::Match<'t>> {
    let is_paid = |rate: &regex::Match<'_>| {
        let behind = text.get(rate.end()..).unwrap_or_default().trim_start_matches('%');
        !cues.has(Category::WithdrawalBound, behind)
    };
    cues.all(Category::Rate, text).filter_map(|it| it.group("share")).filter(is_paid).collect()
}

/// Returns the amount in won that a share of a folded text explains: 가입금액의 20%인 600만원, 600만원(가입금액의
/// 20%). `rate` is the byte range of its figure. Such an amount is what is paid, and the share is not
/// taken of it again.
pub(crate) fn explained(text: &str, cues: &Cues, rate: Range<usize>) -> Option<u64> {
    let all = amounts(text);
    let behind = text.get(rate.end..)?.trim_start_matches('%');
    let words = cues.find(Category::Explains, behind).map_or(0, |it| it.end);
    let at = text.len() - behind.len() + words;
    if let Some(money) = all.iter().find(|it| it.at.start == at) {
        let rest = text.get(money.at.end..).unwrap_or_default();
        return (!cues.has(Category::BoundsAmount, rest)).then_some(money.won);
    }
    let end = cues.find(Category::ExplainedBy, text.get(..rate.start)?)?.start;
    all.iter().find(|it| it.at.end == end).map(|it| it.won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::fold::fold;
    use crate::catalog::rules::Rules;

    #[test]
    fn a_share_beside_an_amount_explains_it() {
        #[expect(clippy::unwrap_used, reason = "the shipped rules are valid")]
        let rules = Rules::shipped().unwrap();
        let check = |text: &str, expected: Option<u64>| {
            let text = fold(text);
            let found = rates(&text, &rules.cues);
            let explained = found.first().and_then(|it| explained(&text, &rules.cues, it.range()));
            assert_eq!(explained, expected, "{text}");
        };
        check("가입금액의 20%인 600만 원을 지급", Some(6_000_000));
        check("가입금액의 20%에 해당하는 금액(600만원)을 지급", Some(6_000_000));
        check("600만원(가입금액의 20%)을 지급", Some(6_000_000));
        check("가입금액의 20% 지급. 보험료는 3만원", None);
        check("가입금액의 20%, 즉 600만원을 지급", Some(6_000_000));
        check("가입금액의 20%(300만원 한도) 지급", None);
        check("가입금액의 20%, 300만원 한도로 지급", None);
        check("가입금액의 20%를 지급합니다.", None);
        check("3,000만원 가입 시 가입금액의 20% 지급", None);
    }
}
