//! The part of one document that is about one coverage, prepared for the readings.

use std::collections::BTreeSet;
use std::ops::Range;

use super::others::own_words;
use super::quote::evidence;
use super::sections::Section;
use crate::catalog::cues::Category;
use crate::catalog::fact::Evidence;
use crate::catalog::fact::{Fact, Polarity};
use crate::catalog::fold::fold;
use crate::catalog::rules::Axis;
use crate::document::book::Book;
use crate::document::clause::{clause_at, clauses};
use crate::document::library::Mention;
use crate::document::notes::behind_mark;
use simui_korean::money::amounts;

/// Largest number of sections that are read for a coverage.
const MAX_SECTIONS: usize = 32;
/// Largest number of clauses that are read outside the coverage's sections.
const MAX_GENERAL_CLAUSES: usize = 60;
/// Largest number of pages over which a section of a 약관 may continue.
pub(super) const MAX_SECTION_PAGES: usize = 3;

/// Benefits that coverages pay for, as the endings of their cores.
pub(super) const BENEFITS: [&str; 4] = ["진단", "수술", "입원", "치료"];

/// What is read: one document, for one coverage of its company.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub book: &'a Book,
    pub insurer: usize,
    /// Index of the document in the company's library.
    pub document: usize,
    pub coverage: usize,
    /// The folded name whose sections are read; `None` for those of all names of the coverage.
    pub name: Option<&'a str>,
}

/// The document of a subject, prepared for the readings.
pub(super) struct Source<'a> {
    pub subject: Subject<'a>,
    /// Index of the kind of cancer that amounts and reductions are read for.
    pub kind: Option<usize>,
    /// The folded name of the plan that is read for.
    pub plan: Option<String>,
    pub sections: Vec<Section>,
    /// Clauses of the sections, in their order.
    pub clauses: Vec<Clause>,
}

/// A clause of a section.
#[derive(Clone)]
pub(super) struct Clause {
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

impl<'a> Source<'a> {
    /// Prepares the sections of a subject, most relevant first.
    pub(super) fn new(subject: Subject<'a>, sections: Vec<Section>) -> Self {
        let sections: Vec<Section> = sections.into_iter().take(MAX_SECTIONS).collect();
        let clauses = clauses_of(subject, &sections);
        Self { subject, kind: None, plan: None, sections, clauses }
    }

    /// Whether statements outside the coverage's sections are read: they hold for all its names,
    /// plans and kinds of cancer, and are read once.
    pub(super) fn reads_general(&self) -> bool {
        self.subject.name.is_none() && self.plan.is_none() && self.kind.is_none()
    }

    pub(super) fn book(&self) -> &'a Book {
        self.subject.book
    }

    pub(super) fn insurer(&self) -> usize {
        self.subject.insurer
    }

    pub(super) fn coverage(&self) -> usize {
        self.subject.coverage
    }

    /// Returns a fact that the reading `rule` found at a range of a page; `None` if the rules have
    /// no such reading.
    pub(super) fn fact(
        &self,
        rule: &str,
        value: impl Into<String>,
        page: usize,
        at: Range<usize>,
    ) -> Option<Fact> {
        let book = self.book();
        let reading = book.rules.readings.get(rule)?;
        let standard = book.standards.get(self.coverage()).map(|it| &it.standard);
        let of_kind = self.kind.and_then(|it| book.rules.subtypes.all.get(it));
        Some(Fact {
            insurer_code: book.insurer_code(self.insurer()).to_owned(),
            coverage: standard.map(|it| it.code.clone()),
            coverage_name: standard.map(|it| it.name.clone()),
            of_name: self.subject.name.map(str::to_owned),
            name: None,
            plan: self.plan.clone(),
            plan_is_chosen: None,
            attribute: reading.attribute,
            applies_to: of_kind.map(|it| it.key.clone()),
            polarity: Polarity::Affirmed,
            value: value.into(),
            amount_won: None,
            basis: None,
            condition: None,
            confidence: reading.confidence,
            rule: rule.to_owned(),
            rank: reading.rank,
            evidence: self.evidence(page, at)?,
            further: Vec::new(),
        })
    }

    pub(super) fn evidence(&self, page: usize, at: Range<usize>) -> Option<Evidence> {
        Some(evidence(self.book().pages(self.insurer()).get(page)?, at))
    }

