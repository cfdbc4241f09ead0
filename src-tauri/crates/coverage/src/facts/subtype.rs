//! Decides whether a coverage pays for a cancer subtype (Y, N or 조건부), with the clause that says
//! so.

use super::condition::clause_value;
use super::kinds::{Statement, by_name, defines, is_denied, is_list_of, statement_about};
use super::values::{Confidence, SlotValue};
use super::{Clause, Source};
use crate::catalog::fold::fold;
use crate::catalog::rules::Subtype;
use crate::document::shares::has_shares;

/// Returns the value for a subtype: from the coverage's own sections, then from places that mention
/// it, then from general statements of the 약관. Sections of other coverages are no evidence.
pub(super) fn covered(source: &Source<'_>, subtype: usize) -> SlotValue {
    let clauses = &source.clauses;
    for own in [true, false] {
        let statements: Vec<(Statement, &Clause)> = clauses
            .iter()
            .filter(|it| it.own == own && (own || is_sentence(source, &it.text)))
            .filter_map(|clause| {
                let defined = || defines(source, subtype, &clause.text).filter(|_| own);
                Some((
                    statement_about(source, subtype, &clause.text, own).or_else(defined)?,
                    clause,
                ))
            })
            .collect();
        if let Some(first) = statements.first() {
            let confidence = if own { Confidence::High } else { Confidence::Medium };
            let own_part = own.then(|| part_of_kinds(source, subtype, &statements)).flatten();
            return own_part.unwrap_or_else(|| decided(source, first, &statements, confidence));
        }
    }
    let ways = [listed, all_of, named, excluded, in_general];
    let found = ways.iter().map(|way| way(source, subtype)).find(|it| it.value.is_some());
    found.unwrap_or_else(|| SlotValue { value: Some("미확인".to_owned()), ..source.nothing() })
}

/// Whether a clause that only mentions the coverage is a sentence and not a list of names.
fn is_sentence(source: &Source<'_>, clause: &str) -> bool {
    !super::is_list_of_names(source.book(), clause) && super::has_statement(clause)
}

/// Returns 조건부 where the coverage's name alone would give Y: for the collective subtype (유사암) if a
/// share is paid for each of its members, and for a member if a share is paid for the collective.
fn part_of_kinds(
    source: &Source<'_>,
    subtype: usize,
    statements: &[(Statement, &Clause)],
) -> Option<SlotValue> {
    if statements.iter().any(|it| it.0 != Statement::Yes && it.0 != Statement::Apart)
        || !statements.iter().any(|it| it.0 == Statement::Yes)
    {
        return None;
    }
    let all = &source.book().rules.subtypes.all;
    let rule = all.get(subtype)?;
    let partial = &source.book().rules.slots.partial;
    // 단, 1년 미만 50% is a reduction early in the contract; later the full amount is paid.
    let is_part = |statement: Statement, clause: &Clause| {
        statement == Statement::Conditional && !has_shares(&clause.text, partial)
    };
    let own = || source.clauses.iter().filter(|it| it.own);
    let stated = |at: usize| {
        let mut all =
            own().filter_map(|it| Some((statement_about(source, at, &it.text, true)?, it)));
        all.find(|it| is_part(it.0, it.1) && same_document(source, it.1, statements))
    };
    let Some(within) = &rule.within else {
        let kinds: Vec<usize> = kinds_of(source, rule);
        let found: Vec<(Statement, &Clause)> = kinds.iter().filter_map(|it| stated(*it)).collect();
        let first = found.first().filter(|_| found.len() >= MIN_MEMBERS)?;
        return Some(decided(source, first, std::slice::from_ref(first), Confidence::High));
    };
    let together = all.iter().position(|it| it.key == *within)?;
    let found = stated(together)?;
    Some(decided(source, &found, &[found], Confidence::High))
}

/// Returns the subtypes that belong to a collective subtype.
fn kinds_of(source: &Source<'_>, rule: &Subtype) -> Vec<usize> {
    let all = source.book().rules.subtypes.all.iter().enumerate();
    all.filter(|it| it.1.within.as_ref() == Some(&rule.key)).map(|it| it.0).collect()
}

/// Whether a clause is in the document of the first of the statements.
fn same_document(
    source: &Source<'_>,
    clause: &Clause,
    statements: &[(Statement, &Clause)],
) -> bool {
    let pages = source.book().pages(source.insurer);
    let document = |at: usize| pages.get(at).map(|it| it.document.as_str());
    statements.first().is_some_and(|it| document(it.1.page) == document(clause.page))
}

