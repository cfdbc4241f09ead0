//! Whether a coverage pays for a kind of cancer: Y, N or 조건부, each with the clause that says so.

use std::ops::Range;

use super::condition::told;
use super::{Clause, Source};
use crate::answer::{Confidence, SlotValue};
use crate::fold::fold;

/// What a clause says of a kind of cancer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Yes,
    No,
    Conditional,
}

impl Says {
    fn value(self) -> &'static str {
        match self {
            Self::Yes => "Y",
            Self::No => "N",
            Self::Conditional => "조건부",
        }
    }
}

/// Own sections first; then other coverages of the company; then what the 약관 says of it anywhere.
pub(super) fn covered(source: &Source<'_>, subtype: usize) -> SlotValue {
    let clauses = &source.clauses;
    for own in [true, false] {
        let said: Vec<(Says, &Clause)> = clauses
            .iter()
            .filter(|it| it.own == own)
            .filter_map(|clause| {
                let defined = || defines(source, subtype, &clause.text).filter(|_| own);
                Some((says(source, subtype, &clause.text, own).or_else(defined)?, clause))
            })
            .collect();
        if let Some(first) = said.first() {
            return decided(
                source,
                first,
                &said,
                if own { Confidence::High } else { Confidence::Medium },
            );
        }
    }
    let listed = listed(source, subtype);
    if listed.value.is_some() {
        return listed;
    }
    let all_of = all_of(source, subtype);
    if all_of.value.is_some() {
        return all_of;
    }
    let own_name = named(source, subtype);
    if own_name.value.is_some() {
        return own_name;
    }
    let excluded = excluded(source, subtype);
    if excluded.value.is_some() {
        return excluded;
    }
    let elsewhere = elsewhere(source, subtype);
    if elsewhere.value.is_some() {
        return elsewhere;
    }
    SlotValue { value: Some("미확인".to_owned()), ..source.nothing() }
}

/// 유사암이란 다음 각 호의 하나를 말합니다. 1. 기타피부암 2. 갑상선암: a definition whose items are clauses of their own.
fn listed(source: &Source<'_>, subtype: usize) -> SlotValue {
    let own: Vec<&Clause> = source.clauses.iter().filter(|it| it.own).collect();
    let denied = ["지급하지", "보장하지", "보상하지", "제외"];
    for (at, head) in own.iter().enumerate() {
        if !head.text.contains("다음") || denied.iter().any(|it| head.text.contains(it)) {
            continue;
        }
        let is_item = |it: &&&Clause| {
            let numbered =
                it.text.starts_with(|c: char| c.is_ascii_digit() || ('①'..='⑳').contains(&c));
            it.page == head.page && numbered
        };
        let mut said = head.text.clone();
        for item in own.iter().skip(at + 1).take_while(is_item) {
            said = format!("{said},{}", item.text);
            if let Some(says) = defines(source, subtype, &said) {
                let whole = Clause { at: head.at.start..item.at.end, ..(*head).clone() };
                return decided(source, &(says, &whole), &[(says, &whole)], Confidence::High);
            }
        }
    }
    source.nothing()
}

/// Kinds of a kind that say together what holds for it.
const ENOUGH: usize = 3;

/// 유사암 is what its kinds are: a clause that excludes 갑상선암, 제자리암 and 경계성종양 excludes it.
fn all_of(source: &Source<'_>, subtype: usize) -> SlotValue {
    let all = &source.book().rules.subtypes.all;
    let Some(rule) = all.get(subtype) else { return source.nothing() };
    let kinds: Vec<usize> = (0..all.len())
        .filter(|it| all.get(*it).is_some_and(|it| it.within.as_ref() == Some(&rule.key)))
        .collect();
    for clause in source.clauses.iter().filter(|it| it.own) {
        let said: Vec<Says> =
            kinds.iter().filter_map(|it| says(source, *it, &clause.text, true)).collect();
        if said.len() >= ENOUGH
            && let Some(first) = said.first().filter(|first| said.iter().all(|it| it == *first))
        {
            return decided(source, &(*first, clause), &[(*first, clause)], Confidence::Medium);
        }
    }
    source.nothing()
}

