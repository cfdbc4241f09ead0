//! Fills the slots of a coverage from the documents. No value is given without a page and a quote.

mod amount;
mod classes;
mod condition;
mod existence;
mod kinds;
mod lettered;
mod others;
mod partial;
mod parts;
mod percent;
pub(crate) mod quote;
mod sections;
mod subtype;
mod surgery;
mod topics;
pub(crate) mod values;
mod waiting;

use std::collections::BTreeSet;
use std::ops::Range;

use self::quote::evidence;
pub(crate) use self::sections::{Section, sections};
use self::values::{Confidence, ListedAmount, Slot, SlotValue, SourceLevel};
use crate::catalog::fold::fold;
use crate::catalog::person::Person;
use crate::catalog::rules::Axis;
use crate::document::book::Book;
use crate::document::clause::clause_at;

/// Largest number of sections that are read for a coverage.
const MAX_SECTIONS: usize = 32;
/// Largest number of clauses that are read outside the coverage's sections.
const MAX_GENERAL_CLAUSES: usize = 60;

/// Largest number of pages over which a section of a 약관 may continue.
const MAX_SECTION_PAGES: usize = 3;

/// Benefits that coverages pay for, as the endings of their cores.
const BENEFITS: [&str; 4] = ["진단", "수술", "입원", "치료"];

/// The question for which slots are filled.
pub(crate) struct SlotQuery<'a> {
    pub book: &'a Book,
    /// Index of the coverage; `usize::MAX` if only a row of a table is named.
    pub coverage: usize,
    /// Folded names that the question uses.
    pub names: &'a [String],
    pub subtypes: &'a [usize],
    pub person: Person,
    /// The folded question.
    pub folded_text: String,
}

/// The documents of one company, prepared for a question.
pub(crate) struct Source<'a> {
    pub query: &'a SlotQuery<'a>,
    pub insurer: usize,
    pub sections: Vec<Section>,
    /// Clauses of the sections, in their order.
    pub clauses: Vec<Clause>,
}

/// A clause of a section.
#[derive(Clone)]
pub(crate) struct Clause {
    pub page: usize,
    /// Byte range on the page.
    pub at: Range<usize>,
    /// Folded text.
    pub text: String,
    /// Whether its document is a 약관.
    pub is_policy: bool,
    /// Whether its section begins with the coverage's name.
    pub own: bool,
    /// Index of its section; `None` if it was found by searching pages.
    pub section: Option<usize>,
}

/// Fills the slots of a coverage for companies.
///
/// `sections` are those of each company, in the same order.
pub(crate) fn slots(
    query: &SlotQuery<'_>,
    insurers: &[usize],
    sections: &[Vec<Section>],
) -> Vec<Slot> {
    let book = query.book;
    let kind = book.kind(query.coverage);
    let sources: Vec<Source<'_>> = insurers
        .iter()
        .zip(sections)
        .map(|(insurer, sections)| {
            let library = book.library(*insurer);
            // Documents for other persons than the question's are ignored.
            let fits =
                |it: &&Section| library.readers.is_for(it.page, query.person, &query.folded_text);
            let sections: Vec<Section> =
                sections.iter().filter(fits).take(MAX_SECTIONS).cloned().collect();
            let mut clauses = clauses(query, *insurer, &sections);
            clauses.retain(|it| !is_of_another_plan(&it.text, &library.plans, &query.folded_text));
            Source { query, insurer: *insurer, sections, clauses }
        })
        .collect();
    let mut slots = Vec::new();
    let keys: Vec<&str> = match kind {
        Some(kind) => kind.slots.iter().map(|it| it.get_ref().as_str()).collect(),
        // A row of a table that belongs to no standard coverage.
        None => vec!["payout_amount", "existence_status"],
    };
    for key in keys {
        let values = sources.iter().map(|source| value(source, key)).collect();
        slots.extend(slot(book, key, kind.map(|it| it.amount.as_str()), values));
    }
    if !query.subtypes.is_empty() {
        let all = book.rules.subtypes.all.iter().enumerate();
        for (at, subtype) in all.filter(|(at, it)| it.always || query.subtypes.contains(at)) {
            slots.push(finished(Slot {
                slot_key: format!("subtype_{}_covered", subtype.key),
                label: format!("{} 보장 여부", subtype.label),
                comparable: true,
                differs: false,
                insurers: sources.iter().map(|it| subtype::covered(it, at)).collect(),
            }));
        }
        let excerpts = sources.iter().map(subtype::excerpt).collect();
        slots.extend(slot(book, "subtype_definition_excerpt", None, excerpts));
        if !slots.iter().any(|it| it.slot_key == "partial_payment_rule") {
            let rules = sources.iter().map(partial::partial).collect();
            slots.extend(slot(book, "partial_payment_rule", None, rules));
        }
    }
    slots
}