    /// Whether a page belongs to the document.
    pub(super) fn has(&self, page: usize) -> bool {
        let readers = &self.book().library(self.insurer()).readers;
        readers.document(page) == Some(self.subject.document)
    }

    /// Whether a page calculates an example; its amounts are then no benefits.
    pub(super) fn is_example(&self, page: usize) -> bool {
        let book = self.book();
        let rule = book
            .pages(self.insurer())
            .get(page)
            .and_then(|it| book.rules.document(&it.doc_type))
            .filter(|it| it.examples);
        let folded = book.library(self.insurer()).folded.get(page);
        rule.is_some()
            && folded.is_some_and(|it| book.rules.cues.has(Category::ExamplePage, it.text()))
    }

    /// Whether a page belongs to an offer, of which every row is a coverage.
    pub(super) fn is_offer(&self, page: usize) -> bool {
        let book = self.book();
        let rule =
            book.pages(self.insurer()).get(page).and_then(|it| book.rules.document(&it.doc_type));
        rule.is_some_and(|it| it.offers)
    }

    /// Whether a page belongs to a 약관.
    pub(super) fn is_policy(&self, page: usize) -> bool {
        let book = self.book();
        let rule =
            book.pages(self.insurer()).get(page).and_then(|it| book.rules.document(&it.doc_type));
        rule.is_some_and(|it| it.axis == Axis::Policy)
    }

    /// Whether a clause stands below a line that heads what applies to another rider alone, on its page or
    /// the few before: 재진단암진단비 특별약관 운영에 관한 사항.
    pub(super) fn is_of_other_rider(&self, clause: &Clause) -> bool {
        let library = self.book().library(self.insurer());
        let is_above = |page: usize, start: usize| {
            (page, start) <= (clause.page, clause.at.start)
                && page + MAX_SECTION_PAGES > clause.page
                && self.has(page)
        };
        let heads = library.rider_heads.iter().filter(|it| is_above(it.0, it.1.start));
        let Some((page, at)) = heads.max_by_key(|it| (it.0, it.1.start)) else { return false };
        let own = library.mentions.iter().filter(|it| it.coverages.contains(&self.coverage()));
        let mut own = own.filter(|it| is_above(it.page, it.at.start));
        !own.any(|mention| {
            mention.page == *page && at.contains(&mention.at.start)
                || mention.begins_line && (mention.page, mention.at.start) > (*page, at.start)
        })
    }

    /// Whether a clause names another coverage and not this one: 암진단비 : 가입 후 90일간 보장 제외 for 암입원일당.
    pub(super) fn names_another(&self, clause: &Clause) -> bool {
        let mentions = &self.book().library(self.insurer()).mentions;
        let within = |it: &&Mention| it.page == clause.page && clause.at.contains(&it.at.start);
        let mut within = mentions.iter().filter(within).peekable();
        within.peek().is_some() && !within.any(|it| it.coverages.contains(&self.coverage()))
    }

    /// Whether the nearest coverage name above a clause that begins a line, on its page or the few
    /// before, is another coverage's.
    pub(super) fn is_in_other_section(&self, clause: &Clause) -> bool {
        let library = self.book().library(self.insurer());
        let heads = library.mentions.iter().filter(|it| it.begins_line && it.is_complete);
        let above = heads.filter(|mention| {
            let is_before = (mention.page, mention.at.start) <= (clause.page, clause.at.start);
            is_before && mention.page + MAX_SECTION_PAGES > clause.page && self.has(mention.page)
        });
        let last = above.max_by_key(|it| (it.page, it.at.start));
        last.is_some_and(|it| !it.coverages.contains(&self.coverage()))
    }

