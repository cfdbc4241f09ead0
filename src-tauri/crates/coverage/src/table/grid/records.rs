//! Assigns figures to names in tables where names and figures alternate.

use super::atoms::Atom;
use super::{Record, Table};

/// Smallest share of the names, as a fraction, with figures of their own on their line that makes
/// each line a row.
const MIN_ROW_SHARE: (usize, usize) = (4, 5);
/// Largest number of digits of a row number.
const MAX_NUMBER_DIGITS: usize = 4;
/// Largest distance, in lines, between a name and a figure of its record.
const MAX_DISTANCE: usize = 12;

/// Returns the records of a table in which names and figures alternate.
pub(super) fn records(table: &Table<'_>) -> Vec<Record> {
    let atoms = table.atoms;
    let names: Vec<usize> = (0..atoms.len()).filter(|it| is(atoms, *it, Atom::is_name)).collect();
    let numbers = numbers(table, &names);
    let figures: Vec<usize> = (0..atoms.len())
        .filter(|it| is(atoms, *it, Atom::is_figure) && !numbers.contains(it))
        .collect();
    let above = are_above(table, &names, &figures);
    let own = |name: &usize| -> Vec<usize> {
        let Some(name) = atoms.get(*name) else { return Vec::new() };
        let on = |figure: &&usize| {
            atoms.get(**figure).is_some_and(|it| (name.line..=name.last).contains(&it.line))
        };
        let own: Vec<usize> = figures.iter().filter(on).copied().collect();
        // The name fills its line; its cells stand on the line below, or above.
        let line = if above { name.line.checked_sub(1) } else { Some(name.last + 1) };
        let on_line = |it: &usize| atoms.get(*it).map(|it| it.line) == line;
        if !own.is_empty() || names.iter().any(on_line) {
            return own;
        }
        figures.iter().filter(|it| on_line(it)).copied().collect()
    };
    let alone = |name: &usize| {
        let line = atoms.get(*name).map(|it| it.line);
        let on = |it: &&usize| atoms.get(**it).map(|it| it.line) == line;
        let first = names.iter().find(on);
        let mut shared = figures.iter().filter(on).peekable();
        // 1,000만원 : 뇌졸중진단비, 뇌출혈진단비.
        let is_shared = shared.peek().is_some() && shared.all(|it| Some(it) < first);
        names.iter().filter(on).count() == 1 || is_shared
    };
    let on_line = |index: &&usize| {
        let has = own(index).first().and_then(|it| atoms.get(*it));
        has.zip(atoms.get(**index)).is_some_and(|(figure, name)| figure.line <= name.last)
    };
    let of_line = names.iter().filter(|it| alone(it) && on_line(it)).count();
    if !names.is_empty() && of_line * MIN_ROW_SHARE.1 >= names.len() * MIN_ROW_SHARE.0 {
        return names.iter().map(|it| record(table, *it, own(it))).collect();
    }
    in_turn(table, &names, &figures)
}

fn record(table: &Table<'_>, name: usize, figures: Vec<usize>) -> Record {
    let role = |it: &usize| table.atoms.get(*it).and_then(Atom::role);
    Record { name, roles: figures.iter().map(role).collect(), figures, unit: None }
}

/// Whether figures stand before their names: as the head gives it, otherwise if the table begins
/// with figures and ends with a name.
fn are_above(table: &Table<'_>, names: &[usize], figures: &[usize]) -> bool {
    if let Some(head) = table.head.as_ref().filter(|it| it.has_name) {
        return head.before == head.figures.len();
    }
    let first = names.first().is_some_and(|name| figures.first().is_some_and(|it| it < name));
    first
        && !are_captions(table, names)
        && names.last().is_some_and(|name| figures.iter().all(|it| it < name))
}

/// Whether the names are captions of cards: what stands above one belongs to the card before.
fn are_captions(table: &Table<'_>, names: &[usize]) -> bool {
    let marked =
        |it: &&usize| table.atoms.get(**it).is_some_and(|it| table.marked.contains(&it.line));
    !names.is_empty() && names.iter().all(|it| marked(&it))
}

fn is(atoms: &[Atom], at: usize, condition: impl Fn(&Atom) -> bool) -> bool {
    atoms.get(at).is_some_and(condition)
}

/// Splits the figures between two names: the last ones belong to the next name, as many as the head
/// puts before the name.
fn in_turn(table: &Table<'_>, names: &[usize], figures: &[usize]) -> Vec<Record> {
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
    // Without a head, figures come first if some stand before the first name and none behind the
    // last.
    let is_front =
        !front.is_empty() && behind.last().is_none_or(Vec::is_empty) && !are_captions(table, names);
    let before = match head {
        Some(head) => head.before,
        None if is_front => front.len(),
        None => 0,
    };
    let width = head.map(|it| it.figures.len());
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
        own.retain(|figure| {
            table.atoms.get(*figure).is_some_and(|it| it.line.abs_diff(line) <= MAX_DISTANCE)
        });
        records.push(record(table, *name, own));
    }
    records
}

/// Returns the figures that number the rows: those of the head's column of numbers, otherwise
/// rising numbers in front of names at the start of lines.
fn numbers(table: &Table<'_>, names: &[usize]) -> Vec<usize> {
    let atoms = table.atoms;
    let line = |at: usize| atoms.get(at).map(|it| it.line);
    let is_number = |atom: &Atom| {
        atom.is_figure()
            && atom.printed.len() <= MAX_NUMBER_DIGITS
            && atom.printed.chars().all(|c| c.is_ascii_digit())
    };
    let is_first = |at: &usize| {
        is(atoms, *at, is_number) && at.checked_sub(1).is_none_or(|it| line(it) != line(*at))
    };
    let begins = |at: &usize| is_first(at) && line(*at + 1) == line(*at);
    let value = |at: &usize| atoms.get(*at).and_then(|it| it.printed.parse::<u64>().ok());
    let head = table.head.as_ref().filter(|it| it.has_name);
    if head.is_some_and(|it| it.is_numbered) {
        let mut last: Option<u64> = None;
        let mut found: Vec<usize> = Vec::new();
        for at in (0..atoms.len()).filter(is_first) {
            // With one cell a line, the next number follows the cells of the row.
            let counts = value(&at) == last.map(|it| it + 1) || last.is_none() && at == 0;
            if begins(&at) || counts {
                last = value(&at);
                found.push(at);
            }
        }
        return found;
    }
    let found: Vec<usize> =
        names.iter().filter_map(|it| it.checked_sub(1)).filter(|it| begins(it)).collect();
    let grows = found.iter().zip(found.iter().skip(1)).all(|(a, b)| value(a) < value(b));
    let is_numbered = match head {
        Some(head) => head.before == 0,
        None => grows && found.len() > 1,
    };
    if is_numbered { found } else { Vec::new() }
}
