//! Reads whether a coverage pays for a cancer subtype (Y, N or 조건부), with the clause that says so.

use std::ops::Range;

use super::condition::clause_text;
use super::kinds::{Statement, by_name, defines, is_denied, is_list_of, statement_about};
use super::source::{Clause, Source, has_statement, is_list_of_names};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Fact, Polarity};
use crate::catalog::fold::fold;
use crate::catalog::rules::Subtype;
use crate::document::clause::clause_at;
use crate::document::shares::has_shares;

/// Returns what the document states about a subtype: in the coverage's own sections, at places that
/// mention it, and in general statements of the 약관. Sections of other coverages are no evidence.
pub(super) fn covered(source: &Source<'_>, subtype: usize) -> Vec<Fact> {
    let clauses = &source.clauses;
    let mut facts = Vec::new();
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
        // Where a name is only mentioned, a bracket says nothing of what is paid.
        let counts = |it: &&(Statement, &Clause)| own || it.0 != Statement::Apart;
        if let Some(first) = statements.iter().find(counts) {
            let rule = match (own, first.0) {
                (true, Statement::Apart) => "inclusion.bracket",
                (true, _) => "inclusion.own",
                (false, _) => "inclusion.mention",
            };
            let own_part = own.then(|| part_of_kinds(source, subtype, &statements)).flatten();
            facts.extend(own_part.or_else(|| decided(source, subtype, rule, first, &statements)));
        }
    }
    facts.extend(
        [listed, all_of, of_collective, named].iter().filter_map(|way| way(source, subtype)),
    );
    if source.reads_general() {
        facts.extend([by_collective, in_general].iter().filter_map(|way| way(source, subtype)));
    }
    facts
}

/// Whether a clause that only mentions the coverage is a sentence and not a list of names.
fn is_sentence(source: &Source<'_>, clause: &str) -> bool {
    !is_list_of_names(source.book(), clause) && has_statement(clause)
}

/// Returns 조건부 where the coverage's name alone would give Y: for the collective subtype (유사암) if a
/// share is paid for each of its members, and for a member if a share is paid for the collective.
fn part_of_kinds(
    source: &Source<'_>,
    subtype: usize,
    statements: &[(Statement, &Clause)],
) -> Option<Fact> {
    const RULE: &str = "inclusion.own";
    if statements.iter().any(|it| it.0 != Statement::Yes && it.0 != Statement::Apart)
        || !statements.iter().any(|it| it.0 == Statement::Yes)
    {
        return None;
    }
    let all = &source.book().rules.subtypes.all;
    let rule = all.get(subtype)?;
    let cues = &source.book().rules.cues;
    // 단, 1년 미만 50% is a reduction early in the contract; later the full amount is paid.
    let is_part = |statement: Statement, clause: &Clause| {
        statement == Statement::Conditional && !has_shares(&clause.text, cues)
    };
    let own = || source.clauses.iter().filter(|it| it.own);
    let stated = |at: usize| {
        let mut all =
            own().filter_map(|it| Some((statement_about(source, at, &it.text, true)?, it)));
        all.find(|it| is_part(it.0, it.1))
    };
    let Some(within) = &rule.within else {
        let kinds: Vec<usize> = kinds_of(source, rule);
        let found: Vec<(Statement, &Clause)> = kinds.iter().filter_map(|it| stated(*it)).collect();
        let first = found.first().filter(|_| found.len() >= MIN_MEMBERS)?;
        return decided(source, subtype, RULE, first, std::slice::from_ref(first));
    };
    let together = all.iter().position(|it| it.key == *within)?;
    let found = stated(together)?;
    decided(source, subtype, RULE, &found, &[found])
}

/// Returns the subtypes that belong to a collective subtype.
fn kinds_of(source: &Source<'_>, rule: &Subtype) -> Vec<usize> {
    let all = source.book().rules.subtypes.all.iter().enumerate();
    all.filter(|it| it.1.within.as_ref() == Some(&rule.key)).map(|it| it.0).collect()
}

