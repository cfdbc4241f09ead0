//! Reads the pages of one company once: folded text, rows of tables, and the places where coverages
//! are named.

mod benefits;
mod captions;
mod later;
mod limits;
mod mentions;
mod names;
mod readers;
mod running;
mod tables;
mod wrapped_names;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use self::benefits::is_benefit_of_above;
pub(crate) use self::mentions::Mention;
pub(crate) use self::names::bare;
use self::names::{folded_forms, names, nearest, with_short_names};
pub(crate) use self::readers::Readers;
use self::tables::tables;
use super::book::Book;
use super::clause::clause_at;
use super::exclusions::{ExclusionList, lists};
use super::list_mark::list_mark;
use crate::catalog::cues::Category;
use crate::catalog::fold::{Folded, fold};
use crate::catalog::name::Name;
use crate::catalog::rules::Axis;
use crate::catalog::tables::Page;
use crate::table::piped::is_of_coverages;
use crate::table::rows::{Row, lines};
use crate::table::titled::Tables;
use simui_korean::money::amounts;

/// Returns the folded text behind the words that state the chosen plan: 선택한 플랜 : 표준플랜.
fn chosen(text: &str) -> Option<&str> {
    let words = [
        "선택한플랜",
        "고른플랜",
        "선택플랜",
        "가입플랜",
        "선택하신플랜",
        "가입한플랜",
        "고르신플랜",
    ];
    let Some((at, word)) = words.iter().find_map(|it| Some((text.find(it)?, it))) else {
        return ticked(text);
    };
    let rest = text.get(at + word.len()..)?;
    Some(rest.trim_start_matches(['은', '는', ':', '(', '이', '-']))
}

/// Largest distance, in folded characters, between two boxes of which one is ticked.
const MAX_BOX_DISTANCE: usize = 16;

/// Returns the folded text behind a box that is ticked beside one that is not: □ 간편심사형 ■ 일반심사형.
fn ticked(text: &str) -> Option<&str> {
    let boxes: Vec<(usize, &str)> = text.match_indices(['□', '■', '☐', '☑']).collect();
    let is_near = |a: usize, b: usize| {
        text.get(a..b).is_some_and(|it| it.chars().count() <= MAX_BOX_DISTANCE)
    };
    let is_full = |it: &str| "■☑".contains(it);
    let pair = boxes.windows(2).find_map(|it| match it {
        [(a, first), (b, second)] if is_near(*a, *b) && is_full(first) != is_full(second) => {
            Some(if is_full(first) { (*a, *first) } else { (*b, *second) })
        }
        _ => None,
    });
    pair.and_then(|(at, mark)| text.get(at + mark.len()..))
}

/// The pages of a company, prepared for searching. Pages are indices into the company's pages.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// The folded text of each page.
    pub folded: Vec<Folded>,
    /// The persons that the documents were written for.
    pub readers: Readers,
    /// The tables of each page that have titles.
    pub tables: Vec<Tables>,
    pub rows: Vec<PageRow>,
    /// Folded names of the plans: 프리미엄.
    pub plans: BTreeSet<String>,
    pub mentions: Vec<Mention>,
    /// For each page, the bytes at which the name of some coverage begins a line, in order.
    pub headings: Vec<Vec<usize>>,
    /// Lines that head what applies to one rider alone, each with its page, in document order.
    pub rider_heads: Vec<(usize, Range<usize>)>,
    /// The sums insured for which documents other than offers state what is paid, in order.
    pub base_sums: Vec<BaseSum>,
    /// Lists of what is not paid for.
    pub exclusion_lists: Vec<ExclusionList>,
    /// Pages that state a waiting period.
    pub waiting_pages: Vec<usize>,
    /// Pages that define a diagnosis.
    pub definition_pages: Vec<usize>,
    /// Pages that say that something is not sold or not paid, in order.
    pub denying_pages: Vec<usize>,
    /// For each cancer subtype, the pages that name it.
    pub subtype_pages: Vec<Vec<usize>>,
}

/// A sum insured for which a document states what is paid.
#[derive(Debug)]
pub(crate) struct BaseSum {
    pub page: usize,
    /// Byte range of the page.
    pub at: Range<usize>,
    pub won: u64,
    /// Whether it holds for all amounts of the document below it.
    pub is_general: bool,
}

