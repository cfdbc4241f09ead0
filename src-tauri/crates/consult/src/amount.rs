//! An amount that a turn gives for the question before it: 타이레놀 먹어도 돼요? / 두 알이요.

use std::sync::LazyLock;

use serde::Deserialize;
use simui_clinical::data::{DataFault, parse};
use simui_korean::quantities::{Token, Unit, tokens};
use simui_pharmacy::names::Names;

/// The words of `amount.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AmountWords {
    before: Vec<String>,
    endings: Vec<String>,
}

static WORDS: LazyLock<Result<AmountWords, DataFault>> =
    LazyLock::new(|| parse("amount.toml", include_str!("../rules/amount.toml")));

/// The amount that a text consists of: `두 알` of 두 알이요, `200mg` of 200mg짜리요. `None` if it has anything else.
pub(super) fn amount_alone(text: &str) -> Option<&str> {
    let words = WORDS.as_ref().ok()?;
    let mut end = None;
    for placed in tokens(text) {
        match placed.token {
            Token::Unit(unit) if is_of_dose(unit) => end = Some(placed.end),
            Token::Word(word) if end.is_some() && words.endings.contains(&word) => {}
            Token::Word(word) if end.is_none() && words.before.contains(&word) => {}
            Token::Number(_) | Token::Sign('.' | ',' | '!' | '~') => {}
            _ => return None,
        }
    }
    let byte = |scalars: usize| text.char_indices().nth(scalars).map_or(text.len(), |it| it.0);
    text.get(..byte(end?))
}

/// Whether a unit measures what is taken of a drug, or how often.
fn is_of_dose(unit: Unit) -> bool {
    let is_counted =
        matches!(unit, Unit::Drop | Unit::Puff | Unit::Patch | Unit::Piece | Unit::Time);
    unit.is_piece() || is_counted || unit.milligrams().is_some() || unit.millilitres().is_some()
}

/// A question with an amount behind the drug that it names last: 타이레놀은 두 알 먹어도 돼요?
pub(super) fn with_amount(question: &str, amount: &str, names: &Names) -> String {
    let written: Vec<char> = question.chars().collect();
    let end = names.find(question).last().map_or(0, |it| it.span.end);
    let rest = written[end..].iter().position(|it| it.is_whitespace());
    let (before, behind) = written.split_at(rest.map_or(written.len(), |it| end + it));
    let (before, behind): (String, String) = (before.iter().collect(), behind.iter().collect());
    format!("{before} {amount}{behind}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_pharmacy::knowledge::Knowledge;

    use super::*;

    #[test]
    fn a_turn_is_an_amount_if_it_has_nothing_else() {
        for (text, expected) in [
            ("두 알이요", Some("두 알")),
            ("2정씩이요.", Some("2정")),
            ("200mg짜리요", Some("200mg")),
            ("하루 세 번이요", Some("하루 세 번")),
            ("5mL요", Some("5mL")),
            ("두 알 먹었어요", None),
            ("두 알은요?", None),
            ("36세예요", None),
            ("14kg이에요", None),
            ("3일이요", None),
            ("38.5요", None),
            ("네", None),
            ("", None),
        ] {
            assert_eq!(amount_alone(text), expected, "{text}");
        }
    }

    #[test]
    fn an_amount_stands_behind_the_drug() {
        let names = &Knowledge::shipped().unwrap().names;
        for (question, expected) in [
            ("타이레놀은 먹어도 돼요?", "타이레놀은 두 알 먹어도 돼요?"),
            ("타이레놀?", "타이레놀? 두 알"),
            ("와파린 먹는데 타이레놀 돼요?", "와파린 먹는데 타이레놀 두 알 돼요?"),
        ] {
            assert_eq!(with_amount(question, "두 알", names), expected);
        }
    }
}
