//! Reads reduced payments early in the contract: periods and the shares paid in them, from a
//! sentence or a table.

use super::brackets::around;
use super::values::{FULL_AMOUNT, Token, Value, tokens};
use crate::catalog::cues::{Category, Cues};
use crate::catalog::rules::Rules;
use simui_korean::money::format_won;

/// Largest distance, in folded characters, between a period and the share behind it.
const MAX_DISTANCE_BEHIND: usize = 60;
/// Largest distance, in folded characters, between a share and the period behind it.
const MAX_DISTANCE_BEFORE: usize = 30;
/// Largest distance, in folded characters, between the ends of a range: 180일 이상 1년 미만.
const MAX_RANGE_GAP: usize = 6;
/// Largest number of characters left over in a text of nothing but table cells.
const MAX_REST: usize = 3;

/// A share of the amount, and the period in which it is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Share {
    /// End of the period: 1년 미만, 180일 이내.
    pub until: String,
    /// Share or sum that is paid: 50%, 500만원.
    pub paid: String,
    /// The share of the full sum in the text that a sum comes to, in percent.
    pub of_most: Option<u64>,
    /// First byte of the share in the folded text.
    pub at: usize,
    /// End of the preceding row with shares for the same periods, in bytes of the folded text. Such
    /// a row is about another subtype.
    pub goes_on: Option<usize>,
}

/// Periods with the shares behind or in front of them.
#[derive(Debug, Default)]
struct Group<'a> {
    periods: Vec<&'a Token>,
    paid: Vec<&'a Token>,
}

impl Group<'_> {
    /// Leaves out the shares behind a bracket that has both the period and a share: 가입금액(1년 미만 50%). 다만,
    /// 제자리암은 20%.
    fn keep_to_bracket(&mut self, text: &str) {
        let bracket = |it: &&Token| around(text, it.at.start).map(|it| it.0);
        let own = self.periods.first().and_then(bracket);
        if own.is_some() && self.paid.iter().any(|it| bracket(it) == own) {
            self.paid.retain(|it| bracket(it) == own);
        }
    }
}

/// Whether a folded text has a period early in the contract.
pub(crate) fn has_period(text: &str, cues: &Cues) -> bool {
    cues.has(Category::Early, text) || cues.has(Category::FirstYear, text)
}

/// Whether a folded text says that a share is paid up to some time.
pub(crate) fn has_shares(text: &str, cues: &Cues) -> bool {
    !shares(text, cues).is_empty()
}

/// Whether a folded text consists of nothing but table cells of periods, diseases and shares.
pub(crate) fn is_cells(text: &str, rules: &Rules) -> bool {
    let mut left = text.to_owned();
    for token in tokens(text, &rules.cues).iter().rev() {
        left.replace_range(token.at.clone(), "");
    }
    for disease in rules.names.diseases.find_iter(&left.clone()).collect::<Vec<_>>().iter().rev() {
        left.replace_range(disease.range(), "");
    }
    let length = |part: Option<&str>| part.map_or(0, |it| it.chars().count());
    let cells = rules.cues.all(Category::Cell, &left).map(|it| length(left.get(it.at())));
    length(Some(&left)) - cells.sum::<usize>() <= MAX_REST
}

/// Returns the shares that a folded text states, each with its period.
pub(crate) fn shares(text: &str, cues: &Cues) -> Vec<Share> {
    if !has_period(text, cues) && !cues.has(Category::NamedPeriod, text) {
        return Vec::new();
    }
    let mut tokens = without_beginnings(tokens(text, cues));
    let has_percent = tokens.iter().any(|it| matches!(it.value, Value::Percent(_)));
    tokens.retain(|it| !has_percent || !matches!(it.value, Value::Won(_)));
    // 뇌졸중진단비(1년감액) 1천만원 2천만원: the period belongs to a name, and the amounts to plans.
    let is_of_name = |token: &Token| {
        let behind = text.get(token.at.end..).unwrap_or_default();
        matches!(token.value, Value::Early(_))
            && text.get(token.at.clone()).is_some_and(|it| it.ends_with("감액"))
            && behind.starts_with(')')
    };
    tokens.retain(|it| has_percent || !is_of_name(it));
    let most = tokens.iter().filter_map(won).max();
    let mut found = Vec::new();
    for mut group in groups(&tokens) {
        group.keep_to_bracket(text);
        pair(&group, text, cues, most, &mut found);
    }
    found
}

