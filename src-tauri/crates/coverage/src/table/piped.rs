//! Reads tables of cells between bars under a head of several plans: | 담보명 | 실속플랜 | 표준플랜 |. A cell belongs
//! to the plan above it, whatever the other cells of its row are.

use std::ops::Range;

use super::rows::{LEFT_OUT, Row, Strength, is_sum, lines, named, unit, won};
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::rules::{RowPatterns, Rules};
use simui_korean::money::amounts;

/// The head of a table: the column of the names and those of the plans, with their folded names.
struct Head {
    name: usize,
    plans: Vec<(usize, String)>,
}

/// Largest number of rows between a row and the head of its table.
const MAX_ROWS_ABOVE: usize = 200;

/// What a cell says of a plan.
enum Sum {
    Won(u64),
    LeftOut,
    /// The cell has no single sum: 1종 10만원 / 2종 30만원.
    Other,
}

/// Returns the rows of all such tables of a page, and the lines that they were read from.
pub(crate) fn rows(page: &str, rules: &Rules) -> (Vec<Row>, Vec<Range<usize>>) {
    let (mut rows, mut read) = (Vec::new(), Vec::new());
    let mut head: Option<Head> = None;
    for line in lines(page) {
        let cells = cells(page, &line);
        head = self::head(page, &cells, rules).or(head).filter(|_| !cells.is_empty());
        let found = head.as_ref().and_then(|it| of_line(page, &cells, it, rules));
        if let Some(found) = found {
            rows.extend(found);
            read.push(line);
        }
    }
    (rows, read)
}

/// Returns the cells of the plans in the row of such a table in which a byte stands; none if it stands in no
/// such row.
pub(crate) fn plan_cells(page: &str, at: usize, rules: &Rules) -> Vec<(String, Range<usize>)> {
    let all = lines(page);
    let Some(own) = all.iter().position(|it| it.start <= at && at <= it.end) else {
        return Vec::new();
    };
    let above = all.iter().take(own + 1).rev().map(|it| cells(page, it));
    let mut above = above.take_while(|it| !it.is_empty());
    let Some(row) = above.next() else { return Vec::new() };
    let head = above.find_map(|it| head(page, &it, rules));
    let plans = head.map(|it| it.plans).unwrap_or_default().into_iter();
    plans.filter_map(|(at, plan)| Some((plan, row.get(at)?.clone()))).collect()
}

/// Returns the name and the payment of a row of a table with a column of amounts, as byte ranges; `None` if
/// the line is no such row.
pub(crate) fn payment(
    page: &str,
    line: &Range<usize>,
    patterns: &RowPatterns,
) -> Option<(Range<usize>, Range<usize>)> {
    let own = cells(page, line);
    let mut columns = (1..own.len()).filter(|it| {
        own.get(*it).is_some_and(|it| !amounts(page.get(it.clone()).unwrap_or_default()).is_empty())
    });
    columns.next()?;
    let is_title = |cell: &Range<usize>| {
        let title = fold(page.get(cell.clone()).unwrap_or_default());
        let found = patterns.head_amount.find(&title);
        found.is_some_and(|it| it.start() == 0) && amounts(&title).is_empty()
    };
    let column = rows_above(page, line).find_map(|it| it.iter().position(is_title))?;
    let cell = own.get(column)?.clone();
    (column > 0 && !is_title(&cell)).then_some((own.first()?.clone(), cell))
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

/// Returns the cells of the row in which byte `at` stands that are below certain titles, each with what `title`
/// makes of it. The head is the nearest row above with as many cells and at least two such titles.
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
    let line = line_around(page, at).and_then(|it| page.get(it)).unwrap_or_default();
    let cells = between_bars(line);
    if cells.len() > 1 { cells } else { Vec::new() }
}

/// Returns the cell of bars in which a byte stands, and where it lies; `None` in a line without bars.
pub(crate) fn cell_around(page: &str, at: usize) -> Option<Range<usize>> {
    let cells = ranges_between_bars(page, line_around(page, at)?);
    cells.iter().find(|it| it.contains(&at)).filter(|_| cells.len() > 1).cloned()
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

/// Returns the cells of the rows above a line, the nearest first, up to the first line that is none.
fn rows_above<'a>(
    page: &'a str,
    line: &Range<usize>,
) -> impl Iterator<Item = Vec<Range<usize>>> + 'a {
    let mut below = page.get(..line.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let lines = std::iter::from_fn(move || {
        let end = below.checked_sub(1)?;
        below = page.get(..end)?.rfind('\n').map_or(0, |it| it + 1);
        Some(cells(page, &(below..end)))
    });
    lines.take_while(|it| !it.is_empty()).take(MAX_ROWS_ABOVE)
}