fn value(source: &Source<'_>, key: &str) -> SlotValue {
    match key {
        "payout_amount" => amount::payout(source),
        "existence_status" => existence::existence(source),
        "payout_condition_summary" => condition::condition(source),
        "diagnosis_scope_definition" => condition::scope(source),
        "waiting_period" => waiting::waiting(source),
        "partial_payment_rule" => partial::partial(source),
        "surgery_amount_by_class" => classes::by_class(source),
        "surgery_count_limit" => surgery::count_limit(source),
        _ => source.nothing(),
    }
}

fn slot(book: &Book, key: &str, amount: Option<&str>, insurers: Vec<SlotValue>) -> Option<Slot> {
    let rule = book.rules.slots.all.iter().find(|it| it.key == key)?;
    let label = amount.filter(|_| key == "payout_amount").unwrap_or(&rule.label);
    let (slot_key, label) = (key.to_owned(), label.to_owned());
    Some(finished(Slot { slot_key, label, comparable: rule.comparable, differs: false, insurers }))
}

fn finished(mut slot: Slot) -> Slot {
    let meant = |value: &String| {
        let folded = fold(value);
        let is_limit = slot.slot_key == "surgery_count_limit";
        if is_limit { folded.split(',').map(surgery::limit).collect() } else { vec![folded] }
    };
    let values: Vec<Vec<String>> =
        slot.insurers.iter().filter_map(|it| it.value.as_ref()).map(meant).collect();
    let differs = values.windows(2).any(|pair| matches!(pair, [a, b] if a != b));
    slot.differs = slot.comparable && differs;
    slot
}

