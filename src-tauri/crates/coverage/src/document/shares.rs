//! Reads reduced payments early in the contract: periods and the shares paid in them, from a
//! sentence or a table.

use std::ops::Range;

use crate::catalog::rules::{Partial, Rules};
use simui_korean::money::{amounts, format_won};

/// Largest distance, in folded characters, between a period and the share behind it.
const MAX_DISTANCE_BEHIND: usize = 60;
/// Largest distance, in folded characters, between a share and the period behind it.
const MAX_DISTANCE_BEFORE: usize = 30;
/// Largest distance, in folded characters, between the ends of a range: 180일 이상 1년 미만.
const MAX_RANGE_GAP: usize = 6;
/// Largest number of characters left over in a text of nothing but table cells.
const MAX_REST: usize = 3;
/// The full amount, in percent.
const FULL_AMOUNT: u64 = 100;
/// Bounds of a period that are printed as they stand.
const BOUNDS: [&str; 4] = ["미만", "이내", "이하", "까지"];

/// A share of the amount, and the period in which it is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Share {
    /// End of the period: 1년 미만, 180일 이내.
    pub until: String,
    /// Share or sum that is paid: 50%, 500만원.
    pub paid: String,
    /// First byte of the share in the folded text.
    pub at: usize,
    /// End of the preceding row with shares for the same periods, in bytes of the folded text. Such
    /// a row is about another subtype.
    pub goes_on: Option<usize>,
}

/// A share of the amount, in percent or in won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paid {
    Percent(u64),
    Won(u64),
}

#[derive(Debug, Clone)]
enum TokenKind {
    Early(String),
    Late,
    Paid(Paid),
}

#[derive(Debug, Clone)]
struct Token {
    at: Range<usize>,
    kind: TokenKind,
}

/// Periods with the shares behind or in front of them.
#[derive(Debug, Default)]
struct Group<'a> {
    periods: Vec<&'a Token>,
    paid: Vec<&'a Token>,
}

/// Whether a folded text has a period early in the contract.
pub(crate) fn has_period(text: &str, rules: &Partial) -> bool {
    rules.early.is_match(text) || rules.first.is_match(text)
}

/// Whether a folded text says that a share is paid up to some time.
pub(crate) fn has_shares(text: &str, rules: &Partial) -> bool {
    !shares(text, rules).is_empty()
}

/// Returns the shares of the amount that a folded text says are paid: 가입금액의 50%. The largest share
/// that may be withdrawn is not one of them.
pub(crate) fn rates<'t>(text: &'t str, rules: &Partial) -> Vec<regex::Match<'t>> {
    let is_paid = |it: &regex::Match<'_>| {
        let behind = text.get(it.end()..).unwrap_or_default().trim_start_matches('%');
        !rules.not_rates.is_match(behind)
    };
    rules.rates.captures_iter(text).filter_map(|it| it.get(1)).filter(is_paid).collect()
}

/// Words between a share and the amount that it explains: 가입금액의 20%인 600만원.
const EXPLAINING: [&str; 13] = [
    "에해당하는",
    "에해당되는",
    "에상당하는",
    "해당하는",
    "해당금액",
    "해당액",
    "상당액",
    "금액",
    "인",
    ",즉",
    "(",
    "=",
    ":",
];
/// Words behind an amount that make it a bound and no sum that is paid.
const BOUNDING: [&str; 7] = ["한도", "이내", "이하", "이상", "초과", "미만", "까지"];
/// Words in front of a share that name what it is a share of.
const BASES: [&str; 5] = ["보험가입금액의", "가입금액의", "보험금의", "해당금액의", "약"];

