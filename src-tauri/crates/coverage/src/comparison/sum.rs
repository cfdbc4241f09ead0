//! 지급금액: chooses the sum insured among the amounts that the documents state.

use std::collections::BTreeSet;

use super::select::Shelf;
use super::values::{PartValue, SlotValue};
use crate::catalog::fact::{Attribute, Confidence, Fact};
use crate::catalog::fold::fold;
use simui_korean::money::format_won;

/// Largest number of places shown for one amount.
const MAX_EVIDENCE: usize = 3;

/// Returns the amount of the document with the highest priority. Other amounts of the same name are
/// conflicts; amounts of several names are parts of the coverage.
pub(super) fn payout(shelf: &Shelf<'_>) -> SlotValue {
    let facts = shelf.about(Attribute::Amount);
    let value = printed(shelf, &facts);
    let value = SlotValue {
        note: value
            .note
            .clone()
            .or_else(|| shelf.outside_offer().filter(|_| value.value.is_some())),
        ..value
    };
    let explained = facts.iter().find(|it| it.rule == "amount.explained");
    match explained.filter(|_| shelf.wanted.kinds.is_empty()) {
        Some(fact) => with_explained(value, fact),
        None => with_share(shelf, value),
    }
}

/// Whether a reading found the amount in a row of a table.
fn is_row(fact: &&Fact) -> bool {
    matches!(fact.rule.as_str(), "amount.row" | "amount.similar_row")
}

/// Returns the printed amount, before a share of it is applied.
fn printed(shelf: &Shelf<'_>, facts: &[&Fact]) -> SlotValue {
    let keys = shelf.keys();
    let is_asked = |it: &&Fact| it.applies_to.as_ref().is_some_and(|it| keys.contains(it));
    let of = |rule: &'static str| facts.iter().copied().filter(move |it| it.rule == rule);
    let lines: Vec<&Fact> = of("amount.kind_line").filter(is_asked).collect();
    let by_kind = !lines.is_empty();
    let of_kinds: Vec<&Fact> = facts.iter().copied().filter(is_row).filter(is_asked).collect();
    let in_general = |it: &&Fact| it.applies_to.is_none();
    let rows = || facts.iter().copied().filter(is_row).filter(in_general).collect();
    let mut found = match (by_kind, of_kinds.is_empty()) {
        (true, _) => lines,
        (false, false) => of_kinds,
        (false, true) => rows(),
    };
    let clauses: Vec<&Fact> = of("amount.clause").filter(in_general).collect();
    let from_tables = !found.is_empty();
    if !from_tables {
        // The first clause with an amount decides; later ones are about exceptions.
        let explained = || of("amount.explained").find(in_general);
        let first = clauses.first().copied().or_else(explained);
        found.extend(first);
    }
    let is_sure = |it: &Fact| it.rule != "amount.similar_row";
    let priority = |it: &Fact| {
        let rule = shelf.wanted.book.rules.document(&it.evidence.doc_type);
        rule.map_or(0, |it| it.amount)
    };
    let order = |it: &&Fact| (is_sure(it), priority(it));
    let Some(best) = found.iter().map(order).max() else {
        return share_alone(shelf);
    };
    let (chosen, others): (Vec<&Fact>, Vec<&Fact>) =
        found.into_iter().partition(|it| order(it) == best);
    let Some(first) = chosen.first().copied() else { return shelf.nothing() };
    let mut parts: Vec<PartValue> = Vec::new();
    chosen.iter().for_each(|it| add(&mut parts, it));
    let mut value = shelf.value(first);
    value.evidence = parts.iter().flat_map(|it| it.evidence.clone()).collect();
    value.amount_won = first.amount_won;
    let names: BTreeSet<String> = chosen.iter().map(|it| name_of(it)).collect();
    let same = chosen.iter().all(|it| it.amount_won == first.amount_won);
    let plans: BTreeSet<&str> = chosen.iter().filter_map(|it| it.plan.as_deref()).collect();
    let of_plans = names.len() == 1 && !same && plans.len() > 1;
    if of_plans {
        parts.clear();
        chosen.iter().for_each(|it| add_as(&mut parts, it, it.plan.clone()));
    }
    if names.len() > 1 || of_plans {
        // The company sells the coverage in parts, or in plans of which the question names none.
        if !same {
            value.amount_won = None;
            let all: Vec<String> =
                parts.iter().map(|it| format!("{} {}", it.name, it.value)).collect();
            value.value = Some(all.join(" / "));
        }
        value.parts = parts;
    } else if !same {
        // One name with several amounts in documents of one type: they are for different persons,
        // or contradict each other.
        value.conflicts = parts.split_off(1.min(parts.len()));
        value.note = Some("같은 종류의 문서에 금액이 다르게 적혀 있습니다.".to_owned());
        value.confidence = Confidence::Low;
    }
    let sums: Vec<Option<u64>> = chosen.iter().map(|it| it.amount_won).collect();
    // Clauses are about the coverage as a whole, or about the name that is asked for.
    let standard = shelf.wanted.coverage.and_then(|it| shelf.wanted.book.standards.get(it));
    let is_of_names = |it: &&Fact| {
        let own = it.of_name.as_ref().or(standard.map(|it| &it.name.full));
        own.is_some_and(|it| names.contains(it))
    };
    let stated = clauses.into_iter().filter(|it| from_tables && !by_kind && is_of_names(it));
    let contradicting = others
        .into_iter()
        .filter(|it| names.contains(&name_of(it)))
        .chain(stated)
        .filter(|it| is_sure(it) && !sums.contains(&it.amount_won));
    contradicting.for_each(|it| add(&mut value.conflicts, it));
    if !value.conflicts.is_empty() {
        value.confidence = value.confidence.min(Confidence::Low);
        value
            .note
            .get_or_insert_with(|| "문서마다 금액이 다릅니다. 근거를 확인하십시오.".to_owned());
        let conflicting: Vec<_> =
            value.conflicts.iter().flat_map(|it| it.evidence.clone()).collect();
        value.evidence.extend(conflicting.into_iter().take(MAX_EVIDENCE));
    }
    value
}

