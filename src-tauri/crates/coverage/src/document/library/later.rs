//! Replaces an amount that is paid early in the contract by the later one, which is the coverage's:
//! 1년 미만 300만원 / 1년 이상 600만원.

use crate::catalog::cues::{Category, Cues};
use crate::table::piped::cell_around;
use crate::table::rows::Row;
use simui_korean::money::amounts;

/// Number of lines behind an amount that may state the later amount.
const MAX_LINES: usize = 2;
/// Largest distance, in folded characters, between a period and its amount.
const MAX_DISTANCE: usize = 8;

/// Returns the row with the later amount, if its own amount is paid only early in the contract.
pub(super) fn with_later_amount(page: &str, row: Row, cues: &Cues) -> Row {
    // Another cell says nothing of this one.
    let cell = cell_around(page, row.amount.start).map(|it| it.start);
    let line = page.get(..row.amount.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let line = cell.unwrap_or(line);
    let before = crate::catalog::fold::fold(page.get(line..row.amount.start).unwrap_or_default());
    let is_early = cues.all(Category::Early, &before).last().map(|it| it.at()).is_some_and(|cue| {
        let between = before.get(cue.end..).unwrap_or_default();
        between.chars().count() <= MAX_DISTANCE && !between.contains(|c: char| c.is_ascii_digit())
    });
    if !is_early {
        return row;
    }
    let behind = page.get(row.amount.end..).unwrap_or_default();
    let end = behind.match_indices('\n').nth(MAX_LINES).map_or(behind.len(), |(at, _)| at);
    let behind = behind.get(..end).unwrap_or_default();
    let later = amounts(behind).into_iter().find(|money| {
        let folded = crate::catalog::fold::fold(behind.get(..money.at.start).unwrap_or_default());
        cues.all(Category::Late, &folded).last().is_some_and(|cue| {
            folded.get(cue.at().end..).is_some_and(|rest| rest.chars().count() <= MAX_DISTANCE)
        })
    });
    let Some(later) = later.filter(|it| it.won > row.won) else { return row };
    let amount = row.amount.end + later.at.start..row.amount.end + later.at.end;
    Row {
        quote: row.quote.start..row.quote.end.max(amount.end),
        won: later.won,
        written: page.get(amount.clone()).unwrap_or_default().to_owned(),
        amount,
        ..row
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::catalog::rules::Rules;
    use crate::table::rows::Strength;

    fn check(page: &str, written: &str, expected: &str) {
        let at = page.find(written).unwrap();
        let amount = at..at + written.len();
        let won = simui_korean::money::parse_won(written).unwrap();
        let row = Row {
            name: "소액암진단".into(),
            quote: 0..amount.end,
            won,
            written: written.into(),
            amount,
            plan: None,
            strength: Strength::Table,
            is_of_class: false,
        };
        let found = with_later_amount(page, row, &Rules::shipped().unwrap().cues);
        assert_eq!(found.written, expected, "{page}");
        assert_eq!(page.get(found.amount), Some(expected), "{page}");
        assert!(page.get(found.quote).unwrap().contains(expected), "{page}");
    }

    #[test]
    fn what_is_paid_later_is_the_amount() {
        let page = "소액암진단\n계약일부터 1년 미만 300만원\n계약일부터 1년 이상 600만원";
        check(page, "300만원", "600만원");
        check("소액암진단 1년 미만 : 300만원, 1년 이후 : 600만원", "300만원", "600만원");
        check("소액암진단 300만원 1년 미만 50%\n암진단 600만원", "300만원", "300만원");
        check(
            "소액암진단(1년 미만 50%) 가입금액 300만원\n1년 이상 보장 암진단 600만원",
            "300만원",
            "300만원",
        );
    }
}