/// The first statement. A condition about it (a reduced rate) beats a bare yes; other documents that say otherwise are shown.
fn decided(
    source: &Source<'_>,
    first: &(Says, &Clause),
    said: &[(Says, &Clause)],
    confidence: Confidence,
) -> SlotValue {
    let same_document = |clause: &Clause| {
        let pages = source.book().pages(source.insurer);
        let document = |at: usize| pages.get(at).map(|it| it.document.as_str());
        document(clause.page) == document(first.1.page)
    };
    let of_first: Vec<&(Says, &Clause)> =
        said.iter().filter(|(_, clause)| same_document(clause)).collect();
    let conditional = of_first.iter().find(|(says, _)| *says == Says::Conditional);
    let (says, clause) = match (first.0, conditional) {
        (Says::Yes, Some((says, clause))) => (*says, *clause),
        _ => (first.0, first.1),
    };
    let mut value =
        source.value(says.value().to_owned(), confidence, clause.page, clause.at.clone());
    value.note = Some(told(source, clause, confidence).value.unwrap_or_default());
    for (other, clause) in said.iter().filter(|(_, clause)| !same_document(clause)) {
        let opposed = (*other == Says::No) != (says == Says::No);
        if opposed && !value.conflicts.iter().any(|it| it.value == other.value()) {
            let there =
                source.value(other.value().to_owned(), confidence, clause.page, clause.at.clone());
            value.confidence = Confidence::Low;
            value.conflicts.push(crate::answer::PartValue {
                name: there.evidence.first().map(|it| it.doc_type.clone()).unwrap_or_default(),
                value: other.value().to_owned(),
                amount_won: None,
                evidence: there.evidence,
            });
        }
    }
    value
}

/// What a clause says of a kind of cancer, if it names it. `own`: the clause is in the coverage's own section, so that naming
/// the kind where the benefit is described is a yes.
fn says(source: &Source<'_>, subtype: usize, text: &str, own: bool) -> Option<Says> {
    let rules = &source.book().rules;
    let words = &rules.subtypes.all.get(subtype)?.words;
    let mut at: Option<Range<usize>> = None;
    let mut verdict: Option<Says> = None;
    for found in rules.subtypes.words.find_iter(text) {
        let word = text.get(found.range()).unwrap_or_default();
        if !words.iter().any(|it| it == word) {
            continue;
        }
        at.get_or_insert(found.range());
        let behind = behind_list(source, text, found.end());
        if rules.subtypes.exclude.is_match(behind) {
            return Some(Says::No);
        }
        if rules.subtypes.include.is_match(behind) {
            verdict = Some(Says::Yes);
        }
    }
    let at = at?;
    let partial = &rules.slots.partial;
    let reduced = super::shares::rates(text, partial)
        .iter()
        .any(|rate| rate.as_str() != "100" && rate.start() > at.start)
        || super::shares::last(text, partial).is_some_and(|it| it > at.start);
    // 제자리암으로 진단확정되고 수술을 받은 경우에 한하여: a diagnosis alone is not paid for.
    let treated = source.benefit() == "진단"
        && text.get(at.end..).is_some_and(|it| rules.subtypes.only_treated.is_match(it));
    let paid =
        rules.slots.condition_paid.is_match(text) || rules.slots.condition_trigger.is_match(text);
    let denied = ["지급하지", "보장하지", "보상하지", "제외"].iter().any(|it| text.contains(it));
    if (reduced || treated) && paid {
        return Some(Says::Conditional);
    }
    if verdict.is_some() {
        return verdict;
    }
    (paid && !denied && (own || rules.slots.condition_paid.is_match(text))).then_some(Says::Yes)
}

/// 유사암: 갑상선암, 기타피부암, 제자리암, 경계성종양. Where a coverage is named after the kinds together, it covers each of them; where its
/// name excludes them together, it covers none.
fn defines(source: &Source<'_>, subtype: usize, text: &str) -> Option<Says> {
    let book = source.book();
    let all = &book.rules.subtypes.all;
    let rule = all.get(subtype)?;
    let together = all.iter().find(|it| Some(&it.key) == rule.within.as_ref())?;
    let place = |words: &[String]| words.iter().filter_map(|it| text.find(it.as_str())).min();
    let (head, kind) = (place(&together.words)?, place(&rule.words)?);
    let between = text.get(head..kind)?;
    let is_list =
        [":", "이란", "이라함은", "은", "(", "으로"].iter().any(|it| between.contains(it));
    if !is_list || text.contains("제외한") {
        return None;
    }
    let coverage = book.standards.get(source.asked.coverage)?;
    let is_named = together.words.iter().any(|it| coverage.name.core.contains(it.as_str()));
    let excluded =
        together.words.iter().any(|it| coverage.name.brackets.contains(&format!("{it}제외")));
    match (is_named, excluded) {
        (true, _) => Some(Says::Yes),
        (false, true) => Some(Says::No),
        _ => None,
    }
}

