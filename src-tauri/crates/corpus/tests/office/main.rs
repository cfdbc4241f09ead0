//! Office documents: one text in every format gives one tree; every trap of a format is told; no word is lost.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test"
)]

#[path = "../common/mod.rs"]
mod common;
mod docx;
mod downloaded;
mod genuine;
mod hostile;
mod html;
mod hwp;
mod hwpx;
mod kept;
mod pdf;
mod source;
mod traps;
mod traps_docx;
mod traps_html;
mod traps_hwp;
mod traps_hwpx;
mod traps_pdf;
mod tree;
mod zip_file;

use simui_corpus::{Finding, KindHint, Reading, SourceFile, read};

/// Reads a file as the import would.
fn reading(path: &str, bytes: Vec<u8>, hint: KindHint) -> Result<Reading, Finding> {
    read(&SourceFile { path: path.to_owned(), bytes }, hint, &common::clock()).into_only()
}

/// Whether PDF files can be read here; a word where they cannot.
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

/// Everything that a document says, as it may be quoted.
fn words(reading: &Reading) -> String {
    let body = &reading.imported.document.body;
    simui_corpus::quotable(body, 0, body.chars().count())
}
