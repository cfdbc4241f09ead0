//! 지급금액: the payout amount, from the coverage's row in a table or, if there is none, from a clause
//! about the payment.

use std::ops::Range;

use super::parts::{of_kinds, of_lines};
use super::quote::evidence;
use super::values::{Confidence, PartValue, SlotValue};
use super::{Clause, Source, percent};
use crate::catalog::person::plan_is_for;
use crate::document::library::PageRow;
use simui_korean::money::{amounts, format_won};

/// Largest number of places shown for one amount.
const MAX_EVIDENCE: usize = 3;

/// An amount and its place.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The folded name that it is printed beside.
    pub(super) name: String,
    /// The name as printed, for display.
    pub(super) display_name: String,
    pub(super) won: u64,
    /// `최고 ` or `최대 ` if it is an upper limit, otherwise empty.
    pub(super) limit: &'static str,
    pub(super) page: usize,
    /// Byte range of the quote on the page.
    pub(super) at: Range<usize>,
    /// Priority of its document for amounts.
    pub(super) priority: u8,
    /// Whether the place is certainly about the coverage.
    pub(super) sure: bool,
}

pub(super) fn payout(source: &Source<'_>) -> SlotValue {
    percent::of_amount(source, printed(source))
}

/// Returns the printed amount, before a share of it is applied.
fn printed(source: &Source<'_>) -> SlotValue {
    let of_kind = of_lines(source);
    let by_kind = !of_kind.is_empty();
    let mut found = if by_kind { of_kind } else { in_tables(source) };
    let from_tables = !found.is_empty();
    let from_clauses = if by_kind { Vec::new() } else { in_clauses(source, from_tables) };
    if !from_tables {
        found.clone_from(&from_clauses);
    }
    let Some(best) = found.iter().map(|it| (it.sure, it.priority)).max() else {
        return percent::alone(source);
    };
    let (chosen, others): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|it| (it.sure, it.priority) == best);
    let mut parts: Vec<PartValue> = Vec::new();
    for it in &chosen {
        match parts
            .iter_mut()
            .find(|part| part.name == it.display_name && part.amount_won == Some(it.won))
        {
            Some(part) if part.evidence.len() < MAX_EVIDENCE => {
                part.evidence.extend(evidence_of(source, it))
            }
            Some(_) => {}
            None => parts.push(part(source, it)),
        }
    }
    let Some(first) = chosen.first() else { return source.nothing() };
    let mut value = source.value(written(first), Confidence::High, first.page, first.at.clone());
    value.evidence = parts.iter().flat_map(|it| it.evidence.clone()).collect();
    value.amount_won = Some(first.won);
    value.confidence = match (from_tables, first.sure) {
        (true, true) => Confidence::High,
        (true, false) | (false, true) => Confidence::Medium,
        (false, false) => Confidence::Low,
    };
    let names: std::collections::BTreeSet<&str> =
        chosen.iter().map(|it| it.name.as_str()).collect();
    let same = chosen.iter().all(|it| it.won == first.won);
    if names.len() > 1 {
        // The company sells the coverage in parts.
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
    let chosen_sums: Vec<u64> = chosen.iter().map(|it| it.won).collect();
    let differs = |it: &&Found| names.contains(it.name.as_str()) && !chosen_sums.contains(&it.won);
    let contradicting =
        others.iter().chain(from_clauses.iter().filter(|_| from_tables)).filter(|it| it.sure);
    for it in contradicting.filter(differs) {
        let known = value.conflicts.iter_mut().find(|other| other.amount_won == Some(it.won));
        match known {
            Some(other) if other.evidence.len() < MAX_EVIDENCE => {
                other.evidence.extend(evidence_of(source, it))
            }
            Some(_) => {}
            None => value.conflicts.push(part(source, it)),
        }
    }
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

fn written(found: &Found) -> String {
    format!("{}{}", found.limit, format_won(found.won))
}

fn part(source: &Source<'_>, found: &Found) -> PartValue {
    PartValue {
        name: found.display_name.clone(),
        value: written(found),
        amount_won: Some(found.won),
        evidence: evidence_of(source, found).into_iter().collect(),
    }
}

fn evidence_of(source: &Source<'_>, found: &Found) -> Option<super::values::Evidence> {
    Some(evidence(source.book().pages(source.insurer).get(found.page)?, found.at.clone()))
}

/// Returns the amounts of the coverage's rows: rows with the exact name of the question if there
/// are any, otherwise those with the company's own names, otherwise those with very similar names.
/// If a document has a row both in a list and in a table, the table counts.
fn in_tables(source: &Source<'_>) -> Vec<Found> {
    let query = source.query;
    let book = source.book();
    let pages = book.pages(source.insurer);
    let rows = &book.library(source.insurer).rows;
    let fits = |row: &&PageRow| {
        book.library(source.insurer).readers.is_for(row.page, query.person, &query.folded_text)
    };
    let of_person: Vec<&PageRow> = rows.iter().filter(fits).collect();
    // The standard name means every name that the company has for the coverage, even if one row has
    // exactly this name.
    let standard = book.standards.get(query.coverage).map(|it| it.name.full.as_str());
    let is_standard = |name: &String| {
        standard.is_some_and(|it| it == name || it.split('(').next() == Some(name.as_str()))
            && book.aliases.iter().any(|alias| {
                alias.insurer == source.insurer
                    && alias.coverage == query.coverage
                    && alias.name.full != *name
            })
    };
    let specific: Vec<&String> = query.names.iter().filter(|it| !is_standard(it)).collect();
    let named = |row: &&PageRow| row.names.iter().any(|it| specific.contains(&it));
    let about = |row: &&PageRow| row.coverage.is_some_and(|(at, _)| at == query.coverage);
    let of_person = of_plan(query, of_person);
    let mut chosen: Vec<&PageRow> = of_person.iter().copied().filter(named).collect();
    let by_name = !chosen.is_empty();
    if !by_name {
        chosen = of_person.into_iter().filter(about).collect();
    }
    let chosen = of_kinds(source, chosen);
    let sure = |row: &PageRow| by_name || row.coverage.is_some_and(|(_, sure)| sure >= 1.0);
    let found = |row: &PageRow| {
        let page = pages.get(row.page)?;
        let strongest = chosen
            .iter()
            .filter(|it| pages.get(it.page).is_some_and(|other| other.document == page.document))
            .map(|it| it.row.strength)
            .max();
        let name = row
            .names
            .iter()
            .find(|it| query.names.contains(it))
            .or_else(|| row.names.first())
            .cloned()
            .unwrap_or_default();
        let before = page.text.get(row.row.quote.start..row.row.amount.start).unwrap_or_default();
        (strongest == Some(row.row.strength)).then(|| Found {
            display_name: row.row.name.clone(),
            name,
            won: row.row.won,
            limit: limit(near(before)),
            page: row.page,
            at: row.row.quote.clone(),
            priority: book.rules.document(&page.doc_type).map_or(0, |it| it.amount),
            sure: sure(row),
        })
    };
    chosen.iter().filter_map(|row| found(row)).collect()
}

/// Returns the rows of one plan: the plan that the question names, otherwise the one for its
/// person, otherwise the chosen one.
fn of_plan<'a>(query: &super::SlotQuery<'_>, rows: Vec<&'a PageRow>) -> Vec<&'a PageRow> {
    let is_requested = |plan: &str| {
        let name = plan.split('(').next().unwrap_or(plan);
        name.chars().count() > 1 && query.folded_text.contains(name)
    };
    let any_requested = rows.iter().any(|it| it.row.plan.as_deref().is_some_and(is_requested));
    let fits = |row: &&PageRow| {
        let Some(plan) = row.row.plan.as_deref() else { return true };
        let of_person = plan_is_for(plan, query.person);
        if any_requested {
            return is_requested(plan);
        }
        of_person.or(row.chosen).unwrap_or(true)
    };
    rows.into_iter().filter(fits).collect()
}

/// Number of characters in front of an amount that may mark it as an upper limit.
const LIMIT_WINDOW: usize = 8;

/// Returns the last characters of a text.
fn near(before: &str) -> &str {
    let from = before.char_indices().rev().nth(LIMIT_WINDOW).map_or(0, |(at, _)| at);
    before.get(from..).unwrap_or_default()
}

/// Returns `최고 ` or `최대 ` if the amount is an upper limit, otherwise an empty text.
fn limit(quote: &str) -> &'static str {
    let words = ["최고", "최대"];
    words
        .into_iter()
        .find(|it| quote.contains(it))
        .map_or("", |it| if it == "최고" { "최고 " } else { "최대 " })
}

