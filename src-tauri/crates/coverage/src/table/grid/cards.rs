//! Reads cards side by side: names on one line, and as many figures on each line below, in the
//! order of the names.

use std::collections::BTreeSet;

use super::atoms::Atom;
use crate::catalog::fold::fold;

/// Smallest number of lines of names with figures that makes a text one of cards.
const MIN_CARD_LINES: usize = 2;

/// Puts each name in front of its own figures where names stand side by side above them.
pub(super) fn apart(atoms: Vec<Atom>) -> Vec<Atom> {
    let lines: Vec<&[Atom]> = atoms.chunk_by(|a, b| a.line == b.line).collect();
    let rows: Vec<usize> =
        (0..lines.len()).map(|at| below(lines.get(at..).unwrap_or_default())).collect();
    if rows.iter().filter(|it| **it > 0).count() < MIN_CARD_LINES {
        return atoms;
    }
    let mut all: Vec<Atom> = Vec::new();
    let mut on_cards: BTreeSet<String> = BTreeSet::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let count = rows.get(at).copied().unwrap_or_default();
        let below = lines.get(at + 1..=at + count).unwrap_or_default();
        if below.is_empty() {
            // A name repeated below its card without figures is only explained there.
            let figured = lines.get(at + 1).is_some_and(|it| it.iter().any(Atom::is_figure));
            let is_explained =
                |it: &&Atom| !figured && line.len() == 1 && on_cards.contains(&fold(&it.printed));
            all.extend(line.iter().filter(|it| !is_explained(it)).cloned());
        }
        for (column, name) in line.iter().enumerate().filter(|_| !below.is_empty()) {
            all.push(name.clone());
            on_cards.insert(fold(&name.printed));
            let figures = |it: &&[Atom]| it.iter().filter(|it| it.is_figure()).nth(column).cloned();
            all.extend(below.iter().filter_map(figures));
        }
        at += 1 + count;
    }
    all
}

/// Returns how many of the lines below a line of names have a figure for each of them.
fn below(lines: &[&[Atom]]) -> usize {
    let Some((names, rest)) = lines.split_first() else { return 0 };
    let is_names = names.len() > 1 && names.iter().all(|it| it.is_name() && it.line == it.last);
    let known = names.iter().filter(|it| it.is_known).count();
    let fits = |atoms: &&&[Atom]| {
        atoms.iter().filter(|it| it.is_figure()).count() == names.len()
            && !atoms.iter().any(Atom::is_name)
    };
    if is_names && known > 0 { rest.iter().take_while(fits).count() } else { 0 }
}
