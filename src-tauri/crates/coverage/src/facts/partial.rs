//! 감액/지급률 규정: the share that is paid early in the contract, or for a subtype of the illness.

use std::ops::Range;

use super::basis::is_for_base;
use super::kinds::{is_of_coverage, is_paid_for, kinds_of_rate};
use super::source::{Clause, Source, is_list_of_names};
use super::subtype::leaves_out;
use super::topics::{Topics, kind_of};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Fact, Polarity};
use crate::catalog::fold::fold;
use crate::document::shares::{Share, has_period, is_cells, shares, shares_of_row};
use crate::document::values::{explained, rates};
use crate::table::piped::{period_columns, sum_of};
use simui_korean::money::format_won;

/// Largest number of clauses that one table of periods and shares may be split into.
const MAX_CELLS: usize = 12;

/// Largest number of rows between the head of a table and one of its rows.
const MAX_ROWS: usize = 40;

/// A rule and its place.
struct FoundRule {
    rule: String,
    page: usize,
    at: Range<usize>,
}

pub(super) fn partial(source: &Source<'_>) -> Vec<Fact> {
    let mut facts = of_sections(source, true);
    facts.extend(of_sections(source, false));
    facts
}

/// Returns the rules of the coverage's own sections, or of those that mention it.
fn of_sections(source: &Source<'_>, own: bool) -> Vec<Fact> {
    let cues = &source.book().rules.cues;
    let is_list = |it: &Clause| !own && is_list_of_names(source.book(), &it.text);
    let is_read = |it: &&Clause| it.own == own && !is_list(it) && names_kind(source, &it.text);
    let clauses: Vec<&Clause> = source.clauses.iter().filter(is_read).collect();
    let by_time = by_time(source, &clauses);
    let by_rate = by_rates(source, &clauses);
    let of_time = by_time.as_ref().and_then(|time| {
        let rule = if own { "reduction.period" } else { "reduction.mentioned_period" };
        let mut fact = source.fact(rule, time.rule.clone(), time.page, time.at.clone())?;
        // A share paid for the kind of cancer that is read for is added.
        let is_included = |found: &FoundRule| {
            let share = found.rule.rsplit(' ').next().unwrap_or_default();
            time.rule.split(", ").any(|it| it.ends_with(&format!(" {share}")))
        };
        let rate = by_rate.as_ref().filter(|(it, _)| source.kind.is_some() && !is_included(it));
        if let Some((rate, clause)) = rate {
            fact.value = format!("{}, {}{}", time.rule, kind(source, clause), rate.rule);
            fact.further.extend(source.evidence(rate.page, rate.at.clone()));
        }
        Some(fact)
    });
    // 뇌출혈진단비(감액없음) beside a name with a reduction is another rider of the company.
    let in_name = |text: &str| by_time.is_some() && cues.has(Category::UnreducedName, text);
    let says_none = |text: &str| cues.has(Category::NoReduction, text) && !in_name(text);
    let none = clauses.iter().find(|it| own && says_none(&it.text));
    let of_none = none.and_then(|clause| {
        let fact = source.fact("reduction.none", "감액 없음", clause.page, clause.at.clone())?;
        Some(fact.with_polarity(Polarity::Denied))
    });
    let of_rate = by_rate.and_then(|(rate, _)| {
        let rule = if own { "reduction.rate" } else { "reduction.mentioned_rate" };
        source.fact(rule, rate.rule, rate.page, rate.at)
    });
    [of_time, of_none, of_rate].into_iter().flatten().collect()
}

/// Whether a clause names the kind of cancer that is read for, or its collective; any clause does
/// where none is read for.
fn names_kind(source: &Source<'_>, text: &str) -> bool {
    let rules = &source.book().rules.subtypes;
    let Some(kind) = source.kind.and_then(|it| rules.all.get(it)) else { return true };
    let names = |words: &[String]| words.iter().any(|it| text.contains(it.as_str()));
    let together = rules.all.iter().position(|it| Some(&it.key) == kind.within.as_ref());
    names(&kind.words)
        || together.is_some_and(|collective| {
            rules.all.get(collective).is_some_and(|it| names(&it.words))
                && !leaves_out(source, collective, kind, text)
        })
}

/// Returns the rule by time (`1년 미만 50%`) of the first clause that has one, with all its periods.
/// The cells of a table are read together.
fn by_time(source: &Source<'_>, clauses: &[&Clause]) -> Option<FoundRule> {
    (0..clauses.len()).find_map(|first| {
        let (text, at) = together(source, clauses.get(first..)?)?;
        let page = clauses.get(first)?.page;
        let rule = of_columns(source, page, at.start)
            .or_else(|| periods(source, &text, is_for_base(source, page, at.start)))
            .or_else(|| row(source, &text, page, &at))?;
        Some(with_next_periods(source, FoundRule { rule, page, at }, clauses.get(first + 1..)?))
    })
}

