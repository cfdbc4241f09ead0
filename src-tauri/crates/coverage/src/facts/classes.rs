//! 종별 수술비: the amounts of the operation classes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::source::Source;
use crate::catalog::cues::Category;
use crate::catalog::fact::Fact;
use crate::catalog::fold::fold;
use crate::document::library::Mention;
use crate::table::piped::{cells_around, columns, ranges_around, sum_of};
use crate::table::rows::lines;
use crate::table::titled::class_behind;
use simui_korean::money::{amounts, format_won, parse_won};

/// Smallest amount of an operation, in won. A smaller number is a count or the number of a list.
const MIN_AMOUNT: u64 = 1_000;
/// Largest distance, in folded characters, between a class and its amount.
const MAX_DISTANCE: usize = 60;
/// Largest number of mentions that are searched for classes.
const MAX_MENTIONS: usize = 60;
/// Most rows below columns of classes that are searched for the one of a plan.
const MAX_ROWS: usize = 8;
/// Number of characters behind a mention that are searched.
const MENTION_WINDOW: usize = 400;

/// The classes of a section with their amounts.
struct Classes {
    amounts: BTreeMap<u32, u64>,
    /// Byte range on the page.
    at: Range<usize>,
}

/// Classes or an amount, at a byte range of a section's text.
#[derive(Clone)]
struct Token {
    at: Range<usize>,
    /// 1 of 1종, 1 and 2 of 1~2종. Empty for an amount.
    classes: Vec<u32>,
    won: u64,
}

/// Returns the amounts of the section with the most classes, the first of equals, and those of the
/// text behind a mention of the name.
pub(super) fn by_class(source: &Source<'_>) -> Vec<Fact> {
    let own: Vec<(usize, Range<usize>)> =
        source.sections.iter().filter(|it| it.own).map(|it| (it.page, it.at.clone())).collect();
    let found = most(source, &own);
    if !found.is_empty() {
        return facts(source, "class_amount.own", &found);
    }
    if is_of_another(source) {
        return Vec::new();
    }
    let is_table = |(index, part): &(usize, Range<usize>)| {
        let page = source.book().pages(source.insurer()).get(*index);
        let found = page.and_then(|it| classes(source, *index, &it.text, part));
        found.is_some_and(|it| it.is_table())
    };
    let behind: Vec<(usize, Range<usize>)> =
        behind_mentions(source).into_iter().filter(is_table).collect();
    facts(source, "class_amount.mention", &most(source, &behind))
}

/// Returns the parts of pages behind the mentions of the coverage.
pub(super) fn behind_mentions(source: &Source<'_>) -> Vec<(usize, Range<usize>)> {
    let book = source.book();
    let mentions = book.library(source.insurer()).mentions.iter();
    let of_coverage = mentions.filter(|it| it.coverages.contains(&source.coverage()));
    let part = |mention: &Mention| {
        let text = book.pages(source.insurer()).get(mention.page)?.text.as_str();
        let behind = text.get(mention.at.start..)?;
        let end = behind.char_indices().nth(MENTION_WINDOW).map_or(behind.len(), |(at, _)| at);
        let row = end_of_row(text, mention.at.start).unwrap_or(mention.at.start + end);
        Some((mention.page, mention.at.start..row))
    };
    of_coverage.filter(|it| source.has(it.page)).take(MAX_MENTIONS).filter_map(part).collect()
}

/// Returns the end of the row between bars in which a byte stands, with the rows below it whose name is blank
/// or the same; `None` in a line without bars.
fn end_of_row(page: &str, at: usize) -> Option<usize> {
    let own = cells_around(page, at);
    let column = ranges_around(page, at).iter().position(|it| it.contains(&at))?;
    let name = own.get(column)?;
    let behind = lines(page).into_iter().skip_while(|it| it.end < at);
    let goes_on = |line: &Range<usize>| {
        let cells = cells_around(page, line.start);
        cells.get(column).is_some_and(|it| it.is_empty() || it == name)
    };
    behind.take_while(goes_on).last().map(|it| it.end)
}

