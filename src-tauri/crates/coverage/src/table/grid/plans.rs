//! Reads plans that words beside the figures name, and heads with plans that no rule lists.

use std::collections::BTreeSet;
use std::ops::Range;

use super::atoms::{Atom, Kind, Role, is_caption};
use crate::catalog::fold::fold;
use crate::catalog::rules::RowPatterns;

/// Smallest share of the figures of a text, as a fraction, that must have a plan beside them.
const MIN_PLAN_SHARE: (usize, usize) = (3, 4);
/// Number of rows below a head that must have a figure for each of its plans.
const ROWS_CHECKED: usize = 2;
/// Largest length of the name of a plan, in characters.
const MAX_WORD_LENGTH: usize = 10;

/// Assigns figures the plan in front of them or in a bracket behind them (실속형 : 300만원, 300만원(실속형))
/// and removes those words.
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
    // A dash between a name and its amounts is no amount.
    let is_dash = |at: usize| atoms[at].kind == Kind::Blank && plan(at).is_none();
    let paid = figures.iter().filter(|it| !is_dash(**it)).count();
    let plans: BTreeSet<&String> = found.iter().map(|it| &it.1).collect();
    if plans.len() < 2 || found.len() * MIN_PLAN_SHARE.1 < paid * MIN_PLAN_SHARE.0 {
        return atoms;
    }
    let is_word = |atom: &Atom| {
        !atom.is_figure()
            && found.iter().any(|(_, _, at)| at.start <= atom.at.start && atom.at.end <= at.end)
    };
    let kept = (0..atoms.len()).filter(|at| !is_word(&atoms[*at]) && !is_dash(*at));
    kept.map(|at| Atom { plan: plan(at), ..atoms[at].clone() }).collect()
}

/// Returns the plan in front of a figure on its line, across a label of amounts, and the range from
/// the plan to the figure.
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

/// Reads words behind the name column as plans if the rows below have as many figures, whatever the
/// words are.
pub(super) fn unlisted(text: &str, lines: &[Range<usize>], atoms: Vec<Atom>) -> Vec<Atom> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(atom) = atoms.get(at) {
        let line = atom.line;
        let run = atoms.iter().skip(at).take_while(|it| it.line == line).count();
        let own = atoms.get(at..at + run).unwrap_or_default();
        let rest = atoms.get(at + run..).unwrap_or_default();
        let printed = lines.get(line).and_then(|it| text.get(it.clone())).unwrap_or_default();
        let words = if is_caption(printed) { None } else { head(text, own) };
        let is_called = own.first().is_some_and(|it| it.kind == Kind::Label(Role::Name));
        let words = words.filter(|it| have_figures(rest, it.len() - 1, is_called));
        let words = words.or_else(|| second_line(text, own, &all, rest));
        all.extend(words.unwrap_or_else(|| own.to_vec()));
        at += run;
    }
    all
}

/// Returns the plans of the second line of a head that has nothing else: 담보명 납입/만기 over 일반 간편.
fn second_line(text: &str, line: &[Atom], above: &[Atom], rows: &[Atom]) -> Option<Vec<Atom>> {
    let first = line.first()?.line.checked_sub(1)?;
    let mut over = above.iter().rev().take_while(|it| it.line == first);
    let is_below_names = over.any(|it| it.kind == Kind::Label(Role::Name));
    let is_word = |it: &Atom| it.kind == Kind::Text || it.is_name() && !it.is_known;
    if !is_below_names || !line.iter().all(is_word) {
        return None;
    }
    let words: Vec<Atom> = line.iter().flat_map(|it| split(text, it)).collect();
    let is_short = |it: &Atom| it.printed.chars().count() <= MAX_WORD_LENGTH;
    let fits =
        words.len() > 1 && words.iter().all(is_short) && have_figures(rows, words.len(), true);
    fits.then(|| words.into_iter().map(as_plan).collect())
}

/// Splits an atom into one atom for each word.
fn split(text: &str, atom: &Atom) -> Vec<Atom> {
    let printed = text.get(atom.at.clone()).unwrap_or_default();
    let mut from = atom.at.start;
    let mut words = Vec::new();
    for word in printed.split_inclusive(char::is_whitespace) {
        let place = from..from + word.trim_end().len();
        from += word.len();
        if !place.is_empty() {
            words.push(Atom { at: place, printed: word.trim_end().to_owned(), ..atom.clone() });
        }
    }
    words
}

fn as_plan(word: Atom) -> Atom {
    Atom { kind: Kind::Label(Role::Plan(fold(&word.printed))), ..word }
}

/// Reads a line of unknown words as a head: the title of the names, then plans.
fn head(text: &str, line: &[Atom]) -> Option<Vec<Atom>> {
    let (first, rest) = line.split_first()?;
    let is_called = first.kind == Kind::Label(Role::Name);
    let is_word = |it: &Atom| it.kind == Kind::Text || it.is_name() && !it.is_known;
    if !is_called && !is_word(first) || !rest.iter().all(is_word) {
        return None;
    }
    let mut words = Vec::new();
    for (at, atom) in line.iter().enumerate() {
        if is_called && at == 0 {
            words.push(atom.clone());
            continue;
        }
        for word in split(text, atom) {
            let is_first = words.is_empty();
            words.push(if is_first {
                Atom { kind: Kind::Label(Role::Name), ..word }
            } else {
                as_plan(word)
            });
        }
    }
    let is_short = |it: &Atom| it.printed.chars().count() <= MAX_WORD_LENGTH;
    (words.len() > 2 && words.iter().skip(1).all(is_short)).then_some(words)
}

/// Whether the first rows each have a name and `count` figures, and no head stands above them.
/// Unless the head has a known title (`is_called`), the figures must be written as amounts:
/// 3,000만원, not 41,200원.
fn have_figures(atoms: &[Atom], count: usize, is_called: bool) -> bool {
    let mut above = atoms.iter().take_while(|it| !it.is_figure());
    if above.any(Atom::is_head) {
        return false;
    }
    let lines = atoms.chunk_by(|a, b| a.line == b.line);
    let mut rows = lines.filter(|it| it.iter().any(Atom::is_figure)).take(ROWS_CHECKED);
    let is_amount = |it: &Atom| is_called || it.kind != Kind::Figure;
    let fits = |row: &[Atom]| {
        let figures: Vec<&Atom> = row.iter().filter(|it| it.is_figure()).collect();
        let is_row = row.iter().any(Atom::is_name) && figures.len() == count;
        is_row && figures.into_iter().all(is_amount)
    };
    rows.next().is_some_and(fits) && rows.next().is_some_and(fits)
}
