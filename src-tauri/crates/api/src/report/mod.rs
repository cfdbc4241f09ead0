//! 심의 결과 보고서: the report that a reviewer signs, hands over and files.
//!
//! [`compose`] converts a [`CaseView`] to one [`document::Document`] (its words, their order, its marks).
//! [`html()`] and [`pdf()`] draw that same document, so that both have the same contents.
//!
//! The page is a minijinja template. Automatic escaping protects the reader from a hostile advertisement, and
//! undefined names are errors instead of blanks. The PDF is written with krilla and laid out here: a report
//! consists of running text, boxes and tables, for which a line breaker and a page breaker take a few hundred
//! lines, while a typesetting system would take six times as many crates. It is PDF/A-2a and PDF/UA-1
//! (archivable, tagged, its text extractable), and krilla refuses to write it otherwise.

pub(crate) mod compose;
pub(crate) mod document;
mod error;
mod fonts;
pub(crate) mod html;
pub(crate) mod pdf;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod words;

use jiff::Timestamp;

pub use error::ReportError;
pub use fonts::{FontFile, Fonts};

use crate::types::CaseView;

/// Returns the report as one self-contained HTML page: no script, no external files, A4 when printed.
///
/// `written_at` is printed as the time of writing. The page depends on the two arguments only.
///
/// # Errors
/// [`ReportError::Template`] when the template and the document do not fit, which is a defect of this
/// program.
pub fn html(case: &CaseView, written_at: Timestamp) -> Result<String, ReportError> {
    html::render(&compose::document(case, written_at))
}

/// Returns the report as an A4 PDF, with the used part of `font` embedded.
///
/// Characters that no font has are printed by their number, `[U+1F600]`. Text is set from left to right.
///
/// # Errors
/// [`ReportError::FontFile`] when a font file is missing or cannot be embedded, [`ReportError::Pdf`] when the
/// document would not be valid PDF/A-2a and PDF/UA-1.
pub fn pdf(case: &CaseView, written_at: Timestamp, font: &Fonts) -> Result<Vec<u8>, ReportError> {
    pdf::render(&compose::document(case, written_at), font)
}
