//! Compares the time since the last dose, which a question states, with the interval that the drug's
//! documents state.

use std::sync::LazyLock;

use serde::Deserialize;
use simui_clinical::data::parse;
use simui_korean::quantities::{Placed, Token, Unit, tokens};

use super::Paragraph;
use crate::PharmacyError;
use crate::calculate::{DoseStatement, dose_statements, number};
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::person::FactKind;
use crate::query::question::Question;

/// Most hours that are the time since a dose; what was longer ago is no matter of an interval.
const MAX_HOURS: f64 = 72.0;

/// The words of `elapsed.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    ago: Vec<String>,
    since: Vec<String>,
    taken: Vec<String>,
    again: Vec<String>,
    given: Vec<String>,
    slow_release: Vec<String>,
    too_soon: String,
    within: String,
    passed: String,
    unknown: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "tests try them"))]
    example: Vec<Example>,
}

/// A text with the hours that it states; tests try them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests try it"))]
    text: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "tests try it"))]
    hours: Option<f64>,
}

static WORDS: LazyLock<Result<Words, PharmacyError>> =
    LazyLock::new(|| Ok(parse("pharmacy/elapsed.toml", include_str!("../../rules/elapsed.toml"))?));

/// What the desk says of the time since the last dose, with the paragraph of the sentence that it was
/// compared with; `None` where the question states no such time, or names several drugs.
pub(super) fn compared(
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Option<(String, Option<Paragraph>)> {
    let words = WORDS.as_ref().ok()?;
    let hours = hours_since_dose(&question.text, words)?;
    let asked = question.ingredients();
    let [ingredient] = asked.iter().collect::<Vec<_>>()[..] else { return None };
    let fill = |text: &str, interval: &str| {
        text.replace("{hours}", &number(hours)).replace("{interval}", interval)
    };
    let is_of_drug = |it: &Passage| {
        let titled = knowledge.names.find(&it.title);
        question.is_own_label(&it.document_id)
            || !titled.is_empty() && titled.iter().all(|it| it.ingredient == **ingredient)
    };
    let mut found: Vec<(usize, DoseStatement, (f64, f64))> = Vec::new();
    for (at, passage) in passages.iter().enumerate().filter(|(_, it)| is_of_drug(it)) {
        for statement in dose_statements(&passage.text) {
            let Some(interval) = statement.interval else { continue };
            if fits(&statement, question, words) {
                found.push((at, statement, interval));
            }
        }
    }
    // Of several the strictest.
    let strictest = found.into_iter().max_by(|(.., one), (.., other)| one.0.total_cmp(&other.0));
    let Some((passage, statement, (low, high))) = strictest else {
        return Some((fill(&words.unknown, ""), None));
    };
    let interval = match low == high {
        true => number(low),
        false => format!("{}~{}", number(low), number(high)),
    };
    let text = match hours {
        it if it < low => &words.too_soon,
        it if it < high => &words.within,
        _ => &words.passed,
    };
    let sentences = vec![statement.quote.clone()];
    let paragraph = Paragraph { sentences, passage, quote: statement.span, about: None };
    Some((fill(text, &interval), Some(paragraph)))
}

/// The paragraphs with the one of the compared sentence in front.
pub(super) fn with_first(paragraphs: Vec<Paragraph>, first: Paragraph) -> Vec<Paragraph> {
    let mut others = paragraphs;
    let same = |it: &String| {
        first.sentences.iter().any(|first| it.trim_end_matches('.') == first.trim_end_matches('.'))
    };
    for paragraph in &mut others {
        paragraph.sentences.retain(|it| !same(it));
    }
    others.retain(|it| !it.sentences.is_empty());
    std::iter::once(first).chain(others).collect()
}

/// Whether a statement is for the person and the form of a question: the dose of children for a child, and
/// that of a slow form only where the question names one.
fn fits(statement: &DoseStatement, question: &Question, words: &Words) -> bool {
    let age = question.facts.iter().find_map(|it| match it.kind {
        FactKind::Age(months) => Some(months),
        _ => None,
    });
    let has_slow = |text: &str| words.slow_release.iter().any(|it| text.contains(it.as_str()));
    let of_age = match age.or(question.person.age_months) {
        Some(months) => statement.ages.has(months),
        None => {
            let gives = words.given.iter().any(|it| question.text.contains(it.as_str()));
            statement.ages.are_of_children() == (gives || question.asks("children"))
        }
    };
    of_age && has_slow(&statement.quote) == has_slow(&question.text)
}

/// The hours since a dose: 4 of 4시간 전에 먹었는데 또 먹어도 되나요, and of 먹은 지 4시간 됐는데 또 먹어도 되나요; `None`
/// where the text does not ask for another dose.
fn hours_since_dose(text: &str, words: &Words) -> Option<f64> {
    let placed = tokens(text);
    let begins = |it: &Placed, list: &[String]| match &it.token {
        Token::Word(word) => list.iter().any(|it| word.starts_with(it.as_str())),
        _ => false,
    };
    let is_word = |it: &Placed, is: &dyn Fn(&str) -> bool| match &it.token {
        Token::Word(word) => is(word),
        _ => false,
    };
    // 먹은 지, 먹은지: the verb in front of the hours.
    let taken_before = |at: usize| match placed.get(..at) {
        Some([.., verb, since]) if is_word(since, &|it| it == "지") => begins(verb, &words.taken),
        Some([.., verb]) => begins(verb, &words.taken) && is_word(verb, &|it| it.ends_with('지')),
        _ => false,
    };
    let (at, is_ago) = placed.windows(3).enumerate().find_map(|(at, it)| {
        let is_hours = matches!(it[0].token, Token::Number(_))
            && matches!(it[1].token, Token::Unit(Unit::Hour | Unit::Minute));
        let is_ago = begins(&it[2], &words.ago);
        let is_since = begins(&it[2], &words.since) && taken_before(at);
        (is_hours && (is_ago || is_since)).then_some((at, is_ago))
    })?;
    let Token::Number(count) = placed[at].token else { return None };
    let hours =
        if placed[at + 1].token == Token::Unit(Unit::Minute) { count / 60.0 } else { count };
    let behind = placed.get(at + 3..)?;
    let taken = match is_ago {
        true => behind.iter().position(|it| begins(it, &words.taken))? + 1,
        false => 0,
    };
    let asks_again = behind[taken..].iter().any(|it| begins(it, &words.again));
    (asks_again && hours <= MAX_HOURS).then_some(hours)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn the_time_since_the_last_dose_is_read_where_another_is_asked_for() {
        let words = WORDS.as_ref().unwrap();
        for example in &words.example {
            assert_eq!(hours_since_dose(&example.text, words), example.hours, "{}", example.text);
        }
    }
}
