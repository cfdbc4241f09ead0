//! Below its tables an offer tells of the same names in sentences: (1) 상해사망 … What stands there is no row.

use std::collections::BTreeSet;

use super::atoms::Atom;
use crate::catalog::fold::fold;

/// The atoms without names that come again and have no figure, where elsewhere their figures stand on their line.
pub(super) fn left_out(atoms: Vec<Atom>) -> Vec<Atom> {
    let is_cell = |it: &Atom| it.is_figure() && !is_mark(it);
    let on_line = |name: &Atom| {
        let on = |it: &Atom| (name.line..=name.last).contains(&it.line);
        atoms.iter().any(|it| is_cell(it) && on(it))
    };
    let rows: BTreeSet<String> =
        atoms.iter().filter(|it| is_known(it) && on_line(it)).map(|it| fold(&it.said)).collect();
    let is_told = |at: usize| {
        let Some(name) = atoms.get(at) else { return false };
        let mut behind = atoms.iter().skip(at + 1).take_while(|it| !it.is_name());
        rows.contains(&fold(&name.said)) && !on_line(name) && !behind.any(is_cell)
    };
    let names: Vec<usize> = (0..atoms.len()).filter(|it| is_known(&atoms[*it])).collect();
    let mut told = vec![false; atoms.len()];
    // One such name in a table is a row whose amount is told elsewhere.
    for run in names.chunk_by(|a, b| is_told(*a) == is_told(*b)).filter(|it| it.len() > 1) {
        run.iter().for_each(|it| told[*it] = is_told(*it));
    }
    // The number of its list goes with it.
    let is_left = |at: usize| {
        let next = atoms.get(at).zip(atoms.get(at + 1)).filter(|(it, next)| it.line == next.line);
        let is_number = next.is_some_and(|(it, _)| is_mark(it));
        told.get(at) == Some(&true) || is_number && told.get(at + 1) == Some(&true)
    };
    let left: Vec<bool> = (0..atoms.len()).map(is_left).collect();
    atoms.into_iter().zip(left).filter(|it| !it.1).map(|it| it.0).collect()
}

fn is_known(atom: &Atom) -> bool {
    atom.is_name() && atom.is_known
}

/// (1) or 2) of a list.
fn is_mark(figure: &Atom) -> bool {
    figure.is_figure() && figure.said.ends_with(')') && figure.said.len() <= 4
}
