//! Removes names that an offer repeats in explanations below its tables: (1) 상해사망 … They are no
//! rows.

use std::collections::BTreeSet;

use super::atoms::Atom;
use crate::catalog::fold::fold;

/// Returns the atoms without names that repeat and have no figure, although elsewhere their figures
/// stand on their line.
pub(super) fn without_repeated(atoms: Vec<Atom>) -> Vec<Atom> {
    let is_cell = |it: &Atom| it.is_figure() && !is_mark(it);
    let on_line = |name: &Atom| {
        let on = |it: &Atom| (name.line..=name.last).contains(&it.line);
        atoms.iter().any(|it| is_cell(it) && on(it))
    };
    let rows: BTreeSet<String> =
        atoms.iter().filter(|it| is_known(it) && on_line(it)).map(|it| fold(&it.printed)).collect();
    let is_repeated = |at: usize| {
        let Some(name) = atoms.get(at) else { return false };
        let mut behind = atoms.iter().skip(at + 1).take_while(|it| !it.is_name());
        rows.contains(&fold(&name.printed)) && !on_line(name) && !behind.any(is_cell)
    };
    let names: Vec<usize> = (0..atoms.len()).filter(|it| is_known(&atoms[*it])).collect();
    let mut repeated = vec![false; atoms.len()];
    // A single such name in a table is a row whose amount is printed elsewhere.
    for run in names.chunk_by(|a, b| is_repeated(*a) == is_repeated(*b)).filter(|it| it.len() > 1) {
        run.iter().for_each(|it| repeated[*it] = is_repeated(*it));
    }
    // The number in front of a removed name is removed too.
    let is_left = |at: usize| {
        let next = atoms.get(at).zip(atoms.get(at + 1)).filter(|(it, next)| it.line == next.line);
        let is_number = next.is_some_and(|(it, _)| is_mark(it));
        repeated.get(at) == Some(&true) || is_number && repeated.get(at + 1) == Some(&true)
    };
    let left: Vec<bool> = (0..atoms.len()).map(is_left).collect();
    atoms.into_iter().zip(left).filter(|it| !it.1).map(|it| it.0).collect()
}

fn is_known(atom: &Atom) -> bool {
    atom.is_name() && atom.is_known
}

/// Whether a figure is the number of a list: (1) or 2).
fn is_mark(figure: &Atom) -> bool {
    figure.is_figure() && figure.printed.ends_with(')') && figure.printed.len() <= 4
}
