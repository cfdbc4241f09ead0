//! Reads the rows of a company's tables, page by page and across page breaks.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::names::folded_forms;
use super::running::bodies;
use super::wrapped_names::complete_name;
use crate::catalog::tables::Page;
use crate::document::book::Book;
use crate::table::piped::between_bars;
use crate::table::rows::{Columns, LEFT_OUT, Row, Table, lines, parts, rows_of, rows_of_parts};
use crate::table::sheet::Sheet;
use crate::table::titled::Tables;
use crate::table::{grid, piped};

/// Number of lines at the end of a page that may hold the front of a row of the next.
const TAIL_LINES: usize = 6;
/// Largest number of lines below the last row of a table that reaches the end of its page.
const MAX_LINES_BELOW: usize = 4;
/// Largest number of lines of the next page for which a table without a head of its own may
/// continue.
const MAX_LEAD_LINES: usize = 80;

/// Returns the rows of all tables, each with the index of its page. `titled` are the tables with titles of
/// each page.
pub(super) fn tables(
    book: &Book,
    pages: &[Page],
    is_read: &[bool],
    names: &HashMap<String, Vec<usize>>,
    titled: &[Tables],
) -> Vec<(usize, Row)> {
    let bodies = bodies(pages, &book.rules.rows);
    let is_name = |text: &str| folded_forms(text).iter().any(|it| names.contains_key(it));
    // Other documents explain products in sentences with names and example amounts, so only offers
    // are read by the names of the list.
    let most =
        pages.iter().filter_map(|it| book.rules.document(&it.doc_type)).map(|it| it.amount).max();
    let mut all: Vec<(usize, Row)> = Vec::new();
    let mut before: Option<Turned> = None;
    for (at, page) in pages.iter().enumerate() {
        if is_read.get(at) != Some(&true) {
            before = None;
            continue;
        }
        let body = bodies.get(at).cloned().unwrap_or(0..page.text.len());
        let sheet = Sheet::new(at, &page.text);
        let own = parts(sheet.text(), &book.rules.rows);
        let is_offer = book.rules.document(&page.doc_type).map(|it| it.amount) == most;
        // In other documents a name of the list counts as the first cell of a row.
        let cells: HashSet<&str> = lines(&page.text)
            .into_iter()
            .map(|it| between_bars(page.text.get(it).unwrap_or_default()))
            .filter(|it| it.len() > 1)
            .filter_map(|it| it.first().copied())
            .collect();
        let known = |text: &str| (is_offer || cells.contains(text.trim())) && is_name(text);
        let rows = |text: &str, columns: &Columns| {
            rows_of(text, &Table { columns, rules: &book.rules, known: &known })
        };
        let mut found: Vec<Row> = rows_of_parts(sheet.text(), &own, &book.rules, &known)
            .into_iter()
            .filter_map(|row| on_page(&sheet, at, complete_name(book, sheet.text(), row, names)))
            .collect();
        let goes_on = before.take().filter(|it| it.goes_on_at(page));
        let first = own.first().map(|it| it.1.clone()).unwrap_or_default();
        let mut columns = own.into_iter().next_back().map(|it| it.1).unwrap_or_default();
        if let Some(turned) = goes_on {
            over_the_turn(book, &turned, &first, (at, page, &body), names, &rows, &mut found);
            if !columns.has_head {
                columns = turned.columns;
            }
        }
        let columns =
            if runs_out(&page.text, &body, &found) { columns } else { Columns::default() };
        before = Some(Turned { at, page, body, columns });
        all.extend(found.into_iter().map(|row| (at, row)));
    }
    let offers: Vec<usize> = (0..pages.len())
        .filter(|at| is_read.get(*at) == Some(&true))
        .filter(|at| {
            pages.get(*at).and_then(|it| book.rules.document(&it.doc_type)).map(|it| it.amount)
                == most
        })
        .collect();
    with_grids(book, pages, &offers, &bodies, names, &mut all);
    let read_pages = pages.iter().zip(titled).enumerate();
    for (at, (page, titled)) in read_pages.filter(|it| is_read.get(it.0) == Some(&true)) {
        let (found, read) = titled.rows(&page.text, &book.rules);
        all.retain(|(page, row)| {
            *page != at || !read.iter().any(|line| line.contains(&row.amount.start))
        });
        all.extend(found.into_iter().map(|row| (at, row)));
    }
    for (at, row) in &mut all {
        let Some(page) = pages.get(*at) else { continue };
        let is_not_taken = |it: &&str| book.rules.rows.not_taken.is_match(it);
        if row.plan.is_none()
            && piped::cells_around(&page.text, row.amount.start).iter().any(is_not_taken)
        {
            row.won = LEFT_OUT;
            continue;
        }
        let columns = piped::period_columns(&page.text, row.amount.start, &book.rules.rows);
        let Some(columns) =
            columns.filter(|it| it.cells.iter().any(|it| it.contains(&row.amount.start)))
        else {
            continue;
        };
        if let Some(won) = piped::sum_of(&page.text, &columns.later, &book.rules) {
            row.written = page.text.get(columns.later.clone()).unwrap_or_default().to_owned();
            row.quote.end = row.quote.end.max(columns.later.end);
            (row.won, row.amount) = (won, columns.later);
        }
    }
    all.sort_by_key(|(page, row)| (*page, row.amount.start));
    all
}

