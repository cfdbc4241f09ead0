//! Compares the time since the last dose, which a question states, with the interval that the drug's
//! documents state.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};
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
    now: Vec<String>,
    days_ago: Vec<String>,
    morning: Vec<String>,
    evening: Vec<String>,
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

/// A time of the day: 오후 2시 반, 열 시. With the last group it is a number of hours.
static CLOCK: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(concat!(
        r"(?P<part>[가-힣]{1,2})?\s*(?P<hour>\d{1,2}|열한|열두|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉)\s?시",
        r"(?:\s?(?P<half>반)|\s?(?P<minutes>\d{1,2})\s?분)?(?P<count>간)?",
    ))
    .expect("a valid pattern")
});

/// Native numerals from one to twelve, in order.
const HOURS: [&str; 12] =
    ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두"];

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
    let written: BTreeSet<&str> = question.drugs.iter().map(|it| it.written.as_str()).collect();
    if asked.is_empty() || asked.len().min(written.len()) > 1 {
        return None;
    }
    let fill = |text: &str, interval: &str| {
        text.replace("{hours}", &number(hours)).replace("{interval}", interval)
    };
    let is_of_drug = |passage: &Passage| {
        let titled = knowledge.names.find(&passage.title);
        question.is_own_label(&passage.document_id)
            || !titled.is_empty() && titled.iter().all(|it| asked.contains(it.ingredient.as_str()))
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
    let same = |sentence: &String| {
        first
            .sentences
            .iter()
            .any(|first| sentence.trim_end_matches('.') == first.trim_end_matches('.'))
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

/// Whether a text states the time since a dose and asks for another.
pub fn states_time_since_dose(text: &str) -> bool {
    WORDS.as_ref().is_ok_and(|words| hours_since_dose(text, words).is_some())
}

/// The hours between the time of the day of a dose and the present one, where the text asks for another dose:
/// 2 of 10시에 먹었는데 지금 12시예요. 또 먹어도 돼요? Of two that are possible (no 오전 or 오후) it is the shorter time.
fn hours_by_clock(text: &str, words: &Words) -> Option<f64> {
    let has = |text: &str, list: &[String]| list.iter().any(|it| text.contains(it.as_str()));
    let clock: Vec<Captures<'_>> =
        CLOCK.captures_iter(text).filter(|it| it.name("count").is_none()).collect();
    let [first, last] = clock.as_slice() else { return None };
    let (whole, end) = (first.get(0)?, last.get(0)?);
    let between = text.get(whole.end()..end.start())?;
    let (before, behind) = (text.get(..whole.start())?, text.get(end.end()..)?);
    let is_now = |lead: &str, own: &Captures<'_>| {
        has(lead, &words.now) || own.name("part").is_some_and(|it| has(it.as_str(), &words.now))
    };
    let taken = |it: &str| has(it, &words.taken);
    let (dose, now, lead) = if is_now(between, last) && (taken(between) || taken(before)) {
        (first, last, before)
    } else if is_now(before, first) && taken(behind) {
        (last, first, between)
    } else {
        return None;
    };
    let asks = tokens(behind).iter().any(|placed| {
        let Token::Word(word) = &placed.token else { return false };
        words.again.iter().any(|again| word.starts_with(again.as_str()))
    });
    let (from, from_half) = hour_of_day(dose, words)?;
    let (to, to_half) = hour_of_day(now, words)?;
    // 어제 10시에 may be fourteen hours ago or more.
    let day_of_dose = dose.name("part").map_or("", |it| it.as_str());
    let is_days_ago = [lead, day_of_dose].iter().any(|it| has(it, &words.days_ago));
    let is_open = is_days_ago && !(from_half && to_half);
    let day = if from_half && to_half { 24.0 } else { 12.0 };
    let hours = (to - from).rem_euclid(day);
    (asks && !is_open && hours > 0.0).then_some(hours)
}

/// The hour of a time of the day, and whether the words tell the morning from the evening.
fn hour_of_day(clock: &Captures<'_>, words: &Words) -> Option<(f64, bool)> {
    let written = clock.name("hour")?.as_str();
    let native = || HOURS.iter().position(|it| *it == written).map(|it| it as f64 + 1.0);
    let hour: f64 = written.parse().ok().or_else(native).filter(|it| *it <= 24.0)?;
    let minutes = clock.name("minutes").and_then(|it| it.as_str().parse::<f64>().ok());
    let minutes = minutes.or(clock.name("half").map(|_| 30.0)).unwrap_or(0.0);
    let part = clock.name("part").map_or("", |it| it.as_str());
    let is = |list: &[String]| list.iter().any(|it| part.ends_with(it.as_str()));
    let (morning, evening) = (is(&words.morning), is(&words.evening));
    let hour = match hour {
        12.0 if morning => 0.0,
        it if evening && it < 12.0 => it + 12.0,
        it => it,
    };
    Some((hour + minutes / 60.0, morning || evening || hour > 12.0))
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
    if let Some(hours) = hours_by_clock(text, words) {
        return Some(hours);
    }
    // 먹은 지, 먹은지: the verb in front of the hours, or in a sentence of its own before them.
    let states_taking =
        |it: &Placed| begins(it, &words.taken) && is_word(it, &|it| it.ends_with(['요', '다']));
    let taken_before = |at: usize| match placed.get(..at) {
        Some([.., verb, since]) if is_word(since, &|it| it == "지") => begins(verb, &words.taken),
        Some([.., verb])
            if begins(verb, &words.taken) && is_word(verb, &|it| it.ends_with('지')) =>
        {
            true
        }
        Some(before) => before.iter().any(states_taking),
        None => false,
    };
    let (at, is_ago) = placed.windows(3).enumerate().find_map(|(at, window)| {
        let is_hours = matches!(window[0].token, Token::Number(_))
            && matches!(window[1].token, Token::Unit(Unit::Hour | Unit::Minute));
        let is_ago = begins(&window[2], &words.ago);
        let is_since = begins(&window[2], &words.since) && taken_before(at);
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
