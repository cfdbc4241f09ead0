//! Splits a page with several tables, so that each is read by its own head: the next table may use
//! another unit or another order of columns.

use std::ops::Range;

use super::head::Columns;
use super::{Row, Table, lines, rows_of};
use crate::catalog::fold::fold;
use crate::catalog::rules::{RowPatterns, Rules};

/// Largest distance, in lines, between two captions of one head: 가입금액 (단위 : 만원) / 보험료 (단위 : 원).
const MAX_CAPTION_DISTANCE: usize = 2;

/// Returns the parts of a page with the columns of their tables. A table without a unit of its own
/// uses that of the previous one.
pub(crate) fn parts(page: &str, patterns: &RowPatterns) -> Vec<(Range<usize>, Columns)> {
    let lines = lines(page);
    let folded: Vec<String> =
        lines.iter().map(|it| fold(page.get(it.clone()).unwrap_or_default())).collect();
    let mut starts: Vec<usize> = vec![0];
    let mut last: Option<usize> = None;
    for (at, line) in folded.iter().enumerate() {
        if !line.contains("단위") || !patterns.caption.is_match(line) {
            continue;
        }
        // The first caption also applies to what stands above it.
        let is_next = last.is_some_and(|it| at > it + MAX_CAPTION_DISTANCE);
        if is_next && let Some(start) = lines.get(at) {
            starts.push(start.start);
        }
        last = last.max(Some(at));
    }
    let ends = starts.iter().skip(1).copied().chain([page.len()]);
    let mut found: Vec<(Range<usize>, Columns)> = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends) {
        let mut columns = Columns::of(page.get(start..end).unwrap_or_default(), patterns);
        if let Some((_, before)) = found.last()
            && !columns.has_columns()
        {
            columns =
                Columns { unit: columns.unit.or(before.unit), has_head: true, ..before.clone() };
        }
        match found.last_mut() {
            Some((part, before)) if *before == columns => part.end = end,
            _ => found.push((start..end, columns)),
        }
    }
    found
}

/// Returns the rows of the parts of a page, each read by its own columns.
pub(crate) fn rows_of_parts(
    page: &str,
    parts: &[(Range<usize>, Columns)],
    rules: &Rules,
    known: &dyn Fn(&str) -> bool,
) -> Vec<Row> {
    let mut all = Vec::new();
    for (part, columns) in parts {
        let text = page.get(part.clone()).unwrap_or_default();
        let moved = |it: Range<usize>| it.start + part.start..it.end + part.start;
        let rows = rows_of(text, &Table { columns, rules, known }).into_iter();
        all.extend(rows.map(|row| Row {
            quote: moved(row.quote.clone()),
            amount: moved(row.amount.clone()),
            ..row
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn tables_of_one_page_have_their_own_units() {
        let rules = Rules::shipped().unwrap();
        let units = |page: &str| -> Vec<Option<u64>> {
            parts(page, &rules.rows).into_iter().map(|it| it.1.unit).collect()
        };
        let head = "특약명 가입금액 보험료(원)";
        let row = "암진단특약 3 41,200\n".repeat(9);
        let two =
            format!("1. 진단 (단위 : 천만원)\n{head}\n{row}2. 수술 (단위 : 만원)\n{head}\n{row}");
        assert_eq!(units(&two), [Some(10_000_000), Some(10_000)]);
        let same = format!("(단위 : 만원)\n{head}\n{row}(단위 : 만원)\n{head}\n{row}");
        assert_eq!(units(&same), [Some(10_000)]);
        assert_eq!(units(&format!("{head}\n{row}")), [None]);
        let won = format!("(단위 : 원)\n{head}\n{row}");
        assert_eq!(units(&won), [Some(1)]);
        // A caption with no table of amounts below it gives no unit of amounts.
        assert_eq!(units("해약환급금 예시\n(단위 : 원)\n경과기간 납입보험료 환급금"), [None]);
    }
}