/// Reads a definition whose items are separate clauses: 유사암이란 다음 각 호의 하나를 말합니다. 1. 기타피부암 2. 갑상선암.
fn listed(source: &Source<'_>, subtype: usize) -> Option<Fact> {
    let own: Vec<&Clause> = source.clauses.iter().filter(|it| it.own).collect();
    for (at, head) in own.iter().enumerate() {
        if !head.text.contains("다음") || is_denied(&source.book().rules, &head.text) {
            continue;
        }
        let is_item = |item: &&&Clause| {
            let numbered =
                item.text.starts_with(|c: char| c.is_ascii_digit() || ('①'..='⑳').contains(&c));
            item.page == head.page && numbered
        };
        let mut definition = head.text.clone();
        for item in own.iter().skip(at + 1).take_while(is_item) {
            definition = format!("{definition},{}", item.text);
            if let Some(statement) = defines(source, subtype, &definition) {
                let quoted = Clause { at: head.at.start..item.at.end, ..(*head).clone() };
                let found = (statement, &quoted);
                return decided(source, subtype, "inclusion.listed", &found, &[found]);
            }
        }
    }
    None
}

/// Smallest number of members whose agreement decides for the collective subtype.
const MIN_MEMBERS: usize = 3;

/// Reads the collective subtype from its members: a clause that excludes 갑상선암, 제자리암 and 경계성종양
/// excludes 유사암.
fn all_of(source: &Source<'_>, subtype: usize) -> Option<Fact> {
    let rule = source.book().rules.subtypes.all.get(subtype)?;
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
            let found = (*first, clause);
            return decided(source, subtype, "inclusion.members", &found, &[found]);
        }
    }
    None
}

/// Reads what the coverage's own sections state of the collective (유사암의 경우 20%) for a kind that the company
/// defines as one of its members. A cancer of one organ may belong to any: 소액암이란 유방암, 전립선암을 말합니다.
fn of_collective(source: &Source<'_>, subtype: usize) -> Option<Fact> {
    let all = &source.book().rules.subtypes.all;
    let rule = all.get(subtype)?;
    let is_collective = |it: &Subtype| match &rule.within {
        Some(within) => it.key == *within,
        None => rule.site && !it.site && it.within.is_none(),
    };
    let collectives = all.iter().enumerate().filter(|it| is_collective(it.1)).map(|it| it.0);
    collectives.into_iter().find_map(|it| as_member(source, it, subtype))
}

/// Reads what the coverage's own sections state of a collective as a statement about one of its members.
fn as_member(source: &Source<'_>, together: usize, subtype: usize) -> Option<Fact> {
    let rule = source.book().rules.subtypes.all.get(subtype)?;
    let cues = &source.book().rules.cues;
    let own =
        source.clauses.iter().filter(|it| it.own && !leaves_out(source, together, rule, &it.text));
    let stated =
        own.filter_map(|it| Some((statement_about(source, together, &it.text, true)?, it)));
    // 유사암은 계약일부터 보장합니다 says when cover begins, and of paying only where the coverage pays for it.
    let pays =
        |it: &(Statement, &Clause)| it.0 != Statement::Yes || cues.has(Category::Paid, &it.1.text);
    let statements: Vec<(Statement, &Clause)> = stated.filter(pays).collect();
    let first = statements.first()?;
    let (page, at) = definition(source, together, subtype)?;
    let mut fact = decided(source, subtype, "inclusion.of_collective", first, &statements)?;
    fact.further.extend(source.evidence(page, at));
    Some(fact)
}

/// Whether a clause lists the members of a collective without a kind: 유사암(갑상선암, 제자리암)의 경우.
pub(super) fn leaves_out(source: &Source<'_>, together: usize, kind: &Subtype, text: &str) -> bool {
    let rules = &source.book().rules.subtypes;
    let Some(together) = rules.all.get(together) else { return false };
    let lists = |it: &Subtype| is_list_of(rules, together, it, text);
    !lists(kind) && rules.all.iter().any(|it| it.key != kind.key && lists(it))
}

