//! Reads a line of bare figures by the order of its table's head, if it has as many figures as the
//! head has columns of them.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::cells::{Cell, named};
use super::head::Column;
use super::names::is_name;
use super::{Strength, Table};

#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn figures() -> &'static Regex {
    static FIGURES: OnceLock<Regex> = OnceLock::new();
    FIGURES.get_or_init(|| {
        Regex::new(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?").expect("a valid pattern")
    })
}

/// Returns the cell of a line that has the figures of the head. The name stands behind the last
/// figure, before the first, or between two.
pub(super) fn by_order(line: &str, unit: u64, table: &Table<'_>) -> Option<Cell> {
    let order = &table.columns.order;
    let numeric: Vec<Column> = order.iter().copied().filter(|it| it.is_figure()).collect();
    let found = free(line, table);
    let place = numeric.iter().position(|it| *it == Column::Amount)?;
    let names = order.iter().position(|it| *it == Column::Name)?;
    if numeric.len() != found.len() || numeric.len() < 2 {
        return None;
    }
    let (first, last) = (found.first()?, found.last()?);
    let figures_before = order.iter().take(names).filter(|it| it.is_figure()).count();
    let head = if figures_before == numeric.len() {
        trimmed(line, last.end, line.len(), table)
    } else if figures_before == 0 {
        named(line, 0, first.start, table.rules)
    } else {
        let (before, behind) = (found.get(figures_before - 1)?, found.get(figures_before)?);
        trimmed(line, before.end, behind.start, table)
    };
    let amount = found.get(place)?.clone();
    let won = won(line.get(amount.clone())?, unit)?;
    // (20-100%), the end of a name on the line above, is part of the name.
    let name = line.get(head.clone())?.trim();
    let is_name_part = is_name(name, &table.rules.rows) || name.contains(['(', ')']);
    let head = if is_name_part { head } else { 0..0 };
    Some(Cell { amount, won, strength: Strength::Table, head, is_bare: true, plan: None })
}

/// Returns the range of the name between two bytes, without leading separators and trailing terms.
fn trimmed(line: &str, from: usize, to: usize, table: &Table<'_>) -> Range<usize> {
    let part = line.get(from..to).unwrap_or_default();
    let lead = part.len() - part.trim_start_matches([' ', '\t', '|', '/']).len();
    named(line, from + lead, to, table.rules)
}

/// Returns the figures that stand alone: not in terms, brackets or words, and without the row
/// number.
pub(super) fn free(line: &str, table: &Table<'_>) -> Vec<Range<usize>> {
    let terms: Vec<Range<usize>> =
        table.rules.rows.term.find_iter(line).map(|it| it.range()).collect();
    let mut open = 0;
    let mut from = 0;
    let mut found = Vec::new();
    for figure in figures().find_iter(line) {
        open += super::names::opened(line.get(from..figure.start()).unwrap_or_default());
        from = figure.end();
        let before = line.get(..figure.start()).and_then(|it| it.chars().next_back());
        let behind = line.get(figure.end()..).and_then(|it| it.chars().next());
        let alone = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "|/".contains(c));
        let is_term = terms.iter().any(|it| it.start < figure.end() && figure.start() < it.end);
        if open == 0 && alone(before) && (alone(behind) || behind == Some('원')) && !is_term {
            found.push(figure.range());
        }
    }
    if table.columns.order.first() == Some(&Column::Number) && !found.is_empty() {
        found.remove(0);
    }
    found
}

/// Returns the won of a figure in a unit: 1.5 in 천만원 is 15,000,000. `None` if it is no whole number
/// of won.
pub(crate) fn won(written: &str, unit: u64) -> Option<u64> {
    let digits = written.replace(',', "");
    let (integer, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let figure: u64 = format!("{integer}{fraction}").parse().ok()?;
    let won = figure.checked_mul(unit)?;
    (won > 0 && won.is_multiple_of(scale)).then(|| won / scale)
}
