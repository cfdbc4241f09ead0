//! Reads the tables of an offer as a whole, whatever their layout.
//!
//! Names, figures and words of a head are the *atoms* of the text. The order in which names and
//! figures alternate over a whole table decides which of them belong together; the head, labels or
//! the figures themselves decide which figure is the amount.
//!
//! No layout of a company is assumed. A table that cannot be read uniformly in most of its rows is
//! left to the reading by lines (`rows/`).

mod atoms;
mod blocks;
mod cards;
mod narrative;
mod numbered;
mod plans;
mod reasons;
mod records;
mod repeated_names;
mod roles;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use self::atoms::{Atom, Kind, Role, atoms};
use super::rows::{MARKS, Row, Strength, is_sum, lines, parts};
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::person::plans_of;
use crate::catalog::rules::Rules;

/// Smallest share of the names in a table, as a fraction, that must have an amount. Otherwise
/// nothing is read from the table.
const MIN_READ_SHARE: (usize, usize) = (3, 5);

/// Largest length of a cell of a head, in folded characters.
const MAX_HEAD_CELL: usize = 12;

/// Finds the names that a company gives its coverages in a text.
pub(crate) struct Names<'a> {
    finder: Option<AhoCorasick>,
    all: &'a HashMap<String, Vec<usize>>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(all: &'a HashMap<String, Vec<usize>>) -> Self {
        let mut patterns: Vec<&String> = all.keys().collect();
        patterns.sort_unstable();
        let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&patterns);
        Self { finder: finder.ok(), all }
    }

    fn has(&self, folded: &str) -> bool {
        self.all.contains_key(folded)
    }
}

/// A name and the figures that belong to it, in order, as indices of atoms.
#[derive(Debug, Clone, Default)]
struct Record {
    name: usize,
    figures: Vec<usize>,
    /// Role of each figure, if a label of its own gives it.
    roles: Vec<Option<Role>>,
    /// Won per unit of a bare amount, if the label gives it.
    unit: Option<u64>,
}

/// The head of a table: roles of its columns of figures from left to right, and how many of them
/// precede the name.
#[derive(Debug, Clone, Default)]
struct Head {
    figures: Vec<Role>,
    before: usize,
    has_name: bool,
    /// Whether a column numbers the rows.
    is_numbered: bool,
    /// Won per unit of a bare figure, if the head of the amount column gives it.
    unit: Option<u64>,
}

/// A run of atoms under one head.
struct Table<'a> {
    atoms: &'a [Atom],
    head: Option<Head>,
    /// Won per unit of a bare figure.
    unit: Option<u64>,
    /// Numbers of the lines that begin with the mark of a caption: ■ 암진단비.
    marked: &'a BTreeSet<usize>,
}

/// The rows read from the tables of a text.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub rows: Vec<Row>,
    /// Byte ranges of names whose amount is printed elsewhere: 종별, 별표 참조.
    pub elsewhere: Vec<Range<usize>>,
}

/// Reads the rows of all tables of a text.
pub(crate) fn read(text: &str, names: &Names<'_>, rules: &Rules) -> Reading {
    let lines = lines(text);
    let all = numbered::together(text, &lines, atoms(text, names, rules));
    let listed = reasons::rows(text, &lines, &all, rules);
    let all = cards::apart(repeated_names::without_repeated(all));
    let all = plans::beside(text, plans::unlisted(text, &lines, all), &rules.rows);
    let units: Vec<(Range<usize>, Option<u64>)> =
        parts(text, &rules.rows).into_iter().map(|(at, it)| (at, it.unit)).collect();
    let begins = |line: usize| {
        let line_text = lines.get(line).and_then(|it| text.get(it.clone())).unwrap_or_default();
        rules.rows.begins.is_match(line_text.trim())
    };
    let mut reading = Reading { rows: listed, ..Reading::default() };
    // Whether a line is running text, which separates the cells of a head from what follows.
    let is_running_text = |line: usize| {
        let line_text = lines.get(line).and_then(|it| text.get(it.clone())).unwrap_or_default();
        let line_text = fold(line_text);
        line_text.chars().count() > MAX_HEAD_CELL || rules.cues.has(Category::Trigger, &line_text)
    };
    let marked: BTreeSet<usize> =
        (0..lines.len()).filter(|it| is_marked(text, &lines, *it)).collect();
    for table in tables(&all, &units, &begins, &is_running_text, &marked) {
        let (table, records) = read_records(table);
        let read = roles::amounts(&table, &records, text, rules);
        // Below a table with a head, a name without any figure is no row but part of an
        // explanation.
        let is_row = |record: &Record| {
            let is_known = table.atoms.get(record.name).is_some_and(|it| it.is_known);
            is_known && (table.head.is_none() || !record.figures.is_empty())
        };
        let of_names = records.iter().filter(|it| is_row(it)).count();
        let with_amount: BTreeSet<usize> = read.found.iter().map(|it| it.name).collect();
        if with_amount.len() < 2 && of_names > 1
            || with_amount.len() * MIN_READ_SHARE.1 < of_names * MIN_READ_SHARE.0
        {
            continue;
        }
        let sums = read.found.iter().filter(|it| is_sum(it.won));
        reading.rows.extend(sums.filter_map(|it| row(&table, it, text)));
        let names = read.elsewhere.iter().filter_map(|it| table.atoms.get(*it));
        reading.elsewhere.extend(names.map(|it| it.at.clone()));
    }
    reading
}

