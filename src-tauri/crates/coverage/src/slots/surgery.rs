//! 종별 수술비 and 지급 횟수.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Section, Source};
use crate::answer::{Confidence, SlotValue};
use crate::fold::{Folded, fold};
use crate::money::{amounts, format_won};
use crate::quote::on_one_line;

/// Letters between a class and its amount.
const NEAR: usize = 40;

/// The classes of a section and where they stand.
struct Classes {
    amounts: BTreeMap<String, u64>,
    /// Bytes of the page.
    at: Range<usize>,
}

/// A class or an amount in the text of a section. Bytes of it.
struct Token {
    at: Range<usize>,
    /// `1` of 1종.
    class: Option<String>,
    won: u64,
}

/// The section with the most classes; the first of several.
pub(super) fn by_class(source: &Source<'_>) -> SlotValue {
    let pages = source.book().pages(source.insurer);
    let mut best: Option<(&Section, Classes)> = None;
    for section in source.sections.iter().filter(|it| it.own) {
        let Some(page) = pages.get(section.page) else { continue };
        if source.is_example(section.page) {
            continue;
        }
        let Some(found) = classes(source, &page.text, section) else { continue };
        if best.as_ref().is_none_or(|(_, it)| it.amounts.len() < found.amounts.len()) {
            best = Some((section, found));
        }
    }
    let Some((section, found)) = best else { return source.nothing() };
    let written =
        found.amounts.iter().map(|(class, won)| format!("{class}종 {}", format_won(*won)));
    let all: Vec<String> = written.collect();
    source.value(all.join(", "), Confidence::High, section.page, found.at)
}

fn classes(source: &Source<'_>, page: &str, section: &Section) -> Option<Classes> {
    let text = page.get(section.at.clone())?;
    let tokens = tokens(source, page, text);
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    let (mut from, mut to) = (usize::MAX, 0);
    let mut at = 0;
    // 1종 10만원 2종 30만원, or 1종 2종 3종 / 10만원 30만원 50만원.
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let named = rest.iter().take_while(|it| it.class.is_some()).count();
        let behind = rest.get(named..).unwrap_or_default();
        let paid = behind.iter().take_while(|it| it.class.is_none()).count();
        if named == 0 {
            at += paid.max(1);
            continue;
        }
        let pairs: Vec<(&Token, &Token)> = if named == 1 || paid < named {
            rest.get(named - 1).zip(behind.first()).into_iter().collect()
        } else {
            rest.iter().zip(behind).take(named).collect()
        };
        for (class, money) in pairs {
            let between = text.get(class.at.end..money.at.start).unwrap_or_default();
            let near = named > 1 || fold(between).chars().count() <= NEAR;
            if let Some(key) = class.class.clone().filter(|it| near && !found.contains_key(it)) {
                found.insert(key, money.won);
                from = from.min(class.at.start);
                to = to.max(money.at.end);
            }
        }
        at += named + paid;
    }
    let begins = section.at.start;
    (!found.is_empty()).then(|| Classes { amounts: found, at: begins + from..begins + to })
}

/// The classes and amounts of a text in order. Under a caption that says the unit bare figures are amounts.
fn tokens(source: &Source<'_>, page: &str, text: &str) -> Vec<Token> {
    let rules = &source.book().rules;
    let mut tokens: Vec<Token> = Vec::new();
    for found in rules.slots.surgery_class.captures_iter(text) {
        let (Some(whole), Some(class)) = (found.get(0), found.get(1)) else { continue };
        let before = text.get(..whole.start()).and_then(|it| it.chars().next_back());
        let behind = text.get(class.end()..).unwrap_or_default().trim_start_matches(['종', ' ']);
        let dash = |c: char| "-~∼～–".contains(c);
        // 1~5종: a range of classes.
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || dash(c)) || behind.starts_with(dash)
        {
            continue;
        }
        tokens.push(Token { at: whole.range(), class: Some(class.as_str().to_owned()), won: 0 });
    }
    for money in amounts(text) {
        tokens.push(Token { at: money.at, class: None, won: money.won });
    }
    let unit = crate::rows::unit(page, &rules.rows).filter(|it| *it > 1);
    if let Some(unit) = unit.filter(|_| !tokens.iter().any(|it| it.class.is_none())) {
        tokens.extend(figures(text, unit));
    }
    tokens.sort_by_key(|it| it.at.start);
    tokens
}

/// Words of a text that are figures and nothing else.
fn figures(text: &str, unit: u64) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split(|c: char| c.is_whitespace() || "|:".contains(c)) {
        let range = at..at + word.len();
        at = range.end
            + text.get(range.end..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
        let won = word.replace(',', "").parse::<u64>().ok().and_then(|it| it.checked_mul(unit));
        found.extend(won.map(|won| Token { at: range, class: None, won }));
    }
    found
}

pub(super) fn count_limit(source: &Source<'_>) -> SlotValue {
    let pattern = &source.book().rules.slots.surgery_limits;
    let pages = source.book().pages(source.insurer);
    let found = source.clauses.iter().filter(|it| it.own).find_map(|clause| {
        let page = pages.get(clause.page)?.text.get(clause.at.clone())?;
        let folded = Folded::new(page);
        let place = folded.original(page, pattern.find(folded.text())?.range());
        Some((on_one_line(&page.get(place)?.lines().map(str::trim).collect::<String>()), clause))
    });
    found.map_or_else(
        || source.nothing(),
        |(words, clause)| source.value(words, Confidence::Medium, clause.page, clause.at.clone()),
    )
}