    /// Returns the clauses of the document with a word on the given pages.
    pub(super) fn clauses_about(&self, pages: &[usize], subject: &str) -> Vec<Clause> {
        let book = self.book();
        let library = book.library(self.insurer());
        let mut all: Vec<Clause> = Vec::new();
        for index in pages.iter().copied().filter(|it| self.has(*it)) {
            let (Some(page), Some(folded)) =
                (book.pages(self.insurer()).get(index), library.folded.get(index))
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
                let text = own_words(self.subject, text);
                let is_policy = self.is_policy(index);
                all.push(Clause { page: index, at, text, is_policy, own: false, section: None });
            }
        }
        all
    }

    /// Returns the folded core of the coverage's standard name: 암진단.
    pub(super) fn core(&self) -> &'a str {
        self.book().standards.get(self.coverage()).map_or("", |it| it.name.core.as_str())
    }

    /// Returns the benefit of the coverage: 진단 of 암진단.
    pub(super) fn benefit(&self) -> &'static str {
        BENEFITS.into_iter().find(|it| self.core().ends_with(it)).unwrap_or_default()
    }

    /// Returns all synonyms of the coverage's subject, the standard's first: 허혈성심장질환, 허혈성심질환.
    pub(super) fn words_of_subject(&self) -> Vec<String> {
        let subject = self.subject_word().to_owned();
        let same = self.book().rules.names.same.iter().filter(|(_, to)| *to == subject);
        let others: Vec<String> = same.map(|(from, _)| from.clone()).collect();
        std::iter::once(subject).chain(others).collect()
    }

    /// Returns the subject of the coverage: 암 of 암진단, 뇌졸중 of 뇌졸중진단.
    pub(super) fn subject_word(&self) -> &'a str {
        let core = self.core();
        BENEFITS
            .iter()
            .find_map(|it| core.strip_suffix(it))
            .filter(|it| !it.is_empty())
            .unwrap_or(core)
    }

    /// Whether amounts and reductions may be stated for a kind of cancer: of a coverage for cancer, or
    /// one whose own section names the kind.
    pub(super) fn may_differ_for(&self, kind: usize) -> bool {
        let words = self.book().rules.subtypes.all.get(kind).map(|it| &it.words);
        let names =
            |text: &str| words.is_some_and(|it| it.iter().any(|it| text.contains(it.as_str())));
        self.core().contains('암') || self.clauses.iter().any(|it| it.own && names(&it.text))
    }

    /// Whether a plan is the one that is read for.
    pub(super) fn is_for_plan(&self, plan: &str) -> bool {
        self.plan.as_deref() == Some(plan)
    }

    /// Returns the folded names of the plans that the coverage's own sections tell apart.
    pub(super) fn plans(&self) -> BTreeSet<String> {
        let book = self.book();
        let library = book.library(self.insurer());
        let own = self.sections.iter().filter(|it| it.own).map(|it| (it.page, it.at.clone()));
        let parts = own.chain(super::classes::behind_mentions(self));
        let text = |at: usize| book.pages(self.insurer()).get(at).map(|it| it.text.as_str());
        let texts = parts.filter_map(|(at, part)| Some((at, part.start, text(at)?.get(part)?)));
        let mut plans = BTreeSet::new();
        for (page, start, text) in texts {
            let of_titles = library.tables.get(page).map(|it| it.plan_cells(start));
            let of_titles = of_titles.unwrap_or_default();
            plans.extend(of_titles.into_iter().map(|it| it.0));
            let folded = fold(text);
            let named = library.plans.iter().filter(|it| it.chars().count() > 1);
            plans.extend(named.filter(|it| folded.contains(it.as_str())).cloned());
            let words = text.split(|c: char| c.is_whitespace() || c == '|').map(fold);
            let words = words.map(|it| it.trim_end_matches([':', '-', ')']).to_owned());
            plans.extend(words.filter(|it| book.rules.rows.plan.is_match(it)));
            plans.extend(text.lines().filter_map(row_of_plan));
        }
        plans
    }

    /// Returns the document as it is read for a plan.
    pub(super) fn of_plan(&self, plan: String) -> Source<'a> {
        Source {
            subject: self.subject,
            kind: None,
            clauses: self.clauses.clone(),
            sections: self.sections.clone(),
            plan: Some(plan),
        }
    }
}

impl Fact {
    /// Sets the polarity.
    pub(super) fn with_polarity(self, polarity: Polarity) -> Self {
        Self { polarity, ..self }
    }
}

/// Largest length, in characters, of the name of a plan in front of its amounts.
const MAX_PLAN_LENGTH: usize = 10;

/// Returns the folded name in front of a row of several amounts: 라이트 10만원 20만원 40만원.
fn row_of_plan(line: &str) -> Option<String> {
    let found = amounts(line);
    let name = line.get(..found.first()?.at.start).map(fold)?;
    let is_name = name.chars().all(|c| ('가'..='힣').contains(&c));
    let length = name.chars().count();
    (found.len() > 1 && is_name && (2..=MAX_PLAN_LENGTH).contains(&length)).then_some(name)
}

