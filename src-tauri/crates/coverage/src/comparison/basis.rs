//! Works out what is paid for the sum insured of an offer, where another document states payments for a base.

use super::select::Shelf;
use super::sum::named;
use super::values::{PartValue, SlotValue};
use crate::catalog::fact::{Attribute, Basis, Confidence, Fact};
use simui_korean::money::format_won;

/// Returns the payments for a sum insured: each amount that `stated` gives for a base, times the sum,
/// over the base. `sum` is the amount of an offer. `None` if it is no sum insured, or nothing is stated
/// for a base.
pub(super) fn payments(shelf: &Shelf<'_>, sum: &Fact, stated: &[&Fact]) -> Option<SlotValue> {
    let insured = sum.amount_won.filter(|_| sum.basis == Some(Basis::SumInsured))?;
    let mut parts: Vec<PartValue> = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for fact in stated {
        let (Some(Basis::PaidPer { won: base }), Some(paid)) = (fact.basis, fact.amount_won) else {
            continue;
        };
        let won = paid.checked_mul(insured).filter(|it| base > 0 && it % base == 0)? / base;
        let kinds = &shelf.wanted.book.rules.subtypes.all;
        let kind = kinds.iter().find(|it| Some(&it.key) == fact.applies_to.as_ref());
        let kind = kind.map(|it| it.label.clone());
        let name = kind.or(fact.plan.clone()).or(fact.name.clone()).unwrap_or_default();
        if !parts.iter().any(|it| it.name == name && it.amount_won == Some(won)) {
            notes.push(format!("{} 기준 {}", format_won(base), format_won(paid)));
            let evidence = shelf.value(fact).evidence;
            parts.push(PartValue { name, value: format_won(won), amount_won: Some(won), evidence });
        }
    }
    if parts.is_empty() {
        return None;
    }
    let own = shelf.value(sum);
    let of_parts = parts.iter().flat_map(|it| it.evidence.clone());
    let mut value = SlotValue {
        evidence: own.evidence.iter().cloned().chain(of_parts).collect(),
        note: Some(format!(
            "가입금액 {}에 맞추어 계산했습니다({}).",
            format_won(insured),
            notes.join(", ")
        )),
        confidence: Confidence::Medium,
        ..own
    };
    match parts.as_slice() {
        [only] => {
            value.value = Some(only.value.clone());
            value.amount_won = only.amount_won;
        }
        _ => {
            value.value = Some(named(&parts));
            value.parts = parts;
        }
    }
    Some(value)
}

/// Whether the company names the coverage after kinds of cancer together (소액암진단특약), so that it pays for
/// them alone.
pub(super) fn is_of_kinds(shelf: &Shelf<'_>) -> bool {
    let book = shelf.wanted.book;
    let names = book
        .aliases
        .iter()
        .filter(|it| it.insurer == shelf.insurer && Some(it.coverage) == shelf.wanted.coverage);
    let words = &book.rules.subtypes.words;
    names.into_iter().any(|it| words.is_match(&it.name.core))
}

/// Returns the amounts of the classes of operations of a coverage that is sold by classes.
fn classes<'a>(shelf: &Shelf<'a>) -> Vec<&'a Fact> {
    let book = shelf.wanted.book;
    let standard = shelf.wanted.coverage.and_then(|it| book.standards.get(it));
    let is_of_classes = standard.is_some_and(|it| it.name.has_classes);
    if is_of_classes { shelf.about(Attribute::ClassAmount) } else { Vec::new() }
}

/// Marks an amount that is not what is paid: a sum insured that no payment of this type of coverage reaches,
/// or that is none of the amounts of its classes of operations. What is paid for a base says so.
pub(super) fn checked(shelf: &Shelf<'_>, shown: &Fact, value: SlotValue) -> SlotValue {
    if let Some(Basis::PaidPer { won }) = shown.basis {
        let note = format!("보험가입금액 {} 기준입니다.", format_won(won));
        let confidence = value.confidence.min(Confidence::Medium);
        return SlotValue { note: Some(note), confidence, ..value };
    }
    let kind = shelf.wanted.coverage.and_then(|it| shelf.wanted.book.kind(it));
    let most = kind.and_then(|it| it.most);
    let classes = classes(shelf);
    let is_of_class = |won: u64| classes.iter().any(|it| it.amount_won == Some(won));
    let is_none = |won: &u64| {
        most.is_some_and(|most| *won > most) || !classes.is_empty() && !is_of_class(*won)
    };
    match value.amount_won.filter(is_none) {
        None => value,
        Some(won) => SlotValue {
            value: Some(format!("가입금액 {}", format_won(won))),
            amount_won: None,
            note: Some("가입금액입니다. 한 번에 지급하는 금액은 따로 정해져 있습니다.".to_owned()),
            confidence: Confidence::Low,
            ..value
        },
    }
}
