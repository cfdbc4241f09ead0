//! Writes the answer in Korean sentences, from the values of the slots alone.

use super::answer::{CoverageAnswer, PaidElsewhere};
use super::elapsed::{self, THEN};
use super::select::OUTSIDE;
use super::situation::{NOT_PAID, REASONS, SLOT as SITUATION};
use super::sum::{EXCEPTIONS, PARTLY};
use super::values::{Slot, SlotValue};
use crate::catalog::fold::fold;
use crate::catalog::typing_error::is_typed_for;
use crate::document::book::Book;

use crate::query::intent::Intent;
use crate::query::resolve::ResolutionState;
use simui_korean::money::format_won;

/// Returns the answer in Korean. `unanswered` are names of coverages in the question that it leaves out.
pub(crate) fn summary(book: &Book, answer: &CoverageAnswer, unanswered: &[&str]) -> String {
    let is_only_of_kinds = answer.debug.coverage_resolution.reason == "subtype_only";
    let mut lines = Vec::new();
    if !answer.unknown_insurers.is_empty() {
        lines.push(format!("{}의 자료는 가져오지 않았습니다.", answer.unknown_insurers.join(", ")));
        lines.extend(meant(book, &answer.unknown_insurers));
    }
    match answer.resolution_state {
        ResolutionState::Invalid => lines.push(
            "담보를 찾을 수 없습니다. 담보 이름(예: 암진단비, 뇌출혈진단비)을 넣어 다시 물어 주십시오.".to_owned(),
        ),
        // The coverages that pay for the kinds follow.
        ResolutionState::Unresolved if !answer.paid_elsewhere.is_empty() => {}
        ResolutionState::Unresolved if is_only_of_kinds => lines.push(
            "담보를 인식하지 못했습니다. 비교를 위해서는 상위 담보(예: 암진단비)를 함께 입력해 주세요.".to_owned(),
        ),
        ResolutionState::Unresolved => {
            lines.push("담보를 하나로 정할 수 없습니다. 아래에서 골라 주십시오.".to_owned());
        }
        ResolutionState::Resolved => resolved(book, answer, false, &mut lines),
    }
    lines.extend(answer.paid_elsewhere.iter().map(|it| paid_elsewhere(book, it)));
    lines.extend(unpaid(book, answer));
    for other in &answer.others {
        resolved(book, other, true, &mut lines);
        lines.extend(other.paid_elsewhere.iter().map(|it| paid_elsewhere(book, it)));
    }
    let asked = fold(&answer.query);
    let asks = |words: &[String]| words.iter().any(|it| asked.contains(it.as_str()));
    let unread = book.rules.query.unread.iter().filter(|it| asks(&it.1));
    let unread: Vec<&str> = unread.map(|it| it.0.as_str()).collect();
    if !unread.is_empty() {
        let named = unread.join(", ");
        lines.push(format!(
            "{named}{} 비교하지 않는 항목입니다. 문서에서 확인하십시오.",
            topic(&named)
        ));
    }
    if !unanswered.is_empty() {
        lines.push(format!("{}의 값은 따로 물어 주십시오.", unanswered.join(", ")));
    }
    lines.extend(answer.reader_notes.iter().cloned());
    lines.join("\n")
}

/// Returns a question for the imported companies whose name differs in one letter from one that is not.
fn meant(book: &Book, unknown: &[String]) -> Option<String> {
    let is_typed = |name: &str| unknown.iter().any(|it| is_typed_for(&fold(it), &fold(name)));
    let all: Vec<&str> =
        book.insurers.iter().map(|it| it.name.as_str()).filter(|it| is_typed(it)).collect();
    (!all.is_empty()).then(|| format!("혹시 {}입니까? 이름을 확인해 주십시오.", all.join(", ")))
}

