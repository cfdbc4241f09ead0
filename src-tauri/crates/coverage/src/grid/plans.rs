//! Plans that the words of a table name beside its figures, and heads whose plans nobody lists.

use std::collections::BTreeSet;
use std::ops::Range;

use super::atoms::{Atom, Kind, Role, is_caption};
use crate::fold::fold;
use crate::rules::RowPatterns;

/// Of the figures of a text this share has a plan beside it.
const MOST: (usize, usize) = (3, 4);
/// Lines below a head that must have a figure for each of its plans.
const ROWS: usize = 2;

/// Figures with the plan in front of them or in a bracket behind: 실속형 : 300만원, 300만원(실속형). The words are taken out.
pub(super) fn beside(text: &str, atoms: Vec<Atom>, patterns: &RowPatterns) -> Vec<Atom> {
    let figures: Vec<usize> = (0..atoms.len()).filter(|it| atoms[*it].is_figure()).collect();
    let found: Vec<(usize, String, Range<usize>)> = figures
        .iter()
        .filter_map(|at| {
            let (plan, place) =
                behind(text, atoms.get(*at)?, patterns).or_else(|| before(&atoms, *at))?;
            Some((*at, plan, place))
        })
        .collect();
    let plan = |at: usize| found.iter().find(|it| it.0 == at).map(|it| it.1.clone());
    // A dash between a name and its amounts is none.
    let is_dash = |at: usize| atoms[at].kind == Kind::Blank && plan(at).is_none();
    let paid = figures.iter().filter(|it| !is_dash(**it)).count();
    let plans: BTreeSet<&String> = found.iter().map(|it| &it.1).collect();
    if plans.len() < 2 || found.len() * MOST.1 < paid * MOST.0 {
        return atoms;
    }
    let is_word = |it: &Atom| {
        !it.is_figure()
            && found.iter().any(|(_, _, at)| at.start <= it.at.start && it.at.end <= at.end)
    };
    let kept = (0..atoms.len()).filter(|at| !is_word(&atoms[*at]) && !is_dash(*at));
    kept.map(|at| Atom { plan: plan(at), ..atoms[at].clone() }).collect()
}

/// The plan in front of a figure on its line, the label of amounts between them aside, and where its words stand.
fn before(atoms: &[Atom], at: usize) -> Option<(String, Range<usize>)> {
    let figure = atoms.get(at)?;
    let on_line = atoms.get(..at)?.iter().rev().take_while(|it| it.line == figure.line);
    let mut words = on_line.skip_while(|it| it.kind == Kind::Label(Role::Amount));
    let word = words.next()?;
    match &word.kind {
        Kind::Label(Role::Plan(plan)) => Some((plan.clone(), word.at.start..figure.at.start)),
        _ => None,
    }
}

fn behind(text: &str, figure: &Atom, patterns: &RowPatterns) -> Option<(String, Range<usize>)> {
    let rest = text.get(figure.at.end..)?;
    let inside = rest.trim_start().strip_prefix(['(', '（'])?;
    let end = inside.find([')', '）', '\n'])?;
    let plan = fold(inside.get(..end)?);
    let from = text.len() - inside.len();
    let close = text.get(from + end..)?.chars().next().map_or(0, char::len_utf8);
    patterns.plan.is_match(&plan).then_some((plan, figure.at.end..from + end + close))
}

/// Words behind the names' column as many as the rows below have figures are plans, whatever they are called.
pub(super) fn unlisted(text: &str, lines: &[Range<usize>], atoms: Vec<Atom>) -> Vec<Atom> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(atom) = atoms.get(at) {
        let line = atom.line;
        let run = atoms.iter().skip(at).take_while(|it| it.line == line).count();
        let own = atoms.get(at..at + run).unwrap_or_default();
        let rest = atoms.get(at + run..).unwrap_or_default();
        let said = lines.get(line).and_then(|it| text.get(it.clone())).unwrap_or_default();
        let plans = if is_caption(said) { None } else { head(text, own) };
        match plans.filter(|it| have_figures(rest, it.len())) {
            Some(plans) => {
                all.extend(own.first().cloned());
                all.extend(plans);
            }
            None => all.extend(own.iter().cloned()),
        }
        at += run;
    }
    all
}

/// The words of a line that begins with the names' column and says nothing else that is known.
fn head(text: &str, line: &[Atom]) -> Option<Vec<Atom>> {
    let (first, rest) = line.split_first()?;
    let is_head = first.kind == Kind::Label(Role::Name) && !rest.is_empty();
    if !is_head || rest.iter().any(|it| it.kind != Kind::Text) {
        return None;
    }
    let mut words = Vec::new();
    for atom in rest {
        let said = text.get(atom.at.clone())?;
        let mut from = atom.at.start;
        for word in said.split_inclusive(char::is_whitespace) {
            let place = from..from + word.trim_end().len();
            from += word.len();
            if !place.is_empty() {
                let said = word.trim_end().to_owned();
                let kind = Kind::Label(Role::Plan(fold(&said)));
                words.push(Atom { kind, at: place, said, ..atom.clone() });
            }
        }
    }
    (words.len() > 1).then_some(words)
}

/// Whether the first lines with figures have a name and this many of them, and no head stands above them.
fn have_figures(atoms: &[Atom], count: usize) -> bool {
    let mut above = atoms.iter().take_while(|it| !it.is_figure());
    if above.any(Atom::is_head) {
        return false;
    }
    let lines = atoms.chunk_by(|a, b| a.line == b.line);
    let mut rows = lines.filter(|it| it.iter().any(Atom::is_figure)).take(ROWS);
    let fits = |row: &[Atom]| {
        row.iter().any(Atom::is_name) && row.iter().filter(|it| it.is_figure()).count() == count
    };
    rows.next().is_some_and(fits) && rows.next().is_some_and(fits)
}
