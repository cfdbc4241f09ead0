//! Cells between bars: | 담보명 | 지급사유 | 지급금액 |.

use std::ops::Range;

use super::rows::{is_sum, unit, won};
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::rules::{RowPatterns, Rules};
use simui_korean::money::amounts;

/// Largest number of rows between a row and the head of its table.
const MAX_ROWS_ABOVE: usize = 200;

/// What a cell of a column of amounts holds.
pub(super) enum Sum {
    Won(u64),
    LeftOut,
    /// No single sum: 1종 10만원 / 2종 30만원.
    Other,
}

/// Whether a line is the row of a table of which every row is a coverage: | 담보명 | 지급사유 | 지급금액 |. A row
/// with fewer cells than the head goes on with the one above; one with a name alone is a title.
pub(crate) fn is_of_coverages(page: &str, line: &Range<usize>, patterns: &RowPatterns) -> bool {
    let text = |it: &Range<usize>| page.get(it.clone()).unwrap_or_default();
    let own = between_bars(text(line));
    let mut below = line.start;
    let above = std::iter::from_fn(|| {
        let end = below.checked_sub(1)?;
        below = page.get(..end)?.rfind('\n').map_or(0, |it| it + 1);
        Some(between_bars(text(&(below..end))))
    });
    let head = above.take_while(|it| it.len() > 1).take(MAX_ROWS_ABOVE).last();
    head.is_some_and(|head| {
        let title = head.first().map(|it| fold(it)).unwrap_or_default();
        let is_filled = |it: &&str| it.chars().any(char::is_alphanumeric);
        let is_named = own.first().is_some_and(is_filled) && own.iter().skip(1).any(is_filled);
        own.len() == head.len() && is_named && patterns.head_coverages.is_match(&title)
    })
}

/// The columns of a table for parts of the contract: | 담보명 | 1년 미만 | 1년 이상 |.
pub(crate) struct PeriodColumns {
    /// The folded heads of these columns, one after the other.
    pub(crate) heads: String,
    /// The cells of the row below them, as byte ranges of the page, in the same order.
    pub(crate) cells: Vec<Range<usize>>,
    /// The cell of what is paid later in the contract.
    pub(crate) later: Range<usize>,
}

/// Returns the columns for parts of the contract of the row in which byte `at` stands. `None` if its
/// table has fewer than two, or none that holds later on.
pub(crate) fn period_columns(
    page: &str,
    at: usize,
    patterns: &RowPatterns,
) -> Option<PeriodColumns> {
    let title = |it: &str| Some(fold(it)).filter(|it| patterns.head_period.is_match(it));
    let columns = columns(page, at, title);
    let later = columns.iter().rfind(|it| patterns.head_later.is_match(&it.0))?.1.clone();
    let (heads, cells): (Vec<String>, Vec<Range<usize>>) = columns.into_iter().unzip();
    Some(PeriodColumns { heads: heads.concat(), cells, later })
}

/// Returns the cells of the row in which byte `at` stands that are below certain titles, each with what
/// `title` makes of it. The head is the nearest row above with as many cells and at least two such titles.
pub(crate) fn columns<T>(
    page: &str,
    at: usize,
    title: impl Fn(&str) -> Option<T>,
) -> Vec<(T, Range<usize>)> {
    let Some(line) = line_around(page, at) else { return Vec::new() };
    let mut below = line.start;
    let own = ranges_between_bars(page, line);
    let above = std::iter::from_fn(|| {
        let end = below.checked_sub(1)?;
        below = page.get(..end)?.rfind('\n').map_or(0, |it| it + 1);
        Some(between_bars(page.get(below..end)?))
    });
    let mut above = above.take_while(|it| it.len() > 1).take(MAX_ROWS_ABOVE);
    let found = above.find_map(|head| {
        let titles = head.iter().map(|it| title(it)).zip(own.iter().cloned());
        let found: Vec<(T, Range<usize>)> =
            titles.filter_map(|(title, cell)| Some((title?, cell))).collect();
        (head.len() == own.len() && found.len() > 1).then_some(found)
    });
    found.unwrap_or_default()
}