/// A row of a table with its page and coverage.
#[derive(Debug)]
pub(crate) struct PageRow {
    pub page: usize,
    pub row: Row,
    /// Folded forms of its name: the whole name, then without its first words, longest first.
    pub names: Vec<String>,
    /// Whether its plan is the one that its document states as chosen; `None` if the document
    /// states none.
    pub chosen: Option<bool>,
    /// The coverage and the confidence of the match; 1 if the company's name for it is printed
    /// exactly.
    pub coverage: Option<(usize, f64)>,
}

impl PageRow {
    /// Returns the whole name, and the name behind a number printed within it: 암진단 33 암진단비 is 암진단비.
    pub(crate) fn printed_names(&self) -> impl Iterator<Item = &str> {
        let words: Vec<&str> = self.row.name.split_whitespace().collect();
        let behind = words.iter().position(|it| it.chars().all(|c| c.is_ascii_digit()));
        let behind = behind.and_then(|at| self.names.get(at + 1));
        self.names.first().into_iter().chain(behind).map(String::as_str)
    }
}

/// Largest number of further lines of a name with an open bracket.
const MAX_NAME_LINES: usize = 3;

/// Returns line `at` folded, joined with the next lines while a bracket is open, and without a
/// remark behind the name: 고혈압약물치료비(원발성 / )(경도).
fn whole_name(page: &str, lines: &[std::ops::Range<usize>], at: usize) -> String {
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let open = |it: &str| it.matches('(').count() > it.matches(')').count();
    let mut name = fold(text(at));
    for next in at + 1..=at + MAX_NAME_LINES {
        if !open(&name) {
            break;
        }
        name.push_str(&fold(text(next)));
    }
    let name = if open(&name) { fold(text(at)) } else { name };
    match name.split_once(['▶', '●']) {
        Some((front, _)) if !front.is_empty() => front.to_owned(),
        _ => name,
    }
}

impl Library {
    pub(crate) fn new(book: &Book, insurer: usize, pages: &[Page]) -> Self {
        let names = names(book, insurer);
        let folded: Vec<Folded> = pages.iter().map(|page| Folded::new(&page.text)).collect();
        let readers = Readers::new(pages);
        let of_page = |page: &Page| Tables::new(&page.text, &book.rules);
        let titled = pages.iter().map(of_page).collect();
        let mut library = Self { folded, readers, tables: titled, ..Self::default() };
        library.find_base_sums(book, pages);
        let aliases: Vec<(usize, &Name)> = book
            .aliases
            .iter()
            .filter(|alias| alias.insurer == insurer)
            .map(|alias| (alias.coverage, &alias.name))
            .collect();
        let mut known: HashMap<String, Option<(usize, f64)>> = HashMap::new();
        let is_read = pages.iter().zip(&library.folded).map(|(page, folded)| {
            let rule = book.rules.document(&page.doc_type);
            let is_compared = rule.is_none_or(|rule| rule.amount > 0);
            let is_example = rule.is_some_and(|rule| rule.examples)
                && book.rules.cues.has(Category::ExamplePage, folded.text());
            is_compared && !is_example
        });
        let is_read: Vec<bool> = is_read.collect();
        for (page, row) in tables(book, pages, &is_read, &names, &library.tables) {
            let folded_forms = folded_forms(&row.name);
            let coverage = *known.entry(row.name.clone()).or_insert_with(|| {
                let exact = folded_forms.iter().find_map(|it| names.get(it)?.first().copied());
                exact.map(|it| (it, 1.0)).or_else(|| nearest(book, &aliases, &row.name))
            });
            let names = folded_forms;
            let text = pages.get(page).map_or("", |it| it.text.as_str());
            let rule = pages.get(page).and_then(|it| book.rules.document(&it.doc_type));
            let is_base = library.base_sums.iter().any(|base| {
                base.page == page
                    && base.at.start < row.amount.end
                    && row.amount.start < base.at.end
            });
            let is_bound = || limits::is_bound(text, &row, &book.rules.rows);
            if is_base || rule.is_some_and(|it| it.examples) && is_bound() {
                continue;
            }
            let row = later::with_later_amount(text, row, &book.rules.cues);
            library.rows.push(PageRow { page, row, names, chosen: None, coverage });
        }
        captions::name_plans(pages, &book.rules.rows, &mut library.rows);
        let plans = library.rows.iter().filter_map(|it| it.row.plan.as_deref());
        library.plans = plans.map(|it| it.split('(').next().unwrap_or(it).to_owned()).collect();
        library.find_chosen(pages);
        library.find_mentions(book, &with_short_names(book, insurer, &names), pages);
        library.find_headings(book, pages);
        library.spread_base_sums(pages);
        library.find_pages(book);
        library.find_exclusion_lists(book, pages);
        library
    }

