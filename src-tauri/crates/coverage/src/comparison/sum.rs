//! 지급금액: chooses the sum insured among the amounts that the documents state.

use std::collections::BTreeSet;

use super::basis;
use super::elapsed::paid_then;
use super::select::{OUTSIDE, Shelf};
use super::situation;
use super::values::{PartValue, SlotValue};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Attribute, Basis, Confidence, Fact, Polarity};
use crate::catalog::fold::fold;
use crate::document::values::FULL_AMOUNT;
use simui_korean::money::format_won;

/// Largest number of places shown for one amount.
const MAX_EVIDENCE: usize = 3;

/// What a note calls the amounts of kinds of cancer beside that of the illness itself.
pub(super) const EXCEPTIONS: &str = "따로 정한 금액";

/// What a note says behind the kinds whose share no document states.
pub(super) const PARTLY: &str = "에는 조건에 따라 지급하며, 이 금액과 다를 수 있습니다.";

/// Returns the amount of the document with the highest priority. Other amounts of the same name are
/// conflicts; amounts of several names are parts of the coverage.
pub(super) fn payout(shelf: &Shelf<'_>) -> SlotValue {
    settled(shelf, with_notes(shelf, amount(shelf).0))
}

/// Returns what is paid at the time since the contract began that the question names; the amount where
/// it names none.
pub(super) fn payout_then(shelf: &Shelf<'_>) -> SlotValue {
    let (value, whole) = amount(shelf);
    settled(shelf, with_notes(shelf, paid_then(shelf, value, whole)))
}

/// Returns the amount, unless the documents settle that nothing is paid in the situation, or do not state
/// whether a coverage that no name led to pays in it.
fn settled(shelf: &Shelf<'_>, value: SlotValue) -> SlotValue {
    match situation::denied(shelf) {
        Some(stated) => situation::not_paid(shelf, &stated, value),
        None if shelf.wanted.is_by_facts && situation::stated(shelf).is_empty() => shelf.nothing(),
        None => value,
    }
}

/// Returns the amount, and the share in percent that it is of the sum insured, if a document states one.
fn amount(shelf: &Shelf<'_>) -> (SlotValue, Option<u64>) {
    if let Some(value) = of_class(shelf) {
        return (value, None);
    }
    let mut facts = shelf.about(Attribute::Amount);
    facts.retain(|it| !is_of_class(shelf, it));
    let printed = printed(shelf, &facts);
    in_part(shelf, &facts, printed)
}

/// Adds what an amount is: not the whole of it for the kinds in question, or not one of the offer.
fn with_notes(shelf: &Shelf<'_>, value: SlotValue) -> SlotValue {
    let is_known = value.value.is_some();
    let outside = shelf.outside_offer().map(|it| if is_known { it } else { OUTSIDE.to_owned() });
    let kinds = partly(shelf).filter(|_| value.value.is_some());
    let notes: Vec<String> = kinds.into_iter().chain(outside).chain(value.note).collect();
    SlotValue { note: (!notes.is_empty()).then(|| notes.join(" ")), ..value }
}

/// Returns a remark if a kind in question is paid for under a condition, and no document states its share.
fn partly(shelf: &Shelf<'_>) -> Option<String> {
    let is_part =
        |it: &usize| shelf.inclusion(*it).is_some_and(|it| it.polarity == Polarity::Conditional);
    let all = &shelf.wanted.book.rules.subtypes.all;
    let labels = shelf.wanted.kinds.iter().filter(|it| is_part(it));
    let labels: Vec<&str> = labels.filter_map(|it| Some(all.get(*it)?.label.as_str())).collect();
    (!labels.is_empty() && of_kinds(shelf).is_none() && !basis::is_of_kinds(shelf))
        .then(|| format!("{}{PARTLY}", labels.join(", ")))
}

/// Whether an amount is that of one of several classes of operations, and not the coverage's.
fn is_of_class(shelf: &Shelf<'_>, amount: &Fact) -> bool {
    let own = &amount.evidence;
    let classes = shelf.of_classes();
    let is_same = |class: &&Fact| {
        let place = &class.evidence;
        class.amount_won == amount.amount_won
            && (&place.document, place.page) == (&own.document, own.page)
            && place.start < own.end
            && own.start < place.end
    };
    classes.len() > 1 && classes.iter().any(is_same)
}

