//! 면책: when nothing is paid, in the coverage's own sections and in articles that hold for every coverage.

use std::ops::Range;

use super::condition::{behind, clause_text, defining};
use super::quote::on_one_line;
use super::source::{Clause, Source, has_statement};
use crate::catalog::cues::{Category, Cues};
use crate::catalog::fact::Fact;
use crate::catalog::fold::{Folded, fold};
use crate::document::exclusions::{ExclusionList, is_item};
use crate::document::list_mark::list_mark;
use crate::table::piped::columns;

/// Returns the clauses that say when nothing is paid: those of the coverage's own sections, and others
/// that name this coverage alone, each with the list that it announces (다음의 수술은 보장하지 않습니다. 1. 요실금 2.
/// 치핵), what a bracket or a definition takes out, and the articles that hold for all coverages. The
/// condition of a fact is the part that a clause takes out of what it says before.
pub(super) fn exclusions(source: &Source<'_>) -> Vec<Fact> {
    let (own, mut others): (Vec<&Clause>, Vec<&Clause>) =
        source.clauses.iter().partition(|it| it.own);
    let is_same =
        |a: &Clause, b: &Clause| a.page == b.page && a.at.start < b.at.end && b.at.start < a.at.end;
    others.retain(|other| !own.iter().any(|it| is_same(it, other)));
    let mut facts = stated(source, &own, "exclusion.own", &|_| true);
    facts.extend(stated(source, &others, "exclusion.mention", &|it| names_alone(source, it)));
    facts.extend(own.iter().flat_map(|it| in_brackets(source, it)));
    facts.extend(by_definition(source));
    facts.extend(common(source));
    facts
}

/// Returns the clauses among those of `may_state` that exclude something, with the lists that they announce.
fn stated(
    source: &Source<'_>,
    clauses: &[&Clause],
    rule: &str,
    may_state: &dyn Fn(&Clause) -> bool,
) -> Vec<Fact> {
    let cues = &source.book().rules.cues;
    let mut facts = Vec::new();
    let mut at = 0;
    while let Some(clause) = clauses.get(at) {
        at += 1;
        // A heading alone says nothing: what stands below it does.
        let heading = cues.find(Category::HeadsExclusions, &clause.text);
        let is_heading = heading.is_some_and(|it| it.end == clause.text.len());
        let states = cues.has(Category::Excludes, &clause.text) && has_statement(&clause.text)
            || is_in_list(source, clause);
        if !is_heading && !states || !may_state(clause) {
            continue;
        }
        let belongs = |next: &&&Clause| {
            let denies = cues.has(Category::Excludes, &next.text);
            next.page == clause.page
                && !cues.has(Category::HeadsExclusions, &next.text)
                && match is_heading {
                    true => denies || is_in_list(source, next),
                    false => !denies && is_item(&next.text),
                }
        };
        let opens = is_heading || ["다음", "아래"].iter().any(|it| clause.text.contains(it));
        let below = clauses.iter().skip(at).take_while(belongs).count() * usize::from(opens);
        at += below;
        let Some(last) = clauses.get(at - 1).filter(|_| !is_heading || below > 0) else { continue };
        let quoted =
            Clause { at: clause.at.start..last.at.end.max(clause.at.end), ..(*clause).clone() };
        let condition = (below == 0).then(|| taken_out(source, clause)).flatten();
        let text = clause_text(source, &quoted);
        let fact = source.fact(rule, text, quoted.page, quoted.at);
        facts.extend(fact.map(|it| Fact { condition, ..it }));
    }
    facts
}

/// Whether a clause is an item of a list of what is not paid for.
pub(super) fn is_in_list(source: &Source<'_>, clause: &Clause) -> bool {
    let book = source.book();
    let mut lists = book.library(source.insurer()).exclusion_lists.iter();
    let is_item = lists.any(|list| {
        list.page == clause.page && list.items.iter().any(|it| it.contains(&clause.at.start))
    });
    is_item || is_in_column(source, clause)
}

/// Whether a clause is a row below the title of such reasons: | 담보 | 지급하지 않는 사유 |.
fn is_in_column(source: &Source<'_>, clause: &Clause) -> bool {
    let rules = &source.book().rules;
    let page = source.book().pages(source.insurer()).get(clause.page);
    let title = |cell: &str| {
        let title = fold(cell);
        let is_reason = rules.cues.has(Category::HeadsExclusions, &title);
        (is_reason || rules.rows.head_coverages.is_match(&title)).then_some(is_reason)
    };
    let cells = page.map(|it| columns(&it.text, clause.at.start, title)).unwrap_or_default();
    cells.iter().any(|it| it.0)
}

/// Whether a clause names this coverage and no other: 협심증은 급성심근경색증진단비의 보장대상이 아닙니다.
fn names_alone(source: &Source<'_>, clause: &Clause) -> bool {
    let mentions = source.book().library(source.insurer()).mentions.iter();
    let mut within =
        mentions.filter(|it| it.page == clause.page && clause.at.contains(&it.at.start)).peekable();
    within.peek().is_some() && within.all(|it| it.coverages.contains(&source.coverage()))
}

