//! The cells of a line that hold amounts.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::Strength;
use super::head::Columns;
use super::names::{is_terms, opened};
use crate::fold::fold;
use crate::money::{Money, amounts};
use crate::rules::Rules;

/// Amounts of one name on a line that are plans to choose from.
const MOST_PLANS: usize = 3;

/// An amount as a cell of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// Bytes of the line.
    pub amount: Range<usize>,
    pub won: u64,
    pub strength: Strength,
    /// What of the line is the name: before the amount and its other cells, or behind them. Empty where it is on another line.
    pub head: Range<usize>,
    /// A bare figure or a bare number of 원, which a premium may be too.
    pub is_bare: bool,
}

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        fn $name() -> &'static Regex {
            static PATTERN: OnceLock<Regex> = OnceLock::new();
            PATTERN.get_or_init(|| Regex::new($pattern).expect("a valid pattern"))
        }
    };
}

// 1,000 20년/100세 870
pattern!(
    figure_and_term,
    r"(?:^|[\s|)\]])([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]+[0-9]{1,3}\s*(?:년|세)[^\n]{0,30}?(?:[0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)\s*원?[\s|]*$"
);
pattern!(one_figure, r"[\s|)\]]([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]*$");
pattern!(footnote, r"\s*(?:주\s*)?[0-9]{1,2}\)$");
pattern!(mark, r"^[\s|·•●○◎■□▪▶※*\-–①-⑳]*");
// 1,500 1,905 in front of a name.
pattern!(
    leading_figures,
    r"^[\s|]*([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]+(?:([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)\s*원?[\s|]+)?(.*[가-힣].*)$"
);

/// The cells of a line, in order.
pub(super) fn cells(line: &str, columns: &Columns, rules: &Rules) -> Vec<Cell> {
    let written = amounts(line);
    if written.is_empty() {
        return columns
            .unit
            .and_then(|unit| figures(line, unit, columns, rules))
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
        // Nothing says which: what is paid is more than what is paid for it.
        written.iter().take(2).map(|it| it.won).is_sorted()
    });
    let mut found: Vec<Cell> = Vec::new();
    for (at, money) in written.iter().enumerate() {
        // 300만원 ~ 5,000만원: a range of what can be bought.
        if line.get(..money.at.start).is_some_and(|it| it.trim_end().ends_with(['~', '～', '∼']))
        {
            return Vec::new();
        }
        // 12,300원 is a premium beside an amount in 만원, and one of two figures in 원.
        let is_premium = if all_bare { written.len() > 1 && at != of_bare } else { is_bare(money) };
        if is_premium || in_bracket(line, money) {
            continue;
        }
        let begins = found.last().map_or(0, |it| it.amount.end);
        let Some((strength, head)) = read(line, begins, money, written.get(at + 1), columns, rules)
        else {
            continue;
        };
        // 2,000만원 3,000만원: two plans of one name; more of them are years.
        let head = match found.last() {
            Some(last) if head.is_empty() => {
                if written.len() > MOST_PLANS || last.won == money.won {
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
        });
    }
    found
}

/// 치료비(연간2천만원한도): an amount that is part of a name. A bracket of its own with a label is a cell: (최고 3,000만원).
fn in_bracket(line: &str, money: &Money) -> bool {
    let before = line.get(..money.at.start).unwrap_or_default();
    let behind = line.get(money.at.end..).unwrap_or_default();
    let inside = before.rsplit(['(', '[', '【']).next().unwrap_or_default().trim();
    let labelled = inside.is_empty()
        || inside.ends_with(|c: char| c.is_whitespace() || ":：고대액".contains(c));
    let closes = behind
        .find([')', ']', '】'])
        .is_some_and(|at| !behind.get(..at).unwrap_or_default().contains(['(', '[', '【']));
    if opened(before) > 0 {
        !labelled || before.trim_end().ends_with("연간")
    } else {
        closes && opened(behind) < 0
    }
}

/// Whether an amount is a cell, and what its name is. `begins`: where the line's cell before it ends.
fn read(
    line: &str,
    begins: usize,
    money: &Money,
    next: Option<&Money>,
    columns: &Columns,
    rules: &Rules,
) -> Option<(Strength, Range<usize>)> {
    let patterns = &rules.rows;
    let behind = line.get(money.at.end..)?;
    let head = named(line, begins, money.at.start, rules);
    if head.is_empty() && begins == 0 {
        let name = behind_amount(line, money.at.end, rules);
        let is_name = |it: &Range<usize>| {
            let name = fold(line.get(it.clone()).unwrap_or_default());
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
    // 암진단비 3,000만원 유사암진단비 600만원: two rows on one line.
    let between = next.and_then(|next| line.get(money.at.end..next.at.start))?;
    let name = fold(between.get(named(between, 0, between.len(), rules))?);
    rules.names.heading.is_match(&name).then_some((Strength::Listing, head))
}

/// A name that stands behind its amount, and behind the premium there.
fn behind_amount(line: &str, from: usize, rules: &Rules) -> Option<Range<usize>> {
    let behind = line.get(from..)?;
    let lead = behind.len() - behind.trim_start_matches(['\t', ' ', '|', '\u{3000}']).len();
    let rest = behind.get(lead..)?;
    let begins = rest.starts_with(|c: char| ('가'..='힣').contains(&c) || "([【「".contains(c));
    let name = named(line, from + lead, line.len(), rules);
    (lead > 0 && begins && !name.is_empty()).then_some(name)
}

/// The cell of a line of bare figures under a head that says their unit.
fn figures(line: &str, unit: u64, columns: &Columns, rules: &Rules) -> Option<Cell> {
    let cell = |amount: Range<usize>, strength, head: Range<usize>| {
        let won = figure(line.get(amount.clone())?)?.checked_mul(unit)?;
        Some(Cell { amount, won, strength, head, is_bare: true })
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
    // With a column of premiums a lone figure may be either: 수술비 - 3,500 20/100.
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

/// What of a line between two places is the name's cell.
fn named(line: &str, from: usize, to: usize, rules: &Rules) -> Range<usize> {
    let whole = line.get(from..to).unwrap_or_default();
    let lead = mark().find(whole).map_or(0, |it| it.end());
    let mut head = whole;
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
