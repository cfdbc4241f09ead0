//! Gives rows the names of the company's list: with a front on the line above, or without a payment condition
//! behind the name.

use std::collections::HashMap;

use super::names::{folded_forms, is_back_of_name};
use crate::catalog::cues::Category;
use crate::catalog::fold::fold;
use crate::catalog::name::Name;
use crate::document::book::Book;
use crate::document::brackets::without_explanation;
use crate::table::rows::Row;

/// Returns a row with its name as the company's list has it: with the front of the name that stands on the
/// line above, or without a payment condition behind it. A row whose name is not found is returned unchanged.
pub(super) fn complete_name(
    book: &Book,
    page: &str,
    mut row: Row,
    names: &HashMap<String, Vec<usize>>,
) -> Row {
    if folded_forms(&row.name).iter().any(|it| names.contains_key(it)) {
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
        let core = Name::new(&book.rules, name).core;
        let illness = book.rules.names.diseases.find(&core).and_then(|it| core.get(it.range()));
        let rest = without_explanation(rest, illness.unwrap_or_default());
        let kind = book.rules.subtypes.words.find(&rest).is_some();
        !kind || rest.contains("제외") || book.rules.subtypes.words.is_match(&core)
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