/// Returns the place at which the company's documents list a kind as a member of a collective: in the
/// document that is read, otherwise in another.
fn definition(source: &Source<'_>, together: usize, kind: usize) -> Option<(usize, Range<usize>)> {
    let book = source.book();
    let rules = &book.rules.subtypes;
    let (together, rule) = (rules.all.get(together)?, rules.all.get(kind)?);
    let pages = book.library(source.insurer()).subtype_pages.get(kind)?;
    let on_page = |index: &usize| {
        let text = book.pages(source.insurer()).get(*index)?.text.as_str();
        let folded = book.library(source.insurer()).folded.get(*index)?;
        let named = rule.words.iter().flat_map(|it| folded.text().match_indices(it.as_str()));
        let mut clauses = named
            .map(|(at, word)| clause_at(text, folded.original(text, at..at + word.len()).start));
        let at = clauses.find(|range| {
            text.get(range.clone()).is_some_and(|it| is_list_of(rules, together, rule, &fold(it)))
        })?;
        Some((*index, at))
    };
    let own = pages.iter().filter(|it| source.has(**it)).find_map(on_page);
    own.or_else(|| pages.iter().find_map(on_page))
}

/// Returns the fact of the first statement. A condition (a reduced share) replaces a plain yes, and
/// both replace an exclusion in brackets.
fn decided(
    source: &Source<'_>,
    subtype: usize,
    rule: &str,
    first: &(Statement, &Clause),
    statements: &[(Statement, &Clause)],
) -> Option<Fact> {
    let is = |wanted: Statement| statements.iter().find(|(statement, _)| *statement == wanted);
    let better = match first.0 {
        Statement::Yes => is(Statement::Conditional),
        Statement::Apart => is(Statement::Conditional).or_else(|| is(Statement::Yes)),
        Statement::No | Statement::Conditional => None,
    };
    let (statement, clause) = better.map_or((first.0, first.1), |it| (it.0, it.1));
    let fact = source.fact(rule, statement.value(), clause.page, clause.at.clone())?;
    let condition = Some(clause_text(source, clause));
    Some(Fact { condition, ..of_kind(source, subtype, fact, statement.polarity()) })
}

/// Returns a fact as one about a kind of cancer.
fn of_kind(source: &Source<'_>, subtype: usize, fact: Fact, polarity: Polarity) -> Fact {
    let kind = source.book().rules.subtypes.all.get(subtype);
    Fact { applies_to: kind.map(|it| it.key.clone()), polarity, ..fact }
}

/// Reads the coverage's own name: 암진단비(유사암제외).
fn named(source: &Source<'_>, subtype: usize) -> Option<Fact> {
    const RULE: &str = "inclusion.name";
    let book = source.book();
    let pages = book.pages(source.insurer());
    let words = &book.rules.subtypes.all.get(subtype)?.words;
    let is_named_so = words.iter().any(|it| source.core().contains(it.as_str()));
    for section in source.sections.iter().filter(|it| it.own) {
        let Some(page) = pages.get(section.page) else { continue };
        let head = page.text.get(section.at.clone()).unwrap_or_default();
        let end = head.char_indices().nth(60).map_or(head.len(), |(at, _)| at);
        let text = fold(head.get(..end).unwrap_or_default());
        if is_named_so {
            let quote =
                section.at.start..section.at.start + head.find('\n').unwrap_or(end).min(end);
            let fact = source.fact(RULE, Statement::Yes.value(), section.page, quote)?;
            return Some(of_kind(source, subtype, fact, Polarity::Affirmed));
        }
        if statement_about(source, subtype, &text, false).is_some_and(Statement::denies) {
            let quote = section.at.start..section.at.start + end;
            let fact = source.fact(RULE, Statement::No.value(), section.page, quote)?;
            return Some(of_kind(source, subtype, fact, Polarity::Denied));
        }
    }
    None
}

