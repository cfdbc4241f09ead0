//! Reads tables of cells between bars by the titles of their columns: | 담보명 | 실속플랜 | 표준플랜 |. A cell belongs
//! to the titles above it, whatever the other cells of its row are. A head may have several lines, with a
//! merged title in each of its places.

use std::ops::Range;

use super::piped::{Sum, cells, sum};
use super::rows::{LEFT_OUT, Row, Strength, lines, named};
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::rules::{RowPatterns, Rules};
use simui_korean::money::amounts;

/// Most lines of text between two rows of one table: the front of a cell that a page has above its row.
const MAX_LOOSE_LINES: usize = 1;

/// What the columns of a table hold.
#[derive(Debug)]
struct Head {
    /// The column of the names.
    name: usize,
    /// The columns of what is paid, each with the folded name of the plan that it belongs to.
    amounts: Vec<(usize, Option<String>)>,
}

/// A table: its head, if its columns are known, and its rows.
#[derive(Debug)]
struct Titled {
    width: usize,
    head: Option<Head>,
    rows: Vec<Line>,
}

/// A line of a table.
#[derive(Debug)]
struct Line {
    at: Range<usize>,
    /// The cells, as byte ranges of the page; none of a line without bars.
    cells: Vec<Range<usize>>,
}

/// The tables of a page whose head has a title for names.
#[derive(Debug, Default)]
pub(crate) struct Tables(Vec<Titled>);

impl Tables {
    pub(crate) fn new(page: &str, rules: &Rules) -> Self {
        Self(titled(page, rules))
    }

    /// Returns the table and the row in which a byte stands.
    fn around(&self, at: usize) -> Option<(&Titled, &Line)> {
        let row = |table: &'_ Titled| {
            table.rows.iter().position(|it| it.at.start <= at && at <= it.at.end)
        };
        let (table, row) = self.0.iter().find_map(|it| Some((it, row(it)?)))?;
        Some((table, table.rows.get(row)?))
    }

    /// Returns the rows of all tables, and the lines that they were read from.
    pub(crate) fn rows(&self, page: &str, rules: &Rules) -> (Vec<Row>, Vec<Range<usize>>) {
        let (mut rows, mut read) = (Vec::new(), Vec::new());
        for table in &self.0 {
            let Some(head) = &table.head else { continue };
            for line in &table.rows {
                if let Some(found) = of_line(page, line, head, rules) {
                    rows.extend(found);
                    read.push(line.at.clone());
                }
            }
        }
        (rows, read)
    }

    /// Returns the end of the table in which a byte stands, if it has more rows than one.
    pub(crate) fn end_around(&self, at: usize) -> Option<usize> {
        let rows = &self.around(at)?.0.rows;
        rows.last().filter(|_| rows.len() > 1).map(|it| it.at.end)
    }

    /// Returns the cells of what is paid in the row in which a byte stands, each with its plan; none if it
    /// stands in no row of a table whose columns are known.
    pub(crate) fn amount_cells(&self, at: usize) -> Vec<(Option<String>, Range<usize>)> {
        let Some((table, line)) = self.around(at) else { return Vec::new() };
        let amounts = table.head.iter().flat_map(|it| &it.amounts);
        amounts
            .filter_map(|(at, plan)| Some((plan.clone(), line.cells.get(*at)?.clone())))
            .collect()
    }

    /// Returns the cells of the plans in the row in which a byte stands; none if it stands in no such row.
    pub(crate) fn plan_cells(&self, at: usize) -> Vec<(String, Range<usize>)> {
        let cells = self.amount_cells(at).into_iter();
        cells.filter_map(|(plan, cell)| Some((plan?, cell))).collect()
    }

    /// Returns the name and what is paid of the row in which a byte stands, if its table has one column of
    /// amounts and it is not a class of operations. The outer `None` means that its table is not known.
    pub(crate) fn payment(&self, page: &str, at: usize, rules: &Rules) -> Option<Option<Payment>> {
        let (table, line) = self.around(at)?;
        let head = table.head.as_ref()?;
        let [(column, None)] = head.amounts.as_slice() else { return Some(None) };
        let cell = |at: usize| line.cells.get(at).cloned();
        let payment = cell(head.name).zip(cell(*column));
        Some(payment.filter(|_| !is_of_class(page, line, head, rules)))
    }
}

