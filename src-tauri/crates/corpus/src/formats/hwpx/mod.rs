//! Reads 한글 documents in XML (`hwpx/2`): paragraphs with their numbers, tables row by row, footnotes.
//!
//! Left out with a finding: white and tiny text, tracked deletions, page headers and footers, memos and
//! hidden comments.

pub(in crate::formats) mod header;
mod section;
mod table;

use self::header::Header;
use self::section::Section;
use super::office_zip::OfficeZip;
use super::transcript::Transcript;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, SourceFile};

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "hwpx/2";

/// Reads a document.
pub(crate) fn read(source: &SourceFile, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    let mut zip = OfficeZip::open(&source.bytes)?;
    let mut transcript = Transcript::default();
    let manifest = zip.optional_xml("META-INF/manifest.xml", &mut transcript.findings);
    if manifest.is_some_and(|it| it.any_below(&|it| &*it.name == "encryption-data")) {
        return Err(Finding::whole_file(
            "암호가 걸린 문서입니다. 암호를 풀어 다시 저장하여 가져오십시오.",
        ));
    }
    let header =
        Header::of(zip.optional_xml("Contents/header.xml", &mut transcript.findings).as_ref());
    let package = zip.optional_xml("Contents/content.hpf", &mut transcript.findings);
    transcript.title = package.and_then(|it| Some(it.path(&["metadata", "title"])?.text()));
    let (mut pages, mut sections) = (Vec::new(), Vec::new());
    for name in zip.names() {
        let part = name.strip_prefix("Contents/").and_then(|part| part.strip_suffix(".xml"));
        match part {
            Some(part) if part.starts_with("section") => sections.push(name),
            Some(part) if part.starts_with("masterpage") => pages.push(name),
            _ => {}
        }
    }
    let mut reader = Section::new(&header, transcript);
    let mut read = 0;
    for name in &sections {
        // An unreadable section is reported; the others are read.
        match zip.xml(name) {
            Ok(Some(root)) => {
                read += 1;
                reader.read(&root);
            }
            Ok(None) => {}
            Err(finding) => reader.transcript.findings.push(finding),
        }
    }
    for name in &pages {
        if let Some(root) = zip.optional_xml(name, &mut reader.transcript.findings) {
            reader.margin(&root, "바탕쪽");
        }
    }
    let mut transcript = reader.finish();
    if read == 0 {
        let first = transcript.findings.into_iter().next();
        return Err(first.unwrap_or_else(|| {
            Finding::whole_file(
                "본문(Contents/section0.xml)이 없습니다. 다시 저장하여 가져오십시오.",
            )
        }));
    }
    transcript.find_hidden_characters();
    transcript.manuscripts(READER, hint)
}
