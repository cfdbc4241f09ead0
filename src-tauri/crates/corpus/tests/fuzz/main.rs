//! Damaged and hostile files for every reader: no panic, no endless reading and no endless output. Every
//! rejection gives a reason, and everything that is read lies inside its body.
//!
//! Each reader runs for two seconds, or with `SIMUI_FUZZ_SECONDS=30` in CI (`.ci/test fuzz`). Runs with the
//! same `SIMUI_FUZZ_SEED` are identical. A fault reports the seed and the file that it saved under
//! `target/tmp/fuzz`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

mod check;
mod check_notices;
#[path = "../common/mod.rs"]
mod common;
mod container;
mod grammar;
mod input;
mod mutate;
mod random;
mod run;
mod seeds;
mod stored;
mod words;

// The file writers of the office tests and the table tests.
#[path = "../office/docx.rs"]
#[allow(dead_code, reason = "not all of it is used here")]
mod docx;
#[path = "../office/html.rs"]
mod html;
#[path = "../office/hwp.rs"]
#[allow(dead_code, reason = "not all of it is used here")]
mod hwp;
#[path = "../office/hwpx.rs"]
#[allow(dead_code, reason = "not all of it is used here")]
mod hwpx;
#[allow(dead_code, reason = "not all of it is used here")]
#[path = "../office/pdf.rs"]
mod pdf;
#[path = "../office/source.rs"]
mod source;
#[path = "../office/zip_file.rs"]
mod zip_file;

use input::{alone, with_mapping};
use run::{Target, fuzz};
use simui_corpus::KindHint;
use simui_domain::DocumentKind;

const GUIDELINE: KindHint = Some(DocumentKind::Guideline);

macro_rules! readers {
    ($($name:ident as $hint:expr, $pack:expr;)*) => {
        $(#[test]
        fn $name() {
            fuzz(Target { name: stringify!($name), hint: $hint, seeds: seeds::$name(), pack: $pack });
        })*
    };
}

readers! {
    statute_markdown as None, alone;
    decision_markdown as None, alone;
    decision_jsonl as None, alone;
    lawgokr_xml as None, alone;
    lawgokr_json as None, alone;
    docx as GUIDELINE, container::docx;
    hwpx as GUIDELINE, container::hwpx;
    hwp as GUIDELINE, container::hwp;
    html as GUIDELINE, alone;
    txt as GUIDELINE, alone;
    csv as None, alone;
    table_json as None, alone;
    table_xml as None, alone;
    xlsx as None, container::xlsx;
    zip as GUIDELINE, container::archive;
    mapping as None, with_mapping;
    encodings as GUIDELINE, alone;
}

/// The PDF library is installed by `make setup`. Without it every PDF is rejected and there is nothing to
/// fuzz.
#[test]
fn pdf() {
    let clock = common::clock();
    let file = container::pdf(&seeds::pdf()[0]).file;
    let refused = simui_corpus::read(&file, None, &clock).into_only().err();
    if refused.is_some_and(|finding| finding.reason.contains("models/pdfium/fetch.sh")) {
        eprintln!("skipped: no pdfium; run models/pdfium/fetch.sh");
        return;
    }
    fuzz(Target { name: "pdf", hint: GUIDELINE, seeds: seeds::pdf(), pack: container::pdf });
}