/// A name and what is paid, as byte ranges of the page.
pub(crate) type Payment = (Range<usize>, Range<usize>);

/// Returns the tables of a page whose head has a title for names.
fn titled(page: &str, rules: &Rules) -> Vec<Titled> {
    let line = |at: Range<usize>| Line { cells: cells(page, &at), at };
    let mut rest = lines(page).into_iter().map(line).peekable();
    let mut tables: Vec<Titled> = Vec::new();
    let (mut is_open, mut loose) = (false, 0);
    while let Some(line) = rest.next() {
        loose = if line.cells.is_empty() { loose + 1 } else { 0 };
        is_open &= loose <= MAX_LOOSE_LINES;
        if let Some(name) = name_column(page, &line, rules) {
            let mut titles: Vec<Vec<String>> = vec![Vec::new(); line.cells.len()];
            add_titles(page, &line, &mut titles);
            while let Some(next) = rest.next_if(|it| is_more_of_head(page, it, &line, name, rules))
            {
                add_titles(page, &next, &mut titles);
            }
            tables.push(Titled {
                width: line.cells.len(),
                head: head(name, &titles, rules),
                rows: Vec::new(),
            });
            is_open = true;
        } else if let Some(table) =
            tables.last_mut().filter(|it| is_open && it.width == line.cells.len())
        {
            table.rows.push(line);
        }
    }
    tables
}

/// Returns the column of names if a line is the first of a head: words without amounts, one of them the title
/// of a column of names. Of several such columns it is the last one with another title than the one before
/// it.
fn name_column(page: &str, line: &Line, rules: &Rules) -> Option<usize> {
    let patterns = &rules.rows;
    let texts: Vec<String> = line.cells.iter().map(|it| folded(page, it)).collect();
    let is_of_coverages = |it: &String| patterns.head_coverages.is_match(it);
    let is_name =
        |it: &String| patterns.head_name.find(it).is_some_and(|found| found.len() == it.len());
    let filled = texts.iter().filter(|it| !it.is_empty()).count();
    if filled < 2 || texts.iter().any(|it| !amounts(it).is_empty()) {
        return None;
    }
    let first_amount = texts.iter().position(|cell| {
        patterns.plan_of(cell).is_some()
            || patterns.head_amount.find(cell).is_some_and(|it| it.start() == 0)
    });
    let before = texts.get(..first_amount.unwrap_or(texts.len()))?;
    let last = before.iter().rposition(is_of_coverages);
    let last = last.or_else(|| before.iter().position(is_name))?;
    let title = texts.get(last)?;
    let same = before.get(..last)?.iter().rev().take_while(|it| *it == title).count();
    Some(last - same)
}

/// Whether a line goes on with the head that begins with another line: the title of the names again, or blank
/// above further titles.
fn is_more_of_head(page: &str, line: &Line, first: &Line, name: usize, rules: &Rules) -> bool {
    let patterns = &rules.rows;
    let text = |line: &Line, at: usize| line.cells.get(at).map(|it| folded(page, it));
    let texts: Vec<String> = line.cells.iter().map(|it| folded(page, it)).collect();
    let is_rule = |it: &str| it.chars().all(|c| matches!(c, '-' | ':'));
    if line.cells.len() != first.cells.len() || texts.iter().any(|it| !amounts(it).is_empty()) {
        return false;
    }
    if texts.iter().all(|it| is_rule(it)) {
        return true;
    }
    let is_title = |cell: &String| {
        patterns.plan_of(cell).is_some()
            || patterns.head_line.is_match(cell)
            || patterns.head_period.is_match(cell)
    };
    let mut others = texts.iter().filter(|it| !it.is_empty());
    match text(line, name) {
        Some(own) if !own.is_empty() => Some(own) == text(first, name),
        _ => others.all(is_title) && texts.iter().any(|it| !it.is_empty()),
    }
}