/// Whether a line begins with the mark of a caption.
fn is_marked(text: &str, lines: &[Range<usize>], line: usize) -> bool {
    let line_text = lines.get(line).and_then(|it| text.get(it.clone())).unwrap_or_default();
    line_text.trim_start().starts_with(MARKS)
}

/// Returns the records of a table. Its head is dropped if it has another number of figures than
/// they have.
fn read_records(table: Table<'_>) -> (Table<'_>, Vec<Record>) {
    if let Some(records) = blocks::records(&table) {
        return (table, records);
    }
    let records = records::records(&table);
    let width = roles::width(&records);
    let fits = table.head.as_ref().is_none_or(|it| it.figures.len() == width);
    if fits {
        return (table, records);
    }
    let table = Table { head: None, ..table };
    let records = records::records(&table);
    (table, records)
}

/// The amounts of a table, and the atoms of names whose amount is printed elsewhere.
#[derive(Default)]
struct Amounts {
    found: Vec<Amount>,
    elsewhere: Vec<usize>,
}

/// The amount of a record. `name` and `figure` are indices of atoms.
struct Amount {
    name: usize,
    figure: usize,
    won: u64,
    plan: Option<String>,
}

fn row(table: &Table<'_>, amount: &Amount, text: &str) -> Option<Row> {
    let (name, figure) = (table.atoms.get(amount.name)?, table.atoms.get(amount.figure)?);
    let quote = name.at.start.min(figure.at.start)..name.at.end.max(figure.at.end);
    Some(Row {
        name: name.printed.clone(),
        quote,
        won: amount.won,
        amount: figure.at.clone(),
        written: text.get(figure.at.clone())?.trim().to_owned(),
        is_of_class: false,
        strength: Strength::Table,
        plan: amount.plan.clone(),
    })
}

/// Cuts the atoms into tables: at each head, where something else begins, and where the unit
/// changes. A table without a head inherits that of the table above.
fn tables<'a>(
    atoms: &'a [Atom],
    units: &[(Range<usize>, Option<u64>)],
    begins: &dyn Fn(usize) -> bool,
    is_running_text: &dyn Fn(usize) -> bool,
    marked: &'a BTreeSet<usize>,
) -> Vec<Table<'a>> {
    let unit = |at: usize| units.iter().rfind(|it| it.0.start <= at).and_then(|it| it.1);
    let mut tables: Vec<Table<'a>> = Vec::new();
    let (mut from, mut at) = (0, 0);
    let mut head: Option<Head> = None;
    let mut push = |range: Range<usize>, head: &Option<Head>| {
        if let Some(part) = atoms.get(range).filter(|it| it.iter().any(Atom::is_figure)) {
            let own = part.iter().find(|it| it.is_figure()).and_then(|it| unit(it.at.start));
            let unit = head.as_ref().and_then(|it| it.unit).or(own);
            tables.push(Table { atoms: part, head: head.clone(), unit, marked });
        }
    };
    while let Some(atom) = atoms.get(at) {
        let mut last = atom.line;
        let is_next = |next: &&Atom| {
            let together = next.is_head() && !(last + 1..next.line).any(is_running_text);
            last = next.line;
            together
        };
        let run = atoms.iter().skip(at).take_while(is_next).count();
        let names_follow = atoms.get(at + run).is_some_and(Atom::is_name);
        if let Some(found) = atoms.get(at..at + run).and_then(|it| read_head(it, names_follow)) {
            push(from..at, &head);
            head = Some(found);
            at += run;
            from = at;
            continue;
        }
        let is_first =
            at.checked_sub(1).and_then(|it| atoms.get(it)).is_none_or(|it| it.line < atom.line);
        if is_first && !matches!(atom.kind, Kind::Name) && begins(atom.line) {
            push(from..at, &head);
            from = at;
        }
        // A list with labels begins below a table, at the last name.
        if blocks::is_labelled(atoms, at)
            && let Some(begun) = list_begins(atoms, from, at)
        {
            push(from..begun, &head);
            from = begun;
        }
        at += run.max(1);
    }
    push(from..atoms.len(), &head);
    tables
}

/// Returns the first atom of the list whose first labelled figure is atom `at`; `None` if a list
/// precedes it already.
fn list_begins(atoms: &[Atom], from: usize, at: usize) -> Option<usize> {
    let above = (from..at).rev().find(|it| atoms.get(*it).is_some_and(Atom::is_figure))?;
    let begun = (above..at).find(|it| atoms.get(*it).is_some_and(Atom::is_name))?;
    let is_list = (from..=above).any(|it| blocks::is_labelled(atoms, it));
    (!is_list).then_some(begun)
}