/// A class, its amount, and the place on a page.
type ClassRow = (u32, u64, usize, Range<usize>);

/// Returns a fact for each class. Of several documents the one with more classes is shown, of plans each.
fn facts(source: &Source<'_>, rule: &str, rows: &[ClassRow]) -> Vec<Fact> {
    let number = u8::try_from(rows.len().min(9)).unwrap_or(9);
    let fact = |(class, won, page, at): &ClassRow| {
        let fact = source.fact(rule, format_won(*won), *page, at.clone())?;
        Some(Fact {
            applies_to: Some(format!("{class}종")),
            amount_won: Some(*won),
            rank: fact.rank + if source.plan.is_some() { 9 } else { number },
            ..fact
        })
    };
    rows.iter().filter_map(fact).collect()
}

/// Whether the company sells another coverage with classes, but not this one. A table of classes
/// then belongs to the other.
fn is_of_another(source: &Source<'_>) -> bool {
    let book = source.book();
    let requested = source.coverage();
    let named = book.aliases.iter().filter(|it| it.insurer == source.insurer());
    let (own, others): (Vec<_>, Vec<_>) =
        named.filter(|it| it.name.has_classes).partition(|it| it.coverage == requested);
    let standard = book.standards.get(requested).is_some_and(|it| it.name.has_classes);
    own.is_empty() && !standard && !others.is_empty()
}

impl Classes {
    /// Whether the classes look like a table: from class 1 on, each with a larger amount than the
    /// one before.
    fn is_table(&self) -> bool {
        let grows = self.amounts.values().zip(self.amounts.values().skip(1)).all(|(a, b)| a < b);
        let in_order = self.amounts.keys().zip(1..).all(|(class, at)| *class == at);
        self.amounts.len() >= 3 && grows && in_order
    }
}

/// Returns the classes of the part of a page that has the most.
fn most(source: &Source<'_>, parts: &[(usize, Range<usize>)]) -> Vec<ClassRow> {
    let pages = source.book().pages(source.insurer());
    let mut best: Option<(usize, Classes)> = None;
    let mut single: Vec<(usize, Classes)> = Vec::new();
    for (index, part) in parts {
        let Some(page) = pages.get(*index).filter(|_| !source.is_example(*index)) else { continue };
        let Some(found) = classes(source, *index, &page.text, part) else { continue };
        if found.amounts.len() == 1 {
            single.push((*index, found));
        } else if best.as_ref().is_none_or(|(_, it)| it.amounts.len() < found.amounts.len()) {
            best = Some((*index, found));
        }
    }
    let Some((page, found)) = best else { return each(single) };
    found.amounts.iter().map(|(class, won)| (*class, *won, page, found.at.clone())).collect()
}

/// Reads classes that are coverages of their own, with a row for each: 질병수술비(1종) 10만원.
fn each(single: Vec<(usize, Classes)>) -> Vec<ClassRow> {
    let mut rows: BTreeMap<u32, (u64, usize, Range<usize>)> = BTreeMap::new();
    for (page, found) in &single {
        for (class, won) in &found.amounts {
            rows.entry(*class).or_insert((*won, *page, found.at.clone()));
        }
    }
    rows.into_iter().map(|(class, (won, page, at))| (class, won, page, at)).collect()
}

/// If several coverages head the columns of a table, returns the column of the one at byte `at`,
/// and the number of columns.
fn column(source: &Source<'_>, page: usize, text: &str, at: usize) -> (usize, usize) {
    let line = text.get(..at).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let end = text.get(at..).and_then(|it| it.find('\n')).map_or(text.len(), |it| at + it);
    let mentions = &source.book().library(source.insurer()).mentions;
    let mut heads: Vec<usize> = mentions
        .iter()
        .filter(|it| it.page == page && (line..end).contains(&it.at.start))
        .map(|it| it.at.start)
        .collect();
    heads.sort_unstable();
    (heads.iter().filter(|it| **it < at).count(), heads.len())
}