fn folded(page: &str, cell: &Range<usize>) -> String {
    fold(page.get(cell.clone()).unwrap_or_default())
}

fn add_titles(page: &str, line: &Line, titles: &mut [Vec<String>]) {
    for (cell, titles) in line.cells.iter().zip(titles) {
        let title = folded(page, cell);
        let is_words = title.chars().any(char::is_alphanumeric);
        if is_words && !titles.contains(&title) {
            titles.push(title);
        }
    }
}

/// Returns what the columns hold; `None` where more than one could be what is paid, and nothing tells them
/// apart.
fn head(name: usize, titles: &[Vec<String>], rules: &Rules) -> Option<Head> {
    let patterns = &rules.rows;
    let begins =
        |title: &str, pattern: &regex::Regex| pattern.find(title).is_some_and(|it| it.start() == 0);
    let is_premium = |it: &[String]| it.iter().any(|it| patterns.head_premium.is_match(it));
    let of_title = |it: &[String], pattern: &regex::Regex| it.iter().any(|it| begins(it, pattern));
    let is_earlier = |column: &[String]| {
        let mut periods = column.iter().filter(|it| patterns.head_period.is_match(it)).peekable();
        periods.peek().is_some() && !periods.any(|it| patterns.head_later.is_match(it))
    };
    let columns = || titles.iter().enumerate().skip(name + 1).filter(|it| !is_premium(it.1));
    let all = |is_paid: &dyn Fn(&[String]) -> bool| -> Vec<(usize, &[String])> {
        columns().filter(|it| is_paid(it.1)).map(|(at, it)| (at, it.as_slice())).collect()
    };
    let mut paid = all(&|it| of_title(it, &patterns.head_payment));
    if paid.is_empty() {
        paid = all(&|it| of_title(it, &patterns.head_amount));
    }
    if paid.is_empty() {
        paid = all(&|it| it.iter().any(|it| patterns.plan_of(it).is_some()));
        if paid.len() < 2 {
            return None;
        }
    }
    paid.retain(|it| !is_earlier(it.1));
    let is_several = paid.len() > 1;
    let amounts: Vec<(usize, Option<String>)> = paid
        .into_iter()
        .map(|(at, titles)| (at, plan(titles, patterns).filter(|_| is_several)))
        .collect();
    let is_of_kinds = |at: &usize| {
        let all = titles.get(*at).into_iter().flatten();
        all.clone().any(|it| rules.subtypes.words.is_match(it) || class_of(it, rules))
    };
    let is_told_apart = !is_several || amounts.iter().all(|it| it.1.is_some());
    let is_paid = !amounts.is_empty() && is_told_apart;
    (is_paid && !amounts.iter().any(|it| is_of_kinds(&it.0))).then_some(Head { name, amounts })
}

/// Returns the folded plan of a column: the title that a plan has, otherwise what stands beside titles such
/// as 가입금액.
fn plan(titles: &[String], patterns: &RowPatterns) -> Option<String> {
    let of_words = titles.iter().find_map(|it| patterns.plan_of(it));
    let is_other =
        |it: &&String| !patterns.head_amount.is_match(it) && !patterns.head_period.is_match(it);
    of_words.or_else(|| titles.iter().find(is_other).cloned())
}

/// Whether a folded cell is a class of operations and nothing else: 1종, 3종 수술.
fn class_of(cell: &str, rules: &Rules) -> bool {
    rules.cues.all(Category::SurgeryClass, cell).any(|it| it.at() == (0..cell.len()))
}

/// Whether a cell beside the name is a class of operations, or one stands behind the name: 수술급여금 3종.
fn is_of_class(page: &str, line: &Line, head: &Head, rules: &Rules) -> bool {
    let name = line.cells.get(head.name).map(|it| folded(page, it)).unwrap_or_default();
    let details = line.cells.iter().enumerate().filter(|(at, _)| *at != head.name);
    details.into_iter().any(|(_, it)| class_of(&folded(page, it), rules))
        || class_behind(&name, rules).is_some()
}