/// Reads each offer as one text. A row of that reading replaces the row of the same name that was
/// read by lines.
fn with_grids(
    book: &Book,
    pages: &[Page],
    offers: &[usize],
    bodies: &[Range<usize>],
    names: &HashMap<String, Vec<usize>>,
    all: &mut Vec<(usize, Row)>,
) {
    let known = grid::Names::new(names);
    let same = |a: &usize, b: &usize| {
        let document = |it: &usize| pages.get(*it).map(|it| (&it.document, &it.doc_type));
        document(a) == document(b)
    };
    for document in offers.chunk_by(same) {
        let mut sheet = Sheet::default();
        for at in document {
            let (Some(page), Some(body)) = (pages.get(*at), bodies.get(*at)) else { continue };
            sheet.push(*at, &page.text, body.clone());
            sheet.end_line(*at, body.end);
        }
        let mut read = Vec::new();
        let reading = grid::read(sheet.text(), &known, &book.rules);
        let elsewhere: Vec<(usize, Range<usize>)> = reading
            .elsewhere
            .iter()
            .filter_map(|range| {
                let page = sheet.page_of(range.start)?;
                Some((page, sheet.on_page(page, range)?))
            })
            .collect();
        for row in reading.rows {
            let page = sheet.page_of(row.amount.start);
            if let Some(row) = page.and_then(|page| Some((page, on_page(&sheet, page, row)?))) {
                read.push(row);
            }
        }
        let is_read_again = |page: usize, row: &Row| {
            let forms = folded_forms(&row.name);
            read.iter().any(|(at, other)| {
                *at == page
                    && (other.amount == row.amount
                        || forms.contains(&crate::catalog::fold::fold(&other.name)))
            })
        };
        let is_elsewhere = |page: usize, row: &Row| {
            elsewhere.iter().any(|(at, name)| {
                *at == page && name.start < row.quote.end && row.quote.start < name.end
            })
        };
        all.retain(|(page, row)| !is_read_again(*page, row) && !is_elsewhere(*page, row));
        all.extend(read);
        let left = not_taken(sheet.text());
        let is_left = |row: &Row| left.contains(&crate::catalog::fold::fold(&row.name));
        all.retain(|(page, row)| !document.contains(page) || !is_left(row));
    }
    all.sort_by_key(|(page, row)| (*page, row.amount.start));
}

/// Returns the folded names that an offer marks as not taken (미가입), whatever amounts stand
/// elsewhere.
fn not_taken(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let before = line.trim().strip_suffix("미가입")?;
        let is_leader = |c: char| !c.is_alphanumeric() && c != ')';
        let name = before.trim_end_matches(is_leader);
        Some(crate::catalog::fold::fold(name.trim_start_matches(|c: char| !c.is_alphanumeric())))
    };
    text.lines().filter_map(name).filter(|it| !it.is_empty()).collect()
}

/// A page that was read, with what its table needs on the next page.
struct Turned<'a> {
    at: usize,
    page: &'a Page,
    body: Range<usize>,
    /// Columns of its table, if that reaches the end of the page.
    columns: Columns,
}