/// Reads a definition whose items are separate clauses: 유사암이란 다음 각 호의 하나를 말합니다. 1. 기타피부암 2. 갑상선암.
fn listed(source: &Source<'_>, subtype: usize) -> SlotValue {
    let own: Vec<&Clause> = source.clauses.iter().filter(|it| it.own).collect();
    for (at, head) in own.iter().enumerate() {
        if !head.text.contains("다음") || is_denied(&source.book().rules.subtypes, &head.text) {
            continue;
        }
        let is_item = |it: &&&Clause| {
            let numbered =
                it.text.starts_with(|c: char| c.is_ascii_digit() || ('①'..='⑳').contains(&c));
            it.page == head.page && numbered
        };
        let mut definition = head.text.clone();
        for item in own.iter().skip(at + 1).take_while(is_item) {
            definition = format!("{definition},{}", item.text);
            if let Some(statement) = defines(source, subtype, &definition) {
                let quoted = Clause { at: head.at.start..item.at.end, ..(*head).clone() };
                return decided(
                    source,
                    &(statement, &quoted),
                    &[(statement, &quoted)],
                    Confidence::High,
                );
            }
        }
    }
    source.nothing()
}

/// Smallest number of members whose agreement decides for the collective subtype.
const MIN_MEMBERS: usize = 3;

/// Reads the collective subtype from its members: a clause that excludes 갑상선암, 제자리암 and 경계성종양
/// excludes 유사암.
fn all_of(source: &Source<'_>, subtype: usize) -> SlotValue {
    let all = &source.book().rules.subtypes.all;
    let Some(rule) = all.get(subtype) else { return source.nothing() };
    let kinds = kinds_of(source, rule);
    for clause in source.clauses.iter().filter(|it| it.own) {
        let statements: Vec<Statement> = kinds
            .iter()
            .filter_map(|it| statement_about(source, *it, &clause.text, true))
            .collect();
        if statements.len() >= MIN_MEMBERS
            && let Some(first) =
                statements.first().filter(|first| statements.iter().all(|it| it == *first))
        {
            return decided(source, &(*first, clause), &[(*first, clause)], Confidence::Medium);
        }
    }
    source.nothing()
}

/// Returns the value of the first statement. A condition (a reduced share) in the same document
/// replaces a plain yes, and both replace an exclusion in brackets. Opposite statements of other
/// documents are added as conflicts.
fn decided(
    source: &Source<'_>,
    first: &(Statement, &Clause),
    statements: &[(Statement, &Clause)],
    confidence: Confidence,
) -> SlotValue {
    let of_first =
        || statements.iter().filter(|(_, clause)| same_document(source, clause, &[*first]));
    let is = |wanted: Statement| of_first().find(|(statement, _)| *statement == wanted);
    let better = match first.0 {
        Statement::Yes => is(Statement::Conditional),
        Statement::Apart => is(Statement::Conditional).or_else(|| is(Statement::Yes)),
        Statement::No | Statement::Conditional => None,
    };
    let (statement, clause) = better.map_or((first.0, first.1), |it| (it.0, it.1));
    let mut value =
        source.value(statement.value().to_owned(), confidence, clause.page, clause.at.clone());
    value.note = Some(clause_value(source, clause, confidence).value.unwrap_or_default());
    let others = statements.iter().filter(|(_, clause)| !same_document(source, clause, &[*first]));
    for (other, clause) in others.filter(|it| it.0 != Statement::Apart) {
        let opposed = other.denies() != statement.denies();
        if opposed && !value.conflicts.iter().any(|it| it.value == other.value()) {
            let there =
                source.value(other.value().to_owned(), confidence, clause.page, clause.at.clone());
            value.confidence = Confidence::Low;
            value.conflicts.push(super::values::PartValue {
                name: there.evidence.first().map(|it| it.doc_type.clone()).unwrap_or_default(),
                value: other.value().to_owned(),
                amount_won: None,
                evidence: there.evidence,
            });
        }
    }
    value
}

/// Reads the coverage's own name: 암진단비(유사암제외).
fn named(source: &Source<'_>, subtype: usize) -> SlotValue {
    let book = source.book();
    let pages = book.pages(source.insurer);
    let core = book.standards.get(source.query.coverage).map_or("", |it| it.name.core.as_str());
    let words = book.rules.subtypes.all.get(subtype).map_or(&[] as &[String], |it| &it.words);
    let is_named_so = words.iter().any(|it| core.contains(it.as_str()));
    for section in source.sections.iter().filter(|it| it.own) {
        let Some(page) = pages.get(section.page) else { continue };
        let head = page.text.get(section.at.clone()).unwrap_or_default();
        let end = head.char_indices().nth(60).map_or(head.len(), |(at, _)| at);
        let text = fold(head.get(..end).unwrap_or_default());
        if is_named_so {
            let quote =
                section.at.start..section.at.start + head.find('\n').unwrap_or(end).min(end);
            return source.value("Y".to_owned(), Confidence::Medium, section.page, quote);
        }
        if statement_about(source, subtype, &text, false).is_some_and(Statement::denies) {
            return source.value(
                "N".to_owned(),
                Confidence::Medium,
                section.page,
                section.at.start..section.at.start + end,
            );
        }
    }
    source.nothing()
}

