//! Finds amounts of cancer subtypes: rows of a single subtype, and lines of the coverage's own
//! section that begin with one.

use std::ops::Range;

use super::amount::Found;
use super::kinds::{by_name, is_granted};
use super::sections::Section;
use super::source::{BENEFITS, Source};
use crate::catalog::fold::fold;
use crate::document::brackets::without_explanation;
use crate::document::library::PageRow;
use crate::table::piped::{between_bars, cell_around};
use simui_korean::money::amounts;

/// Largest number of lines between a subtype and its amount.
const MAX_LINES: usize = 3;
/// Largest length of these lines, in characters.
const MAX_LENGTH: usize = 90;
/// Largest length, in folded characters, of the text between a name and its amount that may name a
/// subtype.
const MAX_TAIL: usize = 50;

/// Returns the rows of the kind of cancer that is read for if rows are split by kind; otherwise the
/// rows that are not of a kind alone.
pub(super) fn of_kinds<'a>(source: &Source<'_>, rows: Vec<&'a PageRow>) -> Vec<&'a PageRow> {
    let is_of = |row: &&PageRow, kind: usize| is_granted(source, kind, &text_of(source, row));
    if let Some(kind) = source.kind {
        let own: Vec<&PageRow> = rows.iter().copied().filter(|it| is_of(it, kind)).collect();
        let any_other = rows.iter().any(|it| !is_of(it, kind) && !kinds_of(source, it).is_empty());
        if !own.is_empty() && any_other {
            return own;
        }
    }
    without_single_subtypes(source, rows)
}

/// Removes rows of a subtype alone, if the coverage has other rows: 제자리암,갑상선암 최초 1회한 60만.
fn without_single_subtypes<'a>(source: &Source<'_>, rows: Vec<&'a PageRow>) -> Vec<&'a PageRow> {
    let is_whole = |it: &&&PageRow| tail_kinds(source, it).is_empty();
    if rows.iter().any(|it| is_whole(&it)) {
        rows.into_iter().filter(|it| is_whole(&it)).collect()
    } else {
        rows
    }
}

fn text_of(source: &Source<'_>, row: &PageRow) -> String {
    let page = source.book().pages(source.insurer()).get(row.page);
    let quote = page.and_then(|it| it.text.get(row.row.quote.clone())).unwrap_or_default();
    fold(&format!("{} {quote}", row.row.name))
}

/// Returns the subtypes that a row names.
fn kinds_of(source: &Source<'_>, row: &PageRow) -> Vec<usize> {
    let text = text_of(source, row);
    let all = source.book().rules.subtypes.all.len();
    (0..all).filter(|it| is_granted(source, *it, &text)).collect()
}

/// Returns the subtypes between a row's name and its amount, except those that the coverage is
/// named after.
fn tail_kinds(source: &Source<'_>, row: &PageRow) -> Vec<usize> {
    let page = source.book().pages(source.insurer()).get(row.page);
    // Between bars the reason of a coverage may name kinds; the amount is theirs where a cell has nothing
    // else.
    if page.is_some_and(|it| cell_around(&it.text, row.row.amount.start).is_some()) {
        let cell = by_kind(source, row).filter(|it| !it.is_of_illness);
        return cell.map(|it| kinds_in(source, &fold(&it.name))).unwrap_or_default();
    }
    let quote = page.and_then(|it| it.text.get(row.row.quote.start..row.row.amount.start));
    let text = fold(quote.unwrap_or_default());
    let book = source.book();
    let of_company = book
        .aliases
        .iter()
        .filter(|it| it.insurer == source.insurer() && it.coverage == source.coverage());
    let names = of_company.map(|it| it.name.full.as_str());
    let name = names.filter(|it| text.contains(it)).max_by_key(|it| it.len());
    let Some((_, tail)) = name.and_then(|it| text.split_once(it)) else { return Vec::new() };
    // 고액암(뇌암, 백혈병)으로 진단확정된 경우: the bracket says what the illness of the coverage is.
    let explained = without_explanation(tail, source.subject_word());
    let tail = explained.as_str();
    // In a column of names, other cells stand between a name and its amount.
    if tail.chars().count() > MAX_TAIL {
        return Vec::new();
    }
    kinds_in(source, tail)
}

/// Returns the kinds that a folded text names, except those that the coverage is named after.
fn kinds_in(source: &Source<'_>, text: &str) -> Vec<usize> {
    let all = &source.book().rules.subtypes.all;
    let kinds = (0..all.len()).filter(|at| {
        let Some(rule) = all.get(*at) else { return false };
        let together = all.iter().find(|it| Some(&it.key) == rule.within.as_ref()).unwrap_or(rule);
        by_name(source, together).is_none() && is_granted(source, *at, text)
    });
    kinds.collect()
}

/// An amount of some kinds of cancer, with their cell: 유방암, 전립선암 | 2,000만원.
pub(super) struct KindRow {
    /// The kinds, or the name of the row where the amount is that of the illness itself.
    pub(super) name: String,
    /// Whether the amount is that of the illness itself: 일반암.
    pub(super) is_of_illness: bool,
    pub(super) won: u64,
    pub(super) page: usize,
    pub(super) at: Range<usize>,
}