/// Parses a run of words of a head; `None` unless it has an amount column and another column.
fn read_head(run: &[Atom], names_follow: bool) -> Option<Head> {
    let mut head = Head::default();
    let mut columns = 0;
    // 보장내용 above a line with a name column and an amount column is a caption.
    let line_has = |line: usize, is: fn(&Role) -> bool| {
        let on = |it: &&Atom| it.line == line;
        run.iter().filter(on).any(|it| matches!(&it.kind, Kind::Label(role) if is(role)))
    };
    let is_whole = |atom: &&Atom| {
        line_has(atom.line, |it| *it == Role::Name) && line_has(atom.line, Role::is_amount)
    };
    let first = run.iter().find(is_whole).map_or(0, |it| it.line);
    for atom in run.iter().filter(|it| it.line >= first) {
        let Kind::Label(role) = &atom.kind else { continue };
        head.unit = head.unit.or(atom.unit());
        match role {
            // The head is repeated for a second table beside the first.
            Role::Name if head.has_name && !head.figures.is_empty() => break,
            Role::Name => {
                head.has_name = true;
                head.before = head.figures.len();
            }
            Role::Number => head.is_numbered = true,
            Role::Other => {}
            role => head.figures.push(role.clone()),
        }
        columns += 1;
    }
    head.figures = together(head.figures);
    let plans = head.figures.iter().filter(|it| matches!(it, Role::Plan(_))).count();
    head.figures = of_plans(head.figures);
    let amounts = head.figures.iter().filter(|it| it.is_amount()).count();
    // 지급금액 / 보험가입금액 3,000만원: labels below each other, not columns.
    if amounts == columns && head.figures.iter().all(|it| *it == Role::Amount) {
        return None;
    }
    // 남자 여자 alone are a head if names follow; the name column may have any title.
    (columns > 1 && amounts > 0 && (columns > plans || names_follow)).then_some(head)
}

/// Joins the plan words that form one plan: 남자 30세.
fn together(roles: Vec<Role>) -> Vec<Role> {
    let words = roles.iter().filter_map(|it| match it {
        Role::Plan(plan) => Some(plan.clone()),
        _ => None,
    });
    let words: Vec<String> = words.collect();
    let plans = plans_of(words.clone());
    if plans == words {
        return roles;
    }
    let first = roles.iter().position(|it| matches!(it, Role::Plan(_))).unwrap_or_default();
    let others = |it: &&Role| !matches!(it, Role::Plan(_));
    let before = roles.iter().take(first).filter(others).cloned();
    let behind = roles.iter().skip(first).filter(others).cloned();
    before.chain(plans.into_iter().map(Role::Plan)).chain(behind).collect()
}

/// Returns the columns of a head of one or two lines in which plans and their columns stand above
/// each other: 가입금액 보험료 over 남편 아내 남편 아내, or 남편 아내 over 가입금액 보험료 가입금액 보험료.
fn of_plans(roles: Vec<Role>) -> Vec<Role> {
    let (plans, others): (Vec<Role>, Vec<Role>) =
        roles.iter().cloned().partition(|it| matches!(it, Role::Plan(_)));
    let distinct = |all: &[Role]| {
        all.iter()
            .enumerate()
            .filter(|(at, it)| !all.iter().take(*at).any(|other| other == *it))
            .count()
    };
    let each = distinct(&plans);
    let of_group = |group: &Role, plan: &Role| {
        if *group == Role::Amount { plan.clone() } else { group.clone() }
    };
    // A single plan is an ordinary word: 기본형.
    if each < 2 {
        let mut once: Vec<Role> = Vec::new();
        for role in others {
            if !once.contains(&role) {
                once.push(role);
            }
        }
        return once;
    }
    if plans.len() == each * others.len() && others.len() > 1 {
        plans
            .chunks(each)
            .zip(&others)
            .flat_map(|(plans, group)| plans.iter().map(|it| of_group(group, it)))
            .collect()
    } else if plans.len() == each && others.len() > each && others.len().is_multiple_of(each) {
        let width = others.len() / each;
        others
            .chunks(width)
            .zip(&plans)
            .flat_map(|(others, plan)| others.iter().map(|it| of_group(it, plan)))
            .collect()
    } else {
        roles.into_iter().filter(|it| *it != Role::Amount).collect()
    }
}

/// Whether a text is a name of the company's list, or ends with one behind margin words.
fn known(text: &str, names: &Names<'_>) -> bool {
    let mut rest = text.trim();
    loop {
        if names.has(&fold(rest)) {
            return true;
        }
        let Some((_, behind)) = rest.split_once(char::is_whitespace) else { return false };
        rest = behind.trim_start();
    }
}
