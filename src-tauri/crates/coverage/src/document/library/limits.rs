//! Recognises tables of the minimum and maximum sums that can be bought (담보명 최저 최고). Nobody is paid
//! these sums.

use crate::catalog::fold::fold;
use crate::catalog::rules::RowPatterns;
use crate::table::rows::Row;

/// Number of lines above a row that may hold the head of its table.
const MAX_ROWS: usize = 40;

/// Whether a row stands in such a table, by the nearest head or sentence above it.
pub(super) fn is_bound(page: &str, row: &Row, patterns: &RowPatterns) -> bool {
    let above = page.get(..row.quote.start).unwrap_or_default();
    let mut lines = above.lines().rev().take(MAX_ROWS).map(fold);
    let head = lines.find(|it| patterns.bounds.is_match(it) || patterns.ends_table.is_match(it));
    head.is_some_and(|it| patterns.bounds.is_match(&it))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::catalog::rules::Rules;
    use crate::table::rows::Strength;

    fn check(above: &str, expected: bool) {
        let page = format!("{above}\n암진단비 1천만원");
        let at = page.rfind("암진단비").unwrap();
        let row = Row {
            name: "암진단비".into(),
            quote: at..page.len(),
            won: 10_000_000,
            written: "1천만원".into(),
            amount: page.len() - "1천만원".len()..page.len(),
            plan: None,
            strength: Strength::Listing,
            is_of_class: false,
        };
        assert_eq!(is_bound(&page, &row, &Rules::shipped().unwrap().rows), expected, "{above}");
    }

    #[test]
    fn what_may_be_taken_out_is_paid_to_nobody() {
        check("5. 보험가입금액의 한도\n담보명 최저 최고\n상해사망 1천만원 3억원", true);
        check("담보명 최소가입금액 최대가입금액", true);
        check("담보명 가입금액", false);
        check("담보명 최저 최고\n상해사망 1천만원 3억원\n담보명 지급금액", false);
        check("최저 최고 가입금액은 회사가 정합니다.", false);
        check("", false);
    }
}
