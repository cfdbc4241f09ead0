//! Reads tables that were extracted column by column, or with one cell a line.

use std::collections::HashMap;
use std::ops::Range;

use super::cells::Cell;
use super::head::Columns;
use super::names::{is_name, is_terms, numbered, opened};
use super::{Named, Table};
use crate::catalog::fold::fold;
use crate::catalog::rules::RowPatterns;
use simui_korean::money::amounts;

/// Largest distance, in lines, between an amount and a cell of its row.
const MAX_DISTANCE: usize = 3;
/// Largest number of lines of a name below its amount.
const MAX_NAME_LINES: usize = 3;

/// Largest number of columns of groups in front of the names.
const MAX_GROUPS: usize = 2;
/// Largest length of the name of such a group, in characters.
const MAX_GROUP_LENGTH: usize = 6;

/// Removes premiums from figures that stand alone on their lines. The head decides which of two
/// figures in a row is the amount; 12,300원 near an amount in 만원 is a premium.
pub(super) fn drop_premiums(
    page: &str,
    lines: &[Range<usize>],
    cells: &mut [Vec<Cell>],
    columns: &Columns,
    patterns: &RowPatterns,
) {
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let bare: Vec<bool> = cells
        .iter()
        .map(|it| matches!(it.as_slice(), [only] if only.is_bare && only.head.is_empty()))
        .collect();
    let amount: Vec<bool> =
        cells.iter().map(|it| it.first().is_some_and(|it| !it.is_bare)).collect();
    let is = |of: &[bool], at: Option<usize>| at.is_some_and(|it| of.get(it) == Some(&true));
    for at in 0..cells.len() {
        if !is(&bare, Some(at)) {
            continue;
        }
        let back = |by: usize| at.checked_sub(by);
        let second = is(&bare, back(1));
        let third = second && is(&bare, back(2));
        let follows = is(&bare, Some(at + 1));
        let wrong = if columns.premium_first { !second && follows || third } else { second };
        // 3,000만원 / 20년납 100세만기 / 41,200원, and 41,200원 / 3,000만원.
        let behind = (1..=MAX_DISTANCE).any(|by| {
            is(&amount, back(by))
                && (1..by).all(|it| back(it).is_some_and(|it| is_terms(text(it), patterns)))
        });
        // If amounts come first, the name stands between an amount and its premium.
        let behind = behind || columns.amount_first && is(&amount, back(2));
        // 세부보장 참조 / 9,340: a reference replaces the amount, and the figure beside it is the
        // premium.
        let is_reference = |at: Option<usize>| {
            at.is_some_and(|it| columns.premium && patterns.elsewhere.is_match(text(it)))
        };
        let behind =
            behind || !second && is_reference(back(1)) || !follows && is_reference(Some(at + 1));
        if (wrong || behind || is(&amount, Some(at + 1)))
            && let Some(cell) = cells.get_mut(at)
        {
            cell.clear();
        }
    }
}

/// Smallest number of lines with an amount and a premium that shows the page to have both.
const MIN_PAIRS: usize = 2;

/// Removes lone premiums: if lines have an amount in 만원 and a premium in 원, a line with only a
/// figure in 원 has no amount (`수술비 (아래 참조) 15,000원`).
pub(super) fn drop_lone_premiums(page: &str, lines: &[Range<usize>], cells: &mut [Vec<Cell>]) {
    let is_bare = |written: &str| written.chars().all(|c| c.is_ascii_digit() || ",원 ".contains(c));
    let kinds = |line: &Range<usize>| {
        let text = page.get(line.clone()).unwrap_or_default();
        let bare = amounts(text)
            .iter()
            .filter(|it| is_bare(text.get(it.at.clone()).unwrap_or_default()))
            .count();
        (amounts(text).len() - bare, bare)
    };
    let pairs: Vec<usize> = lines
        .iter()
        .map(kinds)
        .filter(|(amounts, premiums)| *amounts > 0 && *premiums > 0)
        .map(|(_, premiums)| premiums)
        .collect();
    if pairs.len() < MIN_PAIRS {
        return;
    }
    for (line, cells) in lines.iter().zip(cells) {
        let (amounts, premiums) = kinds(line);
        if amounts == 0 && pairs.contains(&premiums) {
            cells.clear();
        }
    }
}