impl Turned<'_> {
    fn goes_on_at(&self, next: &Page) -> bool {
        self.page.document == next.document
            && self.page.doc_type == next.doc_type
            && self.page.page + 1 == next.page
    }

    /// Returns the byte range of the last lines of the page.
    fn tail(&self) -> Range<usize> {
        let all = lines(&self.page.text);
        let within = all.iter().filter(|it| self.body.start <= it.start && it.end <= self.body.end);
        let line_text =
            |it: &Range<usize>| self.page.text.get(it.clone()).unwrap_or_default().trim();
        let is_note = |line: &&Range<usize>| {
            line_text(line).is_empty()
                || line_text(line).starts_with(['※', '*', '†'])
                || line_text(line).starts_with("주)")
        };
        let last: Vec<_> = within.rev().skip_while(is_note).take(TAIL_LINES).collect();
        let end = last.first().map_or(self.body.end, |it| it.end);
        last.last().map_or(end, |it| it.start)..end
    }
}

/// Reads the end of a page together with the beginning of the next. A row that begins on the one
/// and has its amount on the other replaces what was read there alone. If the next page has no
/// head, that of the previous page applies.
fn over_the_turn(
    book: &Book,
    turned: &Turned<'_>,
    own: &Columns,
    (at, page, body): (usize, &Page, &Range<usize>),
    names: &HashMap<String, Vec<usize>>,
    rows: &dyn Fn(&str, &Columns) -> Vec<Row>,
    found: &mut Vec<Row>,
) {
    let lead = lead(book, &page.text, body);
    let mut sheet = Sheet::default();
    let tail = turned.tail();
    sheet.push(turned.at, &turned.page.text, tail.clone());
    sheet.end_line(turned.at, tail.end);
    sheet.push(at, &page.text, lead.clone());
    let has_head = own.has_head || !turned.columns.has_head;
    if !has_head {
        found.retain(|row| !lead.contains(&row.amount.start));
    }
    let columns = if has_head { own } else { &turned.columns };
    for row in rows(sheet.text(), columns) {
        let row = complete_name(book, sheet.text(), row, names);
        if sheet.page_of(row.amount.start) != Some(at) {
            continue;
        }
        let begins_before = sheet.page_of(row.quote.start) == Some(turned.at);
        let is_known = folded_forms(&row.name).iter().any(|it| names.contains_key(it));
        let Some(row) = on_page(&sheet, at, row) else { continue };
        match found.iter().position(|it| it.amount == row.amount) {
            None if !has_head || begins_before && is_known => found.push(row),
            Some(known) if begins_before && is_known => {
                if let Some(known) = found.get_mut(known) {
                    *known = row;
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|it| it.amount.start);
}

/// Returns the first lines of a page in which a table may continue: behind its repeated head, up to
/// where something else begins.
fn lead(book: &Book, text: &str, body: &Range<usize>) -> Range<usize> {
    let all = lines(text);
    let within = all.iter().filter(|it| body.start <= it.start && it.end <= body.end);
    let line_text = |line: &Range<usize>| text.get(line.clone()).map(str::trim).unwrap_or_default();
    let is_head = |line: &&Range<usize>| {
        let folded = crate::catalog::fold::fold(line_text(line));
        folded.is_empty()
            || book.rules.rows.head_line.is_match(&folded)
            || book.rules.rows.goes_on.is_match(&folded)
    };
    let rest: Vec<&Range<usize>> = within.skip_while(is_head).take(MAX_LEAD_LINES).collect();
    let ends = |line: &&&Range<usize>| !book.rules.rows.begins.is_match(line_text(line));
    let kept: Vec<&Range<usize>> = rest.iter().take_while(ends).copied().collect();
    match (kept.first(), kept.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => body.start..body.start,
    }
}

/// Whether the table on a page reaches the end of the page.
fn runs_out(text: &str, body: &Range<usize>, found: &[Row]) -> bool {
    let last = found.iter().map(|row| row.quote.end).max();
    last.is_some_and(|end| {
        let rest = text.get(end..body.end.max(end)).unwrap_or_default();
        rest.lines().filter(|line| !line.trim().is_empty()).count() <= MAX_LINES_BELOW
    })
}

/// Maps a row of a sheet to its page; `None` if its quote or amount is not on that page.
fn on_page(sheet: &Sheet, page: usize, row: Row) -> Option<Row> {
    let quote = sheet.on_page(page, &row.quote)?;
    let amount = sheet.on_page(page, &row.amount)?;
    Some(Row { quote, amount, ..row })
}