/// Returns what the definition of the illness in the document takes out, in its clause or in the one
/// behind it: 뇌졸중이란 뇌내출혈, 뇌경색증을 말합니다. 일과성 뇌허혈발작은 포함하지 않습니다.
fn by_definition(source: &Source<'_>) -> Vec<Fact> {
    let Some(clause) = defining(source).filter(|_| source.reads_general()) else {
        return Vec::new();
    };
    let next = behind(source, &clause);
    let cues = &source.book().rules.cues;
    let excludes = |it: &Clause| cues.has(Category::Excludes, &it.text);
    let fact = |clause: Clause| {
        let condition = taken_out(source, &clause);
        let text = clause_text(source, &clause);
        let fact = source.fact("exclusion.definition", text, clause.page, clause.at)?;
        Some(Fact { condition, ..fact })
    };
    std::iter::once(clause).chain(next).filter(excludes).filter_map(fact).collect()
}

/// Returns the text of a clause in which a folded range lies, on one line.
fn printed(
    source: &Source<'_>,
    clause: &Clause,
    part: impl Fn(&str) -> Option<Range<usize>>,
) -> Option<(String, Range<usize>)> {
    let page = source.book().pages(source.insurer()).get(clause.page)?;
    let text = page.text.get(clause.at.clone())?;
    let folded = Folded::new(text);
    let at = folded.original(text, part(folded.text())?);
    let printed = on_one_line(text.get(at.clone())?);
    Some((printed, clause.at.start + at.start..clause.at.start + at.end))
}

/// Returns the part that a clause takes out of what it says before: 뇌경색증(I63)은 of 지주막하출혈을 말하며,
/// 뇌경색증(I63)은 포함하지 않습니다.
fn taken_out(source: &Source<'_>, clause: &Clause) -> Option<String> {
    printed(source, clause, |it| part_taken_out(it, &source.book().rules.cues)).map(|it| it.0)
}

pub(super) fn part_taken_out(text: &str, cues: &Cues) -> Option<Range<usize>> {
    // The heading of the article is no part of its text.
    let from = cues.find(Category::HeadsExclusions, text).map_or(0, |it| it.end);
    let end = from + cues.find(Category::Excludes, text.get(from..)?)?.start;
    let breaks = cues.all(Category::BreaksClause, text.get(from..end)?).map(|it| it.at().end);
    Some(from + breaks.max().unwrap_or_default()..end)
}

/// Returns what brackets of a clause take out: 부목 치료 of (부목 치료 제외). Kinds of cancer have facts of their
/// own.
fn in_brackets(source: &Source<'_>, clause: &Clause) -> Vec<Fact> {
    let rules = &source.book().rules;
    let found = rules.cues.all(Category::BracketOut, &clause.text);
    let parts = found.filter_map(|it| Some(it.group("out")?.as_str().to_owned()));
    let parts = parts.filter(|it| !rules.subtypes.words.is_match(it.as_str()));
    let fact = |part: String| {
        let place = |text: &str| text.find(&part).map(|at| at..at + part.len());
        let (text, at) = printed(source, clause, place)?;
        source.fact("exclusion.bracket", text, clause.page, at)
    };
    parts.filter_map(fact).collect()
}

/// Returns the lists that hold for every coverage of the document, and the items of such a list that hold
/// for this one: those that name no other (공통), and those about what it insures (상해 관련 담보).
fn common(source: &Source<'_>) -> Vec<Fact> {
    let library = source.book().library(source.insurer());
    let lists = library.exclusion_lists.iter().filter(|it| it.is_common && source.has(it.page));
    let of_list = |list: &ExclusionList| {
        let items = list.items.iter().filter(|it| holds(source, list.page, it)).cloned();
        let items: Vec<Range<usize>> = items.collect();
        if items.len() == list.items.len() { vec![list.at.clone()] } else { items }
    };
    let places = lists.flat_map(|it| of_list(it).into_iter().map(|at| (it.page, at)));
    let facts = places.filter(|_| source.reads_general()).filter_map(|(page, at)| {
        let (own, section, text) = (false, None, String::new());
        let clause = Clause { page, at, text, is_policy: true, own, section };
        let text = format!("공통: {}", clause_text(source, &clause));
        source.fact("exclusion.common", text, page, clause.at)
    });
    facts.collect()
}

/// Whether an item of a common list holds for the coverage.
fn holds(source: &Source<'_>, page: usize, item: &Range<usize>) -> bool {
    let book = source.book();
    let text = book.pages(source.insurer()).get(page).and_then(|it| it.text.get(item.clone()));
    let text = fold(text.unwrap_or_default());
    let topic = list_mark(&text).map_or(text.as_str(), |it| it.1).trim_start_matches(['-', '·']);
    let topic = topic.split_once(':').map_or("", |it| it.0);
    // 상해 관련 담보 is about what the names of these coverages begin with.
    let about = book.rules.cues.find(Category::OfAllCoverages, topic);
    let about = about.map(|it| topic.get(..it.start).unwrap_or_default());
    let mut named = book.library(source.insurer()).mentions.iter().filter(|mention| {
        mention.page == page && item.contains(&mention.at.start) && mention.begins_line
    });
    match about.filter(|it| !it.is_empty()) {
        Some(about) => source.core().contains(about),
        None => named.all(|it| it.coverages.contains(&source.coverage())),
    }
}
