//! Turns byte ranges of pages into evidence for display.

use std::ops::Range;

use crate::catalog::fact::Evidence;
use crate::catalog::tables::Page;

/// Largest length of a quote, in characters.
const MAX_LENGTH: usize = 320;

/// Returns the quote of a range of a page, without blanks at its ends. A long range is cut at its
/// end.
pub(crate) fn evidence(page: &Page, range: Range<usize>) -> Evidence {
    let raw = page.text.get(range.clone()).unwrap_or_default();
    let lead = raw.len() - raw.trim_start().len();
    let start = range.start + lead;
    let trimmed = raw.trim();
    let length = trimmed.char_indices().nth(MAX_LENGTH).map_or(trimmed.len(), |(at, _)| at);
    let quote = trimmed.get(..length).unwrap_or_default().trim_end();
    let before = page.text.get(..start).map_or(0, |it| it.chars().count());
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    Evidence {
        document: page.document.clone(),
        doc_type: page.doc_type.clone(),
        page: page.page,
        start: count(before),
        end: count(before + quote.chars().count()),
        quote: quote.to_owned(),
    }
}

/// Returns a text on one line, in narrow characters.
pub(crate) fn on_one_line(text: &str) -> String {
    let mut line = String::new();
    // Some text layers have a control character in place of a printed blank.
    let text = crate::table::sheet::narrow(text);
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    for word in words.filter(|it| !it.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
