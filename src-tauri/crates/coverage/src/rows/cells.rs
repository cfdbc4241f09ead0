//! The cell of a line that holds an amount.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::Strength;
use crate::fold::fold;
use crate::money::amounts;

/// An amount as a cell of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// Bytes of the line.
    pub amount: Range<usize>,
    pub won: u64,
    pub strength: Strength,
    /// What stands in front of it and of its other cells.
    pub head: Range<usize>,
}

/// What the head of a page's table says.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Won that a bare figure in the column of amounts stands for.
    unit: Option<u64>,
    /// The premium comes first.
    premium_first: bool,
}

impl Columns {
    pub(super) fn of(page: &str) -> Self {
        let mut columns = Self::default();
        let lines: Vec<&str> = page.lines().collect();
        // The unit may stand on the line below: 가입금액 / (만원).
        let pairs =
            lines.windows(2).filter_map(|pair| Some(format!("{}{}", pair.first()?, pair.get(1)?)));
        let all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).chain(pairs).collect();
        for line in all {
            let line = fold(&line);
            let Some(head) = heads().captures(&line) else { continue };
            let unit = match head.get(1).or_else(|| head.get(2)).map_or("", |it| it.as_str()) {
                "억원" => 100_000_000,
                "만원" => 10_000,
                "천원" => 1_000,
                _ => 1,
            };
            let at = head.get(0).map_or(0, |it| it.start());
            columns.unit = Some(unit);
            columns.premium_first = line.find("보험료").is_some_and(|premium| premium < at);
            break;
        }
        columns
    }
}

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        fn $name() -> &'static Regex {
            static PATTERN: OnceLock<Regex> = OnceLock::new();
            PATTERN.get_or_init(|| Regex::new($pattern).expect("a valid pattern"))
        }
    };
}

pattern!(
    heads,
    r"(?:가입금액|보장금액|지급금액|보험금액)\(?(?:단위:?)?(억원|만원|천원|원)\)|^\(?단위:?(억원|만원|천원)[,)]"
);
// A premium, a term, or the next cell, right behind an amount.
pattern!(
    next_cell,
    r"^\s*\||^[\s|]*(?:-(?:\s|\||$)|[0-9][0-9,]*\s*원?(?:[\s|가-힣(]|$)|[0-9]{1,3}\s*(?:년|세|일|개월|회)|전기납|월납|연납|일시납|종신|갱신|비갱신)"
);
pattern!(only_terms, r"^[\s|]*(?:[0-9]{1,3}\s*(?:년|세)\s*(?:납|만기|갱신)?[\s/|]*)+$");
pattern!(nothing, r"^[\s|)\].,]*$");
// Behind the name: premiums and terms that stand before the amount, labels, marks.
pattern!(
    behind_name,
    r"(?:[\s|]+(?:[0-9][0-9,]*\s*원?|[0-9]{1,3}\s*(?:년|세)(?:납|만기)?(?:\s*/\s*[0-9]{1,3}\s*(?:년|세)(?:납|만기)?)?|-)|[\s|:：;=]+(?:보험)?가입금액|[\s|:：;=]+(?:보장|지급)금액|[\s|:：;=]+(?:보험금|최고|최대|각각|각|금)|[\s|:：;=·\-–—→]+)$"
);
pattern!(
    two_figures,
    r"(?:^|[\s|)\]])([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]+([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)\s*원?(?:[\s|]+(?:[0-9]{1,3}\s*(?:년|세|일)|전기납|월납|일시납|종신|갱신).*)?\s*(?:\|.*)?$"
);
// 1,000 20년/100세 870
pattern!(
    figure_and_term,
    r"(?:^|[\s|)\]])([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]+[0-9]{1,3}\s*(?:년|세)[^\n]{0,30}?(?:[0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)\s*원?[\s|]*$"
);
pattern!(one_figure, r"[\s|)\]]([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)[\s|]*$");

/// The amount of a line, if it is a cell.
pub(super) fn cell(line: &str, columns: &Columns) -> Option<Cell> {
    let written = amounts(line);
    for money in &written {
        let behind = line.get(money.at.end..)?;
        let strength = if next_cell().is_match(behind) {
            Strength::Table
        } else if nothing().is_match(behind) {
            Strength::Listing
        } else {
            continue;
        };
        // 300만원 ~ 5,000만원: a range of what can be bought.
        let before = line.get(..money.at.start)?.trim_end();
        if before.ends_with(['~', '～', '∼']) {
            return None;
        }
        // 12,300원 is a premium beside an amount in 만원.
        let is_premium =
            line.get(money.at.clone())?.chars().all(|c| c.is_ascii_digit() || ",원 ".contains(c));
        if is_premium && written.len() > 1 {
            continue;
        }
        let head = named(line, money.at.start);
        return Some(Cell { amount: money.at.clone(), won: money.won, strength, head });
    }
    let unit = columns.unit.filter(|_| written.is_empty())?;
    if let Some(found) = two_figures().captures(line) {
        let (first, second) = (found.get(1)?, found.get(2)?);
        let amount = if columns.premium_first { second } else { first };
        let won = figure(amount.as_str())?.checked_mul(unit)?;
        let head = named(line, first.start());
        return Some(Cell { amount: amount.range(), won, strength: Strength::Table, head });
    }
    if let Some(found) = figure_and_term().captures(line) {
        let amount = found.get(1)?;
        let won = figure(amount.as_str())?.checked_mul(unit)?;
        let head = named(line, amount.start());
        return Some(Cell { amount: amount.range(), won, strength: Strength::Table, head });
    }
    let found = one_figure().captures(line)?.get(1)?;
    let won = figure(found.as_str())?.checked_mul(unit)?;
    Some(Cell {
        amount: found.range(),
        won,
        strength: Strength::Listing,
        head: named(line, found.start()),
    })
}

fn figure(written: &str) -> Option<u64> {
    written.replace(',', "").parse().ok().filter(|it| *it > 0)
}

/// What of a line up to `end` is the name's cell.
fn named(line: &str, end: usize) -> Range<usize> {
    let mut head = line.get(..end).unwrap_or_default();
    while let Some(found) = behind_name().find(head) {
        head = head.get(..found.start()).unwrap_or_default();
    }
    // 20년납100세만기 3천만원: the name is on the line above.
    if only_terms().is_match(head) {
        return 0..0;
    }
    0..head.len()
}
