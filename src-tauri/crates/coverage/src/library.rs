//! The pages of one company, read once: folded text, rows of tables, and where coverages are named.

use std::collections::HashMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::book::Book;
use crate::fold::{Folded, fold};
use crate::name::Name;
use crate::rows::{Row, lines, rows};
use crate::rules::Rules;
use crate::tables::Page;

/// The pages of a company, ready to be searched.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub folded: Vec<Folded>,
    pub rows: Vec<PageRow>,
    pub mentions: Vec<Mention>,
    /// Of each page: where the name of some coverage begins a line. Bytes, in order.
    pub headings: Vec<Vec<usize>>,
    /// Pages on which some period of waiting stands, some reduction, some definition.
    pub waiting_pages: Vec<usize>,
    pub partial_pages: Vec<usize>,
    pub definition_pages: Vec<usize>,
    /// Of each kind of cancer, the pages that name it.
    pub subtype_pages: Vec<Vec<usize>>,
}

/// A row with its page and the coverage it is about.
#[derive(Debug)]
pub(crate) struct PageRow {
    pub page: usize,
    pub row: Row,
    /// Its name folded, whole and without the words in front of it, longest first.
    pub names: Vec<String>,
    /// The coverage, and how sure that is: 1 where the company's name for it is printed here letter for letter.
    pub coverage: Option<(usize, f64)>,
}

impl PageRow {
    /// The name as a whole, and behind a number that is printed within it: 암진단 33 암진단비 is 암진단비.
    pub(crate) fn printed_names(&self) -> impl Iterator<Item = &str> {
        let words: Vec<&str> = self.row.name.split_whitespace().collect();
        let behind = words.iter().position(|it| it.chars().all(|c| c.is_ascii_digit()));
        let behind = behind.and_then(|at| self.names.get(at + 1));
        self.names.first().into_iter().chain(behind).map(String::as_str)
    }
}

/// The name of a coverage on a page.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub page: usize,
    /// Bytes of the page.
    pub at: Range<usize>,
    /// Coverages that have this name.
    pub coverages: Vec<usize>,
    /// The name, folded.
    pub name: String,
    /// Nothing but a number or a bullet stands before it on its line.
    pub begins_line: bool,
    /// Nothing that belongs to the name follows, or stands on the line above.
    pub whole: bool,
}

impl Library {
    pub(crate) fn new(book: &Book, insurer: usize, pages: &[Page]) -> Self {
        let names = names(book, insurer);
        let folded: Vec<Folded> = pages.iter().map(|page| Folded::new(&page.text)).collect();
        let mut library = Self { folded, ..Self::default() };
        let aliases: Vec<(usize, &Name)> = book
            .aliases
            .iter()
            .filter(|alias| alias.insurer == insurer)
            .map(|alias| (alias.coverage, &alias.name))
            .collect();
        let mut known: HashMap<String, Option<(usize, f64)>> = HashMap::new();
        for (at, page) in pages.iter().enumerate() {
            let rule = book.rules.document(&page.doc_type);
            let is_compared = rule.is_none_or(|rule| rule.amount > 0);
            let folded = library.folded.get(at).map_or("", Folded::text);
            let is_example = rule.is_some_and(|rule| rule.examples)
                && book.rules.slots.amount_example.is_match(folded);
            let found =
                if is_compared && !is_example { rows(&page.text, &book.rules) } else { Vec::new() };
            for mut row in found {
                row = whole(book, &page.text, row, &names);
                let spoken = spoken(&row.name);
                let coverage = *known.entry(row.name.clone()).or_insert_with(|| {
                    let exact = spoken.iter().find_map(|it| names.get(it)?.first().copied());
                    exact.map(|it| (it, 1.0)).or_else(|| nearest(book, &aliases, &row.name))
                });
                library.rows.push(PageRow { page: at, row, names: spoken, coverage });
            }
        }
        library.find_mentions(book, &names, pages);
        library.find_headings(book, pages);
        library.find_pages(book);
        library
    }

