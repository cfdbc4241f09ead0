//! Recognises headings by their number alone: `I.`, `1.`, `가.`.

use std::collections::HashSet;

use super::heading_marks::{Class, Mark, is_sentence};
use super::headings::Line;

/// Longest heading by number, in characters.
const LONGEST: usize = 40;

/// Returns the indices of lines that are headings by `I.`, `1.` or `가.`.
pub(super) fn numbered_headings(lines: &[Line<'_>]) -> HashSet<usize> {
    let mut headings = HashSet::new();
    for class in [Class::Roman, Class::Digit, Class::Syllable] {
        let candidates = candidates(lines, class);
        if is_series(lines, &candidates, &headings) {
            headings.extend(candidates.iter().map(|(at, _)| *at));
        }
    }
    headings
}

/// Returns the short lines of a class that are no sentences and are followed by something other than the same
/// class.
fn candidates(lines: &[Line<'_>], class: Class) -> Vec<(usize, u32)> {
    let number = |line: &Line<'_>| match line.mark {
        Some(Mark::Numbered(of, number)) if of == class => Some(number),
        _ => None,
    };
    let introduces = |at: usize| {
        let below = lines.iter().skip(at + 1).find(|line| line.page.is_none());
        below.is_some_and(|below| {
            number(below).is_none() && !matches!(below.mark, Some(Mark::Division(_)))
        })
    };
    let short = |text: &str| text.chars().count() <= LONGEST && !is_sentence(text);
    let found = lines.iter().enumerate().filter(|(at, line)| short(line.text) && introduces(*at));
    found.filter_map(|(at, line)| Some((at, number(line)?))).collect()
}

/// Returns whether numbers count up from 1, and restart only below a heading of an outer class.
fn is_series(lines: &[Line<'_>], candidates: &[(usize, u32)], above: &HashSet<usize>) -> bool {
    let mut last = (0, 0);
    for (at, number) in candidates {
        let new_section = (last.0 + 1..*at).any(|between| {
            above.contains(&between)
                || lines
                    .get(between)
                    .is_some_and(|line| matches!(line.mark, Some(Mark::Division(_))))
        });
        let restarts = *number == 1 && (last.1 == 0 || new_section);
        if !restarts && *number != last.1 + 1 {
            return false;
        }
        last = (*at, *number);
    }
    candidates.len() >= 2
}