/// Adds the clauses that go on where the last period ends: behind `30일 미만 10%` that on 30일 이상 1년 미만.
fn with_next_periods(source: &Source<'_>, found: FoundRule, below: &[&Clause]) -> FoundRule {
    let (page, end) = (found.page, found.at.end);
    let mut all = found;
    for next in below.iter().skip_while(|it| (it.page, it.at.start) < (page, end)) {
        let last = all.rule.rsplit(", ").next().unwrap_or_default();
        let Some((end, _)) = last.split_once(" 미만 ") else { break };
        let goes_on = |(at, _): (usize, &str)| {
            let behind = next.text.get(at + end.len()..).unwrap_or_default();
            source.book().rules.cues.has(Category::GoesOn, behind)
        };
        let begins = next.text.match_indices(end).any(goes_on);
        let is_for_base = is_for_base(source, next.page, next.at.start);
        let rule = periods(source, &next.text, is_for_base).filter(|_| begins);
        let Some(rule) = rule.filter(|_| next.page == all.page) else { break };
        all = FoundRule {
            rule: format!("{}, {rule}", all.rule),
            page: all.page,
            at: all.at.start..next.at.end,
        };
    }
    all
}

/// Returns the rule of a row of shares, with the periods from the table's head above other rows: 담보
/// 1년 미만 1년 이상 … 뇌졸중진단비 50% 100%.
fn row(source: &Source<'_>, text: &str, page: usize, at: &Range<usize>) -> Option<String> {
    let cues = &source.book().rules.cues;
    let row = shares_of_row(text, cues);
    if row.len() < 2 {
        return None;
    }
    let head = head(source, page, at)?;
    let read = shares(&format!("{head}{}", row.concat()), cues);
    let all: Vec<String> = read.iter().map(|it| format!("{} {}", it.until, it.paid)).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Returns the rule of a row with columns for parts of the contract: 담보명 | 1년 미만 | 1년 이상.
fn of_columns(source: &Source<'_>, page: usize, at: usize) -> Option<String> {
    let rules = &source.book().rules;
    let text = source.book().pages(source.insurer()).get(page)?.text.as_str();
    let columns = period_columns(text, at, &rules.rows)?;
    let share = |range: &Range<usize>| {
        let cell = fold(text.get(range.clone())?);
        let [only] = shares_of_row(&cell, &rules.cues)[..] else { return None };
        Some(only.to_owned())
    };
    let cell = |it: &Range<usize>| sum_of(text, it, rules).map(format_won).or_else(|| share(it));
    let paid: Vec<String> = columns.cells.iter().filter_map(cell).collect();
    let is_whole = paid.len() == columns.cells.len();
    let text = format!("{}{}", columns.heads, fold(&paid.join(" ")));
    let read = if is_whole { shares(&text, &rules.cues) } else { Vec::new() };
    let is_for_base = is_for_base(source, page, at);
    let paid = |share: &Share| match share.of_most.filter(|_| is_for_base) {
        Some(rate) => format!("{} {rate}%", share.until),
        None => format!("{} {}", share.until, share.paid),
    };
    let all: Vec<String> = read.iter().map(paid).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Returns the folded head with periods above a row of shares.
fn head(source: &Source<'_>, page: usize, row: &Range<usize>) -> Option<String> {
    let cues = &source.book().rules.cues;
    let above = source.book().pages(source.insurer()).get(page)?.text.get(..row.start)?;
    let heads = above.lines().rev().take(MAX_ROWS).map(fold);
    // Other rows stand between the head and the row.
    // A sentence above is about another coverage, and no head.
    let is_head = |it: &String| has_period(it, cues) && !it.ends_with("다.");
    let mut heads = heads.skip_while(|it| !is_head(it));
    heads.next().filter(|it| !it.contains('%'))
}

/// Joins a clause with the table cells that continue below it.
fn together(source: &Source<'_>, clauses: &[&Clause]) -> Option<(String, Range<usize>)> {
    let rules = &source.book().rules;
    let first = clauses.first()?;
    let (mut text, mut at) = (first.text.clone(), first.at.clone());
    let may_begin = has_period(&text, &rules.cues) || is_cells(&text, rules);
    for next in clauses.iter().skip(1).take(if may_begin { MAX_CELLS } else { 0 }) {
        let follows = next.page == first.page && next.at.start >= at.end;
        if !follows || !is_cells(&next.text, rules) {
            break;
        }
        text.push_str(&next.text);
        at.end = next.at.end;
    }
    Some((text, at))
}

/// Returns the shares of a text with their periods. Of sums that are stated for a base, the share is given.
fn periods(source: &Source<'_>, text: &str, is_for_base: bool) -> Option<String> {
    let mut found = shares(text, &source.book().rules.cues);
    for share in found.iter_mut().filter(|_| is_for_base) {
        share.paid = share.of_most.map_or(share.paid.clone(), |it| format!("{it}%"));
    }
    if found.is_empty() {
        return None;
    }
    let topics = Topics::new(source, text);
    let mut stated: Vec<(&str, &str)> = Vec::new();
    let kind = |at: usize| kind_of(source, text, at);
    let own = found.iter().filter(|it| topics.are_in_scope(it.at, it.goes_on));
    for share in own.filter(|it| kind(it.at).is_none()) {
        // The first share stated for a period is the coverage's.
        if !stated.iter().any(|(until, _)| *until == share.until) {
            stated.push((&share.until, &share.paid));
        }
    }
    let mut all: Vec<String> =
        stated.iter().map(|(until, paid)| format!("{until} {paid}")).collect();
    if all.is_empty() {
        // A share stated only for a subtype is given with its name: 소액암 1년 미만 50%.
        let of_kinds = found.iter().filter_map(|it| Some((kind(it.at)?, it)));
        all.extend(of_kinds.map(|(kind, it)| format!("{kind} {} {}", it.until, it.paid)));
        all.dedup();
    }
    (!all.is_empty()).then(|| all.join(", "))
}

/// Returns the rule of the first clause with a share of the amount, and the clause. For a kind of cancer, one
/// that names it comes before one that names its collective.
fn by_rates<'a>(source: &Source<'_>, clauses: &[&'a Clause]) -> Option<(FoundRule, &'a Clause)> {
    let of_kinds = |wanted: &dyn Fn(&[usize]) -> bool| {
        clauses.iter().find_map(|it| Some((by_rate(source, it, wanted)?, *it)))
    };
    match source.kind {
        Some(kind) => of_kinds(&|it| it.is_empty() || it.contains(&kind))
            .or_else(|| of_kinds(&|it| is_paid_for(source, kind, it))),
        None => of_kinds(&|it| is_of_coverage(source, it)),
    }
}

/// Returns the rule of a share of the amount that is paid for the kinds that are wanted: `가입금액의 20%`.
fn by_rate(
    source: &Source<'_>,
    clause: &Clause,
    wanted: &dyn Fn(&[usize]) -> bool,
) -> Option<FoundRule> {
    let (text, cues) = (clause.text.as_str(), &source.book().rules.cues);
    // A share of some time is no rate: 1년 미만 50%. Beside the whole it is a cell of such a table.
    let of_time: Vec<usize> = shares(text, cues).iter().map(|it| it.at).collect();
    let all = rates(text, cues).into_iter();
    let all = all.map(|it| (kinds_of_rate(source, text, it.start()), it));
    let mut own: Vec<(Vec<usize>, regex::Match<'_>)> = all.filter(|it| wanted(&it.0)).collect();
    // 암: 가입금액의 100%, 유사암: 가입금액의 20%: the share of the kind counts before that of the illness.
    let is_of_kind = source.kind.is_some() && own.iter().any(|it| !it.0.is_empty());
    own.retain(|it| !is_of_kind || !it.0.is_empty());
    let own: Vec<regex::Match<'_>> = own.into_iter().map(|it| it.1).collect();
    if own.iter().any(|it| it.as_str() == "100") {
        return None;
    }
    let topics = Topics::new(source, text);
    let mut rules = Vec::new();
    for rate in own.iter().filter(|it| !of_time.contains(&it.start())) {
        let rule = format!("가입금액의 {}%", rate.as_str());
        if explained(text, cues, rate.range()).is_none()
            && !rules.contains(&rule)
            && topics.are_in_scope(rate.start(), None)
        {
            rules.push(rule);
        }
    }
    let rule = (!rules.is_empty()).then(|| rules.join(", "))?;
    Some(FoundRule { rule, page: clause.page, at: clause.at.clone() })
}

/// Returns the label of the cancer subtype that a clause begins with, and a blank: `경계성종양 `.
fn kind(source: &Source<'_>, clause: &Clause) -> String {
    let subtypes = &source.book().rules.subtypes;
    let first = subtypes
        .words
        .find(&clause.text)
        .and_then(|it| subtypes.of_word.get(it.pattern().as_usize()));
    first
        .and_then(|it| subtypes.all.get(*it))
        .map(|it| format!("{} ", it.label))
        .unwrap_or_default()
}
