//! Reads the text of a PDF page by page: lines in reading order, tables as rows of cells between bars.

use super::lines::{self, Line};
use super::sheet::Sheet;
use super::{grid, seen, sheets, tell_unread, why_unread};
use crate::formats::table::between_bars;
use crate::formats::transcript::Transcript;
use crate::reading::Finding;

/// Returns the text of the pages, and findings about what was not read.
///
/// # Errors
/// A finding when the file is no readable PDF.
pub(crate) fn pages(bytes: &[u8]) -> Result<(Vec<String>, Vec<Finding>), Finding> {
    let mut transcript = Transcript::default();
    let sheets = sheets(bytes, &mut transcript)?;
    let mut pages = Vec::new();
    for (at, sheet) in sheets.iter().enumerate() {
        pages.push(text(sheet, at, &mut transcript));
    }
    let mut findings = std::mem::take(&mut transcript.findings);
    findings.extend(transcript.left_out());
    Ok((pages, findings))
}

/// Returns the text of a page, `at` counted from 0.
pub(super) fn text(sheet: &Sheet, at: usize, transcript: &mut Transcript) -> String {
    let letters = seen(sheet, at, transcript);
    tell_unread(why_unread(sheet, &letters).map(|why| (at, why)).into_iter().collect(), transcript);
    let spaces = lines::writes_spaces(&letters);
    let (tables, outside) = grid::tables(letters, &sheet.rules, spaces);
    let mut parts: Vec<String> = Vec::new();
    let running = lines::lines(outside, spaces);
    // A table follows the last line above it.
    let mut before: Vec<Vec<String>> = vec![Vec::new(); running.len() + 1];
    for (top, rows) in tables {
        let above = running.iter().rposition(|line: &Line| line.area.top < top);
        let rows = rows.iter().map(|row| between_bars(row));
        if let Some(place) = before.get_mut(above.map_or(0, |it| it + 1)) {
            place.extend(rows);
        }
    }
    for (at, rows) in before.into_iter().enumerate() {
        parts.extend(rows);
        parts.extend(running.get(at).map(|line| line.text.clone()));
    }
    parts.join("\n")
}