/// Returns the amounts that clauses about the coverage state as paid. With `strict`, only from
/// sections that begin with its name.
fn in_clauses(source: &Source<'_>, strict: bool) -> Vec<Found> {
    let book = source.book();
    let patterns = &book.rules.slots;
    let pages = book.pages(source.insurer);
    let mut found = Vec::new();
    for clause in source.clauses.iter().filter(|it| it.own || !strict) {
        let Some(page) = pages.get(clause.page) else { continue };
        // A cell of a table is read with its own row.
        let is_cell = |row: &PageRow| {
            row.page == clause.page
                && clause.at.start < row.row.amount.end
                && row.row.amount.start < clause.at.end
        };
        if source.is_example(clause.page)
            || book.library(source.insurer).rows.iter().any(is_cell)
            || !book.library(source.insurer).readers.is_for(
                clause.page,
                source.query.person,
                &source.query.folded_text,
            )
        {
            continue;
        }
        for (won, at) in paid(source, clause) {
            let name =
                book.standards.get(source.query.coverage).map_or("", |it| it.name.full.as_str());
            let amount = page.text.get(at.clone()).unwrap_or_default();
            let before = page.text.get(clause.at.start..at.start).unwrap_or_default();
            let display_name = if strict { page.doc_type.clone() } else { name.to_owned() };
            debug_assert!(!amount.is_empty());
            found.push(Found {
                name: source.query.names.first().map_or(name, String::as_str).to_owned(),
                display_name,
                won,
                limit: limit(near(before)),
                page: clause.page,
                at: clause.at.clone(),
                priority: book.rules.document(&page.doc_type).map_or(0, |it| it.amount),
                sure: clause.own,
            });
        }
        // The first clause with an amount decides; later ones are about exceptions.
        if !strict
            && found.iter().any(|it| it.sure == clause.own)
            && !patterns.amount_percent.is_match(&clause.text)
        {
            break;
        }
    }
    found
}

