//! Finds the name of a row: in front of the amount, or on the lines above and below if the cell is
//! broken.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::Table;
use super::cells::Cell;
use crate::catalog::fold::fold;
use crate::catalog::rules::{RowPatterns, Rules};
use simui_korean::money::amounts;

/// Largest number of lines that a name is broken into.
const MAX_LINES: usize = 4;
/// Largest number of lines of terms between a name and its amount.
const MAX_TERM_LINES: usize = 3;
/// Largest number of lines between an amount and the name above it.
const MAX_LINES_BETWEEN: usize = 6;
/// Largest number of further lines of that name.
const MAX_FURTHER_LINES: usize = 2;
/// Largest length of a cell between name and amount, in characters.
const MAX_CELL_LENGTH: usize = 30;
/// Smallest length, in characters, of a line that is the front of a name and not a margin word.
const MIN_FRONT_LENGTH: usize = 12;
/// Largest length of a name, in characters.
const MAX_LENGTH: usize = 110;

/// Returns the name of an amount cell, and the bytes of the page at which it starts and ends.
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
    // A name above and below its figures has its row number beside them: … / 11 1천만원 295 / …
    if page.get(first.clone()).is_some_and(|it| lone_number().is_match(it)) {
        first = first.end..first.end;
    }
    // 1종 20만원 is the amount of an operation class, not of the name above.
    if page.get(first.clone()).is_some_and(|it| patterns.not_name.is_match(numbered(it))) {
        return None;
    }
    let mut parts = vec![first.clone()];
    let joined = |parts: &[Range<usize>]| -> String {
        parts.iter().filter_map(|part| page.get(part.clone())).map(str::trim).collect()
    };
    // With one cell a line, skips the terms between the name and the amount.
    let mut above = at;
    while at - above < MAX_TERM_LINES && joined(&parts).is_empty() {
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
    // Goes up while the text starts with a bracket, closes one that it did not open, or is no name
    // yet.
    while parts.len() <= MAX_LINES && incomplete(&joined(&parts), patterns) {
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
    // Goes down while a bracket is open.
    let mut below = at + 1;
    while parts.len() <= MAX_LINES && opened(&joined(&parts)) > 0 && !is_row(below) {
        let Some(part) = lines.get(below).cloned() else { break };
        let text = page.get(part.clone())?;
        let Some(closing) = text.rfind([')', ']', '】']).filter(|_| opened(text) < 0) else {
            break;
        };
        let end = text.get(closing..)?.chars().next()?.len_utf8() + closing;
        parts.push(part.start..part.start + end);
        below += 1;
    }
    let joined_text = joined(&parts);
    let name = numbered(&joined_text).trim();
    let start = parts.iter().find_map(|part| {
        let text = page.get(part.clone())?;
        let lead = text.len() - numbered(text).len();
        (lead < text.len()).then_some(part.start + lead)
    });
    let end = parts.iter().map(|part| part.end).max().unwrap_or(first.end);
    is_name(name, patterns).then(|| (name.to_owned(), start.unwrap_or(first.start), end))
}

/// Whether the line above a name is its front, in tables of one cell a line: a long text that ends
/// unlike a name, below a cell of the previous row.
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
    line.chars().count() >= MIN_FRONT_LENGTH
        && name.chars().count() < line.chars().count()
        && is_cell(text(above))
        && !is_cell(line)
        && !is_row(front)
        && !ends_something(line, rules)
        && is_name(numbered(line), &rules.rows)
        && !rules.names.heading.is_match(&fold(numbered(line)))
}

/// Finds the nearest name of the company's list above an amount, on one line or on several, behind
/// any cells between.
fn known_above(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    is_row: &dyn Fn(usize) -> bool,
    table: &Table<'_>,
) -> Option<(String, usize, usize)> {
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let patterns = &table.rules.rows;
    for last in (at.saturating_sub(MAX_LINES_BETWEEN)..at).rev() {
        let line = text(last).trim();
        let is_long = line.chars().count() > MAX_CELL_LENGTH && !(table.known)(line);
        if is_row(last) || line.is_empty() || is_long || !amounts(line).is_empty() {
            return None;
        }
        let first = (last.saturating_sub(MAX_FURTHER_LINES)..=last).rev().find(|first| {
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

/// Returns the number of brackets opened minus those closed.
pub(super) fn opened(text: &str) -> i32 {
    text.chars().fold(0, |open, c| match c {
        '(' | '[' | '【' | '（' => open + 1,
        ')' | ']' | '】' | '）' => open - 1,
        _ => open,
    })
}

/// Whether the brackets of a name match in pairs.
fn balanced(name: &str) -> bool {
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    opened(name) == 0
        && ends.into_iter().all(|end| opened(name.get(..end).unwrap_or_default()) >= 0)
}

/// Whether the line of an amount belongs to a table of one cell a line: terms stand above it or a
/// premium below.
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

/// Whether a name lacks its beginning: fewer than two Hangul letters, an open or unmatched bracket,
/// or only an edition.
fn incomplete(name: &str, patterns: &RowPatterns) -> bool {
    let name = numbered(name);
    let has_letters = name.chars().filter(|c| ('가'..='힣').contains(c)).count() >= 2;
    !has_letters
        || name.starts_with('(') && !patterns.edition.is_match(name)
        || opened(name) < 0
        || edition().is_match(name)
}

/// Whether a line above a row belongs to something else: a head, a sentence or a term. A name does
/// not, and neither does a line with an open bracket, which continues.
fn ends_something(line: &str, rules: &Rules) -> bool {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > MAX_LENGTH {
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

/// Returns a name without its bullet and number.
pub(super) fn numbered(name: &str) -> &str {
    let lead = numbers().find(name).map_or(0, |it| it.end());
    name.get(lead..).unwrap_or_default()
}

/// Whether a text can be the name of a row.
pub(super) fn is_name(name: &str, patterns: &RowPatterns) -> bool {
    let letters = name.chars().filter(|c| ('가'..='힣').contains(c)).count();
    letters >= 2
        && name.chars().count() <= MAX_LENGTH
        && balanced(name)
        // 지급액 20 50 150 consists of words of a head.
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
// An edition (Ⅱ) alone in front of the amount.
pattern!(edition, r"^[ⅠⅡⅢⅣⅤIVX]+$");
pattern!(figure, r"^[\s|]*[0-9][0-9,]*\s*원?[\s|]*$");
