//! Reads Word documents (`docx/2`): paragraphs with their numbers, tables row by row, footnotes.
//!
//! Left out with a finding: hidden and white text, tracked deletions, page headers and footers, comments,
//! tables of contents.

mod body;
mod numbers;
mod runs;
mod styles;

use self::body::Body;
use self::numbers::Numbers;
use self::styles::Styles;
use super::office_zip::OfficeZip;
use super::transcript::{LeftOut, Transcript};
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, SourceFile};

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "docx/2";

/// Reads a document.
pub(crate) fn read(source: &SourceFile, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    let mut zip = OfficeZip::open(&source.bytes)?;
    let mut transcript = Transcript::default();
    let document = zip.xml("word/document.xml")?.ok_or_else(|| {
        Finding::whole_file("본문(word/document.xml)이 없습니다. 다시 저장하여 가져오십시오.")
    })?;
    let findings = &mut transcript.findings;
    let styles = Styles::of(zip.optional_xml("word/styles.xml", findings).as_ref());
    let numbers = Numbers::of(zip.optional_xml("word/numbering.xml", findings).as_ref());
    let footnotes = zip.optional_xml("word/footnotes.xml", findings);
    let endnotes = zip.optional_xml("word/endnotes.xml", findings);
    let title = zip
        .optional_xml("docProps/core.xml", findings)
        .and_then(|core| Some(core.child("title")?.text()));
    transcript.title = title;
    let mut body = Body::new(&styles, numbers, transcript);
    body.notes_from(footnotes.as_ref(), "footnote");
    body.notes_from(endnotes.as_ref(), "endnote");
    body.read(&document);
    let mut transcript = body.finish();
    aside(&mut zip, &styles, &mut transcript);
    transcript.find_hidden_characters();
    transcript.manuscripts(READER, hint)
}

/// Reports parts beside the body: headers, footers, comments.
fn aside(zip: &mut OfficeZip<'_>, styles: &Styles, transcript: &mut Transcript) {
    for name in zip.names() {
        let Some(part) = name.strip_prefix("word/").and_then(|part| part.strip_suffix(".xml"))
        else {
            continue;
        };
        let (why, place) = if part.starts_with("header") {
            (LeftOut::Margin, "머리말")
        } else if part.starts_with("footer") {
            (LeftOut::Margin, "꼬리말")
        } else if part == "comments" {
            (LeftOut::Comment, "메모")
        } else {
            continue;
        };
        if let Some(root) = zip.optional_xml(&name, &mut transcript.findings) {
            for words in body::passages(&root, styles) {
                transcript.leave_out(why, place, &words);
            }
        }
    }
}
