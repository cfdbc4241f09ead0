//! Finds the cells of a line that hold amounts.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::head::Columns;
use super::names::{is_terms, opened};
use super::order::by_order;
use super::plans::by_plans;
use super::{Strength, Table};
use crate::catalog::fold::fold;
use crate::catalog::rules::Rules;
use simui_korean::money::{Money, amounts};

/// Largest number of amounts of one name on a line that are read as plans.
const MAX_PLANS: usize = 3;

/// An amount that stands as a cell of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// Byte range of the amount in the line.
    pub amount: Range<usize>,
    pub won: u64,
    pub strength: Strength,
    /// Byte range of the name in the line, before the amount and its other cells or behind them.
    /// Empty if the name is on another line.
    pub head: Range<usize>,
    /// Whether the amount is a bare figure, with or without 원, which may also be a premium.
    pub is_bare: bool,
    /// Index of the head's plan that the amount belongs to.
    pub plan: Option<usize>,
}

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        fn $name() -> &'static Regex {
            static PATTERN: OnceLock<Regex> = OnceLock::new();
            PATTERN.get_or_init(|| Regex::new($pattern).expect("a valid pattern"))
        }
    };
}

// Matches 1,000 20년/100세 870.
pattern!(
    figure_and_term,
    r"(?:^|[\s|)\]])([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]+[0-9]{1,3}\s*(?:년|세)[^\n]{0,30}?(?:[0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)\s*원?[\s|]*$"
);
pattern!(one_figure, r"[\s|)\]]([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]*$");
pattern!(footnote, r"\s*(?:주\s*)?[0-9]{1,2}\)$");
pattern!(mark, r"^[\s|·•●○◎■□▪▶※*\-–①-⑳]*");
// Matches 1,500 1,905 in front of a name.
pattern!(
    leading_figures,
    r"^[\s|]*([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]+(?:([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)\s*원?[\s|]+)?(.*[가-힣].*)$"
);

/// Returns the amount cells of a line, in order.
pub(super) fn cells(line: &str, table: &Table<'_>) -> Vec<Cell> {
    let Table { columns, rules, .. } = *table;
    if rules.rows.example.is_match(line) {
        return Vec::new();
    }
    if let Some(cells) = by_plans(line, table) {
        return cells;
    }
    let written = amounts(line);
    if written.is_empty() {
        return columns
            .unit
            .and_then(|unit| {
                by_order(line, unit, table).or_else(|| figures(line, unit, columns, rules))
            })
            .into_iter()
            .collect();
    }
    let is_bare = |money: &Money| {
        let text = line.get(money.at.clone()).unwrap_or_default();
        text.chars().all(|c| c.is_ascii_digit() || ",원 ".contains(c))
    };
    let all_bare = written.iter().all(is_bare);
    let of_bare = usize::from(if columns.premium {
        columns.premium_first
    } else {
        // The head does not say which figure is the premium: the sum insured is the larger one.
        written.iter().take(2).map(|it| it.won).is_sorted()
    });
    let mut found: Vec<Cell> = Vec::new();
    for (at, money) in written.iter().enumerate() {
        // 300만원 ~ 5,000만원: the range that a customer may choose from.
        if line.get(..money.at.start).is_some_and(|it| it.trim_end().ends_with(['~', '～', '∼']))
        {
            return Vec::new();
        }
        // 12,300원 is a premium if it stands beside an amount in 만원, and one of two figures in 원 is
        // a premium.
        let is_premium = if all_bare { written.len() > 1 && at != of_bare } else { is_bare(money) };
        if is_premium || is_labelled_premium(line, money) || in_bracket(line, money, rules) {
            continue;
        }
        let begins = found.last().map_or(0, |it| it.amount.end);
        let Some((strength, head)) = read(line, begins, money, written.get(at + 1), table) else {
            continue;
        };
        // 2,000만원 3,000만원: two plans of one name. More amounts are those of years.
        let head = match found.last() {
            Some(last) if head.is_empty() => {
                if written.len() > MAX_PLANS || last.won == money.won {
                    continue;
                }
                last.head.clone()
            }
            _ => head,
        };
        found.push(Cell {
            amount: money.at.clone(),
            won: money.won,
            strength,
            head,
            is_bare: all_bare,
            plan: None,
        });
    }
    found
}