/// Returns the folded name that an amount belongs to.
fn name_of(fact: &Fact) -> String {
    let printed = fact.name.as_deref().map(fold);
    let shorter = fact
        .of_name
        .clone()
        .filter(|own| printed.as_ref().is_none_or(|it| it.ends_with(own.as_str())));
    shorter.or(printed).unwrap_or_default()
}

/// Adds an amount to a list of parts; the same amount of the same name adds its place.
fn add(parts: &mut Vec<PartValue>, fact: &Fact) {
    add_as(parts, fact, fact.name.clone());
}

/// Adds an amount under a name; under the type of its document if it has none.
fn add_as(parts: &mut Vec<PartValue>, fact: &Fact, name: Option<String>) {
    let name = name.unwrap_or_else(|| fact.evidence.doc_type.clone());
    let known = parts.iter_mut().find(|it| it.name == name && it.amount_won == fact.amount_won);
    match known {
        Some(part) if part.evidence.len() < MAX_EVIDENCE => {
            part.evidence.push(fact.evidence.clone());
        }
        Some(_) => {}
        None => parts.push(PartValue {
            name,
            value: fact.value.clone(),
            amount_won: fact.amount_won,
            evidence: vec![fact.evidence.clone()],
        }),
    }
}

/// Returns the share of the sum insured where no document prints the sum: 가입금액의 50%.
fn share_alone(shelf: &Shelf<'_>) -> SlotValue {
    let shares = shelf.about(Attribute::Share);
    let only = shares.iter().all(|it| it.rule == "share.only");
    match shares.first().filter(|_| only) {
        Some(share) => SlotValue {
            value: Some(format!("가입금액의 {}", share.value)),
            confidence: Confidence::Low,
            ..shelf.value(share)
        },
        None => shelf.nothing(),
    }
}

/// Returns the amount that a share of the sum insured explains (가입금액의 20%인 600만원), where the sum is
/// what a row prints. An amount that is printed as paid stays as it is.
fn with_explained(mut value: SlotValue, explained: &Fact) -> SlotValue {
    let share = explained.condition.as_deref().unwrap_or_default();
    let rate = share.trim_start_matches("가입금액의 ").trim_end_matches('%').parse::<u64>().ok();
    let (Some(sum), Some(paid)) = (value.amount_won, explained.amount_won) else { return value };
    let is_share_of_sum =
        rate.is_some_and(|it| sum.checked_mul(it) == paid.checked_mul(100)) && sum != paid;
    if is_share_of_sum && value.parts.is_empty() {
        value.conflicts.retain(|it| it.amount_won != Some(paid));
        value.amount_won = Some(paid);
        value.value = Some(explained.value.clone());
        value.note =
            Some(format!("가입금액 {}의 {}%입니다.", format_won(sum), rate.unwrap_or(100)));
    }
    if value.amount_won == Some(paid) && !value.evidence.contains(&explained.evidence) {
        value.evidence.push(explained.evidence.clone());
    }
    value
}

/// Returns the share of an amount that is paid in every case, with its place added to the evidence.
/// The amount is unchanged if a document pays the whole of it in some case.
fn with_share(shelf: &Shelf<'_>, mut value: SlotValue) -> SlotValue {
    let shares = shelf.about(Attribute::Share);
    let Some(sum) = value.amount_won.filter(|_| value.parts.is_empty()) else { return value };
    let Some(first) = shares.first().filter(|_| shelf.wanted.kinds.is_empty()) else {
        return value;
    };
    if shares.iter().any(|it| it.value != first.value) {
        return value;
    }
    let rate = first.value.trim_end_matches('%').parse::<u64>().ok().filter(|it| *it < 100);
    let paid = rate.and_then(|it| sum.checked_mul(it)).filter(|it| it % 100 == 0);
    let Some(paid) = paid.map(|it| it / 100) else { return value };
    value.amount_won = Some(paid);
    value.value = Some(format_won(paid));
    value.note.get_or_insert(format!("가입금액 {}의 {}입니다.", format_won(sum), first.value));
    value.confidence = value.confidence.min(Confidence::Medium);
    value.evidence.push(first.evidence.clone());
    value
}
