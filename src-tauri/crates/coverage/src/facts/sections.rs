//! Finds the parts of a company's documents that are about one coverage.

use std::ops::Range;

use super::source::Subject;
use crate::catalog::rules::Axis;
use crate::catalog::tables::Page;
use crate::document::book::Book;
use crate::document::library::{Library, Mention};
use crate::document::list_mark::next_item;
use crate::document::notes::{below_table, marks, marks_of_row, notes};

/// A part of a page.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub page: usize,
    /// Byte range on the page.
    pub at: Range<usize>,
    pub is_policy: bool,
    /// Whether it begins with the coverage's name; otherwise the name is only mentioned.
    pub own: bool,
}

/// Largest length, in characters, of an article that only mentions the name.
const MAX_ARTICLE_LENGTH: usize = 1_000;
/// Number of pages, from that of a table on, that may hold its notes.
const MAX_NOTE_PAGES: usize = 3;
/// Largest number of places used that only mention the name.
const MAX_MENTIONS: usize = 6;

/// Largest length of a section, in characters: in a 약관, and in another document.
const MAX_LENGTHS: [usize; 2] = [2_400, 1_600];

/// Returns the sections of a document about a coverage, most relevant first: those that begin with
/// its name, then those that mention it, each by page. If the subject has one of several names, only
/// those with this name.
pub(super) fn sections(subject: Subject<'_>) -> Vec<Section> {
    let Subject { book, insurer, coverage, .. } = subject;
    let library = book.library(insurer);
    let pages = book.pages(insurer);
    let is_named = |name: &str| subject.name == Some(name);
    let has = |page: usize| library.readers.document(page) == Some(subject.document);
    let mut found: Vec<(Section, bool)> = Vec::new();
    let mentions = library.mentions.iter().filter(|it| has(it.page));
    let about = mentions.filter(|it| it.coverages.contains(&coverage));
    let (heads, mut others): (Vec<_>, Vec<_>) =
        about.partition(|it| it.begins_line && it.is_complete);
    // Each document type has a limit; the name that is read for comes first.
    let first = library.readers.first_page(subject.document).and_then(|it| pages.get(it));
    let rule = first.and_then(|it| book.rules.document(&it.doc_type));
    let most = rule.map_or(0, |it| it.sections);
    let mut heads = heads;
    heads.sort_by_key(|it| (!is_named(&it.name), it.in_list, it.page));
    for mention in heads.into_iter().take(most) {
        let Some(page) = pages.get(mention.page) else { continue };
        let named = is_named(&mention.name);
        let at = until_next(book, insurer, mention.page, mention.at.clone());
        let runs_on = at.end >= page.text.trim_end().len();
        let section = section(book, page, mention.page, at, true);
        let goes_on = runs_on.then(|| continued(book, insurer, &section)).flatten();
        found.push((section, named));
        found.extend(goes_on.map(|it| (it, named)));
    }
    others.retain(|it| !is_front_of_edition(pages, it) && !is_back_of_other_name(book, pages, it));
    for mention in others.into_iter().take(MAX_MENTIONS) {
        let Some(page) = pages.get(mention.page) else { continue };
        let at = if rule.is_some_and(|it| it.axis == Axis::Policy) {
            within_rider(library, mention, article(&page.text, mention.at.clone()))
        } else {
            crate::document::clause::clause_at(&page.text, mention.at.start)
        };
        let named = is_named(&mention.name);
        found.push((section(book, page, mention.page, at, false), named));
    }
    for row in library.rows.iter().filter(|it| has(it.page)) {
        let named = row.names.iter().any(|it| is_named(it));
        let about = row.coverage.is_some_and(|(at, _)| at == coverage);
        let Some(page) = pages.get(row.page).filter(|_| named || about) else { continue };
        let at = until_next(book, insurer, row.page, row.row.quote.clone());
        found.push((section(book, page, row.page, at, true), named));
    }
    let rows = &library.rows;
    let notes: Vec<(Section, bool)> = found
        .iter()
        .filter(|(it, _)| it.own && !it.is_policy)
        .flat_map(|(parent, named)| {
            let row = rows
                .iter()
                .find(|row| row.page == parent.page && row.row.quote.start == parent.at.start);
            let of_section = notes_of(pages, parent, row.map(|it| &it.row.quote)).into_iter();
            of_section.map(|(index, page, at)| (section(book, page, index, at, true), *named))
        })
        .collect();
    found.extend(notes);
    let is_read = |named: &bool| *named || subject.name.is_none();
    let mut sections: Vec<Section> =
        found.into_iter().filter(|(_, named)| is_read(named)).map(|it| it.0).collect();
    sections.sort_by_key(|it| (!it.own, it.page, it.at.start));
    // A row and the name in it begin one section.
    sections.dedup_by(|a, b| a.own == b.own && a.page == b.page && a.at.start < b.at.end);
    sections
}