/// If plans head the columns of a table of classes, returns the column of the plan that is read for
/// or chosen, and the number of columns.
fn plan(source: &Source<'_>, text: &str) -> Option<(usize, usize)> {
    let patterns = &source.book().rules.rows;
    let of_line = |line: &str| -> Vec<String> {
        let words = line.split(|c: char| c.is_whitespace() || c == '|').map(fold);
        words.filter(|it| patterns.plan.is_match(it)).collect()
    };
    let is_head = |it: &Vec<String>| it.len() > 1;
    let plans = text.lines().filter(|it| amounts(it).is_empty()).map(of_line).find(is_head)?;
    let read_for = plans.iter().position(|it| source.is_for_plan(it));
    let rows = &source.book().library(source.insurer()).rows;
    let chosen =
        || rows.iter().find(|it| it.chosen == Some(true)).and_then(|it| it.row.plan.as_ref());
    let of_offer = || plans.iter().position(|it| Some(it) == chosen());
    Some((read_for.or_else(of_offer).unwrap_or(0), plans.len()))
}

fn classes(source: &Source<'_>, index: usize, page: &str, part: &Range<usize>) -> Option<Classes> {
    page.get(part.clone()).filter(|it| it.contains('종'))?;
    if let Some(found) = in_columns(source, page, part) {
        return found;
    }
    let tables = source.book().library(source.insurer()).tables.get(index);
    let cells = tables.map(|it| it.amount_cells(part.start)).unwrap_or_default();
    let has_plans = cells.iter().any(|it| it.0.is_some());
    let is_own = |(plan, _): &&(Option<String>, Range<usize>)| {
        !has_plans || plan.as_ref().is_some_and(|it| source.is_for_plan(it))
    };
    let of_cell = cells.iter().find(is_own).map(|it| it.1.clone());
    if let Some(found) = of_cell.as_ref().and_then(|it| in_row(source, page, it)) {
        return Some(found);
    }
    let of_cell = of_cell.filter(|_| has_plans);
    if of_cell.is_none() && has_plans {
        return None;
    }
    let part = &of_cell.unwrap_or(part.clone());
    let text = page.get(part.clone())?;
    let of_plan = line_of_plan(source, text);
    let part = &of_plan.map_or(part.clone(), |it| part.start + it.start..part.start + it.end);
    let text = page.get(part.clone())?;
    let mut tokens = tokens(source, text);
    let of_class: Vec<Token> = tokens.iter().filter(|it| !it.classes.is_empty()).cloned().collect();
    if of_class.is_empty() {
        return None;
    }
    let column = plan(source, text).unwrap_or_else(|| column(source, index, page, part.start));
    let is_requested = |at: usize| is_row_requested(source, text, at);
    let mut found = paired(text, &tokens, column, &is_requested);
    let unit = || crate::table::rows::unit(page, part.start, &source.book().rules.rows);
    if found.amounts.is_empty()
        && let Some(unit) = unit()
    {
        tokens = of_class;
        tokens.extend(figures(text, unit));
        tokens.sort_by_key(|it| it.at.start);
        found = paired(text, &tokens, column, &is_requested);
    }
    let at = part.start + found.at.start..part.start + found.at.end;
    (!found.amounts.is_empty()).then_some(Classes { at, ..found })
}

/// Returns the classes that a cell is about, if it names nothing else: 1종, 1~3종 수술.
fn of_title(source: &Source<'_>, cell: &str) -> Option<Range<u32>> {
    let tokens = tokens(source, cell);
    let [Token { at, classes, .. }] = tokens.as_slice() else { return None };
    (at.start == 0).then_some(*classes.first()?..classes.last()? + 1)
}

/// Classes, the amount that is paid for each of them, and the end of its cell.
type ClassCell = (Range<u32>, u64, usize);

