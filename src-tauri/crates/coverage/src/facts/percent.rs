//! Works out amounts that are a share of the sum insured: 수술 1회당 가입금액의 10% 지급.

use super::quote::evidence;
use super::topics::Topics;
use super::values::{Confidence, SlotValue};
use super::{Clause, Source};
use crate::document::shares::{has_period, rates};
use simui_korean::money::format_won;

/// Returns the share alone (가입금액의 50%), if no amount is printed.
pub(super) fn alone(source: &Source<'_>) -> SlotValue {
    let pattern = &source.book().rules.slots.amount_percent;
    let condition = &source.book().rules.slots.condition_trigger;
    for clause in source.clauses.iter().filter(|it| it.own) {
        let rate = pattern.captures(&clause.text).filter(|_| condition.is_match(&clause.text));
        if let Some(rate) = rate.and_then(|it| it.get(1).map(|it| it.as_str().to_owned())) {
            let value = format!("가입금액의 {rate}%");
            return source.value(value, Confidence::Low, clause.page, clause.at.clone());
        }
    }
    source.nothing()
}

/// Returns the share of an amount that is paid, with its place added to the evidence. The amount is
/// unchanged if the coverage states no single share.
pub(super) fn of_amount(source: &Source<'_>, mut value: SlotValue) -> SlotValue {
    let Some(sum) = value.amount_won.filter(|_| value.parts.is_empty()) else { return value };
    let Some((rate, clause)) = only_rate(source) else { return value };
    let Some(paid) = sum.checked_mul(rate).filter(|it| it % 100 == 0).map(|it| it / 100) else {
        return value;
    };
    let Some(page) = source.book().pages(source.insurer).get(clause.page) else { return value };
    value.amount_won = Some(paid);
    value.value = Some(format_won(paid));
    value.note.get_or_insert(format!("가입금액 {}의 {rate}%입니다.", format_won(sum)));
    value.confidence = value.confidence.min(Confidence::Medium);
    value.evidence.push(evidence(page, clause.at.clone()));
    value
}

/// Returns the single share that the coverage's own sections say is paid in every case; `None` if
/// they also pay the full amount, another share, or a share only up to some time or for a subtype.
fn only_rate<'a>(source: &'a Source<'_>) -> Option<(u64, &'a Clause)> {
    let patterns = &source.book().rules.slots;
    let mut found: Option<(u64, &Clause)> = None;
    let own = source.clauses.iter().filter(|it| it.own && !it.is_policy);
    if pays_the_whole(source) {
        return None;
    }
    for clause in own.filter(|it| patterns.condition_trigger.is_match(&it.text)) {
        let text = clause.text.as_str();
        if patterns.amount_whole.is_match(text) || has_period(text, &patterns.partial) {
            return None;
        }
        for rate in rates(text, &patterns.partial) {
            let topics = Topics::new(source, text, clause.page, &clause.at);
            let is_in_scope =
                source.query.subtypes.is_empty() && topics.are_in_scope(rate.start(), None);
            let rate: u64 = rate.as_str().parse().ok()?;
            if !is_in_scope || !(1..100).contains(&rate) || found.is_some_and(|it| it.0 != rate) {
                return None;
            }
            found.get_or_insert((rate, clause));
        }
    }
    found
}

/// Whether a section says that the full amount is paid, in words that a narrow column splits into
/// several clauses: 최초 1회한 보험 / 가입금액 지급.
fn pays_the_whole(source: &Source<'_>) -> bool {
    let patterns = &source.book().rules.slots;
    let own: Vec<&Clause> = source.clauses.iter().filter(|it| it.own && !it.is_policy).collect();
    own.chunk_by(|a, b| a.section == b.section && a.page == b.page).any(|section| {
        let text: String = section.iter().map(|it| it.text.as_str()).collect();
        patterns.condition_trigger.is_match(&text) && patterns.amount_whole.is_match(&text)
    })
}
