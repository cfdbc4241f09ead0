//! Tests of office documents: the same text gives the same tree in every format, special cases of each format
//! are reported, and no text is lost.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test"
)]

mod docx;
mod downloaded;
mod genuine;
mod hostile;
mod html;
mod hwp;
mod hwpx;
mod kept;
mod pdf;
mod pictures;
mod source;
mod traps;
mod traps_docx;
mod traps_html;
mod traps_hwp;
mod traps_hwpx;
mod traps_pdf;
mod tree;
mod zip_file;

use crate::common;
use simui_corpus::{Finding, KindHint, Reading, SourceFile, read};

/// Reads a file in the same way as the import.
fn reading(path: &str, bytes: Vec<u8>, hint: KindHint) -> Result<Reading, Finding> {
    read(&SourceFile { path: path.to_owned(), bytes }, hint, &common::clock()).into_only()
}

/// Whether PDF files can be read here. Prints a message if not.
fn has_pdfium() -> bool {
    let refused =
        reading("a.pdf", pdf::of(&[source::line("글")]), Some(simui_domain::DocumentKind::Policy))
            .err();
    let missing = refused.filter(|finding| finding.reason.contains("models/pdfium/fetch.sh"));
    if missing.is_some() {
        eprintln!("skipped: no pdfium; run models/pdfium/fetch.sh");
    }
    missing.is_none()
}

/// The complete quotable text of a document.
fn words(reading: &Reading) -> String {
    let body = &reading.imported.document.body;
    simui_corpus::quotable(body, 0, body.chars().count())
}