/// Reads a list of what a collective consists of (유사암: 갑상선암, 제자리암, …) for a coverage whose name
/// includes or excludes the collective.
fn by_collective(source: &Source<'_>, subtype: usize) -> Option<Fact> {
    let book = source.book();
    let rules = &book.rules.subtypes;
    let rule = rules.all.get(subtype)?;
    let pages = book.library(source.insurer()).subtype_pages.get(subtype)?;
    let collectives = rules.all.iter().filter(|it| it.within.is_none() && it.key != rule.key);
    collectives.into_iter().find_map(|together| {
        let statement = by_name(source, together)?;
        let mut clauses = rule.words.iter().flat_map(|word| source.clauses_about(pages, word));
        let clause = clauses.find(|it| is_list_of(rules, together, rule, &it.text))?;
        let id = match statement {
            Statement::Yes => "inclusion.within_collective",
            _ => "inclusion.outside_collective",
        };
        decided(source, subtype, id, &(statement, &clause), &[(statement, &clause)])
    })
}

/// Illnesses with coverages of their own, which a sentence of the 약관 may be about.
const ILLNESSES_OF_THEIR_OWN: [&str; 5] =
    ["재진단암", "첫번째암", "고액암", "고액치료비암", "특정암"];

/// Reads general statements of the 약관, outside the sections of coverages.
fn in_general(source: &Source<'_>, subtype: usize) -> Option<Fact> {
    let book = source.book();
    let rule = book.rules.subtypes.all.get(subtype)?;
    let all = book.library(source.insurer()).subtype_pages.get(subtype);
    let pages: Vec<usize> =
        all.into_iter().flatten().copied().filter(|it| source.is_policy(*it)).collect();
    let subject = source.subject_word();
    let is_of_other = |text: &str| {
        book.rules.names.diseases.find_iter(text).any(|disease| {
            let word = text.get(disease.range()).unwrap_or_default();
            ILLNESSES_OF_THEIR_OWN.contains(&word) && word != subject
        })
    };
    let clauses = rule.words.iter().flat_map(|word| source.clauses_about(&pages, word));
    let mut statements =
        clauses.filter_map(|it| Some((statement_about(source, subtype, &it.text, false)?, it)));
    let (statement, clause) = statements.find(|(statement, clause)| {
        let of_other = statement.denies() && is_of_other(&clause.text);
        let of_rider = book.rules.cues.has(Category::ThisRider, &clause.text);
        // 대장점막내암은 유사암진단비를 지급합니다 and a share paid early in the contract say of no other coverage
        // that it pays.
        let of_none = !statement.denies()
            && (source.names_another(clause) || has_shares(&clause.text, &book.rules.cues));
        !of_other && !of_rider && !of_none && !source.is_in_other_section(clause)
    })?;
    let first = (statement, &clause);
    decided(source, subtype, "inclusion.general", &first, &[first])
}

/// Returns the clause of the coverage's own sections that defines or limits a kind of cancer: one by which it
/// is paid for before one that takes it out.
pub(super) fn excerpt(source: &Source<'_>, kind: usize) -> Option<Fact> {
    let subtype = source.book().rules.subtypes.all.get(kind)?;
    let names_subtype = |text: &str| subtype.words.iter().any(|word| text.contains(word.as_str()));
    let named = || source.clauses.iter().filter(|it| it.own && names_subtype(&it.text));
    let pays = |clause: &&Clause| {
        let stated = statement_about(source, kind, &clause.text, true);
        matches!(stated, Some(Statement::Yes | Statement::Conditional))
    };
    let clause = named().find(pays).or_else(|| named().next())?;
    let text = clause_text(source, clause);
    let fact = source.fact("kind_clause.own", text, clause.page, clause.at.clone())?;
    Some(of_kind(source, kind, fact, Polarity::Affirmed))
}