/// Returns the coverage that pays for a kind of cancer: 새온생명의 경계성종양은 유사암진단비에서 지급합니다: 600만원.
fn paid_elsewhere(book: &Book, paid: &PaidElsewhere) -> String {
    let code = &paid.inclusion.insurer_code;
    let insurer = company(book, code);
    let sum = paid.payout.value.as_deref().unwrap_or("금액 미확인");
    let condition = if paid.inclusion.value.as_deref() == Some("Y") { "" } else { " (조건부)" };
    let then = paid.payout.note.as_deref().filter(|it| it.contains(THEN));
    let then = then.map(|it| format!(" ({it})")).unwrap_or_default();
    format!(
        "{insurer}의 {}{} {}에서 지급합니다{condition}: {sum}{then}",
        paid.label,
        topic(&paid.label),
        paid.name
    )
}

/// Returns a line for each company of which no coverage is known to pay for a kind of a question without a
/// coverage, where one of another company is.
fn unpaid(book: &Book, answer: &CoverageAnswer) -> Vec<String> {
    let is_open = answer.resolution_state == ResolutionState::Unresolved;
    let mut lines = Vec::new();
    for code in answer.insurers.iter().filter(|_| is_open && !answer.paid_elsewhere.is_empty()) {
        let insurer = company(book, code);
        for kind in &answer.subtype_targets {
            let label = book.rules.subtypes.all.iter().find(|it| it.key == *kind);
            let label = label.map_or(kind.as_str(), |it| it.label.as_str());
            let is_paid =
                |it: &PaidElsewhere| it.inclusion.insurer_code == *code && it.subtype == *kind;
            if !answer.paid_elsewhere.iter().any(is_paid) {
                lines.push(format!(
                    "{insurer}의 {label}에 지급하는 담보는 문서의 문구로 정할 수 없습니다. 담보 이름을 넣어 물어 주십시오."
                ));
            }
        }
    }
    lines
}

/// Returns the name of a company by its code.
fn company<'a>(book: &'a Book, code: &'a str) -> &'a str {
    book.insurers.iter().find(|it| it.code == code).map_or(code, |it| it.name.as_str())
}

/// Returns the topic particle for a name: 은 or 는.
fn topic(name: &str) -> &'static str {
    if object(name) == "을" { "은" } else { "는" }
}

/// Adds what is said of an answer; `is_beside`: of a further one.
fn resolved(book: &Book, answer: &CoverageAnswer, is_beside: bool, lines: &mut Vec<String>) {
    let name = answer.resolved_coverage_name.as_deref().unwrap_or_default();
    if answer.insurers.is_empty() {
        lines.push(format!("{name}에 대해 보여 줄 회사가 없습니다."));
        return;
    }
    let did = match answer.intent {
        Intent::Lookup => "조회했습니다",
        Intent::Compare => "비교했습니다",
    };
    let is_unpaid = |it: &SlotValue| it.note.as_ref().is_some_and(|it| it.contains(NOT_PAID));
    let payout = answer.slots.iter().find(|it| it.slot_key == "payout_amount");
    // Of a coverage beside others that pays for nothing in the situation, that alone is said.
    if is_beside && payout.is_some_and(|it| it.insurers.iter().all(is_unpaid)) {
        for value in payout.iter().flat_map(|it| &it.insurers) {
            lines.extend(value.note.as_ref().map(|it| format!("{name}: {it}")));
        }
        return;
    }
    lines.push(format!("{}의 {name}{} {did}.", answer.insurer_names.join(", "), object(name)));
    let slot = |key: &str| answer.slots.iter().find(|it| it.slot_key == key);
    // A question about a time since the contract began is answered for that time.
    let then = slot(elapsed::SLOT).map(|it| (it, it.label.as_str()));
    let paid = then.or_else(|| payout.map(|it| (it, stated_label(book, answer, it))));
    // What is not paid for stands in front of the amount.
    let unpaid = paid.iter().flat_map(|it| &it.0.insurers);
    let unpaid = unpaid.filter(|it| is_unpaid(it));
    for value in unpaid.chain(slot(REASONS).iter().flat_map(|it| &it.insurers)) {
        let name = company(book, &value.insurer_code);
        lines.extend(value.note.as_ref().map(|it| format!("{name}: {it}")));
    }
    lines.extend(paid.and_then(|(it, label)| line(book, label, it)));
    let asked = fold(&answer.query);
    let asks = |words: &[String]| words.iter().any(|it| asked.contains(it.as_str()));
    if asks(&book.rules.intent.rank) {
        lines.extend(paid.and_then(|it| largest(book, it.0)));
    }
    let answering = book.rules.slots.iter().filter(|it| asks(&it.answers));
    lines.extend(answering.filter_map(|it| line(book, &it.label, slot(&it.key)?)));
    let situation = slot(SITUATION).filter(|it| it.insurers.iter().any(|it| it.value.is_some()));
    lines.extend(situation.and_then(|it| line(book, &it.label, it)));
    // An exception to what is not paid for is said with its words.
    let values = situation.iter().flat_map(|it| &it.insurers);
    let excepted = values.filter(|it| it.value.as_deref() == Some("Y"));
    let excepted = excepted.filter(|it| it.rule.as_deref() == Some("illness.excluded"));
    lines.extend(excepted.filter_map(|it| it.note.clone()));
    for target in &answer.subtype_targets {
        let slot = slot(&format!("subtype_{target}_covered"));
        if let Some(line) = slot.and_then(|it| self::line(book, &it.label, it)) {
            lines.push(line);
        }
    }
    // Which sum an amount is, and whether it is one of the offer, belongs to the amount.
    for value in paid.iter().flat_map(|it| &it.0.insurers) {
        let Some(note) = &value.note else { continue };
        if [PARTLY, EXCEPTIONS, THEN].iter().any(|it| note.contains(it)) {
            let name = company(book, &value.insurer_code);
            let is_only = answer.insurers.len() == 1;
            lines.push(if is_only { note.clone() } else { format!("{name}: {note}") });
        } else if note.contains(OUTSIDE) {
            lines.push(note.clone());
        }
    }
    let contradicted =
        answer.slots.iter().flat_map(|it| &it.insurers).any(|it| !it.conflicts.is_empty());
    if contradicted {
        lines.push("문서마다 다르게 적힌 값이 있습니다. 근거를 확인하십시오.".to_owned());
    }
}