/// Returns what is paid for the class of operations that the question names or its operation has, for each
/// plan of which it names none. `None` if it names no single class, or no document states an amount for it.
fn of_class(shelf: &Shelf<'_>) -> Option<SlotValue> {
    let cues = &shelf.wanted.book.rules.cues;
    let named = cues.all(Category::SurgeryClass, &shelf.wanted.question);
    let single = named.filter(|it| it.group("first").is_none() && it.group("of_name").is_none());
    let mut asked: BTreeSet<String> =
        single.filter_map(|it| Some(format!("{}종", it.group("last")?.as_str()))).collect();
    if asked.is_empty() {
        let of_situation = situation::stated(shelf).into_iter().filter_map(|it| it.class);
        asked.extend(of_situation.map(str::to_owned));
    }
    let class = asked.first().filter(|_| asked.len() == 1)?;
    let mut facts = shelf.of_classes();
    facts.retain(|it| it.applies_to.as_ref() == Some(class));
    let first = facts.first().copied()?;
    let mut value = SlotValue { amount_won: first.amount_won, ..shelf.value(first) };
    if facts.len() > 1 {
        let mut parts = Vec::new();
        facts.iter().for_each(|it| add_as(&mut parts, it, it.plan.clone()));
        value.evidence = parts.iter().flat_map(|it| it.evidence.clone()).collect();
        (value.value, value.amount_won) = (Some(self::named(&parts)), None);
        value.parts = parts;
    }
    Some(value)
}

/// Returns what is paid of a printed amount: the share of it that the documents state for the kinds of cancer
/// in question, or in every case.
fn in_part(shelf: &Shelf<'_>, facts: &[&Fact], value: SlotValue) -> (SlotValue, Option<u64>) {
    let keys = shelf.keys();
    let is_asked = |it: &Fact| match &it.applies_to {
        Some(kind) => keys.contains(kind),
        None => keys.is_empty(),
    };
    if let Some(fact) = facts.iter().find(|it| it.rule == "amount.explained" && is_asked(it)) {
        return (with_explained(value, fact), None);
    }
    // A row or line of the kind states what is paid for it.
    let is_of_kind = |it: &&&Fact| is_row(it) || it.rule == "amount.kind_line";
    let mut of_kind = facts.iter().filter(is_of_kind).filter(|it| it.applies_to.is_some());
    let shares = match keys.is_empty() {
        true => of_coverage(shelf),
        false => of_kinds(shelf),
    };
    let shares = shares.filter(|_| !of_kind.any(|it| is_asked(it)));
    let whole = shares.as_ref().and_then(|it| it.0.first().copied().filter(|_| it.0.len() == 1));
    // Who asks for the share gets the sum that it is of.
    let asks_share = !keys.is_empty() && shelf.wanted.asks_for("partial_payment_rule");
    let value = match shares.filter(|_| !asks_share && !is_sum_of_kinds(shelf, facts)) {
        Some((shares, stated)) => with_share(shelf, value, &shares, stated),
        None => value,
    };
    (value, whole)
}

/// Whether the rows of the coverage print what is paid for the kinds that it is named after, of which a
/// document states one share of the sum of the contract: 소액암진단자금 400만원 beside 소액암: 가입금액의 20%.
fn is_sum_of_kinds(shelf: &Shelf<'_>, facts: &[&Fact]) -> bool {
    let rates = shelf.about(Attribute::Reduction).into_iter();
    let rates: Vec<&Fact> = rates.filter(|it| it.rule.ends_with("rate")).collect();
    // A share of some kinds alone leaves the others the whole sum.
    let is_of_all = rates.iter().any(|it| it.applies_to.is_none());
    let rates: BTreeSet<&str> = rates.iter().map(|it| it.value.as_str()).collect();
    let mut rows = facts.iter().filter(|it| is_row(it) && shelf.is_in_offer(it)).peekable();
    basis::is_of_kinds(shelf)
        && is_of_all
        && rates.len() == 1
        && rows.peek().is_some()
        && rows.all(|it| it.basis.is_none())
}

