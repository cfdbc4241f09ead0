//! Reads plans side by side: the head names each (알뜰플랜, 표준형, 남자), and each has a column of amounts.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::cells::{Cell, named};
use super::order::{free, won};
use super::{LEFT_OUT, Strength, Table};
use crate::catalog::fold::fold;
use crate::catalog::person::plans_of;
use crate::catalog::rules::RowPatterns;
use simui_korean::money::{Money, amounts};

/// Largest number of plans on one page.
const MAX_PLANS: usize = 6;

#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn words() -> &'static Regex {
    static WORDS: OnceLock<Regex> = OnceLock::new();
    WORDS.get_or_init(|| Regex::new(r"[^\s|]+").expect("a valid pattern"))
}

/// Returns the folded plans of a page's table: those of the first line that has a name column,
/// plans behind it and nothing else.
pub(super) fn plans(page: &str, patterns: &RowPatterns) -> Vec<String> {
    let of_line = |line: &str| {
        let all: Vec<String> = words().find_iter(line).map(|it| fold(it.as_str())).collect();
        let (names, plans): (Vec<&String>, Vec<&String>) = all
            .iter()
            .partition(|it| patterns.head_line.is_match(it) && patterns.plan_of(it).is_none());
        let is_name = names.iter().any(|it| patterns.head_name.is_match(it));
        let plans: Option<Vec<String>> = plans.into_iter().map(|it| patterns.plan_of(it)).collect();
        let plans = plans_of(plans?);
        (is_name && (2..=MAX_PLANS).contains(&plans.len())).then_some(plans)
    };
    page.lines().filter(|it| it.len() < 200).find_map(of_line).unwrap_or_default()
}

/// Returns one cell for each plan; `None` unless the line has as many amounts, or words that the plan leaves
/// the coverage out, as there are plans.
pub(super) fn by_plans(line: &str, table: &Table<'_>) -> Option<Vec<Cell>> {
    let plans = table.columns.plans.len();
    if plans == 0 {
        return None;
    }
    let written = amounts(line);
    // 암 300만원, 소액암 100만원 is one cell.
    let goes_on = |it: &Money| line.get(it.at.end..).is_some_and(|it| it.starts_with(','));
    if written.iter().any(goes_on) {
        return None;
    }
    let found: Vec<(Range<usize>, u64)> = if written.len() == plans {
        written.into_iter().map(|it| (it.at, it.won)).collect()
    } else if !written.is_empty() {
        let is_left_out = |it: &regex::Match<'_>| table.rules.rows.left_out.is_match(it.as_str());
        let blanks = words().find_iter(line).filter(is_left_out).map(|it| (it.range(), LEFT_OUT));
        let mut all: Vec<(Range<usize>, u64)> =
            written.into_iter().map(|it| (it.at, it.won)).chain(blanks).collect();
        all.sort_by_key(|it| it.0.start);
        Some(all).filter(|it| it.len() == plans)?
    } else {
        let unit = table.columns.unit?;
        let figures = free(line, table).into_iter();
        let priced = figures.map(|at| Some((at.clone(), won(line.get(at)?, unit)?)));
        priced.collect::<Option<Vec<_>>>().filter(|it| it.len() == plans)?
    };
    let head = named(line, 0, found.first()?.0.start, table.rules);
    let cells = found.into_iter().enumerate().map(|(plan, (amount, won))| Cell {
        amount,
        won,
        strength: Strength::Table,
        head: head.clone(),
        is_bare: false,
        plan: Some(plan),
    });
    Some(cells.collect())
}