/// Whether an amount is labelled as a premium: 월 보험료 : 41,200원.
fn is_labelled_premium(line: &str, money: &Money) -> bool {
    let before = line.get(..money.at.start).unwrap_or_default();
    before.trim_end_matches([' ', '\t', ':', '：', '|', '약']).ends_with("보험료")
}

/// Whether an amount is part of a name: 치료비(연간2천만원한도). A bracket with a label is a cell: (최고
/// 3,000만원).
fn in_bracket(line: &str, money: &Money, rules: &Rules) -> bool {
    let before = line.get(..money.at.start).unwrap_or_default();
    let behind = line.get(money.at.end..).unwrap_or_default();
    let inside = before.rsplit(['(', '[', '【']).next().unwrap_or_default().trim();
    let labelled = inside.is_empty()
        || inside.ends_with(|c: char| c.is_whitespace() || ":：고대액".contains(c));
    let closes = behind
        .find([')', ']', '】'])
        .is_some_and(|at| !behind.get(..at).unwrap_or_default().contains(['(', '[', '【']));
    if opened(before) > 0 {
        // 입원일당(1일이상, 5만원 4,100 20년: the bracket continues on the next line.
        let goes_on = opened(line) > 0 && rules.rows.next_cell.is_match(behind);
        !goes_on && (!labelled || before.trim_end().ends_with("연간"))
    } else {
        closes && opened(behind) < 0
    }
}

/// Returns the strength and the name of an amount, if it is a cell. `begins` is the byte of the
/// line at which the preceding cell ends.
fn read(
    line: &str,
    begins: usize,
    money: &Money,
    next: Option<&Money>,
    table: &Table<'_>,
) -> Option<(Strength, Range<usize>)> {
    let Table { columns, rules, .. } = *table;
    let patterns = &rules.rows;
    let behind = line.get(money.at.end..)?;
    let head = named(line, begins, money.at.start, rules);
    if head.is_empty() && begins == 0 {
        let name = behind_amount(line, money.at.end, rules);
        if let Some(name) = known_behind(line, money.at.end, table) {
            return Some((Strength::Table, name));
        }
        let is_name = |cell: &Range<usize>| {
            let name = fold(line.get(cell.clone()).unwrap_or_default());
            !name.is_empty() && (columns.amount_first || rules.names.heading.is_match(&name))
        };
        if let Some(name) = name.filter(is_name) {
            return Some((Strength::Table, name));
        }
    }
    if patterns.next_cell.is_match(behind) {
        return Some((Strength::Table, head));
    }
    if patterns.remark.is_match(behind) {
        return Some((Strength::Listing, head));
    }
    // With a name of the company's list, anything may follow the amount.
    if behind.starts_with([' ', '\t', '|', '(']) && (table.known)(line.get(head.clone())?) {
        return Some((Strength::Table, head));
    }
    // 암진단비 3,000만원 유사암진단비 600만원: two rows on one line.
    let between = next.and_then(|next| line.get(money.at.end..next.at.start))?;
    let name = fold(between.get(named(between, 0, between.len(), rules))?);
    rules.names.heading.is_match(&name).then_some((Strength::Listing, head))
}

/// Finds a name of the company's list at the end of a line, behind a payment condition. A condition
/// that names a cancer subtype rules the name out: subtypes have other amounts.
fn known_behind(line: &str, from: usize, table: &Table<'_>) -> Option<Range<usize>> {
    let behind = line.get(from..)?;
    let starts = behind.match_indices(char::is_whitespace).map(|(at, blank)| at + blank.len());
    let start = starts.filter(|at| behind.get(*at..).is_some_and(|it| (table.known)(it))).last()?;
    let between = fold(behind.get(..start)?);
    (!table.rules.subtypes.words.is_match(&between)).then_some(from + start..line.len())
}