/// Whether a reading found the amount in a row of a table.
fn is_row(fact: &&Fact) -> bool {
    matches!(
        fact.rule.as_str(),
        "amount.row" | "amount.similar_row" | "amount.payment" | "amount.kind_row"
    )
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
    // Where a table states the amount of the illness itself, those of the kinds beside it are exceptions.
    let (kinds, whole): (Vec<&Fact>, Vec<&Fact>) =
        found.iter().copied().partition(|it| it.rule == "amount.kind_row");
    let exceptions = if whole.is_empty() { Vec::new() } else { kinds };
    if !exceptions.is_empty() {
        found = whole;
    }
    let clauses: Vec<&Fact> = of("amount.clause").filter(in_general).collect();
    let from_tables = !found.is_empty();
    if !from_tables {
        // The first clause with an amount decides; later ones are about exceptions.
        let explained = || of("amount.explained").find(|it| in_general(it) || is_asked(it));
        let first = clauses.first().copied().or_else(explained);
        found.extend(first);
    }
    let is_sure = |it: &Fact| it.rule != "amount.similar_row";
    let priority = |fact: &Fact| {
        let rule = shelf.wanted.book.rules.document(&fact.evidence.doc_type);
        rule.map_or(0, |it| it.amount)
    };
    let order = |it: &&Fact| (is_sure(it), priority(it));
    let Some(best) = found.iter().map(order).max() else {
        return shelf.nothing();
    };
    let (chosen, others): (Vec<&Fact>, Vec<&Fact>) =
        found.into_iter().partition(|it| order(it) == best);
    let Some(first) = chosen.first().copied() else { return shelf.nothing() };
    let same = chosen.iter().all(|it| it.amount_won == first.amount_won);
    let paid = paid_for_sum(shelf, facts, (first, &chosen), &others).filter(|_| same);
    if let Some(paid) = paid {
        return paid;
    }
    let mut parts: Vec<PartValue> = Vec::new();
    chosen.iter().for_each(|it| add(&mut parts, it));
    let mut value = shelf.value(first);
    value.evidence = parts.iter().flat_map(|it| it.evidence.clone()).collect();
    value.amount_won = first.amount_won;
    let names: BTreeSet<String> = chosen.iter().map(|it| name_of(it)).collect();
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
            value.value = Some(named(&parts));
        }
        value.parts = parts;
    } else if !same {
        // One name with several amounts in documents of one type: they are for different persons,
        // or contradict each other.
        value.conflicts = parts.split_off(1.min(parts.len()));
        value.note = Some("같은 종류의 문서에 금액이 다르게 적혀 있습니다.".to_owned());
        value.confidence = Confidence::Low;
    }
    if !exceptions.is_empty() {
        let named: Vec<String> = exceptions
            .iter()
            .map(|it| format!("{} {}", it.name.as_deref().unwrap_or_default(), it.value))
            .collect();
        value.note = Some(format!("{EXCEPTIONS}: {}", named.join(" / ")));
        value.evidence.extend(exceptions.iter().map(|it| it.evidence.clone()).take(MAX_EVIDENCE));
    }
    let sums: Vec<Option<u64>> = chosen.iter().map(|it| it.amount_won).collect();
    // Clauses are about the coverage as a whole, or about the name that is asked for.
    let standard = shelf.wanted.coverage.and_then(|it| shelf.wanted.book.standards.get(it));
    let is_of_names = |fact: &&Fact| {
        let own = fact.of_name.as_ref().or(standard.map(|it| &it.name.full));
        own.is_some_and(|it| names.contains(it))
    };
    let stated = clauses.into_iter().filter(|it| from_tables && !by_kind && is_of_names(it));
    let contradicting = others
        .into_iter()
        .filter(|it| names.contains(&name_of(it)))
        .chain(stated)
        .filter(|it| is_sure(it) && !sums.contains(&it.amount_won))
        // What is paid for a base is no other sum, and a plan without the coverage contradicts no document.
        .filter(|it| !matches!(it.basis, Some(Basis::PaidPer { .. })))
        .filter(|_| first.polarity != Polarity::Denied);
    contradicting.for_each(|it| add(&mut value.conflicts, it));
    if !value.conflicts.is_empty() {
        value.confidence = value.confidence.min(Confidence::Low);
        value
            .note
            .get_or_insert_with(|| "문서마다 금액이 다릅니다. 근거를 확인하십시오.".to_owned());
        let conflicting: Vec<_> =
            value.conflicts.iter().flat_map(|it| it.evidence.clone()).collect();
        value.evidence.extend(conflicting.into_iter().take(MAX_EVIDENCE));
        return value;
    }
    basis::checked(shelf, first, value)
}

