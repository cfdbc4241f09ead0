//! 종별 수술비 and 지급 횟수.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Clause, Source};
use crate::answer::{Confidence, SlotValue};
use crate::fold::{Folded, fold};
use crate::money::{amounts, format_won};
use crate::quote::on_one_line;

/// Letters between a class and its amount.
const NEAR: usize = 60;
/// Places that only mention the name, and letters behind it there.
const MOST_MENTIONS: usize = 60;
const BEHIND: usize = 400;
/// Letters of a line that names the coverage and says no more than how often is paid.
const SHORT: usize = 60;
/// Statements of how often is paid.
const MOST_LIMITS: usize = 3;

/// The classes of a section and where they stand.
struct Classes {
    amounts: BTreeMap<u32, u64>,
    /// Bytes of the page.
    at: Range<usize>,
}

/// Classes or an amount in the text of a section. Bytes of it.
#[derive(Clone)]
struct Token {
    at: Range<usize>,
    /// 1 of 1종, 1 and 2 of 1~2종.
    classes: Vec<u32>,
    won: u64,
}

/// The section with the most classes, the first of several; else what stands behind the name somewhere on a page.
pub(super) fn by_class(source: &Source<'_>) -> SlotValue {
    let own: Vec<(usize, Range<usize>)> =
        source.sections.iter().filter(|it| it.own).map(|it| (it.page, it.at.clone())).collect();
    let found = most(source, &own);
    if found.value.is_some() {
        return found;
    }
    let book = source.book();
    let library = book.library(source.insurer);
    let mentions =
        library.mentions.iter().filter(|it| it.coverages.contains(&source.asked.coverage));
    let behind: Vec<(usize, Range<usize>)> = mentions
        .take(MOST_MENTIONS)
        .filter_map(|it| {
            let text = book.pages(source.insurer).get(it.page)?.text.get(it.at.start..)?;
            let end = text.char_indices().nth(BEHIND).map_or(text.len(), |(at, _)| at);
            Some((it.page, it.at.start..it.at.start + end))
        })
        .filter(|(page, part)| {
            let page = book.pages(source.insurer).get(*page);
            page.and_then(|it| classes(source, &it.text, part)).is_some_and(|it| it.is_table())
        })
        .collect();
    let mut found = most(source, &behind);
    found.confidence = found.confidence.min(Confidence::Medium);
    found
}

impl Classes {
    /// Whether they look like a table of classes: from the first on, each paid more than the one before.
    fn is_table(&self) -> bool {
        let grows = self.amounts.values().zip(self.amounts.values().skip(1)).all(|(a, b)| a < b);
        let in_order = self.amounts.keys().zip(1..).all(|(class, at)| *class == at);
        self.amounts.len() >= 3 && grows && in_order
    }
}

/// Of parts of pages that with the most classes.
fn most(source: &Source<'_>, parts: &[(usize, Range<usize>)]) -> SlotValue {
    let pages = source.book().pages(source.insurer);
    let mut best: Option<(usize, Classes)> = None;
    for (index, part) in parts {
        let Some(page) = pages.get(*index).filter(|_| !source.is_example(*index)) else { continue };
        let Some(found) = classes(source, &page.text, part) else { continue };
        if best.as_ref().is_none_or(|(_, it)| it.amounts.len() < found.amounts.len()) {
            best = Some((*index, found));
        }
    }
    let Some((page, found)) = best else { return source.nothing() };
    let written =
        found.amounts.iter().map(|(class, won)| format!("{class}종 {}", format_won(*won)));
    let all: Vec<String> = written.collect();
    source.value(all.join(", "), Confidence::High, page, found.at)
}

fn classes(source: &Source<'_>, page: &str, part: &Range<usize>) -> Option<Classes> {
    let text = page.get(part.clone()).filter(|it| it.contains('종'))?;
    let mut tokens = tokens(source, text);
    let of_class: Vec<Token> = tokens.iter().filter(|it| !it.classes.is_empty()).cloned().collect();
    let mut found = paired(text, &tokens);
    let unit = crate::rows::unit(page, &source.book().rules.rows).filter(|it| *it > 1);
    if let Some(unit) = unit.filter(|_| found.amounts.is_empty()) {
        tokens = of_class;
        tokens.extend(figures(text, unit));
        tokens.sort_by_key(|it| it.at.start);
        found = paired(text, &tokens);
    }
    let at = part.start + found.at.start..part.start + found.at.end;
    (!found.amounts.is_empty()).then_some(Classes { at, ..found })
}