/// Reads the first row of a part of a page whose columns are classes: | 담보명 | 1종 | 2종 | 3종 |. Nothing is paid
/// for the class of a blank cell. Where rows begin with plans, that of the plan counts which is read for. The
/// outer `None` means that there is no such row.
fn in_columns(source: &Source<'_>, page: &str, part: &Range<usize>) -> Option<Option<Classes>> {
    // Of a name that stands in such a row, that row alone is read, be it blank.
    let is_in_row = !columns(page, part.start, |it| of_title(source, it)).is_empty();
    let within = |it: &Range<usize>| match is_in_row {
        true => it.start <= part.start && part.start <= it.end,
        false => it.end > part.start && it.start < part.end,
    };
    let lines = lines(page).into_iter().filter(within);
    let rows = lines.filter_map(|it| Some((it.clone(), of_columns(source, page, it.start)?)));
    let rows: Vec<(Range<usize>, Vec<ClassCell>)> = rows.take(MAX_ROWS).collect();
    let plan = |line: &Range<usize>| {
        let first = cells_around(page, line.start).into_iter().map(fold).next()?;
        source.book().rules.rows.plan_of(&first)
    };
    let first = rows.first()?;
    let is_own = |line: &Range<usize>| plan(line).is_some_and(|it| source.is_for_plan(&it));
    let has_plans = plan(&first.0).is_some();
    let row = if has_plans { rows.iter().find(|it| is_own(&it.0)) } else { Some(first) };
    Some(row.map(|(line, paid)| {
        let amounts = paid.iter().flat_map(|(all, won, _)| all.clone().map(|it| (it, *won)));
        let end = paid.last().map_or(line.end, |it| it.2);
        Classes { amounts: amounts.collect(), at: line.start..end }
    }))
}

/// Returns the classes above the cells of a row with what is paid for them; `None` if that is nothing.
fn of_columns(source: &Source<'_>, page: &str, at: usize) -> Option<Vec<ClassCell>> {
    let rules = &source.book().rules;
    let columns = columns(page, at, |it| of_title(source, it));
    let paid = |(classes, cell): (Range<u32>, Range<usize>)| {
        Some((classes, sum_of(page, &cell, rules)?, cell.end))
    };
    let paid: Vec<ClassCell> = columns.into_iter().filter_map(paid).collect();
    (!paid.is_empty()).then_some(paid)
}

/// Reads the row of one class from the cell of a plan: | 질병수술비 | 1종 | 10만원 | 20만원 |. `None` if no cell of the
/// row is a class, and none stands behind the name.
fn in_row(source: &Source<'_>, page: &str, cell: &Range<usize>) -> Option<Classes> {
    let cells = cells_around(page, cell.start);
    let rules = &source.book().rules;
    let behind = |it: &str| class_behind(&fold(it), rules).map(|it| it..it + 1);
    let classes = cells.iter().find_map(|it| of_title(source, it).or_else(|| behind(it)))?;
    let won = sum_of(page, cell, rules)?;
    let line = page.get(..cell.start)?.rfind('\n').map_or(0, |it| it + 1);
    Some(Classes { amounts: classes.map(|it| (it, won)).collect(), at: line..cell.end })
}

/// If each plan has its own line of classes, returns the line of the plan that is read for, chosen,
/// or first: 2안 - 1종 20만원, 2종 40만원.
fn line_of_plan(source: &Source<'_>, text: &str) -> Option<Range<usize>> {
    let patterns = &source.book().rules;
    let mut plans: Vec<(String, Range<usize>)> = Vec::new();
    for line in lines(text) {
        let line_text = text.get(line.clone()).unwrap_or_default();
        let first = fold(line_text.split_whitespace().next().unwrap_or_default());
        let plan = first.trim_end_matches([':', '-', ')']);
        let classes = patterns.cues.all(Category::SurgeryClass, line_text).count();
        if patterns.rows.plan.is_match(plan) && classes > 1 && !amounts(line_text).is_empty() {
            plans.push((plan.to_owned(), line));
        }
    }
    let is_read = |it: &&(String, Range<usize>)| source.is_for_plan(&it.0);
    let rows = &source.book().library(source.insurer()).rows;
    let chosen = rows.iter().find(|it| it.chosen == Some(true)).and_then(|it| it.row.plan.clone());
    let of_offer = |it: &&(String, Range<usize>)| Some(&it.0) == chosen.as_ref();
    let found = plans.iter().find(is_read);
    let found = found.or_else(|| plans.iter().find(of_offer)).or_else(|| plans.first());
    found.filter(|_| plans.len() > 1).map(|it| it.1.clone())
}