/// Returns the amount in won that a share of a folded text explains: 가입금액의 20%인 600만원, 600만원(가입금액의
/// 20%). `rate` is the byte range of its figure. Such an amount is what is paid, and the share is not
/// taken of it again.
pub(crate) fn explained(text: &str, rate: Range<usize>) -> Option<u64> {
    let all = amounts(text);
    let mut behind = text.get(rate.end..)?.trim_start_matches('%');
    while let Some(rest) = EXPLAINING.iter().find_map(|it| behind.strip_prefix(it)) {
        behind = rest;
    }
    let at = text.len() - behind.len();
    if let Some(money) = all.iter().find(|it| it.at.start == at) {
        let rest = text.get(money.at.end..).unwrap_or_default();
        return (!BOUNDING.iter().any(|it| rest.starts_with(it))).then_some(money.won);
    }
    let mut before = text.get(..rate.start)?;
    while let Some(rest) = BASES.iter().find_map(|it| before.strip_suffix(it)) {
        before = rest;
    }
    let before = before.strip_suffix(['(', '=', ':'])?;
    all.iter().find(|it| it.at.end == before.len()).map(|it| it.won)
}

/// Whether a folded text consists of nothing but table cells of periods, diseases and shares.
pub(crate) fn is_cells(text: &str, rules: &Rules) -> bool {
    let mut left = text.to_owned();
    for token in all_tokens(text, &rules.slots.partial).iter().rev() {
        left.replace_range(token.at.clone(), "");
    }
    for disease in rules.names.diseases.find_iter(&left.clone()).collect::<Vec<_>>().iter().rev() {
        left.replace_range(disease.range(), "");
    }
    rules.slots.partial.table.replace_all(&left, "").chars().count() <= MAX_REST
}

/// Returns the shares that a folded text states, each with its period.
pub(crate) fn shares(text: &str, rules: &Partial) -> Vec<Share> {
    if !has_period(text, rules) && !rules.named.is_match(text) && !rules.short.is_match(text) {
        return Vec::new();
    }
    let mut tokens = tokens(text, rules);
    let is_percent = |it: &Token| matches!(it.kind, TokenKind::Paid(Paid::Percent(_)));
    let has_percent = tokens.iter().any(is_percent);
    tokens.retain(|it| match it.kind {
        TokenKind::Paid(Paid::Won(_)) => !has_percent,
        _ => true,
    });
    // 뇌졸중진단비(1년감액) 1천만원 2천만원: the period belongs to a name, and the amounts to plans.
    let is_of_name = |it: &Token| {
        let behind = text.get(it.at.end..).unwrap_or_default();
        matches!(it.kind, TokenKind::Early(_))
            && text.get(it.at.clone()).is_some_and(|it| it.ends_with("감액"))
            && behind.starts_with(')')
    };
    tokens.retain(|it| has_percent || !is_of_name(it));
    let most = tokens.iter().filter_map(won).max();
    let mut found = Vec::new();
    for group in groups(&tokens) {
        pair(&group, text, rules, most, &mut found);
    }
    found
}

/// Returns the shares of a text without periods, as printed.
pub(crate) fn shares_of_row<'a>(text: &'a str, rules: &Partial) -> Vec<&'a str> {
    let tokens = tokens(text, rules);
    let is_share = |it: &Token| matches!(it.kind, TokenKind::Paid(Paid::Percent(_)));
    let has_period = tokens.iter().any(|it| !matches!(it.kind, TokenKind::Paid(_)));
    let shares = tokens.iter().filter(|it| !has_period && is_share(it));
    shares.filter_map(|it| text.get(it.at.clone())).collect()
}

fn won(token: &Token) -> Option<u64> {
    match token.kind {
        TokenKind::Paid(Paid::Won(won)) => Some(won),
        _ => None,
    }
}

/// Groups periods with the shares behind them, or with those in front if the text begins with a
/// share and ends with a period.
fn groups(tokens: &[Token]) -> Vec<Group<'_>> {
    let is_paid = |it: &Token| matches!(it.kind, TokenKind::Paid(_));
    let turned =
        tokens.first().is_some_and(is_paid) && tokens.last().is_some_and(|it| !is_paid(it));
    let mut all: Vec<Group<'_>> = vec![Group::default()];
    for token in tokens {
        let begins = all.last().is_some_and(|it| match (is_paid(token), turned) {
            (true, true) => !it.periods.is_empty(),
            (false, false) => !it.paid.is_empty(),
            _ => false,
        });
        if begins {
            all.push(Group::default());
        }
        if let Some(group) = all.last_mut() {
            if is_paid(token) { group.paid.push(token) } else { group.periods.push(token) }
        }
    }
    all
}