/// Returns the amount of a clause that is paid for the coverage itself, not for a subtype or a
/// class of it.
fn paid(source: &Source<'_>, clause: &Clause) -> Vec<(u64, Range<usize>)> {
    let book = source.book();
    let patterns = &book.rules.slots;
    let found = amounts(&clause.text);
    let mut paid = Vec::new();
    for money in &found {
        let before = clause.text.get(..money.at.start).unwrap_or_default();
        let behind = clause.text.get(money.at.end..).unwrap_or_default();
        let of_class = patterns
            .surgery_class
            .find_iter(before)
            .last()
            .is_some_and(|it| before.len() - it.end() < 12);
        let is_example = ["예시", "예)", "기준", "가정"].iter().any(|it| before.contains(it));
        let is_paid = patterns.amount_paid.is_match(behind)
            || behind.is_empty()
                && (before.ends_with(':')
                    || before.ends_with("금액")
                    || before.ends_with("가입금액은"))
            || ["경우", "때", "시"].iter().any(|it| before.ends_with(it))
                && (behind.is_empty()
                    || ["다만", "단,", "(", "※", "/"].iter().any(|it| behind.starts_with(it)))
            || before.ends_with("가입금액")
            || before.ends_with("지급금액:")
            || before.ends_with("가입금액:")
            || before.ends_with("지급액:");
        // 5억원 이하로 가입 가능: a limit of what can be bought.
        let is_bound = patterns.amount_not_before.is_match(behind);
        if is_paid
            && !is_bound
            && !of_class
            && !is_example
            && !patterns.amount_not_behind.is_match(before)
        {
            paid.push((money.won, clause.at.clone()));
            break;
        }
    }
    // 유사암은 200만원 is the amount of a subtype.
    let of_kind = book.rules.subtypes.words.find(&clause.text).is_some_and(|it| {
        let name = book.standards.get(source.query.coverage).map_or("", |it| it.name.core.as_str());
        let word = clause.text.get(it.range()).unwrap_or_default();
        !name.contains(word)
            && found
                .first()
                .is_some_and(|money| it.end() <= money.at.start && money.at.start - it.end() < 30)
            && !clause.text.get(it.end()..).unwrap_or_default().starts_with("제외")
    });
    if of_kind { Vec::new() } else { paid }
}