    /// Lists the sums for which documents state what is paid. An offer prints the sum that was chosen.
    fn find_base_sums(&mut self, book: &Book, pages: &[Page]) {
        let cues = &book.rules.cues;
        for (at, (page, folded)) in pages.iter().zip(&self.folded).enumerate() {
            if book.rules.document(&page.doc_type).is_none_or(|it| it.offers) {
                continue;
            }
            for found in cues.all(Category::BaseSum, folded.text()) {
                let money = amounts(folded.text().get(found.at()).unwrap_or_default());
                let Some(won) = money.first().map(|it| it.won) else { continue };
                let place = folded.original(&page.text, found.at());
                let clause = clause_at(&page.text, place.start);
                let clause = fold(page.text.get(clause).unwrap_or_default());
                let is_general = cues.has(Category::StatesBase, &clause);
                self.base_sums.push(BaseSum { page: at, at: place, won, is_general });
            }
        }
    }

    /// Lets a sum that stands on a line of its own, above all coverages of its page, hold for the
    /// amounts of all of them: (기준: 특약보험가입금액 1,000만원) below the title of the chapter.
    fn spread_base_sums(&mut self, pages: &[Page]) {
        let (headings, mentions) = (&self.headings, &self.mentions);
        let starts: Vec<(usize, usize)> =
            self.base_sums.iter().map(|it| (it.page, it.at.start)).collect();
        for base in &mut self.base_sums {
            let Some(text) = pages.get(base.page).map(|it| it.text.as_str()) else { continue };
            let all = lines(text);
            let Some(line) = all.iter().find(|it| it.end > base.at.start) else { continue };
            let around = [line.start..base.at.start, base.at.end..line.end.max(base.at.end)];
            let is_alone = around
                .into_iter()
                .all(|it| text.get(it).is_some_and(|it| !it.chars().any(char::is_alphanumeric)));
            let own = headings.get(base.page);
            let is_first = own.is_some_and(|it| it.iter().all(|it| *it > line.start));
            let next = starts.iter().filter(|it| it.0 == base.page && it.1 > base.at.start);
            let end = next.map(|it| it.1).min().unwrap_or(text.len());
            let below = mentions.iter().any(|mention| {
                let at = mention.at.start;
                mention.begins_line && mention.page == base.page && (base.at.end..end).contains(&at)
            });
            base.is_general |= is_alone && is_first && below;
        }
    }

    /// Finds the lists of what is not paid for in each document.
    fn find_exclusion_lists(&mut self, book: &Book, pages: &[Page]) {
        let mut from = 0;
        for document in
            pages.chunk_by(|a, b| (&a.document, &a.doc_type) == (&b.document, &b.doc_type))
        {
            let rule = document.first().and_then(|it| book.rules.document(&it.doc_type));
            let is_policy = rule.is_some_and(|it| it.axis == Axis::Policy);
            self.exclusion_lists.extend(lists(document, from, is_policy, &book.rules.cues));
            from += document.len();
        }
    }

    /// Sets for each row whether its plan is the one that its document states as chosen.
    fn find_chosen(&mut self, pages: &[Page]) {
        for row in &mut self.rows {
            let Some(plan) = &row.row.plan else { continue };
            let document = pages.get(row.page).map(|it| &it.document);
            let own = pages.iter().zip(&self.folded).filter(|it| Some(&it.0.document) == document);
            let stated = own.map(|(_, folded)| folded.text()).find_map(|it| chosen(it));
            row.chosen = stated.map(|it| it.starts_with(plan.as_str()));
        }
    }