/// Returns the cells of a line, without blanks at their ends; none of a line without bars.
fn cells(page: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let inner = page.get(line.clone()).unwrap_or_default().trim();
    let is_row = inner.starts_with('|') && inner.matches('|').count() >= 3;
    if is_row { ranges_between_bars(page, line.clone()) } else { Vec::new() }
}

fn head(page: &str, cells: &[Range<usize>], rules: &Rules) -> Option<Head> {
    let folded: Vec<String> =
        cells.iter().map(|it| fold(page.get(it.clone()).unwrap_or_default())).collect();
    let plan = |(at, it): (usize, &String)| Some((at, rules.rows.plan_of(it)?));
    let plans: Vec<(usize, String)> = folded.iter().enumerate().filter_map(plan).collect();
    let first = plans.first().filter(|_| plans.len() > 1)?.0;
    let name = folded.iter().take(first).rposition(|it| rules.rows.head_name.is_match(it))?;
    Some(Head { name, plans })
}

fn of_line(page: &str, cells: &[Range<usize>], head: &Head, rules: &Rules) -> Option<Vec<Row>> {
    let text = |at: &Range<usize>| page.get(at.clone()).unwrap_or_default();
    let name = cells.get(head.name)?;
    let printed = text(name).get(named(text(name), 0, name.len(), rules))?;
    if printed.is_empty() || rules.rows.not_name.is_match(printed) {
        return None;
    }
    let of_plan = |(at, plan): &(usize, String)| {
        let cell = cells.get(*at)?;
        let won = match sum(page, cell, rules) {
            Sum::Won(won) => won,
            Sum::LeftOut => LEFT_OUT,
            Sum::Other => return None,
        };
        Some(Row {
            name: printed.to_owned(),
            quote: name.start..cell.end.max(name.end),
            won,
            amount: cell.clone(),
            written: text(cell).to_owned(),
            strength: Strength::Table,
            plan: Some(plan.clone()),
        })
    };
    let found: Vec<Row> = head.plans.iter().filter_map(of_plan).collect();
    let is_paid = found.is_empty() || found.iter().any(|it| it.won != LEFT_OUT);
    is_paid.then_some(found)
}

/// Returns the single sum of a cell; `None` of another cell.
pub(crate) fn sum_of(page: &str, cell: &Range<usize>, rules: &Rules) -> Option<u64> {
    match sum(page, cell, rules) {
        Sum::Won(won) => Some(won),
        Sum::LeftOut | Sum::Other => None,
    }
}

fn sum(page: &str, cell: &Range<usize>, rules: &Rules) -> Sum {
    let text = page.get(cell.clone()).unwrap_or_default();
    if rules.rows.left_out.is_match(text) {
        return Sum::LeftOut;
    }
    let bare = || won(text, unit(page, cell.start, &rules.rows)?);
    let is_of_class = rules.cues.has(Category::SurgeryClass, text);
    let won = match amounts(text).as_slice() {
        [only] if !is_of_class => Some(only.won),
        [] => bare(),
        _ => None,
    };
    won.filter(|it| is_sum(*it)).map_or(Sum::Other, Sum::Won)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn check(row: &str, expected: &[(&str, &str, u64)]) {
        let rules = Rules::shipped().unwrap();
        for head in ["실속플랜 | 표준플랜", "가입금액(실속플랜) | 가입금액(표준플랜)"]
        {
            let page = format!("| 구분 | 담보명 | {head} | 보험료 |\n|--|--|--|--|--|\n{row}\n");
            let (found, _) = rows(&page, &rules);
            let short: Vec<(&str, &str, u64)> = found
                .iter()
                .map(|it| (it.name.as_str(), it.plan.as_deref().unwrap_or_default(), it.won))
                .collect();
            assert_eq!(short, expected, "{page}");
        }
    }

    #[test]
    fn a_cell_belongs_to_the_plan_above_it() {
        let (first, second) = ("실속플랜", "표준플랜");
        check(
            "| 암 | 암진단비 주1) | 1천만원 | 3,000만원 | 12,300 |",
            &[("암진단비", first, 10_000_000), ("암진단비", second, 30_000_000)],
        );
        for blank in ["-", "", "미가입", "해당 없음"] {
            check(
                &format!("| 암 | 암진단비 | {blank} | 3,000만원 | 12,300 |"),
                &[("암진단비", first, 0), ("암진단비", second, 30_000_000)],
            );
            check(
                &format!("| | 암진단비 | 3,000만원 | {blank} | 12,300 |"),
                &[("암진단비", first, 30_000_000), ("암진단비", second, 0)],
            );
        }
        check("| 암 | 수술비 | 1종 10만원 / 2종 30만원 | 1종 20만원 / 2종 40만원 | 900 |", &[]);
        check("| 합계보험료 | | 41,200원 | 77,900원 | |", &[]);
        check("| 암 | 암진단비 | - | - | |", &[]);
    }
}