/// Returns which company has the largest amount; `None` unless that of each of several is known.
fn largest(book: &Book, slot: &Slot) -> Option<String> {
    let all = slot.insurers.iter().map(|it| Some((it.amount_won?, it)));
    let all: Vec<(u64, &SlotValue)> =
        all.collect::<Option<_>>().filter(|it: &Vec<_>| it.len() > 1)?;
    let most = all.iter().map(|it| it.0).max()?;
    let first =
        all.into_iter().filter(|it| it.0 == most).map(|it| company(book, &it.1.insurer_code));
    let named = first.collect::<Vec<&str>>().join(", ");
    Some(format!("금액이 가장 큰 곳: {named} {}", format_won(most)))
}

/// Returns what an amount is called in a sentence: by its label where it is paid for a day or in part.
fn stated_label<'a>(book: &Book, answer: &CoverageAnswer, slot: &'a Slot) -> &'a str {
    let coverage = answer.resolved_coverage_code.as_deref().and_then(|it| book.coverage(it));
    let is_rated = coverage.and_then(|it| book.kind(it)).is_some_and(|it| it.is_rated);
    if is_rated { &slot.label } else { "지급금액" }
}

/// Returns the object particle for a name, 을 or 를, by its last syllable outside brackets.
fn object(name: &str) -> &'static str {
    let outside = name.split('(').next().unwrap_or(name);
    let last = outside.chars().rev().find(|c| ('가'..='힣').contains(c));
    match last.map(|c| (u32::from(c) - 0xAC00) % 28) {
        Some(0) | None => "를",
        Some(_) => "을",
    }
}

/// Formats a slot as one line: `지급금액: 삼성화재 1,000만원, 현대해상 미확인`.
fn line(book: &Book, label: &str, slot: &Slot) -> Option<String> {
    let values: Vec<String> = slot
        .insurers
        .iter()
        .map(|value| {
            format!(
                "{} {}",
                company(book, &value.insurer_code),
                value.value.as_deref().unwrap_or("미확인")
            )
        })
        .collect();
    (!values.is_empty()).then(|| format!("{label}: {}", values.join(", ")))
}
