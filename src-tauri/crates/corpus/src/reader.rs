//! Reads documents from bytes: determines the format of a file and calls the readers for it.

use std::ops::ControlFlow;

use sha2::{Digest, Sha256};
use simui_domain::{Clock, DocumentKind, is_hidden};

use crate::format::{Format, format};
use crate::formats::tables::Tables;
use crate::formats::{archive, docx, html, hwp, hwpx, lawgokr, pdf, plain, tables};
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, Part, Readings, SourceFile, Take};
use crate::{encoding, front_matter, markdown, statute, technologies};

/// Maximum size of a file in bytes. Larger files are not law and would only use memory.
pub const LARGEST: u64 = 64 * 1024 * 1024;

/// The readers of this version. Documents read by any other reader are read again.
const READERS: &[&str] = &[
    statute::READER,
    markdown::READER,
    technologies::READER,
    docx::READER,
    html::READER,
    hwp::READER,
    hwpx::READER,
    lawgokr::XML,
    lawgokr::JSON,
    pdf::READER,
    plain::READER,
    tables::DRUG,
    tables::DUR,
    tables::DECISIONS,
    tables::RECORDS,
];

/// Whether documents of this kind created by `reader` would be read the same way today.
/// `hwpx/1+statute-markdown/2` names a format reader and the reader of law used after it. Both must belong to
/// this version.
pub(crate) fn is_current(reader: &str, kind: DocumentKind) -> bool {
    let mut parts = reader.split('+');
    let of_law = kind != DocumentKind::Statute || parts.clone().any(|it| it == statute::READER);
    of_law && parts.all(|part| READERS.contains(&part))
}

/// The SHA-256 of a file's bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads every document in a file. Whatever cannot be read is reported as a finding and the rest is still
/// read.
pub fn read(source: &SourceFile, hint: KindHint, clock: &Clock) -> Readings {
    read_mapped(source, None, hint, clock)
}

/// Like [`read`], for a file with a mapping file (`NAME.mapping.toml`) that describes the columns of its
/// table.
pub fn read_mapped(
    source: &SourceFile,
    mapping: Option<&SourceFile>,
    hint: KindHint,
    clock: &Clock,
) -> Readings {
    let mut readings = Vec::new();
    let findings = read_each(source, mapping, hint, clock, &mut |part| {
        if let Part::Document(reading) = part {
            readings.push(*reading);
        }
        ControlFlow::Continue(())
    });
    Readings { readings, findings }
}

/// Like [`read_mapped`], one document at a time, so that a file with thousands of documents is never in
/// memory as a whole. Returns the findings that do not belong to any document.
pub fn read_each(
    source: &SourceFile,
    mapping: Option<&SourceFile>,
    hint: KindHint,
    clock: &Clock,
    take: Take<'_>,
) -> Vec<Finding> {
    let file = File { source, hint, clock };
    match format(&source.path, &source.bytes) {
        Some(Format::Zip) => match archive::content(&source.bytes) {
            archive::Content::Docx => file.documents(docx::read(source, hint), take),
            archive::Content::Hwpx => file.documents(hwpx::read(source, hint), take),
            archive::Content::Xlsx => file.tables(tables::workbook(source, hint, mapping), take),
            archive::Content::Files => archive::read(source, take, &|inner, mapping, take| {
                let entry =
                    Part::Entry { path: inner.path.clone(), size: inner.bytes.len() as u64 };
                match take(entry) {
                    ControlFlow::Continue(()) => read_each(inner, mapping, hint, clock, take),
                    ControlFlow::Break(()) => Vec::new(),
                }
            }),
        },
        Some(Format::Pdf) => file.documents(pdf::read(source, hint), take),
        Some(Format::Hwp) => file.documents(hwp::read(source, hint), take),
        Some(format) => match encoding::text_of_file(&source.bytes) {
            Ok(text) => file.text(mapping, format, &text, take),
            Err(finding) => vec![finding],
        },
        None => vec![no_reader(&source.path)],
    }
}

/// A file and the settings for reading it.
struct File<'a> {
    source: &'a SourceFile,
    hint: KindHint,
    clock: &'a Clock,
}