/// Finds a name that stands behind its amount and a premium.
fn behind_amount(line: &str, from: usize, rules: &Rules) -> Option<Range<usize>> {
    let behind = line.get(from..)?;
    let lead = behind.len() - behind.trim_start_matches(['\t', ' ', '|', '\u{3000}']).len();
    let rest = behind.get(lead..)?;
    let begins = rest.starts_with(|c: char| ('가'..='힣').contains(&c) || "([【「".contains(c));
    let name = named(line, from + lead, line.len(), rules);
    (lead > 0 && begins && !name.is_empty()).then_some(name)
}

/// Reads the cell of a line of bare figures, under a head that gives their unit.
fn figures(line: &str, unit: u64, columns: &Columns, rules: &Rules) -> Option<Cell> {
    let cell = |amount: Range<usize>, strength, head: Range<usize>| {
        let won = figure(line.get(amount.clone())?)?.checked_mul(unit)?;
        Some(Cell { amount, won, strength, head, is_bare: true, plan: None })
    };
    if columns.amount_first
        && let Some(found) = leading_figures().captures(line)
    {
        let (first, second) = (found.get(1)?, found.get(2));
        let amount = second.filter(|_| columns.premium_first).unwrap_or(first);
        let name = found.get(3)?;
        return cell(amount.range(), Strength::Table, named(line, name.start(), name.end(), rules));
    }
    if let Some(found) = rules.rows.two_figures.captures(line) {
        let (first, second) = (found.get(1)?, found.get(2)?);
        let amount = if columns.premium_first { second } else { first };
        return cell(amount.range(), Strength::Table, named(line, 0, first.start(), rules));
    }
    if let Some(found) = figure_and_term().captures(line) {
        let amount = found.get(1)?.range();
        let head = named(line, 0, amount.start, rules);
        return cell(amount, Strength::Table, head);
    }
    // If there is a premium column, a lone figure may be either: 수술비 - 3,500 20/100.
    if let Some(found) = rules.rows.figure_and_terms.captures(line).filter(|_| !columns.premium) {
        let amount = found.get(1)?.range();
        let head = named(line, 0, amount.start, rules);
        return cell(amount, Strength::Table, head);
    }
    let alone = line.trim();
    if alone.chars().all(|c| c.is_ascii_digit() || c == ',') && !alone.is_empty() {
        let start = line.len() - line.trim_start().len();
        return cell(start..start + alone.len(), Strength::Listing, 0..0);
    }
    let found = one_figure().captures(line).filter(|_| !columns.premium)?.get(1)?.range();
    let head = named(line, 0, found.start, rules);
    cell(found, Strength::Listing, head)
}

fn figure(written: &str) -> Option<u64> {
    written.replace(',', "").parse().ok().filter(|it| *it > 0)
}

/// Returns the byte range of the name cell between two bytes of a line; empty if there is none.
pub(crate) fn named(line: &str, from: usize, to: usize, rules: &Rules) -> Range<usize> {
    let cell = line.get(from..to).unwrap_or_default();
    let lead = mark().find(cell).map_or(0, |it| it.end());
    let mut head = cell;
    loop {
        let cut = rules.rows.behind_name.find(head).map(|it| it.start());
        let cut = cut.or_else(|| {
            footnote()
                .find(head)
                .filter(|it| opened(head) < 0 && it.start() > lead)
                .map(|it| it.start())
        });
        let Some(cut) = cut else { break };
        head = head.get(..cut).unwrap_or_default();
    }
    // 20년납100세만기 3천만원: the name is on the line above.
    if head.len() <= lead || is_terms(head, &rules.rows) {
        return from..from;
    }
    from..from + head.len()
}
