//! Reads every fact of a company's documents about a coverage: for all its names together and for
//! each name, kind of cancer and plan that a document treats differently.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::sections::{Section, sections};
use super::source::{Source, Subject};
use super::{
    amount, classes, condition, exclusions, existence, illness, partial, percent, subtype, surgery,
    waiting,
};
use crate::catalog::fact::Evidence;
use crate::catalog::fact::{Attribute, Fact};
use crate::document::book::{Book, threads};
use crate::document::library::PageRow;
use crate::table::rows::LEFT_OUT;
use simui_korean::money::format_won;

/// Returns the facts about a coverage, those of the documents with the highest priority first.
fn about(book: &Book, insurer: usize, coverage: usize) -> Vec<Fact> {
    let documents = by_priority(book, insurer);
    let names = names(book, insurer, coverage);
    let subject = |document, name| Subject { book, insurer, document, coverage, name };
    let all: Vec<(usize, Vec<Section>)> =
        documents.iter().map(|it| (*it, sections(subject(*it, None)))).collect();
    let library = book.library(insurer);
    let is_named = library.mentions.iter().any(|it| it.coverages.contains(&coverage))
        || library.rows.iter().any(|row| {
            row.coverage.is_some_and(|it| it.0 == coverage)
                || row.names.iter().any(|it| names.contains(it))
        });
    if !is_named {
        // Only an insurer that says so does not sell what no document names.
        let sources = documents.iter().map(|it| Source::new(subject(*it, None), Vec::new()));
        return sources.flat_map(|it| existence::existence(&it)).collect();
    }
    let mut facts: Vec<Fact> = Vec::new();
    for (document, sections) in &all {
        facts.extend(of_source(Source::new(subject(*document, None), sections.clone())));
    }
    for name in names.iter().map(String::as_str) {
        let own: Vec<(usize, Vec<Section>)> =
            documents.iter().map(|it| (*it, sections(subject(*it, Some(name))))).collect();
        let is_same = own.iter().zip(&all).all(|(own, all)| places(&own.1) == places(&all.1));
        if is_same || !own.iter().flat_map(|it| &it.1).any(|it| it.own) {
            continue;
        }
        for (document, sections) in own.into_iter().filter(|it| !it.1.is_empty()) {
            facts.extend(of_source(Source::new(subject(document, Some(name)), sections)));
        }
    }
    facts
}

/// Returns the rows of a company's offers that belong to no standard coverage. In other documents such a row
/// may be a payment of one coverage: 변호사비용 최고 1,500만원.
fn of_other_rows(book: &Book, insurer: usize) -> Vec<Fact> {
    let is_in_offer = |row: &&PageRow| {
        let page = book.pages(insurer).get(row.page);
        page.and_then(|it| book.rules.document(&it.doc_type)).is_some_and(|it| it.offers)
    };
    let rows = book.library(insurer).rows.iter().filter(|it| it.coverage.is_none());
    let is_coverage = |it: &&PageRow| it.row.won != LEFT_OUT && !it.row.is_of_class;
    let rows = rows.filter(is_in_offer).filter(is_coverage);
    rows.flat_map(|row| {
        let named = row.printed_names().map(|name| other_row(book, insurer, row, name));
        named.flatten().collect::<Vec<Fact>>()
    })
    .collect()
}

fn other_row(book: &Book, insurer: usize, row: &PageRow, name: &str) -> Vec<Fact> {
    let document = book.library(insurer).readers.document(row.page).unwrap_or_default();
    let subject = Subject { book, insurer, document, coverage: usize::MAX, name: Some(name) };
    let source = Source::new(subject, Vec::new());
    let at = || row.row.quote.clone();
    let sum = source.fact("amount.row", format_won(row.row.won), row.page, at()).map(|it| Fact {
        name: Some(row.row.name.clone()),
        amount_won: Some(row.row.won),
        plan: row.row.plan.clone(),
        plan_is_chosen: row.chosen,
        ..it
    });
    let sold = source.fact("existence.row", existence::SOLD, row.page, at());
    sum.into_iter().chain(sold).collect()
}