/// Whether the row of an amount begins with the plan that is read for or the chosen plan.
fn is_row_requested(source: &Source<'_>, text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let plan = fold(before.rsplit('\n').next().unwrap_or_default());
    let rows = &source.book().library(source.insurer()).rows;
    let chosen = rows.iter().find(|it| it.chosen == Some(true)).and_then(|it| it.row.plan.as_ref());
    plan.chars().count() > 1 && (source.is_for_plan(&plan) || chosen == Some(&plan))
}

/// Pairs classes with amounts: 1종 10만원 2종 30만원; 1종 2종 3종 / 10만원 30만원 50만원; 10만원(1종) 30만원(2종); 1~3종
/// 10만원, 30만원, 50만원.
fn paired(
    text: &str,
    tokens: &[Token],
    (column, columns): (usize, usize),
    is_requested: &dyn Fn(usize) -> bool,
) -> Classes {
    let mut found = Classes { amounts: BTreeMap::new(), at: 0..0 };
    let mut put = |classes: &[u32], class: &Token, money: &Token| {
        let (from, to) = (class.at.start.min(money.at.start), class.at.end.max(money.at.end));
        for class in classes {
            if !found.amounts.contains_key(class) {
                let first = if found.amounts.is_empty() { from } else { found.at.start };
                found.amounts.insert(*class, money.won);
                found.at = first.min(from)..found.at.end.max(to);
            }
        }
    };
    let near = |class: &Token, money: &Token| {
        let between = text.get(class.at.end..money.at.start).unwrap_or_default();
        fold(between).chars().count() <= MAX_DISTANCE
    };
    let mut at = 0;
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let named = rest.iter().take_while(|it| !it.classes.is_empty()).count();
        let behind = rest.get(named..).unwrap_or_default();
        let paid = behind.iter().take_while(|it| it.classes.is_empty()).count();
        if let [money, class, ..] = rest
            && named == 0
            && class.classes.len() == 1
            && text.get(money.at.end..class.at.start).is_some_and(|it| fold(it) == "(")
        {
            put(&class.classes, class, money);
            at += 2;
            continue;
        }
        if named == 0 {
            at += paid.max(1);
            continue;
        }
        let (Some(last), Some(first)) = (rest.get(named - 1), behind.first()) else { break };
        if last.classes.len() > 1 {
            // A range has an amount for each class, or one right behind it for all.
            if paid >= last.classes.len() {
                last.classes
                    .iter()
                    .zip(behind)
                    .for_each(|(class, money)| put(&[*class], last, money));
            } else if text
                .get(last.at.end..first.at.start)
                .is_some_and(|it| fold(it).chars().count() <= 2)
            {
                put(&last.classes, last, first);
            }
        } else if named == 1 && columns > 1 && paid >= columns {
            // 1종 10만원 15만원 under two coverages.
            if let Some(money) = behind.get(column) {
                put(&last.classes, last, money);
            }
        } else if let Some(row) = row_of_classes(rest.get(..named).unwrap_or_default(), paid) {
            row.iter().zip(behind).for_each(|(class, money)| put(&class.classes, class, money));
        } else if named == 1 || paid < named {
            if near(last, first) {
                put(&last.classes, last, first);
            }
        } else {
            // Below the classes stands a row for each plan, or one row.
            let mut rows = behind.get(..paid).unwrap_or_default().chunks_exact(named);
            let requested =
                rows.find(|row| row.first().is_some_and(|it| is_requested(it.at.start)));
            let row = requested.unwrap_or(behind);
            rest.iter()
                .zip(row)
                .take(named)
                .for_each(|(class, money)| put(&class.classes, class, money));
        }
        at += named + paid;
    }
    found
}