/// Returns what is paid for the sum insured of an offer: of the amounts that are chosen, the other ones,
/// and those of the kinds of cancer that the coverage is named after, the first that are stated for a
/// base. `None` if the sum itself is paid.
fn paid_for_sum(
    shelf: &Shelf<'_>,
    facts: &[&Fact],
    (first, chosen): (&Fact, &[&Fact]),
    others: &[&Fact],
) -> Option<SlotValue> {
    if let Some(Basis::PaidPer { .. }) = first.basis {
        let mut sums = facts.iter().filter(|it| it.basis == Some(Basis::SumInsured));
        let sum = sums.next()?;
        let is_only = sums.all(|it| it.amount_won == sum.amount_won);
        return basis::payments(shelf, sum, chosen).filter(|_| is_only);
    }
    let of_kinds: Vec<&Fact> = facts.iter().copied().filter(|it| it.applies_to.is_some()).collect();
    let paid = basis::payments(shelf, first, others).or_else(|| {
        basis::payments(shelf, first, &of_kinds).filter(|_| basis::is_of_kinds(shelf))
    })?;
    (paid.amount_won != first.amount_won).then_some(paid)
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

/// Returns the amount that a share of the sum insured explains (가입금액의 20%인 600만원), where the sum is
/// what a row prints. An amount that is printed as paid stays as it is.
fn with_explained(mut value: SlotValue, explained: &Fact) -> SlotValue {
    let share = explained.condition.as_deref().unwrap_or_default();
    let rate = self::share(share);
    let (Some(sum), Some(paid)) = (value.amount_won, explained.amount_won) else { return value };
    let is_share_of_sum =
        rate.is_some_and(|it| sum.checked_mul(it) == paid.checked_mul(FULL_AMOUNT)) && sum != paid;
    if is_share_of_sum && value.parts.is_empty() {
        value.conflicts.retain(|it| it.amount_won != Some(paid));
        value.amount_won = Some(paid);
        value.value = Some(explained.value.clone());
        value.note =
            Some(format!("가입금액 {}의 {}%입니다.", format_won(sum), rate.unwrap_or(FULL_AMOUNT)));
    }
    if value.amount_won == Some(paid) && !value.evidence.contains(&explained.evidence) {
        value.evidence.push(explained.evidence.clone());
    }
    value
}

/// The shares of the sum insured that are paid, in percent, and the statement of the first.
type Shares<'a> = (BTreeSet<u64>, &'a Fact);

/// Returns the share that is paid in every case; `None` if a document pays the whole in some case.
fn of_coverage<'a>(shelf: &Shelf<'a>) -> Option<Shares<'a>> {
    let shares = shelf.about(Attribute::Share);
    let first = shares.first().copied()?;
    let share = first.value.trim_end_matches('%').parse().ok().filter(|it| *it < FULL_AMOUNT)?;
    shares.iter().all(|it| it.value == first.value).then(|| (BTreeSet::from([share]), first))
}

/// Returns the shares that are paid for the kinds of cancer in question, of which one is in part; a kind that
/// is paid for without a condition has the whole. `None` if no document states a share for them.
fn of_kinds<'a>(shelf: &Shelf<'a>) -> Option<Shares<'a>> {
    let all = &shelf.wanted.book.rules.subtypes.all;
    let mut shares = BTreeSet::new();
    let mut stated: Option<&Fact> = None;
    for kind in shelf.wanted.kinds {
        let found = of_kind(shelf, *kind);
        // 유사암, of which each member has a share of its own.
        let members = || {
            let key = all.get(*kind).map(|it| &it.key);
            let members = (0..all.len())
                .filter(|it| all.get(*it).is_some_and(|it| it.within.as_ref() == key));
            members.filter_map(|it| of_kind(shelf, it)).collect::<Vec<_>>()
        };
        let found = match found {
            Some((own, fact)) if own.is_empty() => [vec![(own, fact)], members()].concat(),
            found => found.into_iter().collect(),
        };
        for (own, fact) in found {
            stated = stated.or((!own.is_empty() && !own.contains(&FULL_AMOUNT)).then_some(fact));
            shares.extend(own);
        }
    }
    Some((shares, stated?))
}