/// Returns the documents of a company, the highest retrieval priority first.
fn by_priority(book: &Book, insurer: usize) -> Vec<usize> {
    let readers = &book.library(insurer).readers;
    let priority = |document: usize| {
        let page = readers.first_page(document).and_then(|it| book.pages(insurer).get(it));
        page.and_then(|it| book.rules.document(&it.doc_type)).map_or(0, |it| it.retrieval)
    };
    let mut documents: Vec<usize> = (0..readers.documents()).collect();
    documents.sort_by_key(|it| Reverse(priority(*it)));
    documents
}

/// Returns the folded names that a question may use for the coverage of this company: those of its
/// list and its rows, and the standard name and those of other companies that a row has.
fn names(book: &Book, insurer: usize, coverage: usize) -> BTreeSet<String> {
    let rows = &book.library(insurer).rows;
    let of_coverage = || book.aliases.iter().filter(|it| it.coverage == coverage);
    let listed = of_coverage().filter(|it| it.insurer == insurer).map(|it| &it.name.full);
    let about = rows.iter().filter(|it| it.coverage.is_some_and(|(at, _)| at == coverage));
    let printed = about.filter_map(|it| it.names.first());
    let standard = book.standards.get(coverage).map(|it| &it.name.full);
    let others = of_coverage().map(|it| &it.name.full).chain(standard);
    let others = others.filter(|name| rows.iter().any(|it| it.names.contains(name)));
    listed.chain(printed).chain(others).cloned().collect()
}

/// Returns what tells two lists of sections apart.
fn places(sections: &[Section]) -> Vec<(usize, usize, usize, bool)> {
    sections.iter().map(|it| (it.page, it.at.start, it.at.end, it.own)).collect()
}

/// Returns the facts of one document, with those of kinds of cancer and of plans that differ.
fn of_source(mut source: Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let kinds = book.rules.subtypes.all.len();
    let clauses = of_clauses(&source);
    let sums = amount::sums(&source);
    let mut general = clauses.clone();
    general.extend(sums.clone());
    general.extend(percent::share(&source));
    general.extend(existence::existence(&source));
    general.extend(illness::illnesses(&source, &clauses));
    general.extend(source.sections.iter().filter(|it| !it.is_policy).filter_map(|section| {
        let rule = if section.own { "place.own" } else { "place.mention" };
        source.fact(rule, "", section.page, section.at.clone())
    }));
    // A kind that no document of the company names has no facts.
    let named = |kind: &usize| {
        let pages = &book.library(source.insurer()).subtype_pages;
        let is_site = book.rules.subtypes.all.get(*kind).is_some_and(|it| it.site);
        !is_site || pages.get(*kind).is_some_and(|it| !it.is_empty())
    };
    let kinds: Vec<usize> = (0..kinds).filter(named).collect();
    for kind in kinds.iter().copied() {
        general.extend(subtype::covered(&source, kind));
        general.extend(subtype::excerpt(&source, kind));
    }
    let mut facts = general;
    for plan in source.plans() {
        let of_plan = of_clauses(&source.of_plan(plan));
        facts.extend(that_differ(of_plan, &clauses, book));
    }
    let differing = kinds.into_iter().filter(|it| source.may_differ_for(*it));
    for kind in differing.collect::<Vec<usize>>() {
        source.kind = Some(kind);
        facts.extend(that_differ(amount::sums(&source), &sums, book));
        facts.extend(percent::explained_amount(&source));
        facts.extend(that_differ(partial::partial(&source), &clauses, book));
    }
    facts
}

/// Returns the facts that clauses state: all that may differ between plans.
fn of_clauses(source: &Source<'_>) -> Vec<Fact> {
    let mut facts = waiting::waiting(source);
    facts.extend(partial::partial(source));
    facts.extend(condition::condition(source));
    facts.extend(condition::scope(source));
    facts.extend(exclusions::exclusions(source));
    facts.extend(classes::by_class(source));
    facts.extend(surgery::count_limit(source));
    facts
}

