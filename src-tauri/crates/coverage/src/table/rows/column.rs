//! Tells premiums from amounts in tables with one cell a line.

use std::ops::Range;

use super::cells::Cell;
use super::head::Columns;
use super::names::is_terms;
use crate::catalog::rules::RowPatterns;
use simui_korean::money::amounts;

/// Largest distance, in lines, between an amount and a cell of its row.
const MAX_DISTANCE: usize = 3;
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