/// Whether a name goes on with the numeral of an edition that the company's name does not have: 암진단비Ⅲ.
fn is_front_of_edition(pages: &[Page], mention: &Mention) -> bool {
    let behind = pages.get(mention.page).and_then(|it| it.text.get(mention.at.end..));
    let next = behind.and_then(|it| it.chars().next()).map(|it| it.to_string());
    next.is_some_and(|it| crate::catalog::fold::fold(&it).starts_with(['i', 'v']))
}

/// Whether a name stands at the end of another name on its line: 체증형 암수술비(유사암포함)(30%체증형).
fn is_back_of_other_name(book: &Book, pages: &[Page], mention: &Mention) -> bool {
    let Some(text) = pages.get(mention.page).map(|it| it.text.as_str()) else { return false };
    let from = text.get(..mention.at.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let end = text.get(mention.at.end..).and_then(|it| it.find('\n'));
    let line = text.get(from..end.map_or(text.len(), |it| mention.at.end + it));
    let line = line.map(crate::catalog::fold::fold).unwrap_or_default();
    !mention.begins_line && !line.contains(',') && book.rules.names.heading.is_match(&line)
}

/// Returns the notes that a section refers to, from its page or, if its table continues, from the
/// next ones. `row` is the row of a table at which the section begins.
fn notes_of<'a>(
    pages: &'a [Page],
    section: &Section,
    row: Option<&Range<usize>>,
) -> Vec<(usize, &'a Page, Range<usize>)> {
    let Some(page) = pages.get(section.page) else { return Vec::new() };
    let text = |at: &Range<usize>| page.text.get(at.clone()).unwrap_or_default();
    let named = marks(text(&section.at));
    let bare = row.map(|it| marks_of_row(text(it))).unwrap_or_default();
    let document = pages.iter().enumerate().skip(section.page);
    let document = document.take_while(|(_, it)| it.document == page.document);
    let below = row.map(|it| below_table(&page.text, it.start)).unwrap_or_default();
    let below = below.into_iter().filter(|it| !section.at.contains(&it.start));
    let mut found: Vec<(usize, &Page, Range<usize>)> =
        below.map(|it| (section.page, page, it)).collect();
    for (mut left, is_bare) in [(named, false), (bare, true)] {
        for (index, page) in document.clone().take(MAX_NOTE_PAGES) {
            let except = if index == section.page { section.at.clone() } else { 0..0 };
            for (mark, at) in notes(&page.text, &left, is_bare, &except) {
                left.retain(|it| *it != mark);
                found.push((index, page, at));
            }
        }
    }
    found
}

pub(super) fn section(
    book: &Book,
    page: &Page,
    index: usize,
    at: Range<usize>,
    own: bool,
) -> Section {
    let rule = book.rules.document(&page.doc_type);
    Section { page: index, at, is_policy: rule.is_some_and(|it| it.axis == Axis::Policy), own }
}

