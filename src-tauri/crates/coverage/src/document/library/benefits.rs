//! Recognises benefits of a coverage that have names of their own below its name. No coverage
//! begins there.

use std::ops::Range;

use super::Mention;
use crate::catalog::fold::fold;
use crate::catalog::tables::Page;
use crate::document::book::Book;

/// Endings of the names of benefits.
const BENEFIT_ENDINGS: [&str; 3] = ["급여금", "보험금", "자금"];

/// Whether a line names a benefit of the coverage right above it, across the head of a table:
/// [유사암진단특약] / 급부명 지급사유 지급금액 / 유사암진단급여금.
pub(super) fn is_benefit_of_above(
    book: &Book,
    (at, page): (usize, &Page),
    all: &[Range<usize>],
    number: usize,
    mentions: &[Mention],
) -> bool {
    let folded = |line: &Range<usize>| fold(page.text.get(line.clone()).unwrap_or_default());
    let is_benefit =
        |line: &Range<usize>| BENEFIT_ENDINGS.iter().any(|it| folded(line).ends_with(it));
    let is_head = |line: &&Range<usize>| book.rules.rows.head_line.is_match(&folded(line));
    let names = |line: &Range<usize>| {
        let mut of_page =
            mentions.iter().filter(|it| it.page == at && it.begins_line && it.is_complete);
        of_page.any(|it| line.contains(&it.at.start))
    };
    let above = all.get(..number).unwrap_or_default().iter().rev().find(|it| !is_head(it));
    all.get(number).is_some_and(is_benefit) && above.is_some_and(names)
}