/// 1종 10만원 2종 30만원; 1종 2종 3종 / 10만원 30만원 50만원; 10만원(1종) 30만원(2종); 1~3종 10만원, 30만원, 50만원.
fn paired(text: &str, tokens: &[Token]) -> Classes {
    let mut found = Classes { amounts: BTreeMap::new(), at: 0..0 };
    let mut put = |classes: &[u32], class: &Token, money: &Token| {
        let (from, to) = (class.at.start.min(money.at.start), class.at.end.max(money.at.end));
        for class in classes {
            if !found.amounts.contains_key(class) {
                let first = if found.amounts.is_empty() { from } else { found.at.start };
                found.amounts.insert(*class, money.won);
                found.at = first.min(from)..found.at.end.max(to);
            }
        }
    };
    let near = |class: &Token, money: &Token| {
        let between = text.get(class.at.end..money.at.start).unwrap_or_default();
        fold(between).chars().count() <= NEAR
    };
    let mut at = 0;
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let named = rest.iter().take_while(|it| !it.classes.is_empty()).count();
        let behind = rest.get(named..).unwrap_or_default();
        let paid = behind.iter().take_while(|it| it.classes.is_empty()).count();
        if let [money, class, ..] = rest
            && named == 0
            && class.classes.len() == 1
            && text.get(money.at.end..class.at.start).is_some_and(|it| fold(it) == "(")
        {
            put(&class.classes, class, money);
            at += 2;
            continue;
        }
        if named == 0 {
            at += paid.max(1);
            continue;
        }
        let (Some(last), Some(first)) = (rest.get(named - 1), behind.first()) else { break };
        if last.classes.len() > 1 {
            // A range: an amount for each of its classes, or one right behind it for all.
            if paid >= last.classes.len() {
                last.classes
                    .iter()
                    .zip(behind)
                    .for_each(|(class, money)| put(&[*class], last, money));
            } else if text
                .get(last.at.end..first.at.start)
                .is_some_and(|it| fold(it).chars().count() <= 2)
            {
                put(&last.classes, last, first);
            }
        } else if named == 1 || paid < named {
            if near(last, first) {
                put(&last.classes, last, first);
            }
        } else {
            rest.iter()
                .zip(behind)
                .take(named)
                .for_each(|(class, money)| put(&class.classes, class, money));
        }
        at += named + paid;
    }
    found
}

/// The classes and amounts of a text in order. A range that belongs to a name is none: 질병1~5종수술비.
fn tokens(source: &Source<'_>, text: &str) -> Vec<Token> {
    let pattern = &source.book().rules.slots.surgery_class;
    let mut tokens: Vec<Token> = Vec::new();
    for found in pattern.captures_iter(text) {
        let group = |at| found.get(at).and_then(|it: regex::Match<'_>| it.as_str().chars().next());
        let digit = |c: Option<char>| fold(&c?.to_string()).parse::<u32>().ok();
        let (Some(whole), Some(last)) = (found.get(0), digit(group(2))) else { continue };
        let before = text.get(..whole.start()).and_then(|it| it.chars().next_back());
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || "-~∼～–".contains(c)) {
            continue;
        }
        let first = digit(group(1)).unwrap_or(last);
        let in_name = first < last && (found.get(3).is_some() || before == Some('('));
        if !in_name && first <= last {
            tokens.push(Token { at: whole.range(), classes: (first..=last).collect(), won: 0 });
        }
    }
    tokens.extend(amounts(text).into_iter().map(|it| Token {
        at: it.at,
        classes: Vec::new(),
        won: it.won,
    }));
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
        found.extend(won.map(|won| Token { at: range, classes: Vec::new(), won }));
    }
    found
}

/// Whether a clause is the first of its section, so that it holds the name.
fn begins(source: &Source<'_>, clause: &Clause) -> bool {
    source
        .sections
        .iter()
        .any(|it| it.own && it.page == clause.page && it.at.start == clause.at.start)
}

/// What a folded statement of how often is paid says, in whatever words: 최초1회한 and 각각 최초 1회에 한하여 are 1회.
pub(super) fn limit(folded: &str) -> String {
    let mut key = folded;
    for word in ["각각", "각", "보험기간중", "최초의", "최초"] {
        key = key.trim_start_matches(word);
    }
    let end = key
        .char_indices()
        .find(|(_, c)| "회당일".contains(*c))
        .map_or(key.len(), |(at, c)| at + c.len_utf8());
    key.get(..end).unwrap_or(key).to_owned()
}

/// What is said of how often and how long is paid; of several statements all, each once.
pub(super) fn count_limit(source: &Source<'_>) -> SlotValue {
    let pattern = &source.book().rules.slots.surgery_limits;
    let pages = source.book().pages(source.insurer);
    let mut said: Vec<(String, String)> = Vec::new();
    let mut value = source.nothing();
    let own = source.clauses.iter().filter(|it| it.own);
    let mut stands: Option<usize> = None;
    let mut said_before = false;
    for (at, clause) in own.enumerate() {
        let Some(text) = pages.get(clause.page).and_then(|it| it.text.get(clause.at.clone()))
        else {
            continue;
        };
        // Said together: what stands further on may be about something else.
        if stands.is_some_and(|it| at > it + 1) {
            break;
        }
        let folded = Folded::new(text);
        // A list of coverages says it of others.
        let patterns = &source.book().rules.slots;
        let says = patterns.condition_trigger.is_match(folded.text())
            || patterns.condition_paid.is_match(folded.text());
        // (1회 입원당 180일 한도), behind the sentence that it belongs to.
        let is_short = folded.text().chars().count() <= SHORT;
        let tells = says || is_short && (said_before || begins(source, clause));
        said_before = says;
        if !tells
            || pattern.find_iter(folded.text()).count() > MOST_LIMITS
            || super::is_list_of_names(source.book(), folded.text())
        {
            continue;
        }
        for found in pattern.find_iter(folded.text()) {
            let key = limit(found.as_str());
            if said.iter().any(|(it, _)| *it == key) || said.len() >= MOST_LIMITS {
                continue;
            }
            let place = folded.original(text, found.range());
            let words = text.get(place).unwrap_or_default();
            said.push((key, on_one_line(&words.lines().map(str::trim).collect::<String>())));
            let here =
                source.value(String::new(), Confidence::Medium, clause.page, clause.at.clone());
            if !value.evidence.iter().any(|it| here.evidence.contains(it)) {
                value.evidence.extend(here.evidence);
            }
            value.source_level = value.source_level.or(here.source_level);
            stands = Some(at);
        }
    }
    let all: Vec<&str> = said.iter().map(|(_, words)| words.as_str()).collect();
    if !all.is_empty() {
        value.value = Some(all.join(", "));
        value.confidence = Confidence::Medium;
    }
    value
}
