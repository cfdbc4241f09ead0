//! The name of a row: in front of the amount, or on the lines above and below where its cell is broken.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::Table;
use super::cells::Cell;
use crate::catalog::fold::fold;
use crate::catalog::rules::{RowPatterns, Rules};
use crate::table::money::amounts;

/// Lines a name may be broken into.
const MOST_LINES: usize = 4;
/// Lines of terms between a name and its amount.
const MOST_TERMS: usize = 3;
/// Lines between an amount and the name above it, further lines of that name, and letters of a cell between them.
const MOST_BETWEEN: usize = 6;
const MOST_PARTS: usize = 2;
const LONGEST_CELL: usize = 30;
/// Letters of a line that is the front of a name and no word of a margin.
const SHORTEST_FRONT: usize = 12;
/// Letters of a name.
const LONGEST: usize = 110;

/// The name, and the bytes of the page from its beginning to its end.
pub(super) fn name_of(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    cell: &Cell,
    is_row: &dyn Fn(usize) -> bool,
    table: &Table<'_>,
) -> Option<(String, usize, usize)> {
    if cell.head.is_empty()
        && let Some(name) = known_above(page, lines, at, is_row, table)
    {
        return Some(name);
    }
    let rules = table.rules;
    let patterns = &rules.rows;
    let line = lines.get(at)?;
    let mut first = line.start + cell.head.start..line.start + cell.head.end;
    // A name over and under its figures has the number of its row beside them: … / 11 1천만원 295 / …
    if page.get(first.clone()).is_some_and(|it| lone_number().is_match(it)) {
        first = first.end..first.end;
    }
    // 1종 20만원: a class, whatever stands above it.
    if page.get(first.clone()).is_some_and(|it| patterns.not_name.is_match(numbered(it))) {
        return None;
    }
    let mut parts = vec![first.clone()];
    let said = |parts: &[Range<usize>]| -> String {
        parts.iter().filter_map(|part| page.get(part.clone())).map(str::trim).collect()
    };
    // One cell a line: the terms between the name and the amount.
    let mut above = at;
    while at - above < MOST_TERMS && said(&parts).is_empty() {
        let Some(next) = above.checked_sub(1) else { break };
        if !lines
            .get(next)
            .and_then(|it| page.get(it.clone()))
            .is_some_and(|it| is_terms(it, patterns))
        {
            break;
        }
        above = next;
    }
    // Upwards, while what is there begins with a bracket, closes one that it did not open, or says nothing.
    while parts.len() <= MOST_LINES && incomplete(&said(&parts), patterns) {
        let Some(next) = above.checked_sub(1).filter(|it| !is_row(*it)) else { break };
        let part = lines.get(next)?.clone();
        if page.get(part.clone()).is_none_or(|it| ends_something(it, rules)) {
            break;
        }
        above = next;
        parts.insert(0, part);
    }
    if first.is_empty() && parts.len() > 1 && is_front(page, lines, above, is_row, rules) {
        above -= 1;
        parts.insert(0, lines.get(above)?.clone());
    }
    // Downwards, while a bracket is open.
    let mut below = at + 1;
    while parts.len() <= MOST_LINES && opened(&said(&parts)) > 0 && !is_row(below) {
        let Some(part) = lines.get(below).cloned() else { break };
        let text = page.get(part.clone())?;
        let Some(closing) = text.rfind([')', ']', '】']).filter(|_| opened(text) < 0) else {
            break;
        };
        let end = text.get(closing..)?.chars().next()?.len_utf8() + closing;
        parts.push(part.start..part.start + end);
        below += 1;
    }
    let whole = said(&parts);
    let name = numbered(&whole).trim();
    let start = parts.iter().find_map(|part| {
        let text = page.get(part.clone())?;
        let lead = text.len() - numbered(text).len();
        (lead < text.len()).then_some(part.start + lead)
    });
    let end = parts.iter().map(|part| part.end).max().unwrap_or(first.end);
    is_name(name, patterns).then(|| (name.to_owned(), start.unwrap_or(first.start), end))
}

/// Whether the line above a name is its front, where a table has one cell a line: a long text that ends like no name, below a cell of the
/// row before.
fn is_front(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    is_row: &dyn Fn(usize) -> bool,
    rules: &Rules,
) -> bool {
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let (Some(front), Some(above)) = (at.checked_sub(1), at.checked_sub(2)) else { return false };
    let (line, name) = (text(front).trim(), text(at).trim());
    let is_cell = |line: &str| figure().is_match(line) || is_terms(line, &rules.rows);
    line.chars().count() >= SHORTEST_FRONT
        && name.chars().count() < line.chars().count()
        && is_cell(text(above))
        && !is_cell(line)
        && !is_row(front)
        && !ends_something(line, rules)
        && is_name(numbered(line), &rules.rows)
        && !rules.names.heading.is_match(&fold(numbered(line)))
}