/// Pairs the shares of a group with its periods: column by column in a table, otherwise the last
/// share with its nearest period.
fn pair(group: &Group<'_>, text: &str, rules: &Partial, most: Option<u64>, all: &mut Vec<Share>) {
    let (count, parts) = (group.periods.len(), group.paid.len());
    if count == 0 || parts == 0 {
        return;
    }
    // 갱신후계약 has its own column.
    let width = if parts.is_multiple_of(count) || !parts.is_multiple_of(count + 1) {
        count
    } else {
        count + 1
    };
    let skipped = count.saturating_sub(parts);
    let mut before = None;
    for row in group.paid.chunks(width) {
        for (period, part) in group.periods.iter().skip(skipped).zip(row) {
            let TokenKind::Early(until) = &period.kind else { continue };
            let Some(paid) = format_share(part, most) else { continue };
            let (first, second) =
                if period.at.start < part.at.start { (period, part) } else { (part, period) };
            let between = text.get(first.at.end..second.at.start).unwrap_or_default();
            let far = if period.at.start < part.at.start {
                MAX_DISTANCE_BEHIND
            } else {
                MAX_DISTANCE_BEFORE
            };
            // In a table, other cells stand between the head and the last row.
            let is_far = count == 1 && before.is_none() && between.chars().count() > far;
            if is_far || rules.not_between.is_match(between) {
                continue;
            }
            let goes_on = before;
            all.push(Share { until: until.clone(), paid, at: part.at.start, goes_on });
        }
        before = row.last().map(|it| it.at.end);
    }
}

/// Formats a share; `None` if it is the full amount.
fn format_share(token: &Token, most: Option<u64>) -> Option<String> {
    match token.kind {
        TokenKind::Paid(Paid::Percent(share)) => (share < FULL_AMOUNT).then(|| format!("{share}%")),
        TokenKind::Paid(Paid::Won(won)) => (most > Some(won)).then(|| format_won(won)),
        _ => None,
    }
}

/// Returns the periods and shares of a text, in order. A range of periods is reduced to its end.
fn tokens(text: &str, rules: &Partial) -> Vec<Token> {
    without_beginnings(all_tokens(text, rules))
}

fn all_tokens(text: &str, rules: &Partial) -> Vec<Token> {
    let mut all: Vec<Token> = Vec::new();
    let is_free = |all: &[Token], at: &Range<usize>| {
        !all.iter().any(|it| it.at.start < at.end && at.start < it.at.end)
    };
    let put = |all: &mut Vec<Token>, at: Range<usize>, kind: TokenKind| {
        if is_free(all, &at) {
            all.push(Token { at, kind });
        }
    };
    for found in rules.early.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        let group = |at: usize| found.get(at).map(|it| it.as_str());
        let is_other = rules.since.is_match(text.get(..whole.start()).unwrap_or_default());
        if let Some((number, unit)) =
            group(1).or(group(3)).zip(group(2).or(group(4))).filter(|_| !is_other)
        {
            let until = until(number, unit, group(5).unwrap_or_default());
            put(&mut all, whole.range(), TokenKind::Early(until));
        } else {
            put(&mut all, whole.range(), TokenKind::Late);
        }
    }
    for found in rules.first.find_iter(text) {
        put(&mut all, found.range(), TokenKind::Early("1년 미만".to_owned()));
    }
    for pattern in [&rules.named, &rules.short] {
        for found in pattern.captures_iter(text) {
            if let Some((number, unit)) = found.get(1).zip(found.get(2)) {
                let until = until(number.as_str(), unit.as_str(), "");
                put(&mut all, number.start()..unit.end(), TokenKind::Early(until));
            }
        }
    }
    for found in rules.late.find_iter(text) {
        put(&mut all, found.range(), TokenKind::Late);
    }
    for (at, paid) in parts(text, rules) {
        put(&mut all, at, TokenKind::Paid(paid));
    }
    all.sort_by_key(|it| it.at.start);
    all
}

