//! Whether an amount is the sum insured, or what is paid for a sum that the document takes as a base.

use std::ops::Range;

use super::source::Source;
use crate::catalog::fact::{Basis, Fact};
use crate::catalog::fold::fold;
use crate::document::library::BaseSum;

/// Number of characters in front of an amount that may hold the title of its column.
const MAX_DISTANCE: usize = 4_000;

/// Returns the fact of an amount at a range of a page with what the amount is. Offers print the sum insured
/// that was chosen; other documents may state what is paid for a base: (보험가입금액 1,000만원 기준).
pub(super) fn with_basis(source: &Source<'_>, page: usize, at: usize, fact: Fact) -> Fact {
    if source.is_offer(page) {
        let is_sum = is_sum_insured(source, page, at);
        return Fact { basis: is_sum.then_some(Basis::SumInsured), ..fact };
    }
    let Some(base) = base(source, page, at) else { return fact };
    let mut further = fact.further.clone();
    further.extend(source.evidence(base.page, base.at.clone()));
    Fact { basis: Some(Basis::PaidPer { won: base.won }), further, ..fact }
}

/// Whether the amounts around byte `at` of a page are stated for a base, and not those of a contract.
pub(super) fn is_for_base(source: &Source<'_>, page: usize, at: usize) -> bool {
    !source.is_offer(page) && base(source, page, at).is_some()
}

/// Whether the last title or label of an amount in front of byte `at` is that of the sum insured.
fn is_sum_insured(source: &Source<'_>, page: usize, at: usize) -> bool {
    let rows = &source.book().rules.rows;
    let page = source.book().pages(source.insurer()).get(page);
    let before = page.and_then(|it| it.text.get(..at)).unwrap_or_default();
    let from = before.char_indices().rev().nth(MAX_DISTANCE).map_or(0, |it| it.0);
    let before = fold(before.get(from..).unwrap_or_default());
    let title = rows.head_amount.find_iter(&before).last();
    title.is_some_and(|it| !rows.head_payment.is_match(it.as_str()))
}

/// Returns the base that holds for byte `at` of a page: the last one above it in a section of the coverage,
/// otherwise the last one above it that the document states for all its amounts.
fn base<'a>(source: &Source<'a>, page: usize, at: usize) -> Option<&'a BaseSum> {
    let all = source.book().library(source.insurer()).base_sums.iter();
    let above: Vec<&BaseSum> =
        all.filter(|it| source.has(it.page) && (it.page, it.at.start) < (page, at)).collect();
    let is_own = |base: &BaseSum| {
        let holds = |place: &Range<usize>| place.contains(&base.at.start);
        base.page == page
            && source.sections.iter().any(|own| own.own && own.page == page && holds(&own.at))
    };
    let own = above.iter().rfind(|it| is_own(it));
    own.or_else(|| above.iter().rfind(|it| it.is_general)).copied()
}