    /// Lists the pages that may state waiting periods, reductions, exclusions, definitions and
    /// cancer subtypes.
    fn find_pages(&mut self, book: &Book) {
        let (cues, subtypes) = (&book.rules.cues, &book.rules.subtypes);
        self.subtype_pages = vec![Vec::new(); subtypes.all.len()];
        for (at, folded) in self.folded.iter().enumerate() {
            let text = folded.text();
            if cues.has(Category::Waiting, text) {
                self.waiting_pages.push(at);
            }
            if cues.has(Category::NotSold, text) || cues.has(Category::UnableToPay, text) {
                self.denying_pages.push(at);
            }
            if cues.has(Category::Defines, text) {
                self.definition_pages.push(at);
            }
            for found in subtypes.words.find_iter(text) {
                let subtype = subtypes.of_word.get(found.pattern().as_usize());
                if let Some(pages) = subtype.and_then(|it| self.subtype_pages.get_mut(*it))
                    && pages.last() != Some(&at)
                {
                    pages.push(at);
                }
            }
        }
    }

    /// Collects the starts of rows, of names that begin lines, and of lines that look like the name
    /// of an unlisted coverage.
    fn find_headings(&mut self, book: &Book, pages: &[Page]) {
        self.headings = vec![Vec::new(); pages.len()];
        for (at, page) in pages.iter().enumerate() {
            let Some(headings) = self.headings.get_mut(at) else { continue };
            let all = lines(&page.text);
            for (number, line) in all.iter().enumerate() {
                let text = page.text.get(line.clone()).unwrap_or_default();
                let name = if text.len() < 240 {
                    whole_name(&page.text, &all, number)
                } else {
                    String::new()
                };
                // 3종 수술비 stands in a table of 수술비; no coverage begins there.
                let is_class = book
                    .rules
                    .cues
                    .find(Category::SurgeryClass, &name)
                    .is_some_and(|it| it.start == 0);
                // 4일 이상 입원하였을 때 입원 1일당: a condition, though it ends like a name.
                let is_when = ["때", "경우"].iter().any(|it| name.contains(it))
                    && book.rules.cues.has(Category::Trigger, &name);
                // A note below a table belongs to the rows that refer to it.
                if text.len() < 240 && book.rules.cues.has(Category::HeadsRider, &fold(text)) {
                    headings.push(line.start);
                    self.rider_heads.push((at, line.clone()));
                }
                let is_note = super::notes::is_note(text);
                if is_note {
                    headings.push(line.start);
                }
                let article = list_mark(text).filter(|it| it.0.is_article());
                let title =
                    article.and_then(|it| it.1.trim_start().get(1..)?.split([')', ']']).next());
                if title.is_some_and(|it| book.rules.names.heading.is_match(&fold(it))) {
                    headings.push(line.start);
                }
                // A row of a table whose head says that each of its names is a coverage.
                if is_of_coverages(&page.text, line, &book.rules.rows) {
                    headings.push(line.start);
                }
                if !name.is_empty()
                    && !is_class
                    && !is_when
                    && !is_benefit_of_above(book, (at, page), &all, number, &self.mentions)
                    && !book.rules.names.benefit.is_match(&name)
                    && (book.rules.names.heading.is_match(&name)
                        || list_mark(&name)
                            .is_some_and(|it| book.rules.names.heading.is_match(it.1)))
                {
                    headings.push(line.start);
                }
            }
        }
        for mention in self.mentions.iter().filter(|it| it.begins_line && !it.in_list) {
            if let Some(headings) = self.headings.get_mut(mention.page) {
                headings.push(mention.at.start);
            }
        }
        // 뇌출혈로 진단확정되었을 때 1,200만원, (최초 1회에 한함) 1,000만원: payments for the name above.
        let is_condition = |name: &str| {
            let folded = fold(name);
            let is_bracket = folded.starts_with('(') && folded.ends_with(')');
            is_bracket || book.rules.cues.has(Category::Trigger, &folded)
        };
        // In other documents than offers, a row with a name outside the company's list is a payment of the
        // coverage above.
        let is_in_offer = |row: &PageRow| {
            let page = pages.get(row.page).and_then(|it| book.rules.document(&it.doc_type));
            page.is_some_and(|it| it.offers)
        };
        let is_other = |row: &PageRow| is_in_offer(row) && !is_condition(&row.row.name);
        for row in self.rows.iter().filter(|it| it.coverage.is_some() || is_other(it)) {
            if let Some(headings) = self.headings.get_mut(row.page) {
                headings.push(row.row.quote.start);
            }
        }
        for headings in &mut self.headings {
            headings.sort_unstable();
            headings.dedup();
        }
    }
}