/// Finds the name below an amount, behind the premium and terms, in tables whose amounts precede
/// the names.
pub(super) fn name_below(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    table: &Table<'_>,
) -> Option<Named> {
    let patterns = &table.rules.rows;
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone()));
    let is_figure = |line: &str| {
        let line = line.trim();
        !line.is_empty() && line.chars().all(|c| c.is_ascii_digit() || ",원".contains(c))
    };
    let mut first = at + 1;
    while first <= at + MAX_DISTANCE
        && text(first).is_some_and(|it| is_figure(it) || is_terms(it, patterns))
    {
        first += 1;
    }
    // 특약 / 무배당 암진단특약: the row's group has its own column in front of the names.
    let is_group = |at: usize| {
        let (line, next) = (text(at).unwrap_or_default(), text(at + 1).unwrap_or_default());
        let heading = fold(numbered(next));
        let is_short = line.trim().chars().count() <= MAX_GROUP_LENGTH && !is_figure(line);
        let is_next = (table.known)(next)
            || (table.known)(&format!("{next}{}", text(at + 2).unwrap_or_default()))
            || table.rules.names.heading.is_match(&heading)
                && !patterns.head_line.is_match(&heading);
        is_short && !(table.known)(line) && is_next && !is_figure(next)
    };
    let skipped = (first..first + MAX_GROUPS).find(|it| !is_group(*it)).unwrap_or(first);
    let is_named = text(first).is_some_and(|it| {
        let name = fold(numbered(it));
        table.rules.names.heading.is_match(&name) && !patterns.head_line.is_match(&name)
    });
    if !is_named {
        first = skipped;
    }
    // ■ 암진단비 is the caption of a card; the amount above belongs to the card before.
    if text(first).is_some_and(|it| it.trim_start().starts_with(super::MARKS)) {
        return None;
    }
    let begins = lines.get(first)?.start;
    let (mut name, mut end) = (String::new(), begins);
    for line in first..first + MAX_NAME_LINES {
        let Some(part) = text(line) else { break };
        name.push_str(part.trim());
        end = lines.get(line)?.end;
        if opened(&name) <= 0 {
            break;
        }
    }
    let name = numbered(&name).trim();
    let is_cell = patterns.stop.is_match(name) || patterns.head_line.is_match(&fold(name));
    (!is_cell && is_name(name, patterns)).then(|| (name.to_owned(), begins, end))
}

/// Pairs a column of names with the equally long column of amounts below it, in order. The key is
/// the line of the amount.
pub(super) fn in_columns(
    page: &str,
    lines: &[Range<usize>],
    cells: &[Vec<Cell>],
    table: &Table<'_>,
) -> HashMap<usize, Named> {
    let rules = table.rules;
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let alone = |at: usize| {
        cells.get(at).is_some_and(
            |it| matches!(it.as_slice(), [only] if only.head.is_empty() && !only.is_bare),
        )
    };
    let is_heading = |at: usize| {
        let name = fold(numbered(text(at)));
        (rules.names.heading.is_match(&name) || (table.known)(text(at)))
            && !rules.rows.head_line.is_match(&name)
    };
    let mut paired = HashMap::new();
    let mut at = 0;
    while at < lines.len() {
        let run = (at..lines.len()).take_while(|it| alone(*it)).count();
        if run < 2 {
            at += 1;
            continue;
        }
        let mut last = at;
        while last > 0 && rules.rows.head_line.is_match(&fold(text(last - 1))) {
            last -= 1;
        }
        let names = (0..last).rev().take_while(|it| is_heading(*it)).count();
        if names == run {
            for place in 0..names {
                let line = lines.get(last - names + place).cloned().unwrap_or_default();
                let name = numbered(page.get(line.clone()).unwrap_or_default()).trim().to_owned();
                paired.insert(at + place, (name, line.start, line.end));
            }
        }
        at += run;
    }
    paired
}
