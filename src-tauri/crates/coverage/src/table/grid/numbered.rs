//! Joins names in one list with figures in another that has the same numbers: ① 암수술특약 … ① 250
//! 1,480; 3 암수술특약 … 3 250만원.

use std::ops::Range;

use super::atoms::Atom;

/// Largest distance, in lines, between a name and its figures.
const MAX_DISTANCE: usize = 60;
/// Smallest number of pairs that makes two such lists.
const MIN_PAIRS: usize = 2;

/// Moves names without figures to the line where their number repeats with figures and without a
/// name.
pub(super) fn together(text: &str, lines: &[Range<usize>], atoms: Vec<Atom>) -> Vec<Atom> {
    let on = |line: usize, is: fn(&Atom) -> bool| {
        atoms.iter().any(|it| (it.line..=it.last).contains(&line) && is(it))
    };
    let mark = |line: usize| mark(text, lines.get(line)?);
    let is_figure = |line: usize, atom: &Atom| {
        atom.is_figure()
            && atom.line == line
            && mark(line).is_none_or(|mark| atom.at.start >= mark.at.end)
    };
    // A bare figure numbers its line if the line after or before it has the neighbouring number and
    // no name either.
    let counts = |line: usize, number: u32| {
        let is = |line: usize, number: Option<u32>| {
            let next = mark(line).filter(|_| !on(line, Atom::is_name));
            number.is_some() && next.map(|it| it.number) == number
        };
        is(line + 1, Some(number + 1))
            || line.checked_sub(1).is_some_and(|it| is(it, number.checked_sub(1)))
    };
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (name, atom) in atoms.iter().enumerate().filter(|it| it.1.is_name() && it.1.is_known) {
        let Some(Mark { number, .. }) = mark(atom.line) else { continue };
        let has_figures =
            atoms.iter().any(|it| (atom.line..=atom.last).any(|line| is_figure(line, it)));
        let again = (atom.last + 1..=atom.last + MAX_DISTANCE).find(|line| {
            let numbers = |it: Mark| it.number == number && (it.is_signed || counts(*line, number));
            mark(*line).is_some_and(numbers) && !on(*line, Atom::is_name)
        });
        let paid = again.filter(|line| atoms.iter().any(|it| is_figure(*line, it)));
        if let Some(line) = paid.filter(|_| !has_figures) {
            pairs.push((name, line));
        }
    }
    if pairs.len() < MIN_PAIRS {
        return atoms;
    }
    put(atoms, &pairs, &|line| mark(line).map(|it| it.at))
}

/// Returns the atoms with the name of each pair in front of the figures of its line, and without
/// the numbers.
fn put(
    atoms: Vec<Atom>,
    pairs: &[(usize, usize)],
    mark: &dyn Fn(usize) -> Option<Range<usize>>,
) -> Vec<Atom> {
    let mut all = Vec::new();
    let mut begun: Option<usize> = None;
    for (at, atom) in atoms.iter().enumerate() {
        let moved = pairs.iter().find(|it| it.1 == atom.line).filter(|_| begun != Some(atom.line));
        if let Some((name, line)) = moved
            && let Some(name) = atoms.get(*name)
        {
            begun = Some(*line);
            all.push(Atom { line: *line, last: *line, ..name.clone() });
        }
        let is_number = pairs.iter().any(|it| it.1 == atom.line)
            && mark(atom.line).is_some_and(|it| atom.at.start < it.end);
        if !is_number && !pairs.iter().any(|it| it.0 == at) {
            all.push(atom.clone());
        }
    }
    all
}

/// The number at the start of a line: ①, 1., 1), (1), or 1.
struct Mark {
    number: u32,
    at: Range<usize>,
    /// Whether a sign shows that it is the number of a list and not a figure of a cell.
    is_signed: bool,
}

fn mark(text: &str, line: &Range<usize>) -> Option<Mark> {
    let printed = text.get(line.clone())?;
    let begun = line.start + (printed.len() - printed.trim_start().len());
    let printed = printed.trim_start();
    let first = printed.chars().next()?;
    if ('①'..='⑳').contains(&first) {
        let number = u32::from(first) - u32::from('①') + 1;
        return Some(Mark { number, at: begun..begun + first.len_utf8(), is_signed: true });
    }
    let inside = printed.strip_prefix('(').unwrap_or(printed);
    let digits: String = inside.chars().take_while(char::is_ascii_digit).collect();
    let number = digits.parse().ok().filter(|_| digits.len() <= 2)?;
    let behind = inside.get(digits.len()..)?;
    let is_open = inside.len() < printed.len();
    let is_signed = behind.starts_with(')') || behind.starts_with('.') && !is_open;
    let is_bare = !is_open && behind.starts_with([' ', '|', '\t']);
    let ends = !is_signed || !behind.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let length = printed.len() - behind.len() + usize::from(is_signed);
    ((is_signed || is_bare) && ends).then(|| Mark { number, at: begun..begun + length, is_signed })
}