impl Source<'_> {
    fn book(&self) -> &Book {
        self.query.book
    }

    /// Returns an empty value of this company.
    fn nothing(&self) -> SlotValue {
        SlotValue {
            insurer_code: self.book().insurer_code(self.insurer).to_owned(),
            ..SlotValue::default()
        }
    }

    /// Returns a value with its place as evidence.
    fn value(
        &self,
        value: String,
        confidence: Confidence,
        page: usize,
        at: Range<usize>,
    ) -> SlotValue {
        let Some(page) = self.book().pages(self.insurer).get(page) else { return self.nothing() };
        let is_policy =
            self.book().rules.document(&page.doc_type).is_some_and(|it| it.axis == Axis::Policy);
        SlotValue {
            value: Some(value),
            confidence,
            source_level: Some(if is_policy {
                SourceLevel::Policy
            } else {
                SourceLevel::ComparableDoc
            }),
            evidence: vec![evidence(page, at)],
            ..self.nothing()
        }
    }

    /// Whether a page calculates an example; its amounts are then no benefits.
    fn is_example(&self, page: usize) -> bool {
        let book = self.book();
        let rule = book
            .pages(self.insurer)
            .get(page)
            .and_then(|it| book.rules.document(&it.doc_type))
            .filter(|it| it.examples);
        let folded = book.library(self.insurer).folded.get(page);
        rule.is_some()
            && folded.is_some_and(|it| book.rules.slots.amount_example.is_match(it.text()))
    }

    /// Whether a page's document is for the person of the question.
    fn is_for(&self, page: usize) -> bool {
        let readers = &self.book().library(self.insurer).readers;
        readers.is_for(page, self.query.person, &self.query.folded_text)
    }

    /// Whether a page belongs to a 약관.
    fn is_policy(&self, page: usize) -> bool {
        let book = self.book();
        let rule =
            book.pages(self.insurer).get(page).and_then(|it| book.rules.document(&it.doc_type));
        rule.is_some_and(|it| it.axis == Axis::Policy)
    }

    /// Whether the nearest coverage name above a clause that begins a line, on its page or the few
    /// before, is another coverage's.
    fn is_in_other_section(&self, clause: &Clause) -> bool {
        let library = self.book().library(self.insurer);
        let pages = self.book().pages(self.insurer);
        let document = pages.get(clause.page).map(|it| it.document.as_str());
        let heads = library.mentions.iter().filter(|it| it.begins_line && it.is_complete);
        let above = heads.filter(|it| {
            let is_before = (it.page, it.at.start) <= (clause.page, clause.at.start);
            is_before
                && it.page + MAX_SECTION_PAGES > clause.page
                && pages.get(it.page).map(|it| it.document.as_str()) == document
        });
        let last = above.max_by_key(|it| (it.page, it.at.start));
        last.is_some_and(|it| !it.coverages.contains(&self.query.coverage))
    }

    /// Returns the clauses with a word on the given pages, those of the 약관 first.
    fn clauses_about(&self, pages: &[usize], subject: &str) -> Vec<Clause> {
        let book = self.book();
        let library = book.library(self.insurer);
        let is_policy = |index: usize| self.is_policy(index);
        let mut ordered: Vec<usize> = pages.iter().copied().filter(|it| self.is_for(*it)).collect();
        ordered.sort_by_key(|it| !is_policy(*it));
        let mut all: Vec<Clause> = Vec::new();
        for index in ordered {
            let (Some(page), Some(folded)) =
                (book.pages(self.insurer).get(index), library.folded.get(index))
            else {
                continue;
            };
            if subject.is_empty() || all.len() >= MAX_GENERAL_CLAUSES {
                break;
            }
            let mut end = 0;
            for (place, _) in folded.text().match_indices(subject) {
                let start = folded.original(&page.text, place..place).start;
                if start < end {
                    continue;
                }
                let at = clause_at(&page.text, start);
                end = at.end;
                let text = fold(page.text.get(at.clone()).unwrap_or_default());
                if is_list_of_names(book, &text) {
                    continue;
                }
                let text = others::own_words(self.query, self.insurer, text);
                let is_policy = is_policy(index);
                all.push(Clause { page: index, at, text, is_policy, own: false, section: None });
            }
        }
        all
    }

    /// Returns the benefit of the coverage: 진단 of 암진단.
    fn benefit(&self) -> &'static str {
        let core =
            self.book().standards.get(self.query.coverage).map_or("", |it| it.name.core.as_str());
        BENEFITS.into_iter().find(|it| core.ends_with(it)).unwrap_or_default()
    }

    /// Returns all synonyms of the coverage's subject, the standard's first: 허혈성심장질환, 허혈성심질환.
    fn words_of_subject(&self) -> Vec<String> {
        let subject = self.subject().to_owned();
        let same = self.book().rules.names.same.iter().filter(|(_, to)| *to == subject);
        let others: Vec<String> = same.map(|(from, _)| from.clone()).collect();
        std::iter::once(subject).chain(others).collect()
    }

    /// Returns the subject of the coverage: 암 of 암진단, 뇌졸중 of 뇌졸중진단.
    fn subject(&self) -> &str {
        let core =
            self.book().standards.get(self.query.coverage).map_or("", |it| it.name.core.as_str());
        BENEFITS
            .iter()
            .find_map(|it| core.strip_suffix(it))
            .filter(|it| !it.is_empty())
            .unwrap_or(core)
    }
}