/// Returns the last classes of a run if they rise by one and as many amounts follow: 1종 2종 3종 below
/// 1~3종 수술.
fn row_of_classes(run: &[Token], paid: usize) -> Option<&[Token]> {
    let row = run.get(run.len().checked_sub(paid)?..)?;
    let class = |it: &Token| if let [only] = it.classes.as_slice() { Some(*only) } else { None };
    let first = class(row.first()?)?;
    let in_order = row.iter().zip(first..).all(|(it, number)| class(it) == Some(number));
    (row.len() > 1 && in_order).then_some(row)
}

/// Returns the classes and amounts of a text, in order. A range that is part of a name is skipped:
/// 질병1~5종수술비.
fn tokens(source: &Source<'_>, text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for found in source.book().rules.cues.all(Category::SurgeryClass, text) {
        let group = |name| found.group(name).and_then(|it| it.as_str().chars().next());
        let digit = |c: Option<char>| fold(&c?.to_string()).parse::<u32>().ok();
        let (whole, Some(last)) = (found.at(), digit(group("last"))) else { continue };
        let before = text.get(..whole.start).and_then(|it| it.chars().next_back());
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || "-~∼～–".contains(c)) {
            continue;
        }
        let first = digit(group("first")).unwrap_or(last);
        let in_name = first < last
            && (found.group("of_name").is_some() || matches!(before, Some('(' | '（')));
        if !in_name && first <= last {
            tokens.push(Token { at: whole, classes: (first..=last).collect(), won: 0 });
        }
    }
    tokens.extend(shared(text));
    tokens.extend(amounts(text).into_iter().map(|it| Token {
        at: it.at,
        classes: Vec::new(),
        won: it.won,
    }));
    tokens.sort_by_key(|it| it.at.start);
    tokens
}

/// Returns figures that share the unit of the last one, which is found as an amount:
/// 10/30/50/100/300만원.
fn shared(text: &str) -> Vec<Token> {
    static RUN: OnceLock<Regex> = OnceLock::new();
    #[expect(clippy::expect_used, reason = "the pattern is a constant")]
    let run = RUN.get_or_init(|| {
        Regex::new(r"((?:[0-9][0-9,]*\s*[/·]\s*)+)[0-9][0-9,]*\s*(천만|백만|만)\s*원")
            .expect("a valid pattern")
    });
    let mut found = Vec::new();
    for run in run.captures_iter(text) {
        let (Some(figures), Some(unit)) = (run.get(1), run.get(2)) else { continue };
        let mut at = figures.start();
        for figure in figures.as_str().split_inclusive(['/', '·']) {
            let digits = figure.trim_end_matches(['/', '·', ' ']);
            let won = parse_won(&format!("{digits}{}원", unit.as_str()));
            let range = at..at + digits.len();
            found.extend(won.map(|won| Token { at: range, classes: Vec::new(), won }));
            at += figure.len();
        }
    }
    found
}

/// Returns the words of a text that are bare figures, as amounts in a unit.
fn figures(text: &str, unit: u64) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split(|c: char| c.is_whitespace() || "|:".contains(c)) {
        let range = at..at + word.len();
        at = range.end
            + text.get(range.end..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
        let won =
            fold(word).replace(',', "").parse::<u64>().ok().and_then(|it| it.checked_mul(unit));
        let won = won.filter(|it| *it >= MIN_AMOUNT);
        found.extend(won.map(|won| Token { at: range, classes: Vec::new(), won }));
    }
    found
}
