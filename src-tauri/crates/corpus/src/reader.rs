//! From bytes to documents: what the file is, and which readers take it.

use sha2::{Digest, Sha256};
use simui_domain::{Clock, is_hidden};

use crate::format::{Format, format};
use crate::formats::tables::Tables;
use crate::formats::{archive, docx, html, hwp, hwpx, lawgokr, pdf, plain, tables};
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, Readings, SourceFile};
use crate::{encoding, front_matter, markdown, statute, technologies};

/// Larger files are not law; they would only fill the memory.
pub(crate) const LARGEST: u64 = 64 * 1024 * 1024;

/// Readers of this version. A file read by another one is read again.
pub(crate) const READERS: &[&str] = &[
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

/// SHA-256 of a file's bytes in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads every document of one file. What cannot be read is a finding, and the rest is read.
pub fn read(source: &SourceFile, hint: KindHint, clock: &Clock) -> Readings {
    read_mapped(source, None, hint, clock)
}

/// The same for a file with a mapping file (`NAME.mapping.toml`) beside it, which says what the columns of its table mean.
pub fn read_mapped(
    source: &SourceFile,
    mapping: Option<&SourceFile>,
    hint: KindHint,
    clock: &Clock,
) -> Readings {
    match format(&source.path, &source.bytes) {
        Some(Format::Zip) => match archive::content(&source.bytes) {
            archive::Content::Docx => documents(docx::read(source, hint), source, hint, clock),
            archive::Content::Hwpx => documents(hwpx::read(source, hint), source, hint, clock),
            archive::Content::Xlsx => {
                of_tables(tables::workbook(source, hint, mapping), source, hint, clock)
            }
            archive::Content::Files => archive::read(source, |inner| read(inner, hint, clock)),
        },
        Some(Format::Pdf) => documents(pdf::read(source, hint), source, hint, clock),
        Some(Format::Hwp) => documents(hwp::read(source, hint), source, hint, clock),
        Some(format) => match encoding::text(&source.bytes) {
            Ok(text) => of_text(source, mapping, format, &text, hint, clock),
            Err(finding) => Readings::refused(finding),
        },
        None => Readings::refused(no_reader(&source.path)),
    }
}

/// Reads a file of text.
fn of_text(
    source: &SourceFile,
    mapping: Option<&SourceFile>,
    format: Format,
    text: &str,
    hint: KindHint,
    clock: &Clock,
) -> Readings {
    let table = || tables::text(source, format, text, hint, mapping);
    let manuscripts = match format {
        Format::Csv | Format::JsonLines if technologies::is_list(text, hint) => {
            return technology_list(source, format, text, clock);
        }
        Format::Markdown => markdown_file(text),
        Format::Text => plain::read(text, hint),
        Format::Html => html::read(text, hint),
        Format::Xml => match lawgokr::xml(text) {
            Some(manuscripts) => manuscripts,
            None => return of_tables(table(), source, hint, clock),
        },
        Format::Json => match lawgokr::json(text) {
            Some(manuscripts) => manuscripts,
            None => return of_tables(table(), source, hint, clock),
        },
        Format::JsonLines | Format::Csv => return of_tables(table(), source, hint, clock),
        Format::Pdf | Format::Hwp | Format::Zip => Err(no_reader(&source.path)),
    };
    let mut readings = documents(manuscripts, source, hint, clock);
    readings.findings.extend(hidden_characters(text));
    readings
}

/// Reads the documents and lists that tables hold.
fn of_tables(
    found: Result<Tables, Finding>,
    source: &SourceFile,
    hint: KindHint,
    clock: &Clock,
) -> Readings {
    let Tables { manuscripts, technology_lists, findings } = match found {
        Ok(found) => found,
        Err(finding) => return Readings::refused(finding),
    };
    let mut readings = documents(Ok(manuscripts), source, hint, clock);
    for list in technology_lists {
        let list = technology_list(source, Format::Csv, &list, clock);
        readings.readings.extend(list.readings);
        readings.findings.extend(list.findings);
    }
    readings.findings.extend(findings);
    readings
}

/// Reads manuscripts as what they are; one that cannot be read does not keep the others out.
fn documents(
    manuscripts: Result<Vec<Manuscript>, Finding>,
    source: &SourceFile,
    hint: KindHint,
    clock: &Clock,
) -> Readings {
    let manuscripts = match manuscripts {
        Ok(manuscripts) => manuscripts,
        Err(finding) => return Readings::refused(finding),
    };
    let sha256 = sha256(&source.bytes);
    let mut readings = Readings::default();
    for manuscript in manuscripts {
        let place = manuscript.place.clone();
        match manuscript.read(source, &sha256, hint, clock) {
            Ok(mut reading) => {
                reading.findings.iter_mut().for_each(|finding| finding.within(&place));
                readings.readings.push(reading);
            }
            Err(mut finding) => {
                finding.within(&place);
                readings.findings.push(finding);
            }
        }
    }
    readings
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

fn technology_list(source: &SourceFile, format: Format, text: &str, clock: &Clock) -> Readings {
    let csv = format == Format::Csv;
    match technologies::read(source, sha256(&source.bytes), text, csv, clock) {
        Ok(mut reading) => {
            reading.findings.extend(hidden_characters(text));
            Readings { readings: vec![reading], findings: Vec::new() }
        }
        Err(finding) => Readings::refused(finding),
    }
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

/// Characters that nobody sees may hide what a text says; they are kept, and told.
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