/// Whether a clause only lists names of coverages: 뇌혈관질환진단(갱신형), 독감치료비(10일면책)(갱신형), …
fn is_list_of_names(book: &Book, clause: &str) -> bool {
    let heading = &book.rules.names.heading;
    let of_name = |part: &&str| part.ends_with("(갱신형)") || heading.is_match(part);
    clause.split(',').filter(of_name).count() >= MIN_LISTED_NAMES
}

/// Words that a sentence about a benefit has and a list of names has not.
const STATEMENT_WORDS: [&str; 8] =
    ["지급", "보장합", "보상합", "니다", "경우", "미만", "이내", "%"];

/// Whether a clause has words of a sentence outside the brackets of names.
fn has_statement(clause: &str) -> bool {
    let mut left = String::new();
    let mut depth = 0_usize;
    for c in clause.chars() {
        match c {
            '(' => depth += 1,
            // The text in front was cut off within a bracket.
            ')' if depth == 0 => left.clear(),
            ')' => depth -= 1,
            _ if depth == 0 => left.push(c),
            _ => {}
        }
    }
    STATEMENT_WORDS.iter().any(|it| left.contains(it))
}

/// Whether a clause is a list of names without a statement about them.
fn is_mere_list(book: &Book, clause: &str) -> bool {
    is_list_of_names(book, clause) && !has_statement(clause)
}

/// Smallest number of names that makes a clause a list.
const MIN_LISTED_NAMES: usize = 3;

/// Largest distance, in characters, between the name of a plan and its particle: 간편심사형은 of the plan
/// 간편.
const MAX_PARTICLE_DISTANCE: usize = 4;

/// Whether a clause is about one plan and the question about another: 2) 간편심사형은 계약일부터 1년 미만 50%.
fn is_of_another_plan(clause: &str, plans: &BTreeSet<String>, question: &str) -> bool {
    let begins = clause.trim_start_matches(|c: char| !c.is_alphabetic());
    let names_plan = |plan: &&String| {
        let rest = begins.strip_prefix(plan.as_str()).unwrap_or_default();
        let particle =
            rest.char_indices().take(MAX_PARTICLE_DISTANCE).find(|(_, c)| "은는".contains(*c));
        plan.chars().count() > 1 && particle.is_some()
    };
    let own = plans.iter().find(names_plan);
    own.is_some_and(|own| {
        !question.contains(own.as_str())
            && plans.iter().any(|it| it.chars().count() > 1 && question.contains(it.as_str()))
    })
}

/// Returns the clauses of sections, in their order.
fn clauses(query: &SlotQuery<'_>, insurer: usize, sections: &[Section]) -> Vec<Clause> {
    let book = query.book;
    let pages = book.pages(insurer);
    let mut all = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        let Some(page) = pages.get(section.page) else { continue };
        for at in crate::document::clause::clauses(&page.text, section.at.clone()) {
            let text = fold(page.text.get(at.clone()).unwrap_or_default());
            if is_mere_list(book, &text) {
                continue;
            }
            let text = others::own_words(query, insurer, text);
            let (page, is_policy, own) = (section.page, section.is_policy, section.own);
            all.push(Clause { page, at, text, is_policy, own, section: Some(number) });
        }
    }
    all
}

impl Book {
    /// Returns every row of a table that names a coverage and its amount in the documents of a
    /// company.
    pub fn amounts(&self, insurer_code: &str) -> Vec<ListedAmount> {
        let insurer = self.insurers.iter().position(|it| it.code == insurer_code);
        insurer.map(|at| listed(self, at)).unwrap_or_default()
    }
}

/// Returns the rows of a company's tables.
fn listed(book: &Book, insurer: usize) -> Vec<ListedAmount> {
    let pages = book.pages(insurer);
    let listed = book.library(insurer).rows.iter().filter_map(|row| {
        let coverage = row.coverage.and_then(|(at, _)| book.standards.get(at));
        Some(ListedAmount {
            name: row.row.name.clone(),
            coverage_code: coverage.map(|it| it.standard.code.clone()),
            amount_won: row.row.won,
            evidence: evidence(pages.get(row.page)?, row.row.quote.clone()),
        })
    });
    listed.collect()
}