/// Returns the shares of a text without periods, as printed.
pub(crate) fn shares_of_row<'a>(text: &'a str, cues: &Cues) -> Vec<&'a str> {
    let tokens = tokens(text, cues);
    let has_period = tokens.iter().any(|it| !it.is_paid());
    let is_share = |it: &&Token| !has_period && matches!(it.value, Value::Percent(_));
    let shares = tokens.iter().filter(is_share);
    shares.filter_map(|it| text.get(it.at.clone())).collect()
}

fn won(token: &Token) -> Option<u64> {
    if let Value::Won(won) = token.value { Some(won) } else { None }
}

/// Groups periods with the shares behind them, or with those in front if the text begins with a
/// share and ends with a period.
fn groups(tokens: &[Token]) -> Vec<Group<'_>> {
    let turned =
        tokens.first().is_some_and(Token::is_paid) && tokens.last().is_some_and(|it| !it.is_paid());
    let mut all: Vec<Group<'_>> = vec![Group::default()];
    for token in tokens {
        let begins = all.last().is_some_and(|it| match (token.is_paid(), turned) {
            (true, true) => !it.periods.is_empty(),
            (false, false) => !it.paid.is_empty(),
            _ => false,
        });
        if begins {
            all.push(Group::default());
        }
        if let Some(group) = all.last_mut() {
            if token.is_paid() { group.paid.push(token) } else { group.periods.push(token) }
        }
    }
    all
}

/// Pairs the shares of a group with its periods: column by column in a table, otherwise the last
/// share with its nearest period.
fn pair(group: &Group<'_>, text: &str, cues: &Cues, most: Option<u64>, all: &mut Vec<Share>) {
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
        // 1년 미만 50%. 소액암은 20%: what a further sentence states has no period.
        let first = row.first().map_or(0, |it| it.at.start);
        let is_next_sentence =
            |from: usize| text.get(from..first).is_some_and(|it| it.contains('.'));
        if before.is_some_and(is_next_sentence) {
            break;
        }
        for (period, part) in group.periods.iter().skip(skipped).zip(row) {
            let Value::Early(until) = &period.value else { continue };
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
            if is_far || cues.has(Category::OtherShare, between) {
                continue;
            }
            let goes_on = before;
            let whole = won(part).zip(most).and_then(|(won, most)| percent_of(won, most));
            let (until, at) = (until.clone(), part.at.start);
            all.push(Share { until, paid, of_most: whole, at, goes_on });
        }
        before = row.last().map(|it| it.at.end);
    }
}

/// Returns the share in percent that a sum is of another; `None` if it is no whole number.
fn percent_of(won: u64, most: u64) -> Option<u64> {
    let hundredfold = won.checked_mul(FULL_AMOUNT)?;
    (most > 0 && hundredfold % most == 0).then(|| hundredfold / most)
}

/// Formats a share; `None` if it is the full amount.
fn format_share(token: &Token, most: Option<u64>) -> Option<String> {
    match token.value {
        Value::Percent(share) => (share < FULL_AMOUNT).then(|| format!("{share}%")),
        Value::Won(won) => (most > Some(won)).then(|| format_won(won)),
        Value::Early(_) | Value::Late => None,
    }
}

/// Removes the start of a range of periods (180일 이상 1년 미만), whose end is enough.
fn without_beginnings(all: Vec<Token>) -> Vec<Token> {
    let is_beginning = |at: usize| {
        let (Some(token), Some(next)) = (all.get(at), all.get(at + 1)) else { return false };
        token.value == Value::Late
            && matches!(next.value, Value::Early(_))
            && next.at.start.saturating_sub(token.at.end) <= MAX_RANGE_GAP * '가'.len_utf8()
    };
    let kept: Vec<bool> = (0..all.len()).map(|at| !is_beginning(at)).collect();
    all.into_iter().zip(kept).filter(|it| it.1).map(|it| it.0).collect()
}