/// Returns the facts of the attributes for which they are not those that hold in general.
fn that_differ(facts: Vec<Fact>, general: &[Fact], book: &Book) -> Vec<Fact> {
    let stated = |facts: &[Fact], attribute: Attribute| -> Vec<(String, Evidence)> {
        let of =
            facts.iter().filter(|it| it.attribute == attribute && !it.is_general(book.rules()));
        of.map(|it| (it.value.clone(), it.evidence.clone())).collect()
    };
    let attributes: BTreeSet<Attribute> = facts.iter().map(|it| it.attribute).collect();
    let differing: BTreeSet<Attribute> =
        attributes.into_iter().filter(|it| stated(&facts, *it) != stated(general, *it)).collect();
    facts.into_iter().filter(|it| differing.contains(&it.attribute)).collect()
}

impl Book {
    /// Reads the documents of all companies. `step` gets the number of coverages read and of all,
    /// and stops the reading by returning false; what was not read is read when it is asked for.
    /// Returns whether everything was read.
    pub fn read_facts(&self, mut step: impl FnMut(usize, usize) -> bool) -> bool {
        let insurers: Vec<usize> = (0..self.insurers.len()).collect();
        self.read_pages(&insurers);
        let of_insurer = |it| self.coverages().map(move |coverage| (it, coverage));
        let all: Vec<(usize, Option<usize>)> = insurers.into_iter().flat_map(of_insurer).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (read, steps) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads() {
                let (read, next, is_stopped, all) = (read.clone(), &next, &is_stopped, &all);
                scope.spawn(move || {
                    while !is_stopped.load(Ordering::Relaxed)
                        && let Some((insurer, coverage)) =
                            all.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        self.facts_about(*insurer, *coverage);
                        // Nobody listens any more once the reading is stopped.
                        _ = read.send(());
                    }
                });
            }
            drop(read);
            let goes_on = steps.iter().zip(1..).all(|((), count)| step(count, all.len()));
            is_stopped.store(!goes_on, Ordering::Relaxed);
            goes_on
        })
    }

    /// Takes facts that were read before from the same documents with the same rules. A coverage or
    /// company that the book does not have is passed over.
    pub fn keep_facts(&self, insurer_code: &str, coverage_code: Option<&str>, facts: Vec<Fact>) {
        let insurer = self.insurers.iter().position(|it| it.code == insurer_code);
        let coverage = coverage_code.map(|code| self.coverage(code));
        if let (Some(insurer), Some(coverage)) =
            (insurer, coverage.map_or(Some(None), |it| it.map(Some)))
        {
            self.facts_or(insurer, coverage, || facts);
        }
    }

    /// Returns the code of each company and coverage with its facts; no code of a coverage for rows
    /// that belong to none.
    pub fn fact_lists(&self) -> impl Iterator<Item = (&str, Option<&str>, &[Fact])> {
        (0..self.insurers.len()).flat_map(move |insurer| {
            self.coverages().map(move |coverage| {
                let standard = coverage.and_then(|it| self.standards.get(it));
                let code = standard.map(|it| it.standard.code.as_str());
                (self.insurer_code(insurer), code, self.facts_about(insurer, coverage))
            })
        })
    }

    /// Returns all facts of a company's documents, coverage by coverage; `None` for a company that
    /// was not imported.
    pub fn facts(&self, insurer_code: &str) -> Option<Vec<&Fact>> {
        let insurer = self.insurers.iter().position(|it| it.code == insurer_code)?;
        Some(self.coverages().flat_map(|it| self.facts_about(insurer, it)).collect())
    }

    /// Returns the facts of a company's documents about a coverage, or about the rows that belong to
    /// no coverage; reads them if this is the first access.
    pub(crate) fn facts_about(&self, insurer: usize, coverage: Option<usize>) -> &[Fact] {
        self.facts_or(insurer, coverage, || match coverage {
            Some(coverage) => about(self, insurer, coverage),
            None => of_other_rows(self, insurer),
        })
    }

    /// Returns the indices of all coverages, and `None` for the rows that belong to none.
    fn coverages(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        (0..self.standards.len()).map(Some).chain([None])
    }
}