/// Returns the class of operations behind the name in a cell: 3 of 수술급여금 3종. A class in a bracket, or a range
/// of them, is part of the name.
pub(crate) fn class_behind(cell: &str, rules: &Rules) -> Option<u32> {
    let last = rules.cues.all(Category::SurgeryClass, cell).last()?;
    let at = last.at();
    let is_alone = last.group("first").is_none() && last.group("of_name").is_none();
    let before = cell.get(..at.start).and_then(|it| it.chars().next_back());
    let is_behind = at.end == cell.len() && before.is_some_and(|it| ('가'..='힣').contains(&it));
    last.group("last").filter(|_| is_alone && is_behind)?.as_str().parse().ok()
}

/// Returns the rows of a line; `None` if it is not read.
fn of_line(page: &str, line: &Line, head: &Head, rules: &Rules) -> Option<Vec<Row>> {
    let text = |at: &Range<usize>| page.get(at.clone()).unwrap_or_default();
    let name = line.cells.get(head.name)?;
    let printed = text(name).get(named(text(name), 0, name.len(), rules))?;
    if printed.is_empty() || rules.rows.not_name.is_match(printed) {
        return None;
    }
    let is_of_class = is_of_class(page, line, head, rules);
    let of_cell = |(at, plan): &(usize, Option<String>)| {
        let cell = line.cells.get(*at)?;
        let won = match sum(page, cell, rules) {
            Sum::Won(won) => won,
            Sum::LeftOut if plan.is_some() => LEFT_OUT,
            Sum::LeftOut | Sum::Other => return None,
        };
        Some(Row {
            name: printed.to_owned(),
            quote: name.start..cell.end.max(name.end),
            won,
            amount: cell.clone(),
            written: text(cell).to_owned(),
            strength: Strength::Table,
            plan: plan.clone(),
            is_of_class,
        })
    };
    let found: Vec<Row> = head.amounts.iter().filter_map(of_cell).collect();
    let is_read = if head.amounts.iter().any(|it| it.1.is_some()) {
        found.is_empty() || found.iter().any(|it| it.won != LEFT_OUT)
    } else {
        !found.is_empty()
    };
    is_read.then_some(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn check(row: &str, expected: &[(&str, &str, u64)]) {
        let rules = Rules::shipped().unwrap();
        for head in ["실속플랜 | 표준플랜", "가입금액(실속플랜) | 가입금액(표준플랜)"]
        {
            let page = format!("| 구분 | 담보명 | {head} | 보험료 |\n|--|--|--|--|--|\n{row}\n");
            let (found, _) = Tables::new(&page, &rules).rows(&page, &rules);
            let short: Vec<(&str, &str, u64)> = found
                .iter()
                .map(|it| (it.name.as_str(), it.plan.as_deref().unwrap_or_default(), it.won))
                .collect();
            assert_eq!(short, expected, "{page}");
        }
    }

    #[test]
    fn a_cell_belongs_to_the_plan_above_it() {
        let (first, second) = ("실속플랜", "표준플랜");
        check(
            "| 암 | 암진단비 주1) | 1천만원 | 3,000만원 | 12,300 |",
            &[("암진단비", first, 10_000_000), ("암진단비", second, 30_000_000)],
        );
        for blank in ["-", "", "미가입", "해당 없음"] {
            check(
                &format!("| 암 | 암진단비 | {blank} | 3,000만원 | 12,300 |"),
                &[("암진단비", first, 0), ("암진단비", second, 30_000_000)],
            );
            check(
                &format!("| | 암진단비 | 3,000만원 | {blank} | 12,300 |"),
                &[("암진단비", first, 30_000_000), ("암진단비", second, 0)],
            );
        }
        check("| 암 | 수술비 | 1종 10만원 / 2종 30만원 | 1종 20만원 / 2종 40만원 | 900 |", &[]);
        check("| 합계보험료 | | 41,200원 | 77,900원 | |", &[]);
        check("| 암 | 암진단비 | - | - | |", &[]);
    }
}