/// The nearest name above an amount that the company uses, on a line or on two, past whatever cells stand between.
fn known_above(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    is_row: &dyn Fn(usize) -> bool,
    table: &Table<'_>,
) -> Option<(String, usize, usize)> {
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let patterns = &table.rules.rows;
    for last in (at.saturating_sub(MOST_BETWEEN)..at).rev() {
        let line = text(last).trim();
        let is_long = line.chars().count() > LONGEST_CELL && !(table.known)(line);
        if is_row(last) || line.is_empty() || is_long || !amounts(line).is_empty() {
            return None;
        }
        let first = (last.saturating_sub(MOST_PARTS)..=last).rev().find(|first| {
            let parts = (*first..=last).map(|it| text(it).trim());
            let begun = fold(&parts.clone().skip(1).collect::<String>()).len();
            let name: String = parts.collect();
            let known = |name: &str| (table.known)(name) && fold(name).len() > begun;
            known(numbered(&name)) && !is_terms(&name, patterns)
        });
        if let Some(first) = first {
            let name: String = (first..=last).map(|it| text(it).trim()).collect();
            let begins = lines.get(first)?.start;
            let lead = text(first).len() - numbered(text(first)).len();
            return Some((numbered(&name).trim().to_owned(), begins + lead, lines.get(last)?.end));
        }
    }
    None
}

/// Brackets opened and not closed; negative where more are closed.
pub(super) fn opened(text: &str) -> i32 {
    text.chars().fold(0, |open, c| match c {
        '(' | '[' | '【' | '（' => open + 1,
        ')' | ']' | '】' | '）' => open - 1,
        _ => open,
    })
}

/// Whether every bracket that is closed was opened, and every opened one closed.
fn balanced(name: &str) -> bool {
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    opened(name) == 0
        && ends.into_iter().all(|end| opened(name.get(..end).unwrap_or_default()) >= 0)
}

/// Whether the line of an amount stands among lines of one cell each: terms above it or a premium below.
pub(super) fn is_column(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    patterns: &RowPatterns,
) -> bool {
    let line = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    figure().is_match(line(at + 1))
        || at.checked_sub(1).is_some_and(|above| is_terms(line(above), patterns))
}

/// Whether a line holds nothing but terms.
pub(super) fn is_terms(line: &str, patterns: &RowPatterns) -> bool {
    opened(line) == 0 && patterns.only_terms.is_match(line)
}

fn incomplete(name: &str, patterns: &RowPatterns) -> bool {
    let name = numbered(name);
    let says = name.chars().filter(|c| ('가'..='힣').contains(c)).count() >= 2;
    !says
        || name.starts_with('(') && !patterns.edition.is_match(name)
        || opened(name) < 0
        || edition().is_match(name)
}

/// Whether a line above a row belongs to something else: a head, a sentence, a term. A name is none of them, and with a bracket
/// open it goes on.
fn ends_something(line: &str, rules: &Rules) -> bool {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > LONGEST {
        return true;
    }
    let is_name = || {
        let name = fold(numbered(line));
        rules.names.heading.is_match(&name) && !rules.rows.head_line.is_match(&name)
    };
    // 암입원비(요양병원제외)(1 / 일이상180일한도): the back of a name.
    let is_back = opened(line) < 0 && line.ends_with("한도)");
    rules.rows.stop.is_match(line) && opened(line) <= 0 && !is_back && !is_name()
}

/// A name without its bullet and number.
pub(super) fn numbered(name: &str) -> &str {
    let lead = numbers().find(name).map_or(0, |it| it.end());
    name.get(lead..).unwrap_or_default()
}

pub(super) fn is_name(name: &str, patterns: &RowPatterns) -> bool {
    let letters = name.chars().filter(|c| ('가'..='힣').contains(c)).count();
    letters >= 2
        && name.chars().count() <= LONGEST
        && balanced(name)
        // 지급액 20 50 150: a word of a head.
        && !patterns.head_line.is_match(&fold(name))
        && !patterns.not_name.is_match(name)
}

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        fn $name() -> &'static Regex {
            static PATTERN: OnceLock<Regex> = OnceLock::new();
            PATTERN.get_or_init(|| Regex::new($pattern).expect("a valid pattern"))
        }
    };
}

pattern!(numbers, r"^(?:[\s|/·•●○◎■□▪▶※*\-–①-⑳]|[0-9]{1,3}(?:[.)]|\s)\s*)*");
pattern!(lone_number, r"^\s*[0-9]{1,3}[.)]?\s*$");
// Ⅱ alone, or a rest of a word, in front of the amount.
pattern!(edition, r"^[ⅠⅡⅢⅣⅤIVX]+$");
pattern!(figure, r"^[\s|]*[0-9][0-9,]*\s*원?[\s|]*$");