    /// Which pages are worth looking at for what the documents say in general.
    fn find_pages(&mut self, book: &Book) {
        let (slots, subtypes) = (&book.rules.slots, &book.rules.subtypes);
        self.subtype_pages = vec![Vec::new(); subtypes.all.len()];
        for (at, folded) in self.folded.iter().enumerate() {
            let text = folded.text();
            if slots.waiting_periods.iter().any(|it| it.is_match(text)) {
                self.waiting_pages.push(at);
            }
            if slots.partial_periods.is_match(text) || slots.partial_rates.is_match(text) {
                self.partial_pages.push(at);
            }
            if slots.scope_definition.is_match(text) {
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

    fn find_mentions(&mut self, book: &Book, names: &HashMap<String, Vec<usize>>, pages: &[Page]) {
        let mut patterns: Vec<&String> = names.keys().collect();
        patterns.sort_unstable();
        let longest =
            AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&patterns);
        let Ok(finder) = longest else { return };
        for (at, (page, folded)) in pages.iter().zip(&self.folded).enumerate() {
            let text = folded.text();
            let mut from = 0;
            while let Some(found) = text.get(from..).and_then(|rest| finder.find(rest)) {
                let range = from + found.start()..from + found.end();
                let place = folded.original(&page.text, range.clone());
                let before = page.text.get(..place.start).unwrap_or_default();
                if before.chars().next_back().is_some_and(char::is_alphanumeric) {
                    // 암진단비 within 유사암진단비: another name, or one that begins inside this one.
                    from = range.start
                        + text
                            .get(range.start..)
                            .and_then(|it| it.chars().next())
                            .map_or(1, char::len_utf8);
                    continue;
                }
                let name = patterns.get(found.pattern().as_usize()).map_or("", |it| it.as_str());
                let line = before.rsplit('\n').next().unwrap_or_default();
                let behind = text.get(range.end..).unwrap_or_default();
                self.mentions.push(Mention {
                    page: at,
                    at: place,
                    coverages: names.get(name).cloned().unwrap_or_default(),
                    name: name.to_owned(),
                    begins_line: line.chars().count() <= 8 && is_margin(&book.rules, line),
                    whole: !(behind.starts_with(['(', 'i', 'v', '·'])
                        && !book.rules.names.label.is_match(behind)
                        || behind.starts_with("및")
                        || line.trim().is_empty()
                            && bare(&book.rules, name).len() == name.len()
                            && is_back_of_name(&book.rules, before)),
                });
                from = range.end;
            }
        }
    }

    /// Rows, names that begin lines, and lines that are the name of a coverage nobody listed.
    fn find_headings(&mut self, book: &Book, pages: &[Page]) {
        self.headings = vec![Vec::new(); pages.len()];
        for (at, page) in pages.iter().enumerate() {
            let Some(headings) = self.headings.get_mut(at) else { continue };
            for line in lines(&page.text) {
                let text = page.text.get(line.clone()).unwrap_or_default();
                let name = if text.len() < 240 { fold(text) } else { String::new() };
                // 3종 수술비 stands in a table of 수술비; it begins nothing.
                let is_class =
                    book.rules.slots.surgery_class.find(&name).is_some_and(|it| it.start() == 0);
                if !name.is_empty() && !is_class && book.rules.names.heading.is_match(&name) {
                    headings.push(line.start);
                }
            }
        }
        for mention in self.mentions.iter().filter(|it| it.begins_line) {
            if let Some(headings) = self.headings.get_mut(mention.page) {
                headings.push(mention.at.start);
            }
        }
        for row in &self.rows {
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

/// Whether the line above, the last but one of `before`, is the front of the name that begins here: 호흡기관련 / 질병수술비.
fn is_back_of_name(rules: &Rules, before: &str) -> bool {
    let above = fold(before.rsplit('\n').nth(1).unwrap_or_default());
    rules.names.front.is_match(&above) && !rules.names.not_front.is_match(&above)
}

/// The names of a company's coverages, folded, and the standard names of those it has no name for.
fn names(book: &Book, insurer: usize) -> HashMap<String, Vec<usize>> {
    let mut names: HashMap<String, Vec<usize>> = HashMap::new();
    let mut put = |name: &str, coverage: usize| {
        if name.chars().count() >= 3 {
            let coverages = names.entry(name.to_owned()).or_default();
            if !coverages.contains(&coverage) {
                coverages.push(coverage);
            }
        }
    };
    let own: Vec<_> = book.aliases.iter().filter(|it| it.insurer == insurer).collect();
    own.iter().for_each(|alias| put(&alias.name.full, alias.coverage));
    // 표적항암치료특약, where the table says 무배당 표적항암치료특약.
    for alias in &own {
        let bare = bare(&book.rules, &alias.name.full);
        if !own.iter().any(|it| it.name.full == bare) {
            put(bare, alias.coverage);
        }
    }
    for (at, coverage) in book.standards.iter().enumerate() {
        let taken = own.iter().any(|it| it.name.full == coverage.name.full);
        if !taken {
            put(&coverage.name.full, at);
        }
    }
    names
}

/// Whether what stands before a name on its line is no part of it: a number, a bullet, 무배당, 특약.
fn is_margin(rules: &Rules, before: &str) -> bool {
    let folded = fold(before);
    let mut rest = folded.as_str();
    while let Some(shorter) = rules.names.drop.iter().find_map(|it| rest.strip_suffix(it.as_str()))
    {
        rest = shorter.trim_end_matches(['(', ')']);
    }
    !rest.chars().any(|c| ('가'..='힣').contains(&c))
}

/// A name without 무배당 and 갱신형 in front of it.
fn bare<'a>(rules: &Rules, name: &'a str) -> &'a str {
    let mut rest = name;
    loop {
        let open = rest.strip_prefix('(').unwrap_or(rest);
        let word = rules
            .names
            .drop
            .iter()
            .chain([&"무".to_owned()])
            .find_map(|it| open.strip_prefix(it.as_str()));
        match (word, open.len() < rest.len()) {
            (Some(shorter), false) if !rest.starts_with('무') || rest.starts_with("무배당") => {
                rest = shorter
            }
            (Some(shorter), true) if shorter.starts_with(')') => {
                rest = shorter.trim_start_matches(')')
            }
            _ => return rest,
        }
    }
}

/// Lines above a row that may hold the front of its name, and below it its back.
const BROKEN_LINES: usize = 2;

/// The name of a row with lines above and below it, where the company's list has it so.
fn joined(
    page: &str,
    row: &Row,
    names: &HashMap<String, Vec<usize>>,
) -> Option<(String, std::ops::Range<usize>)> {
    let lines = lines(page);
    let holds = |at: usize| lines.iter().position(|it| it.contains(&at) || it.end == at);
    let (first, last) = (holds(row.quote.start)?, holds(row.quote.end)?);
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).map(str::trim);
    for broken in 1..=BROKEN_LINES {
        for above in (0..=broken).rev() {
            let below = broken - above;
            let Some(top) = first.checked_sub(above) else { continue };
            let front: Option<String> = (top..first).map(text).collect();
            let back: Option<String> = (last + 1..=last + below).map(text).collect();
            let (Some(front), Some(back)) = (front, back) else { continue };
            let name = format!("{front}{}{back}", row.name);
            // What is known must begin in front of what was added below, and above the row where a line above was added.
            let begun = fold(&if above > 0 { format!("{}{back}", row.name) } else { back }).len();
            if spoken(&name).iter().any(|it| it.len() > begun && names.contains_key(it)) {
                let start = if above > 0 { lines.get(top)?.start } else { row.quote.start };
                let end = if below > 0 { lines.get(last + below)?.end } else { row.quote.end };
                return Some((name, start..end));
            }
        }
    }
    None
}

/// A row with its name as the company's list has it: put together where it is broken over lines, and cut where when is paid stands
/// behind it. Where the list has no such name the row is as it was.
fn whole(book: &Book, page: &str, mut row: Row, names: &HashMap<String, Vec<usize>>) -> Row {
    if spoken(&row.name).iter().any(|it| names.contains_key(it)) {
        return row;
    }
    if let Some((name, quote)) = joined(page, &row, names) {
        row.name = name;
        row.quote = quote;
        return row;
    }
    let above = page.get(..row.quote.start).unwrap_or_default();
    let outside = fold(row.name.split(['(', '[', '【']).next().unwrap_or_default());
    let names_of_lines = &book.rules.names;
    if let Some(line) = above.trim_end().rsplit('\n').next().map(str::trim)
        && names_of_lines.back.contains(&outside)
        && is_back_of_name(&book.rules, &format!("{line}\n"))
    {
        row.quote.start = above.rfind(line).unwrap_or(row.quote.start);
        row.name = format!("{line}{}", row.name);
        return row;
    }
    let is_named_so = |rest: &str, name: &str| {
        // 항암치료비 제자리암 60만원: a kind of cancer is paid otherwise.
        let kind = book.rules.subtypes.words.find(rest).is_some();
        !kind
            || rest.contains("제외")
            || book.rules.subtypes.words.is_match(&Name::new(&book.rules, name).core)
    };
    let ends: Vec<usize> = row.name.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
    for end in ends {
        let (name, rest) = row.name.split_at(end);
        let rest = fold(rest);
        let is_remark = book.rules.slots.condition_trigger.is_match(&rest)
            || book.rules.names.noise.iter().any(|it| it.is_match(&rest));
        if is_remark
            && is_named_so(&rest, name)
            && spoken(name).iter().any(|it| names.contains_key(it))
        {
            row.name = name.trim_end().to_owned();
            return row;
        }
    }
    row
}

/// A printed name folded: whole, then without its first word, its first two, …: 진단 암진단비 is 암진단비 in the group 진단.
fn spoken(name: &str) -> Vec<String> {
    let mut all = vec![fold(name)];
    let mut rest = name.trim();
    while let Some((_, behind)) = rest.split_once(char::is_whitespace) {
        rest = behind.trim_start();
        let folded = fold(rest);
        if folded.chars().count() >= 3 {
            all.push(folded);
        }
    }
    all
}

/// The company's coverage whose name is most like a printed one, where it is very like and no other coverage's is.
fn nearest(book: &Book, aliases: &[(usize, &Name)], printed: &str) -> Option<(usize, f64)> {
    const LIKE: f64 = 0.8;
    const AHEAD: f64 = 0.03;
    let name = Name::new(&book.rules, printed);
    let mut best: Option<(usize, f64)> = None;
    let mut second = 0.0_f64;
    for (coverage, alias) in aliases {
        let similar = name.similarity(alias, &book.rules.resolution);
        match best {
            Some((at, score)) if at == *coverage => best = Some((at, score.max(similar))),
            Some((_, score)) if score >= similar => second = second.max(similar),
            _ => {
                second = second.max(best.map_or(0.0, |it| it.1));
                best = Some((*coverage, similar));
            }
        }
    }
    best.filter(|(_, score)| *score >= LIKE && score - second >= AHEAD)
        .map(|(at, score)| (at, score.min(0.99)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_name_broken_over_two_lines_is_not_what_its_second_line_says() {
        let rules = Rules::shipped().unwrap();
        let check = |above: &str, expected: bool| {
            assert_eq!(is_back_of_name(&rules, &format!("{above}\n")), expected, "{above}");
        };
        for front in ["호흡기관련", "자전거탑승 중", "특정외상성", "과로사관련특정"]
        {
            check(front, true);
        }
        for label in [
            "선택",
            "질병",
            "보장내용",
            "특별약관",
            "암진단비 또는",
            "보험가입금액 지급",
            "뇌졸중진단비",
            "보장내용 요약",
            "감액 및 면책기간 없음",
            "12",
            "",
        ] {
            check(label, false);
        }
    }
}