/// Returns the range from a name to the next coverage.
fn until_next(book: &Book, insurer: usize, page: usize, name: Range<usize>) -> Range<usize> {
    let library = book.library(insurer);
    let Some(text) = book.pages(insurer).get(page).map(|it| it.text.as_str()) else { return name };
    let headings = library.headings.get(page).map_or(&[] as &[usize], Vec::as_slice);
    let next = headings.iter().copied().find(|it| *it >= name.end).unwrap_or(text.len());
    let next = row_start(text, next).filter(|it| *it >= name.end).unwrap_or(next);
    let line = text.get(..name.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let next = next.min(next_item(text, name.end, line).unwrap_or(next));
    // Notes below a table of several coverages are found by themselves.
    let table = library.tables.get(page).and_then(|it| it.end_around(name.start));
    let next = table.map_or(next, |it| it.min(next));
    let longest = longest(book, insurer, page);
    let cut = text
        .get(name.start..)
        .and_then(|it| it.char_indices().nth(longest))
        .map_or(text.len(), |(at, _)| name.start + at);
    name.start..next.min(cut).max(name.end)
}

/// Returns the start of the numbered row in which a name stands: 123 뇌경색증(I63) 혈전용해치료비.
fn row_start(text: &str, name: usize) -> Option<usize> {
    let before = text.get(..name)?;
    let line = before.rfind('\n').map_or(0, |it| it + 1);
    let front = before.get(line..)?;
    let (number, _) = front.trim_start().split_once(char::is_whitespace)?;
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    is_number.then_some(line)
}

/// Returns the article of a 약관 that mentions a name: from its 제N조 to the next.
fn article(text: &str, name: Range<usize>) -> Range<usize> {
    let begins = |line: &Range<usize>| {
        let line = text.get(line.clone()).unwrap_or_default().trim_start();
        line.starts_with('제') && line.chars().nth(1).is_some_and(|c| c.is_ascii_digit())
    };
    let all = crate::table::rows::lines(text);
    let heads: Vec<usize> = all.iter().filter(|it| begins(it)).map(|it| it.start).collect();
    let start = heads.iter().copied().rfind(|it| *it <= name.start).unwrap_or(0);
    let end = heads.iter().copied().find(|it| *it > name.start).unwrap_or(text.len());
    let length = text.get(start..end).and_then(|it| it.char_indices().nth(MAX_ARTICLE_LENGTH));
    start..length.map_or(end, |(at, _)| (start + at).max(name.end))
}

/// Returns the part of an article that lies between the headings around a mention: what another rider
/// states in its own section is not about this one.
fn within_rider(library: &Library, mention: &Mention, article: Range<usize>) -> Range<usize> {
    let headings = library.headings.get(mention.page).map_or(&[] as &[usize], Vec::as_slice);
    let before = headings.iter().copied().rfind(|it| *it <= mention.at.start);
    let behind = headings.iter().copied().find(|it| *it >= mention.at.end);
    let start = before.map_or(article.start, |it| it.max(article.start));
    start..behind.map_or(article.end, |it| it.min(article.end))
}

fn longest(book: &Book, insurer: usize, page: usize) -> usize {
    let rule = book.pages(insurer).get(page).and_then(|it| book.rules.document(&it.doc_type));
    let [policy, other] = MAX_LENGTHS;
    if rule.is_some_and(|it| it.axis == Axis::Policy) { policy } else { other }
}

/// Returns the part of the next page that continues a section which reaches the end of its page.
fn continued(book: &Book, insurer: usize, section: &Section) -> Option<Section> {
    let pages = book.pages(insurer);
    let (page, next) = (pages.get(section.page)?, pages.get(section.page + 1)?);
    if page.document != next.document || next.page != page.page + 1 {
        return None;
    }
    let headings = book.library(insurer).headings.get(section.page + 1)?;
    let end = headings.first().copied().unwrap_or(next.text.len());
    let end = end.min(caption(book, &next.text).unwrap_or(end));
    let cut = next
        .text
        .char_indices()
        .nth(longest(book, insurer, section.page))
        .map_or(next.text.len(), |(at, _)| at);
    let at = 0..end.min(cut);
    (!at.is_empty()).then(|| self::section(book, next, section.page + 1, at, section.own))
}

/// Returns the first line of a page that begins something new: □ 보험금 지급사유.
fn caption(book: &Book, text: &str) -> Option<usize> {
    let rows = &book.rules.rows;
    let begins = |range: &Range<usize>| {
        let line = text.get(range.clone()).unwrap_or_default().trim();
        rows.begins.find(line).is_some_and(|it| it.start() == 0)
            && !rows.again.is_match(&crate::catalog::fold::fold(line))
    };
    crate::table::rows::lines(text).into_iter().find(begins).map(|it| it.start)
}