/// Denies a subtype if the coverage's name excludes 유사암 and the company defines it as a kind of 유사암
/// anywhere.
fn excluded(source: &Source<'_>, subtype: usize) -> SlotValue {
    let book = source.book();
    let all = &book.rules.subtypes.all;
    let Some(rule) = all.get(subtype) else { return source.nothing() };
    let together = all.iter().find(|it| Some(&it.key) == rule.within.as_ref());
    if together.and_then(|it| by_name(source, it)) != Some(Statement::No) {
        return source.nothing();
    }
    let no_pages = Vec::new();
    let pages = book.library(source.insurer).subtype_pages.get(subtype).unwrap_or(&no_pages);
    let mut clauses = rule.words.iter().flat_map(|word| source.clauses_about(pages, word));
    let subtypes = &book.rules.subtypes;
    let defined =
        clauses.find(|it| together.is_some_and(|all| is_list_of(subtypes, all, rule, &it.text)));
    let Some(clause) = defined else { return source.nothing() };
    let value = Statement::No.value().to_owned();
    SlotValue {
        note: clause_value(source, &clause, Confidence::Medium).value,
        ..source.value(value, Confidence::Medium, clause.page, clause.at.clone())
    }
}

/// Illnesses with coverages of their own, which a sentence of the 약관 may be about.
const ILLNESSES_OF_THEIR_OWN: [&str; 5] =
    ["재진단암", "첫번째암", "고액암", "고액치료비암", "특정암"];

/// Reads general statements of the 약관, outside the sections of coverages.
fn in_general(source: &Source<'_>, subtype: usize) -> SlotValue {
    let book = source.book();
    let Some(rule) = book.rules.subtypes.all.get(subtype) else { return source.nothing() };
    let all = book.library(source.insurer).subtype_pages.get(subtype);
    let pages: Vec<usize> =
        all.into_iter().flatten().copied().filter(|it| source.is_policy(*it)).collect();
    let subject = source.subject();
    let is_of_other = |text: &str| {
        book.rules.names.diseases.find_iter(text).any(|it| {
            let word = text.get(it.range()).unwrap_or_default();
            ILLNESSES_OF_THEIR_OWN.contains(&word) && word != subject
        })
    };
    let clauses = rule.words.iter().flat_map(|word| source.clauses_about(&pages, word));
    let mut statements =
        clauses.filter_map(|it| Some((statement_about(source, subtype, &it.text, false)?, it)));
    let found = statements.find(|(statement, it)| {
        let of_other = statement.denies() && is_of_other(&it.text);
        !of_other && !source.is_in_other_section(it)
    });
    let Some((statement, clause)) = found else { return source.nothing() };
    let first = (statement, &clause);
    let mut value = decided(source, &first, &[first], Confidence::Low);
    let note = value.note.take().unwrap_or_default();
    value.note = Some(format!("이 담보의 항목이 아닌 곳의 문구입니다: {note}"));
    value
}

/// Returns the clause that defines or limits the subtypes in question.
pub(super) fn excerpt(source: &Source<'_>) -> SlotValue {
    let rules = &source.book().rules;
    let names_subtype = |text: &str| {
        source.query.subtypes.iter().any(|it| {
            rules.subtypes.all.get(*it).is_some_and(|subtype| {
                subtype.words.iter().any(|word| text.contains(word.as_str()))
            })
        })
    };
    let clauses = &source.clauses;
    let own = clauses.iter().find(|it| it.own && names_subtype(&it.text));
    if let Some(clause) = own {
        return clause_value(source, clause, Confidence::High);
    }
    let library = source.book().library(source.insurer);
    for subtype in source.query.subtypes {
        let pages = library.subtype_pages.get(*subtype).cloned().unwrap_or_default();
        let words =
            rules.subtypes.all.get(*subtype).map(|it| it.words.as_slice()).unwrap_or_default();
        for word in words {
            let about = source.clauses_about(&pages, word);
            let defines = |it: &&Clause| rules.slots.scope_definition.is_match(&it.text);
            // Outside the 약관, a text that is no definition is about another coverage.
            let first = || about.iter().find(|it| it.is_policy);
            if let Some(clause) = about.iter().find(defines).or_else(first) {
                return clause_value(source, clause, Confidence::Medium);
            }
        }
    }
    source.nothing()
}