/// Returns the shares that documents state for a kind of cancer, with the first statement: none if it is paid
/// for under another condition, the whole if under none. `None` if nothing is paid, or nothing is known.
fn of_kind<'a>(shelf: &Shelf<'a>, kind: usize) -> Option<Shares<'a>> {
    let included = shelf.inclusion(kind)?;
    match included.polarity {
        Polarity::Affirmed => return Some((BTreeSet::from([FULL_AMOUNT]), included)),
        Polarity::Denied => return None,
        Polarity::Conditional => {}
    }
    let of = |key: Option<&str>| {
        let facts = shelf.about(Attribute::Reduction).into_iter();
        let facts = facts.filter(|it| it.rule.ends_with("rate") && it.applies_to.as_deref() == key);
        let facts: Vec<&Fact> = facts.collect();
        let highest = facts.iter().map(|it| it.rank).max();
        facts.into_iter().filter(|it| Some(it.rank) == highest).collect::<Vec<&Fact>>()
    };
    let all = &shelf.wanted.book.rules.subtypes.all;
    let own = of(all.get(kind).map(|it| it.key.as_str()));
    let stated = if own.is_empty() { of(None) } else { own };
    let shares = stated.iter().flat_map(|it| it.value.split(", ")).filter_map(share);
    Some((shares.collect(), stated.first().copied().unwrap_or(included)))
}

/// Returns the percent of a share of the sum insured as facts state it: 20 of 가입금액의 20%.
fn share(written: &str) -> Option<u64> {
    written.strip_prefix("가입금액의 ")?.strip_suffix('%')?.parse().ok()
}

/// Returns a share of a sum in won, of which `whole` is the sum; `None` if it is no whole number.
pub(super) fn share_of(sum: u64, share: u64, whole: u64) -> Option<u64> {
    let paid = sum.checked_mul(share)?;
    (whole > 0 && paid % whole == 0).then(|| paid / whole)
}

/// Returns the share that is paid of the sum of each plan or part; one that is left out stays so.
fn shares_of_parts(parts: &[PartValue], share: u64) -> Option<Vec<PartValue>> {
    let of_part = |part: &PartValue| {
        let Some(sum) = part.amount_won else { return Some(part.clone()) };
        let won = share_of(sum, share, FULL_AMOUNT)?;
        Some(PartValue { value: format_won(won), amount_won: Some(won), ..part.clone() })
    };
    parts.iter().map(of_part).collect()
}

/// Returns a sum of which shares are paid, with the place that states them. One share of the sum, or of
/// that of each plan, is worked out; otherwise the shares are the value: 가입금액의 20%, 50%.
fn with_share(
    shelf: &Shelf<'_>,
    mut value: SlotValue,
    shares: &BTreeSet<u64>,
    stated: &Fact,
) -> SlotValue {
    let only = shares.first().copied().filter(|_| shares.len() == 1 && value.conflicts.is_empty());
    let sum = value.amount_won.filter(|_| value.parts.is_empty() && value.conflicts.is_empty());
    let paid = sum.zip(only).and_then(|(sum, share)| share_of(sum, share, FULL_AMOUNT));
    let of_parts = only.and_then(|it| shares_of_parts(&value.parts, it));
    let of_parts = of_parts.filter(|it| !it.is_empty());
    let written: Vec<String> = shares.iter().map(|it| format!("{it}%")).collect();
    let written = written.join(", ");
    match &value.value {
        Some(_) => value.evidence.push(stated.evidence.clone()),
        None => value = SlotValue { confidence: Confidence::Low, ..shelf.value(stated) },
    }
    let whole = sum.map(format_won).or(of_parts.as_ref().and(value.value.clone()));
    if let Some(whole) = whole {
        let note = format!("가입금액 {whole}의 {written}입니다.");
        value.note = Some(value.note.map_or(note.clone(), |it| format!("{it} {note}")));
    }
    value.value = Some(match (paid, &of_parts) {
        (Some(paid), _) => format_won(paid),
        (None, Some(parts)) => named(parts),
        (None, None) => format!("가입금액의 {written}"),
    });
    value.amount_won = paid;
    value.parts = of_parts.unwrap_or(value.parts);
    value.confidence = value.confidence.min(Confidence::Medium);
    value
}

/// Returns the amounts of plans or parts, each behind its name, as one value.
pub(super) fn named(parts: &[PartValue]) -> String {
    let all = parts.iter().map(|it| format!("{} {}", it.name, it.value));
    all.collect::<Vec<String>>().join(" / ")
}
