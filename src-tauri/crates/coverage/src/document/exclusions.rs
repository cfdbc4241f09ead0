//! Articles that say when nothing is paid (보험금을 지급하지 않는 사유) and hold for every rider of a document.

use std::ops::Range;

use super::clause::clauses;
use crate::catalog::cues::{Category, Cues};
use crate::catalog::fold::fold;
use crate::catalog::tables::Page;

/// Whether a folded clause is an item of a list: 1., ①, -, 가., (1), →.
pub(crate) fn is_item(text: &str) -> bool {
    let mut letters = text.trim_start_matches('(').chars();
    let (first, second) = (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '));
    let lettered = ('가'..='하').contains(&first) && ".)".contains(second);
    first.is_ascii_digit() || ('①'..='⑳').contains(&first) || "-→·▶○".contains(first) || lettered
}

/// Returns the articles of a document's pages that a clause below them applies to all riders (이 조항은 모든 특약에
/// 적용됩니다), each with its page. `from` is the index of the first page.
pub(super) fn common(pages: &[Page], from: usize, cues: &Cues) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    // The last article, and whether it has more than its heading.
    let mut last: Option<(usize, Range<usize>, bool)> = None;
    for (at, page) in pages.iter().enumerate() {
        let mut is_open = false;
        for part in clauses(&page.text, 0..page.text.len()) {
            let text = fold(page.text.get(part.clone()).unwrap_or_default());
            let goes_on = is_item(&text) || cues.has(Category::Excludes, &text);
            if text.ends_with("약관") {
                // What stands below the name of a rider is that rider's.
                (last, is_open) = (None, false);
            } else if let Some(heading) = cues.find(Category::HeadsExclusions, &text) {
                (last, is_open) = (Some((from + at, part, heading.end < text.len())), true);
            } else if let Some((_, block, has_body)) = last.as_mut().filter(|_| is_open) {
                is_open = goes_on;
                *has_body |= goes_on;
                block.end = if goes_on { part.end } else { block.end };
            }
            if cues.has(Category::AppliesToAll, &text) {
                found.extend(last.take().filter(|it| it.2).map(|it| (it.0, it.1)));
            }
        }
    }
    found
}