impl File<'_> {
    /// Reads a text file.
    fn text(
        &self,
        mapping: Option<&SourceFile>,
        format: Format,
        text: &str,
        take: Take<'_>,
    ) -> Vec<Finding> {
        let &Self { source, hint, .. } = self;
        let table = || tables::text(source, format, text, hint, mapping);
        let manuscripts = match format {
            Format::Csv | Format::JsonLines if technologies::is_list(text, hint) => {
                return self.technology_list(format, text, take);
            }
            Format::Markdown => markdown_file(text),
            Format::Text => match tables::of_plain_text(source, text, hint, mapping) {
                Some(tables) => return self.tables(tables, take),
                None => plain::read(text, hint),
            },
            Format::Html => html::read(text, hint),
            Format::Xml => match lawgokr::xml(text) {
                Some(manuscripts) => manuscripts,
                None => return self.tables(table(), take),
            },
            Format::Json => match lawgokr::json(text) {
                Some(manuscripts) => manuscripts,
                None => return self.tables(table(), take),
            },
            Format::JsonLines | Format::Csv => return self.tables(table(), take),
            Format::Pdf | Format::Hwp | Format::Zip => Err(no_reader(&source.path)),
        };
        let mut findings = self.documents(manuscripts, take);
        findings.extend(hidden_characters(text));
        findings
    }

    /// Reads the documents and lists in tables.
    fn tables(&self, found: Result<Tables, Finding>, take: Take<'_>) -> Vec<Finding> {
        let Tables { manuscripts, technology_lists, findings: of_tables } = match found {
            Ok(found) => found,
            Err(finding) => return vec![finding],
        };
        let mut findings = self.documents(Ok(manuscripts), take);
        for list in technology_lists {
            findings.extend(self.technology_list(Format::Csv, &list, take));
        }
        findings.extend(of_tables);
        findings
    }

    /// Reads manuscripts according to their kinds. A manuscript that cannot be read does not affect the
    /// others.
    fn documents(
        &self,
        manuscripts: Result<Vec<Manuscript>, Finding>,
        take: Take<'_>,
    ) -> Vec<Finding> {
        let manuscripts = match manuscripts {
            Ok(manuscripts) => manuscripts,
            Err(finding) => return vec![finding],
        };
        let sha256 = sha256(&self.source.bytes);
        let mut findings = Vec::new();
        for manuscript in manuscripts {
            let place = manuscript.place.clone();
            match manuscript.read(self.source, &sha256, self.hint, self.clock) {
                Ok(mut reading) => {
                    reading.findings.iter_mut().for_each(|finding| finding.within(&place));
                    if take(Part::Document(reading.into())).is_break() {
                        break;
                    }
                }
                Err(mut finding) => {
                    finding.within(&place);
                    findings.push(finding);
                }
            }
        }
        findings
    }

    fn technology_list(&self, format: Format, text: &str, take: Take<'_>) -> Vec<Finding> {
        let csv = format == Format::Csv;
        let sha256 = sha256(&self.source.bytes);
        match technologies::read(self.source, sha256, text, csv, self.clock) {
            Ok(mut reading) => {
                reading.findings.extend(hidden_characters(text));
                // This is the last part of the file, so there is nothing to stop.
                let _ = take(Part::Document(reading.into()));
                Vec::new()
            }
            Err(finding) => vec![finding],
        }
    }
}

fn markdown_file(text: &str) -> Result<Vec<Manuscript>, Finding> {
    let start = text.trim_start().get(..15).unwrap_or_default().to_lowercase();
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        return Err(Finding::whole_file(
            "법령이 아니라 HTML 페이지입니다(내려받기 오류일 수 있습니다). 원문을 다시 받으십시오.",
        ));
    }
    let split = front_matter::split(text)?;
    let mut manuscript = Manuscript::new(markdown::READER, None);
    manuscript.front = split.front;
    manuscript.body = split.body.to_owned();
    manuscript.lines_above = split.lines_above;
    Ok(vec![manuscript])
}

fn no_reader(path: &str) -> Finding {
    let extension = std::path::Path::new(path).extension();
    let what = extension.map_or_else(
        || "a file without extension".to_owned(),
        |extension| format!(".{}", extension.to_string_lossy()),
    );
    Finding::whole_file(format!(
        "이 형식을 읽는 기능이 없습니다(no reader for {what}). Markdown·TXT·HTML·XML·JSON·CSV·PDF·HWP·HWPX·DOCX·XLSX·ZIP로 바꾸어 가져오십시오."
    ))
}

/// Reports invisible characters, which may conceal part of a text. They are kept.
fn hidden_characters(text: &str) -> Option<Finding> {
    let (number, _) = text.split('\n').enumerate().find(|(_, line)| line.contains(is_hidden))?;
    let count = text.chars().filter(|c| is_hidden(*c)).count();
    Some(Finding::new(
        format!("line {}", number + 1),
        format!(
            "보이지 않는 문자가 {count}개 있습니다. 원문과 견주어 숨은 글이 없는지 확인하십시오."
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_of_another_reader_are_read_again() {
        let check = |reader: &str, kind: DocumentKind, expected: bool| {
            assert_eq!(is_current(reader, kind), expected, "{reader}");
        };
        check(statute::READER, DocumentKind::Statute, true);
        check("statute-markdown/1", DocumentKind::Statute, false);
        check(&format!("{}+{}", hwpx::READER, statute::READER), DocumentKind::Statute, true);
        // Read before the name of the reader of law was added to that of the format.
        check(hwpx::READER, DocumentKind::Statute, false);
        check(hwpx::READER, DocumentKind::Guideline, true);
        check("hwpx/0", DocumentKind::Guideline, false);
    }
}
