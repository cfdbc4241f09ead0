//! 심의 결과 보고서: what a reviewer signs, hands over and files.
//!
//! [`compose`] turns a [`CaseView`] into one [`document::Document`] — its words, its order, what is marked — and
//! [`html()`] and [`pdf()`] draw that same document, so that the two can never say different things.
//!
//! The page is a minijinja template: its automatic escaping is what stands between a hostile advertisement and
//! the reader, and undefined names are errors, not blanks. The PDF is written with krilla and laid out here: a
//! report is running text, boxes and tables, for which a line breaker and a page breaker of our own are a few
//! hundred lines, where a whole typesetting system would be six times the crates to build. It is PDF/A-2a and
//! PDF/UA-1 (archivable, tagged, its text extractable), and krilla refuses to write it when it is not.

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

/// The report as one HTML page that stands alone: no script, nothing loaded, A4 when printed.
///
/// `written_at` is printed as the time of writing; the page depends on nothing but the two arguments.
///
/// # Errors
/// [`ReportError::Template`] when the template and the document do not fit: a defect of this program.
pub fn html(case: &CaseView, written_at: Timestamp) -> Result<String, ReportError> {
    html::render(&compose::document(case, written_at))
}

/// The same report as a PDF on A4, with the used part of `font` embedded.
///
/// Characters that no font has are printed by their number, `[U+1F600]`. Text is set from left to right.
///
/// # Errors
/// [`ReportError::FontFile`] when a font file has gone or cannot be embedded, [`ReportError::Pdf`] when the
/// document does not come out as PDF/A-2a and PDF/UA-1.
pub fn pdf(case: &CaseView, written_at: Timestamp, font: &Fonts) -> Result<Vec<u8>, ReportError> {
    pdf::render(&compose::document(case, written_at), font)
}
