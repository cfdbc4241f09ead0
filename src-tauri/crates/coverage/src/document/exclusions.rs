//! Lists of what is not paid for (보험금을 지급하지 않는 사유), of one coverage and of all of a document.

use std::ops::Range;

use super::clause::clauses;
use super::list_mark::{list_mark, next_item};
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

/// What stands below a heading that says that nothing is paid.
#[derive(Debug)]
pub(crate) struct ExclusionList {
    pub page: usize,
    /// Byte range of the heading and its items.
    pub at: Range<usize>,
    /// Byte ranges of the items.
    pub items: Vec<Range<usize>>,
    /// Whether it holds for every coverage that its items do not name: a chapter of a document, or an
    /// article of a 약관 that a clause below it applies to all riders (이 조항은 모든 특약에 적용됩니다).
    pub is_common: bool,
}

/// Returns the lists of a document's pages. `from` is the index of the first page.
pub(super) fn lists(
    pages: &[Page],
    from: usize,
    is_policy: bool,
    cues: &Cues,
) -> Vec<ExclusionList> {
    let mut found: Vec<ExclusionList> = Vec::new();
    // Whether the last list may be applied to all riders.
    let mut is_last = false;
    for (at, page) in pages.iter().enumerate() {
        // The end of the list that is open, and whether a heading like its own ends it.
        let (mut end, mut is_chapter) = (0, false);
        for part in clauses(&page.text, 0..page.text.len()) {
            let text = fold(page.text.get(part.clone()).unwrap_or_default());
            if text.ends_with("약관") {
                // What stands below the name of a rider is that rider's.
                (is_last, end) = (false, 0);
            } else if let Some(heading) = cues.find(Category::HeadsExclusions, &text) {
                let next = next_item(&page.text, part.end, part.start);
                (end, is_chapter) = (next.unwrap_or(page.text.len()), next.is_some());
                let mark = list_mark(&text).map(|it| it.0);
                found.push(ExclusionList {
                    page: from + at,
                    at: part.clone(),
                    items: if heading.end < text.len() { vec![part] } else { Vec::new() },
                    is_common: !is_policy && mark.is_some_and(|it| !it.is_article()),
                });
                is_last = true;
            } else if let Some(list) = found.last_mut().filter(|_| part.start < end) {
                let is_item = is_item(&text);
                let goes_on = is_chapter || is_item || cues.has(Category::Excludes, &text);
                if goes_on || list.items.is_empty() {
                    list.at.end = part.end;
                    match list.items.last_mut().filter(|_| is_chapter && !is_item) {
                        Some(last) => last.end = part.end,
                        None => list.items.push(part),
                    }
                } else {
                    end = 0;
                }
            }
            if is_policy && cues.has(Category::AppliesToAll, &text) && is_last {
                is_last = false;
                found.last_mut().into_iter().for_each(|it| it.is_common = !it.items.is_empty());
            }
        }
    }
    found
}