/// Returns the amount of a row with a cell between name and amount that has nothing but kinds of cancer or
/// the illness itself, with that cell: a table that states an amount for each kind. `None` for another row.
fn by_kind(source: &Source<'_>, row: &PageRow) -> Option<KindRow> {
    let page = source.book().pages(source.insurer()).get(row.page)?;
    let before = page.text.get(row.row.quote.start..row.row.amount.start)?;
    let cells: Vec<&str> = between_bars(before);
    let is_of_illness = |it: &str| source.words_of_subject().contains(&fold(it));
    let is_of_kinds = |it: &&&str| is_of_illness(it) || is_list_of_kinds(source, &fold(it));
    let cell = cells.iter().skip(1).find(is_of_kinds)?;
    let is_of_illness = is_of_illness(cell);
    let name = if is_of_illness { row.row.name.as_str() } else { cell };
    Some(KindRow {
        name: name.to_owned(),
        is_of_illness,
        won: row.row.won,
        page: row.page,
        at: row.row.quote.clone(),
    })
}

/// Whether a folded cell is a list of kinds that the coverage is not named after.
fn is_list_of_kinds(source: &Source<'_>, cell: &str) -> bool {
    let rules = &source.book().rules.subtypes;
    let named: Vec<usize> = rules
        .words
        .find_iter(cell)
        .filter_map(|it| rules.of_word.get(it.pattern().as_usize()).copied())
        .collect();
    let is_other = |it: &usize| rules.all.get(*it).is_some_and(|it| by_name(source, it).is_none());
    let rest = rules.words.replace_all(cell, &vec![""; rules.words.patterns_len()]);
    let rest = rules.joiners.iter().fold(rest, |it, joiner| it.replace(joiner.as_str(), ""));
    !named.is_empty() && rest.is_empty() && named.iter().all(is_other)
}

/// Returns the amounts of rows that each state one for a list of kinds: those that name the kind of
/// cancer that is read for, otherwise those of the illness itself; all of them where none is read for.
/// `None` if a row is not of kinds, or there is one amount alone.
pub(super) fn of_each_kind(source: &Source<'_>, rows: &[&PageRow]) -> Option<Vec<KindRow>> {
    let rows: Option<Vec<KindRow>> = rows.iter().map(|it| by_kind(source, it)).collect();
    rows.filter(|it| it.len() > 1).map(|it| for_kind(source, it))
}

fn for_kind(source: &Source<'_>, rows: Vec<KindRow>) -> Vec<KindRow> {
    let Some(kind) = source.kind else { return rows };
    let (named, others): (Vec<KindRow>, Vec<KindRow>) = rows
        .into_iter()
        .partition(|it| !it.is_of_illness && is_granted(source, kind, &fold(&it.name)));
    if named.is_empty() {
        others.into_iter().filter(|it| it.is_of_illness).collect()
    } else {
        named
    }
}

/// Returns the amounts that lines of the coverage's own sections state for the kind of cancer that is
/// read for: 경계성종양 가입금액의 60% 600만원.
pub(super) fn of_lines(source: &Source<'_>) -> Vec<Found> {
    let sections = source.sections.iter().filter(|it| it.own && !it.is_policy);
    let mut found: Vec<Found> = Vec::new();
    for section in sections {
        found.extend(source.kind.and_then(|it| of_section(source, section, it)));
    }
    found
}

/// Whether a line begins with one of the words, and not with an enumeration or a sentence about it.
fn begins(line: &str, words: &[String]) -> bool {
    let text = fold(line);
    let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let goes_on = [',', '·', '/', '및', '또', '와', '과', '은', '는', '으', '제'];
    words.iter().any(|it| text.strip_prefix(it.as_str()).is_some_and(|it| !it.starts_with(goes_on)))
}

fn of_section(source: &Source<'_>, section: &Section, subtype: usize) -> Option<Found> {
    let book = source.book();
    let page = book.pages(source.insurer()).get(section.page)?;
    let all = &book.rules.subtypes.all;
    let words = &all.get(subtype)?.words;
    let lines = crate::table::rows::lines(&page.text);
    let text = |it: &Range<usize>| page.text.get(it.clone()).unwrap_or_default();
    // 10. 유사암진단비Ⅱ is the name of another coverage.
    let library = book.library(source.insurer());
    let requested = source.coverage();
    let is_other = |line: &Range<usize>| {
        let named = library.mentions.iter().any(|mention| {
            mention.page == section.page
                && line.contains(&mention.at.start)
                && !mention.coverages.contains(&requested)
        });
        // 경계성종양 600만원 resembles names of other coverages too, such as 유사암진단Ⅱ.
        let row = |row: &&PageRow| {
            row.page == section.page
                && line.contains(&row.row.quote.start)
                && BENEFITS.iter().any(|benefit| text(line).contains(benefit))
        };
        let mut rows = library.rows.iter().filter(row);
        named || rows.any(|it| it.coverage.is_some_and(|it| it.0 != requested))
    };
    let is_of_kind = |it: &Range<usize>| all.iter().any(|kind| begins(text(it), &kind.words));
    // Lines of subtypes may be rows of a table of their own, at which the section ends.
    let behind = lines.iter().skip_while(|it| it.start < section.at.end);
    let end = behind.take_while(|it| is_of_kind(it)).last().map_or(section.at.end, |it| it.end);
    let within = |it: &Range<usize>| section.at.start < it.start && it.end <= end;
    let own = lines
        .iter()
        .enumerate()
        .filter(|it| within(it.1) && begins(text(it.1), words) && !is_other(it.1));
    for (at, line) in own {
        for last in at..(at + MAX_LINES).min(lines.len()) {
            let to = lines.get(last)?.end;
            let quote = text(&(line.start..to));
            let found = amounts(quote);
            if quote.chars().count() > MAX_LENGTH || found.len() > 1 || to > end {
                break;
            }
            let Some(money) = found.first() else { continue };
            return Some(Found {
                won: money.won,
                limit: "",
                page: section.page,
                at: line.start..to,
                amount: line.start,
            });
        }
    }
    None
}
