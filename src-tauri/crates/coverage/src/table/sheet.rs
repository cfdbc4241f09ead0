//! Text prepared for reading tables: narrow figures and signs, plain blanks, and blanks in place of
//! coverage codes, with the way back to the pages it came from.
//!
//! A table may continue over a page break. A sheet therefore joins parts of several pages, and
//! everything found in it is mapped to the page where it stands.

use std::ops::Range;

use super::codes::codes;

/// A text made of parts of pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    text: String,
    parts: Vec<Part>,
}

/// A run of text that came from one page.
#[derive(Debug, Clone)]
struct Part {
    /// First byte in the sheet.
    at: usize,
    /// Index of the page.
    page: usize,
    /// First byte on the page. `length` is the number of bytes there; it differs from the length in
    /// the sheet only for a single replaced character.
    from: usize,
    length: usize,
}

impl Sheet {
    /// Returns a sheet of one whole page.
    pub(crate) fn new(page: usize, text: &str) -> Self {
        let mut sheet = Self::default();
        sheet.push(page, text, 0..text.len());
        sheet
    }

    /// Appends the byte range `range` of a page.
    pub(crate) fn push(&mut self, page: usize, text: &str, range: Range<usize>) {
        let mut run = range.start;
        let codes = codes(text);
        let part = text.get(range.clone()).unwrap_or_default();
        for (at, c) in part.char_indices() {
            let at = range.start + at;
            let is_code = codes.iter().any(|it| it.contains(&at));
            let letter = if is_code { Some(Some(' ')) } else { narrowed(c) };
            let Some(letter) = letter else { continue };
            self.put(page, text, run..at);
            run = at + c.len_utf8();
            if let Some(letter) = letter {
                self.parts.push(Part { at: self.text.len(), page, from: at, length: c.len_utf8() });
                self.text.push(letter);
            }
        }
        self.put(page, text, run..range.end);
    }

    /// Appends a line break, which maps to byte `at` of the page. It separates what follows from
    /// another page.
    pub(crate) fn end_line(&mut self, page: usize, at: usize) {
        self.parts.push(Part { at: self.text.len(), page, from: at, length: 0 });
        self.text.push('\n');
    }

    fn put(&mut self, page: usize, text: &str, run: Range<usize>) {
        if !run.is_empty() {
            let part = Part { at: self.text.len(), page, from: run.start, length: run.len() };
            self.parts.push(part);
            self.text.push_str(text.get(run).unwrap_or_default());
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the page that a byte of the sheet came from.
    pub(crate) fn page_of(&self, at: usize) -> Option<usize> {
        self.part(at).map(|it| it.page)
    }

    /// Returns the byte range of a page that corresponds to a range of the sheet; `None` if no part
    /// of it is on that page.
    pub(crate) fn on_page(&self, page: usize, range: &Range<usize>) -> Option<Range<usize>> {
        let ends = self.parts.iter().skip(1).map(|it| it.at).chain([self.text.len()]);
        let within =
            self.parts.iter().zip(ends).filter(|(part, end)| {
                part.page == page && part.at < range.end && range.start < *end
            });
        let mut found: Option<Range<usize>> = None;
        for (part, end) in within {
            let is_run = part.length == end - part.at;
            let from =
                if is_run { part.from + range.start.saturating_sub(part.at) } else { part.from };
            let to = if is_run && range.end < end {
                part.from + (range.end - part.at)
            } else {
                part.from + part.length
            };
            found = Some(found.map_or(from, |it| it.start)..to);
        }
        found
    }

    fn part(&self, at: usize) -> Option<&Part> {
        let behind = self.parts.partition_point(|it| it.at <= at);
        self.parts.get(behind.checked_sub(1)?)
    }
}

/// Returns the replacement of a character, if it has one: a narrow form, a blank, or nothing for
/// footnote marks and invisible characters.
fn narrowed(c: char) -> Option<Option<char>> {
    match c {
        '\u{FF01}'..='\u{FF5E}' => Some(char::from_u32(u32::from(c) - 0xFEE0)),
        '\r' | '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' => Some(Some(' ')),
        // Marks of footnotes.
        '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' | '⁽' | '⁾' | '†' | '‡' => Some(None),
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}' => Some(None),
        _ => None,
    }
}

/// Returns a text in narrow characters, as it is displayed.
pub(crate) fn narrow(text: &str) -> String {
    text.chars().filter_map(|c| narrowed(c).unwrap_or(Some(c))).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn what_is_found_leads_back_to_its_page() {
        let first = "끝 줄\r\n암\u{AD}진단비（유사암";
        let second = "머리\n제외）３，０００만원";
        let mut sheet = Sheet::default();
        sheet.push(4, first, first.find('암').unwrap()..first.len());
        sheet.push(5, second, second.find("제외").unwrap()..second.len());
        assert_eq!(sheet.text(), "암진단비(유사암제외)3,000만원");
        let amount = sheet.text().find("3,000").unwrap()..sheet.text().len();
        assert_eq!(sheet.page_of(amount.start), Some(5));
        let there = sheet.on_page(5, &amount).unwrap();
        assert_eq!(second.get(there), Some("３，０００만원"));
        let whole = 0..sheet.text().len();
        assert_eq!(first.get(sheet.on_page(4, &whole).unwrap()), Some("암\u{AD}진단비（유사암"));
        assert_eq!(second.get(sheet.on_page(5, &whole).unwrap()), Some("제외）３，０００만원"));
        assert_eq!(sheet.on_page(6, &whole), None);
    }

    #[test]
    fn a_page_without_such_letters_is_itself() {
        let page = "암진단비 3,000만원\n뇌출혈진단비 1,000만원";
        let sheet = Sheet::new(0, page);
        assert_eq!(sheet.text(), page);
        assert_eq!(sheet.on_page(0, &(5..12)), Some(5..12));
    }
}