/// Whether a clause only lists names of coverages: 뇌혈관질환진단(갱신형), 독감치료비(10일면책)(갱신형), …
pub(super) fn is_list_of_names(book: &Book, clause: &str) -> bool {
    let heading = &book.rules.names.heading;
    let of_name = |part: &&str| part.ends_with("(갱신형)") || heading.is_match(part);
    clause.split(',').filter(of_name).count() >= MIN_LISTED_NAMES
}

/// Words that a sentence about a benefit has and a list of names has not.
const STATEMENT_WORDS: [&str; 8] =
    ["지급", "보장합", "보상합", "니다", "경우", "미만", "이내", "%"];

/// Whether a clause has words of a sentence outside the brackets of names.
pub(super) fn has_statement(clause: &str) -> bool {
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

/// Whether a clause is a note that begins with the names of other coverages, and is about those alone: ※
/// 암진단비, 고액암진단비의 보장개시일은 90일이 지난 날.
fn is_note_of_others(subject: Subject<'_>, page: usize, at: &Range<usize>) -> bool {
    let Some(text) = subject.book.pages(subject.insurer).get(page) else { return false };
    let Some(text) = text.text.get(at.clone()) else { return false };
    let first = text.lines().next().unwrap_or_default();
    let Some(body) = behind_mark(first).map(|it| at.start + first.len() - it.len()) else {
        return false;
    };
    let all = &subject.book.library(subject.insurer).mentions;
    let within = |it: &&Mention| it.page == page && at.contains(&it.at.start);
    let mut within = all.iter().filter(within).peekable();
    if within.peek().is_some_and(|it| it.at.start == body) {
        return !within.any(|it| it.coverages.contains(&subject.coverage));
    }
    // ※ 일반암이라 함은 유사암 이외의 암을 말하며: a note about the illness of another coverage.
    let book = subject.book;
    let text = fold(text.get(body - at.start..).unwrap_or_default());
    let topic = book.rules.names.diseases.find(&text).filter(|it| it.start() == 0);
    let topic = topic.and_then(|it| text.get(it.range()));
    let same = book.rules.names.same.iter().find(|it| Some(it.0.as_str()) == topic);
    let names = |core: &str| {
        topic.is_some_and(|it| core.contains(it)) || same.is_some_and(|it| core.starts_with(&it.1))
    };
    let own = book.aliases.iter().filter(|it| it.coverage == subject.coverage);
    let standard = book.standards.get(subject.coverage).map(|it| &it.name.core);
    // What a note takes out may be taken out of this coverage.
    let takes_out = book.rules.cues.has(Category::Excludes, &text);
    topic.is_some_and(|it| it != "암")
        && !takes_out
        && book.standards.iter().any(|it| names(&it.name.core))
            | book.aliases.iter().any(|it| names(&it.name.core))
        && !own.map(|it| &it.name.core).chain(standard).any(|it| names(it))
}

/// Smallest number of names that makes a clause a list.
const MIN_LISTED_NAMES: usize = 3;

/// Returns a folded text with multiples of the sum insured as shares: 가입금액의 2배 is 가입금액의 200%.
fn in_percent(text: String) -> String {
    (2..=9).fold(text, |text, times| {
        text.replace(&format!("가입금액의{times}배"), &format!("가입금액의{times}00%"))
    })
}

/// Returns the clauses of sections, in their order.
fn clauses_of(subject: Subject<'_>, sections: &[Section]) -> Vec<Clause> {
    let book = subject.book;
    let pages = book.pages(subject.insurer);
    let mut all = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        let Some(page) = pages.get(section.page) else { continue };
        for at in clauses(&page.text, section.at.clone()) {
            let text = in_percent(fold(page.text.get(at.clone()).unwrap_or_default()));
            if is_mere_list(book, &text) || is_note_of_others(subject, section.page, &at) {
                continue;
            }
            let text = own_words(subject, text);
            let (page, is_policy, own) = (section.page, section.is_policy, section.own);
            all.push(Clause { page, at, text, is_policy, own, section: Some(number) });
        }
    }
    all
}
