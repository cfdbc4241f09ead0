//! Names and figures that take turns: which figures belong to which name.

use super::atoms::{Atom, Role};
use super::{Head, Record, Table};

/// Names that have figures of their own on their lines, of all, so that a line is a row.
const MOST: (usize, usize) = (4, 5);
/// Digits of the number of a row.
const LONGEST: usize = 4;
/// Lines between a name and a figure of it.
const FAR: usize = 12;

/// The records of a table whose names and figures take turns.
pub(super) fn records(table: &Table<'_>) -> Vec<Record> {
    let atoms = table.atoms;
    let names: Vec<usize> = (0..atoms.len()).filter(|it| is(atoms, *it, Atom::is_name)).collect();
    let numbers = numbers(table, &names);
    let figures: Vec<usize> = (0..atoms.len())
        .filter(|it| is(atoms, *it, Atom::is_figure) && !numbers.contains(it))
        .collect();
    let own = |name: &usize| -> Vec<usize> {
        let Some(name) = atoms.get(*name) else { return Vec::new() };
        let on = |it: &&usize| {
            atoms.get(**it).is_some_and(|it| (name.line..=name.last).contains(&it.line))
        };
        figures.iter().filter(on).copied().collect()
    };
    let alone = |name: &usize| {
        let line = atoms.get(*name).map(|it| it.line);
        names.iter().filter(|it| atoms.get(**it).map(|it| it.line) == line).count() == 1
    };
    let of_line = names.iter().filter(|it| alone(it) && !own(it).is_empty()).count();
    if !names.is_empty() && of_line * MOST.1 >= names.len() * MOST.0 {
        let record = |name: usize| {
            let figures = own(&name);
            Record { name, roles: vec![None; figures.len()], figures }
        };
        return names.into_iter().map(record).collect();
    }
    in_turn(table, &names, &figures, &numbers)
}

fn is(atoms: &[Atom], at: usize, what: impl Fn(&Atom) -> bool) -> bool {
    atoms.get(at).is_some_and(what)
}

/// The figures between two names: those that belong to the next by the head stand last.
fn in_turn(
    table: &Table<'_>,
    names: &[usize],
    figures: &[usize],
    numbers: &[usize],
) -> Vec<Record> {
    let between = |from: Option<usize>, to: Option<usize>| -> Vec<usize> {
        let within =
            |it: &&usize| from.is_none_or(|from| from < **it) && to.is_none_or(|to| **it < to);
        figures.iter().filter(within).copied().collect()
    };
    let behind: Vec<Vec<usize>> = names
        .iter()
        .enumerate()
        .map(|(at, name)| between(Some(*name), names.get(at + 1).copied()))
        .collect();
    let front = between(None, names.first().copied());
    let head = table.head.as_ref().filter(|it| it.has_name);
    let is_number = |head: &Head| {
        usize::from(!numbers.is_empty() && head.figures.first() == Some(&Role::Number))
    };
    // Nothing says which: what stands before the first name, and nothing behind the last, says that figures come first.
    let is_front = !front.is_empty() && behind.last().is_none_or(Vec::is_empty);
    let before = match head {
        Some(head) => head.before - is_number(head).min(head.before),
        None if is_front => front.len(),
        None => 0,
    };
    let width = head.map(|it| it.figures.len() - is_number(it));
    let mut records = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let above = at.checked_sub(1).and_then(|it| behind.get(it)).unwrap_or(&front);
        let mut own: Vec<usize> =
            above.iter().skip(above.len().saturating_sub(before)).copied().collect();
        let mut below = behind.get(at).cloned().unwrap_or_default();
        if at + 1 < names.len() {
            below.truncate(below.len().saturating_sub(before));
        } else if let Some(width) = width {
            below.truncate(width.saturating_sub(before));
        }
        own.extend(below);
        let line = table.atoms.get(*name).map_or(0, |it| it.line);
        own.retain(|it| table.atoms.get(*it).is_some_and(|it| it.line.abs_diff(line) <= FAR));
        records.push(Record { name: *name, roles: vec![None; own.len()], figures: own });
    }
    records
}

/// Figures at the beginning of lines that number the rows: where the head has a column of them, else those in front of names that grow.
fn numbers(table: &Table<'_>, names: &[usize]) -> Vec<usize> {
    let atoms = table.atoms;
    let line = |at: usize| atoms.get(at).map(|it| it.line);
    let begins = |at: &usize| {
        let is_first = at.checked_sub(1).is_none_or(|it| line(it) != line(*at));
        let is_number = |it: &Atom| {
            it.is_figure()
                && it.said.len() <= LONGEST
                && it.said.chars().all(|c| c.is_ascii_digit())
        };
        is_first && line(*at + 1) == line(*at) && is(atoms, *at, is_number)
    };
    let head = table.head.as_ref().filter(|it| it.has_name);
    if head.is_some_and(|it| it.figures.first() == Some(&Role::Number)) {
        return (0..atoms.len()).filter(begins).collect();
    }
    let found: Vec<usize> =
        names.iter().filter_map(|it| it.checked_sub(1)).filter(|it| begins(it)).collect();
    let value = |at: &usize| atoms.get(*at).and_then(|it| it.said.parse::<u64>().ok());
    let grows = found.iter().zip(found.iter().skip(1)).all(|(a, b)| value(a) < value(b));
    let is_numbered = match head {
        Some(head) => head.before == 0,
        None => grows && found.len() > 1,
    };
    if is_numbered { found } else { Vec::new() }
}