/// What stands behind a list of kinds of cancer: `경계성종양 및 제자리암은 보장하지 않음` from `은` on.
fn behind_list<'a>(source: &Source<'_>, text: &'a str, from: usize) -> &'a str {
    let words = &source.book().rules.subtypes.words;
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let joiner = [
            "또는",
            "그리고",
            "이나",
            "및",
            "와",
            "과",
            ",",
            "·",
            "/",
            "ㆍ",
            "、",
            "나",
            "(",
            ")",
            "등",
        ]
        .iter()
        .find(|it| rest.starts_with(**it))
        .map_or(0, |it| it.len());
        let behind = rest.get(joiner..).unwrap_or_default();
        let word = words.find(behind).filter(|it| it.start() == 0).map(|it| it.end());
        let other = || {
            // 전립선암, 대장암: other diseases in the list.
            let letters: usize = behind
                .chars()
                .take_while(|c| ('가'..='힣').contains(c))
                .take(8)
                .map(char::len_utf8)
                .sum();
            let name = behind.get(..letters)?;
            let end = name.find('암').map(|it| it + '암'.len_utf8());
            end.filter(|_| joiner > 0)
        };
        match word.or_else(other) {
            Some(length) => at += joiner + length,
            None if joiner > 0 && rest.starts_with([')', '(']) => at += joiner,
            None if rest.starts_with("등") => at += "등".len(),
            None => return rest,
        }
    }
}

/// 암진단비(유사암제외): the coverage's own name says it.
fn named(source: &Source<'_>, subtype: usize) -> SlotValue {
    let book = source.book();
    let pages = book.pages(source.insurer);
    let core = book.standards.get(source.asked.coverage).map_or("", |it| it.name.core.as_str());
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
        if says(source, subtype, &text, false) == Some(Says::No) {
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

/// A coverage whose name excludes 유사암, where the company says anywhere that 유사암 is this kind among others.
fn excluded(source: &Source<'_>, subtype: usize) -> SlotValue {
    let book = source.book();
    let Some(rule) = book.rules.subtypes.all.get(subtype) else { return source.nothing() };
    let pages =
        book.library(source.insurer).subtype_pages.get(subtype).cloned().unwrap_or_default();
    let clauses = rule.words.iter().flat_map(|word| source.clauses_about(&pages, word));
    let defined =
        clauses.into_iter().find(|it| defines(source, subtype, &it.text) == Some(Says::No));
    defined.map_or_else(
        || source.nothing(),
        |clause| {
            let mut value = source.value(
                Says::No.value().to_owned(),
                Confidence::Medium,
                clause.page,
                clause.at.clone(),
            );
            value.note = told(source, &clause, Confidence::Medium).value;
            value
        },
    )
}

/// Another coverage of the company, or the 약관 in general.
fn elsewhere(source: &Source<'_>, subtype: usize) -> SlotValue {
    let book = source.book();
    let Some(rule) = book.rules.subtypes.all.get(subtype) else { return source.nothing() };
    let pages =
        book.library(source.insurer).subtype_pages.get(subtype).cloned().unwrap_or_default();
    let mut clauses: Vec<Clause> = Vec::new();
    for word in &rule.words {
        clauses.extend(source.clauses_about(&pages, word));
    }
    // What another coverage excludes says nothing about this one.
    let subject = source.subject().to_owned();
    let of_this = |text: &str| {
        let other = source.book().rules.names.diseases.find_iter(text).any(|it| {
            let word = text.get(it.range()).unwrap_or_default();
            ["재진단암", "첫번째암", "고액암", "고액치료비암", "특정암"].contains(&word)
                && word != subject
        });
        !other
    };
    let said: Vec<(Says, &Clause)> = clauses
        .iter()
        .filter_map(|clause| Some((says(source, subtype, &clause.text, false)?, clause)))
        .filter(|(says, clause)| *says != Says::No || clause.is_policy && of_this(&clause.text))
        .collect();
    // A clause of the 약관 first: it binds.
    let Some(first) = said.iter().find(|(_, clause)| clause.is_policy).or_else(|| said.first())
    else {
        return source.nothing();
    };
    let mut value = decided(source, first, std::slice::from_ref(first), Confidence::Low);
    let note = value.note.take().unwrap_or_default();
    value.note = Some(format!("이 담보의 항목이 아닌 곳의 문구입니다: {note}"));
    value
}

/// The clause that defines or conditions the kinds asked for.
pub(super) fn excerpt(source: &Source<'_>) -> SlotValue {
    let rules = &source.book().rules;
    let asked = |text: &str| {
        source.asked.subtypes.iter().any(|it| {
            rules.subtypes.all.get(*it).is_some_and(|subtype| {
                subtype.words.iter().any(|word| text.contains(word.as_str()))
            })
        })
    };
    let clauses = &source.clauses;
    let own = clauses.iter().find(|it| it.own && asked(&it.text));
    if let Some(clause) = own {
        return told(source, clause, Confidence::High);
    }
    let library = source.book().library(source.insurer);
    for subtype in source.asked.subtypes {
        let pages = library.subtype_pages.get(*subtype).cloned().unwrap_or_default();
        let words =
            rules.subtypes.all.get(*subtype).map(|it| it.words.as_slice()).unwrap_or_default();
        for word in words {
            let about = source.clauses_about(&pages, word);
            let defines = |it: &&Clause| rules.slots.scope_definition.is_match(&it.text);
            if let Some(clause) = about.iter().find(defines).or_else(|| about.first()) {
                return told(source, clause, Confidence::Medium);
            }
        }
    }
    source.nothing()
}
