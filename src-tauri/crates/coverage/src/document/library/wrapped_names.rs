//! Completes the names of rows that a table wrapped over several lines. A join is accepted only if
//! the company's list has the joined name.

use std::collections::HashMap;
use std::ops::Range;

use super::names::{folded_forms, is_back_of_name};
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::name::Name;
use crate::document::book::Book;
use crate::table::rows::{Row, lines};

/// Largest number of lines above or below a row that may hold the rest of its name.
const MAX_BROKEN_LINES: usize = 2;

/// Returns the name joined with lines above and below the row, and its quote, if the company's list
/// has the joined name.
fn joined(
    page: &str,
    row: &Row,
    names: &HashMap<String, Vec<usize>>,
) -> Option<(String, Range<usize>)> {
    let lines = lines(page);
    let holds = |at: usize| lines.iter().position(|it| it.contains(&at) || it.end == at);
    let (first, last) = (holds(row.quote.start)?, holds(row.quote.end)?);
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).map(str::trim);
    for broken in 1..=MAX_BROKEN_LINES {
        for above in (0..=broken).rev() {
            let below = broken - above;
            let Some(top) = first.checked_sub(above) else { continue };
            let front: Option<String> = (top..first).map(text).collect();
            let back: Option<String> = (last + 1..=last + below).map(text).collect();
            let (Some(front), Some(back)) = (front, back) else { continue };
            let name = format!("{front}{}{back}", row.name);
            // The known name must begin in front of the lines added below, and above the row if a
            // line above was added.
            let begun = fold(&if above > 0 { format!("{}{back}", row.name) } else { back }).len();
            if folded_forms(&name).iter().any(|it| it.len() > begun && names.contains_key(it)) {
                let start = if above > 0 { lines.get(top)?.start } else { row.quote.start };
                let end = if below > 0 { lines.get(last + below)?.end } else { row.quote.end };
                return Some((name, start..end));
            }
        }
    }
    None
}

/// Returns a row with its name as the company's list has it: joined if it is broken over lines, and
/// cut if a payment condition stands behind it. A row whose name is not found is returned
/// unchanged.
pub(super) fn complete_name(
    book: &Book,
    page: &str,
    mut row: Row,
    names: &HashMap<String, Vec<usize>>,
) -> Row {
    if folded_forms(&row.name).iter().any(|it| names.contains_key(it)) {
        return row;
    }
    if let Some((name, quote)) = joined(page, &row, names) {
        row.name = name;
        row.quote = quote;
        return row;
    }
    let above = page.get(..row.quote.start).unwrap_or_default();
    let outside = fold(row.name.split(['(', '[', '【']).next().unwrap_or_default());
    let names_of_lines = &book.rules.names;
    if let Some(line) = above.trim_end().rsplit('\n').next().map(str::trim)
        && names_of_lines.back.contains(&outside)
        && is_back_of_name(&book.rules, &format!("{line}\n"))
    {
        row.quote.start = above.rfind(line).unwrap_or(row.quote.start);
        row.name = format!("{line}{}", row.name);
        return row;
    }
    let is_named_so = |rest: &str, name: &str| {
        // 항암치료비 제자리암 60만원: a cancer subtype has another amount.
        let kind = book.rules.subtypes.words.find(rest).is_some();
        !kind
            || rest.contains("제외")
            || book.rules.subtypes.words.is_match(&Name::new(&book.rules, name).core)
    };
    let ends: Vec<usize> = row.name.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
    for end in ends {
        let (name, rest) = row.name.split_at(end);
        let rest = fold(rest);
        let is_remark = book.rules.cues.has(Category::Trigger, &rest)
            || book.rules.names.noise.iter().any(|it| it.is_match(&rest));
        if is_remark
            && is_named_so(&rest, name)
            && folded_forms(name).iter().any(|it| names.contains_key(it))
        {
            row.name = name.trim_end().to_owned();
            return row;
        }
    }
    row
}