/// Formats the end of a period: `1년 미만`, `90일까지`.
fn until(number: &str, unit: &str, bound: &str) -> String {
    let (number, unit) = match (number, unit) {
        ("반", _) => ("6", "개월"),
        ("일", _) => ("1", unit),
        ("이", _) => ("2", unit),
        ("삼", _) => ("3", unit),
        ("육", _) => ("6", unit),
        (number, "달") => (number, "개월"),
        _ => (number, unit),
    };
    match bound {
        "까지" => format!("{number}{unit}까지"),
        bound if BOUNDS.contains(&bound) => format!("{number}{unit} {bound}"),
        _ => format!("{number}{unit} 미만"),
    }
}

/// Removes the start of a range of periods (180일 이상 1년 미만), whose end is enough.
fn without_beginnings(all: Vec<Token>) -> Vec<Token> {
    let is_beginning = |at: usize| {
        let (Some(token), Some(next)) = (all.get(at), all.get(at + 1)) else { return false };
        matches!(token.kind, TokenKind::Late)
            && matches!(next.kind, TokenKind::Early(_))
            && next.at.start.saturating_sub(token.at.end) <= MAX_RANGE_GAP * '가'.len_utf8()
    };
    let kept: Vec<bool> = (0..all.len()).map(|at| !is_beginning(at)).collect();
    all.into_iter().zip(kept).filter(|it| it.1).map(|it| it.0).collect()
}

/// Returns the shares and amounts of a text.
fn parts(text: &str, rules: &Partial) -> Vec<(Range<usize>, Paid)> {
    let mut found = Vec::new();
    for share in rules.share.captures_iter(text) {
        let Some((whole, figure)) = share.get(0).zip(share.get(1).or(share.get(2))) else {
            continue;
        };
        let before = text.get(..whole.start()).unwrap_or_default();
        let behind = text.get(whole.end()..).unwrap_or_default();
        let share: Option<u64> = figure.as_str().parse().ok();
        if rules.not_before.is_match(before) || rules.not_behind.is_match(behind) {
            continue;
        }
        let Some(share) = share.filter(|it| *it > 0) else { continue };
        let taken = rules.less.is_match(behind) && share < FULL_AMOUNT;
        found.push((whole.range(), Paid::Percent(if taken { FULL_AMOUNT - share } else { share })));
    }
    for (pattern, share) in &rules.words {
        found.extend(pattern.find_iter(text).map(|it| (it.range(), Paid::Percent(*share))));
    }
    for money in amounts(text) {
        let before =
            text.get(..money.at.start).unwrap_or_default().trim_end_matches([':', '(', ')']);
        // 1종 5만원 is the amount of an operation class.
        if !before.ends_with('종') && !before.ends_with("종수술") {
            found.push((money.at, Paid::Won(money.won)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::fold::fold;

    #[test]
    fn a_share_beside_an_amount_explains_it() {
        #[expect(clippy::unwrap_used, reason = "the shipped rules are valid")]
        let rules = Rules::shipped().unwrap();
        let check = |text: &str, expected: Option<u64>| {
            let text = fold(text);
            let found = rates(&text, &rules.slots.partial);
            let explained = found.first().and_then(|it| explained(&text, it.range()));
            assert_eq!(explained, expected, "{text}");
        };
        check("가입금액의 20%인 600만 원을 지급", Some(6_000_000));
        check("가입금액의 20%에 해당하는 금액(600만원)을 지급", Some(6_000_000));
        check("600만원(가입금액의 20%)을 지급", Some(6_000_000));
        check("가입금액의 20% 지급. 보험료는 3만원", None);
        check("가입금액의 20%, 즉 600만원을 지급", Some(6_000_000));
        check("가입금액의 20%(300만원 한도) 지급", None);
        check("가입금액의 20%, 300만원 한도로 지급", None);
        check("가입금액의 20%를 지급합니다.", None);
        check("3,000만원 가입 시 가입금액의 20% 지급", None);
    }
}