/// Returns the byte range of the line in which a byte stands.
fn line_around(page: &str, at: usize) -> Option<Range<usize>> {
    let start = page.get(..at)?.rfind('\n').map_or(0, |it| it + 1);
    let end = page.get(start..)?.find('\n').map_or(page.len(), |it| start + it);
    Some(start..end)
}

/// Returns the cells of the line in which a byte stands; none of a line without bars.
pub(crate) fn cells_around(page: &str, at: usize) -> Vec<&str> {
    let text = |it: Range<usize>| page.get(it).unwrap_or_default();
    ranges_around(page, at).into_iter().map(text).collect()
}

/// Returns the cells of the line in which a byte stands, as byte ranges of the page; none of a line without
/// bars.
pub(crate) fn ranges_around(page: &str, at: usize) -> Vec<Range<usize>> {
    let line = line_around(page, at).unwrap_or_default();
    let cells = ranges_between_bars(page, line);
    if cells.len() > 1 { cells } else { Vec::new() }
}

/// Returns the cell of bars in which a byte stands, and where it lies; `None` in a line without bars.
pub(crate) fn cell_around(page: &str, at: usize) -> Option<Range<usize>> {
    ranges_around(page, at).into_iter().find(|it| it.contains(&at))
}

/// Returns what stands between the bars of a line, as byte ranges of the page without blanks at their ends.
fn ranges_between_bars(page: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let text = page.get(line.clone()).unwrap_or_default();
    let mut at = line.start;
    let mut all: Vec<Range<usize>> = text
        .split('|')
        .map(|part| {
            let from = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            from..from + part.trim().len()
        })
        .collect();
    // What stands in front of the first bar and behind the last one is no cell.
    let trimmed = text.trim();
    if trimmed.starts_with('|') {
        all.remove(0);
    }
    if trimmed.len() > 1 && trimmed.ends_with('|') {
        all.pop();
    }
    all
}

/// Returns the texts between the bars of a line; the line itself where it has none.
pub(crate) fn between_bars(line: &str) -> Vec<&str> {
    let inner = line.trim();
    let inner = inner.strip_prefix('|').unwrap_or(inner);
    inner.strip_suffix('|').unwrap_or(inner).split('|').map(str::trim).collect()
}

/// Returns the cells of a line, without blanks at their ends; none of a line without bars.
pub(super) fn cells(page: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let inner = page.get(line.clone()).unwrap_or_default().trim();
    let is_row = inner.starts_with('|') && inner.matches('|').count() >= 3;
    if is_row { ranges_between_bars(page, line.clone()) } else { Vec::new() }
}

/// Returns the single sum of a cell; `None` of another cell.
pub(crate) fn sum_of(page: &str, cell: &Range<usize>, rules: &Rules) -> Option<u64> {
    match sum(page, cell, rules) {
        Sum::Won(won) => Some(won),
        Sum::LeftOut | Sum::Other => None,
    }
}

pub(super) fn sum(page: &str, cell: &Range<usize>, rules: &Rules) -> Sum {
    let text = page.get(cell.clone()).unwrap_or_default();
    if rules.rows.left_out.is_match(text) {
        return Sum::LeftOut;
    }
    let bare = || won(text, unit(page, cell.start, &rules.rows)?);
    let is_of_class = rules.cues.has(Category::SurgeryClass, text);
    let is_benefit =
        |at: usize| !rules.cues.has(Category::NoBenefit, &fold(text.get(..at).unwrap_or_default()));
    let won = match amounts(text).as_slice() {
        [only] if !is_of_class && is_benefit(only.at.start) => Some(only.won),
        [] => bare(),
        _ => None,
    };
    won.filter(|it| is_sum(*it)).map_or(Sum::Other, Sum::Won)
}
