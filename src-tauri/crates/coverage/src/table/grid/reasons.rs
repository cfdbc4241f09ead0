//! Reads lists of payment reasons (지급사유 지급금액): the name of a coverage alone on its line, and below
//! it the reason with the amount at its end.

use std::ops::Range;

use super::atoms::Atom;
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::rules::Rules;
use crate::table::rows::{Row, Strength};
use simui_korean::money::amounts;

/// Words that the head of such a list contains.
const HEAD_WORDS: [&str; 2] = ["지급사유", "지급금액"];
/// Smallest number of names with an amount that makes such a list.
const MIN_NAMES: usize = 2;
/// Largest number of lines of a reason.
const MAX_LINES: usize = 6;

/// Returns the rows of such lists.
pub(super) fn rows(text: &str, lines: &[Range<usize>], atoms: &[Atom], rules: &Rules) -> Vec<Row> {
    let line_text =
        |line: usize| lines.get(line).and_then(|it| text.get(it.clone())).unwrap_or_default();
    let is_head = |line: usize| {
        let folded = fold(line_text(line));
        HEAD_WORDS.iter().all(|it| folded.contains(it))
    };
    let Some(head) = (0..lines.len()).find(|it| is_head(*it)) else { return Vec::new() };
    let is_caption = |atom: &&Atom| {
        let marks = |c: char| !c.is_alphanumeric() && c != '(';
        let of_line = lines.get(atom.line).and_then(|line| text.get(line.start..atom.at.start));
        atom.is_name()
            && atom.is_known
            && atom.line > head
            && of_line.is_some_and(|it| it.chars().all(marks))
            && line_text(atom.last)
                .trim_end()
                .ends_with(text.get(atom.at.clone()).unwrap_or_default().trim())
    };
    let captions: Vec<&Atom> = atoms.iter().filter(is_caption).collect();
    let next = |at: usize| captions.get(at + 1).map_or(usize::MAX, |it| it.line);
    let row = |(at, name): (usize, &&Atom)| {
        let until = next(at).min(name.last + 1 + MAX_LINES);
        let paid = (name.last + 1..until).filter_map(|line| paid(text, lines.get(line)?, rules));
        match paid.collect::<Vec<_>>().as_slice() {
            [(won, amount)] => Some(Row {
                name: name.printed.clone(),
                quote: name.at.start..amount.end,
                won: *won,
                amount: amount.clone(),
                written: text.get(amount.clone())?.to_owned(),
                is_of_class: false,
                strength: Strength::Table,
                plan: None,
            }),
            // Several amounts belong to classes.
            _ => None,
        }
    };
    let found: Vec<Row> = captions.iter().enumerate().filter_map(row).collect();
    if found.len() < MIN_NAMES { Vec::new() } else { found }
}

/// Returns the amount at the end of a line, unless it is a premium.
fn paid(text: &str, line: &Range<usize>, rules: &Rules) -> Option<(u64, Range<usize>)> {
    let line_text = text.get(line.clone())?;
    let all = amounts(line_text);
    let last = all.last()?;
    let before = fold(line_text.get(..last.at.start)?);
    let behind = line_text.get(last.at.end..)?;
    (behind.trim().is_empty() && !rules.cues.has(Category::NoBenefit, &before))
        .then(|| (last.won, line.start + last.at.start..line.start + last.at.end))
}
