//! Tables: CSV, JSON, JSON Lines, XML and XLSX are converted to one [`table::Table`], whose columns determine
//! its type.

mod columns;
mod csv;
mod decisions;
mod drug;
mod drug_fields;
mod dur;
mod dur_tables;
mod envelope;
mod json;
mod mapping;
mod markup;
mod markup_tag;
#[cfg(test)]
mod markup_tests;
mod notes;
mod superscript;
mod table;
mod technology_list;
mod value;
mod workbook_limits;
mod write;
mod xlsx;
mod xml;
mod xml_fields;

use simui_domain::{DocumentKind, is_hidden};

pub(crate) use decisions::READER as DECISIONS;
pub(crate) use drug::READER as DRUG;
pub(crate) use dur::READER as DUR;
pub(crate) use mapping::{READER as RECORDS, is_mapping, mapping_of};

pub(crate) use self::csv::delimiter;
use self::notes::Notes;
use self::table::Table;
use crate::format::Format;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, SourceFile};

/// The contents of a file of tables.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// The documents in the file.
    pub manuscripts: Vec<Manuscript>,
    /// Lists of 신의료기술 in the file, as CSV. See [`crate::technologies`].
    pub technology_lists: Vec<String>,
    /// Findings that do not belong to a document.
    pub findings: Vec<Finding>,
}

/// Reads a text that is a table. `mapping` is the mapping file next to it, if there is one.
///
/// # Errors
/// Returns a finding about the whole file when it contains no table or its columns are unknown.
pub(crate) fn text(
    source: &SourceFile,
    format: Format,
    text: &str,
    hint: KindHint,
    mapping: Option<&SourceFile>,
) -> Result<Tables, Finding> {
    let table = match format {
        Format::Xml => xml::xml(text),
        Format::Json => json::json(text),
        Format::JsonLines => json::json_lines(text),
        _ => csv::csv(text),
    }?;
    documents(vec![table], Vec::new(), source, hint, mapping)
}

/// Reads a plain text file that is a table, which Excel writes as "유니코드 텍스트". `None` if the file is prose.
pub(crate) fn of_plain_text(
    source: &SourceFile,
    text: &str,
    hint: KindHint,
    mapping: Option<&SourceFile>,
) -> Option<Result<Tables, Finding>> {
    if !csv::is_sheet(text) {
        return None;
    }
    let read = self::text(source, Format::Csv, text, hint, mapping);
    let of_tables = [DocumentKind::Dur, DocumentKind::Drug, DocumentKind::TechRegistry];
    if mapping.is_some() || hint.is_some_and(|kind| of_tables.contains(&kind)) {
        return Some(read);
    }
    // The user gave no type, so the text is a table only if its columns are known.
    let known =
        |tables: &Tables| !tables.manuscripts.is_empty() || !tables.technology_lists.is_empty();
    hint.is_none().then_some(read).filter(|read| read.as_ref().is_ok_and(known))
}

/// Reads a workbook.
///
/// # Errors
/// Same as [`text`].
pub(crate) fn workbook(
    source: &SourceFile,
    hint: KindHint,
    mapping: Option<&SourceFile>,
) -> Result<Tables, Finding> {
    let (tables, findings) = xlsx::xlsx(&source.bytes)?;
    documents(tables, findings, source, hint, mapping)
}

fn documents(
    tables: Vec<Table>,
    findings: Vec<Finding>,
    source: &SourceFile,
    hint: KindHint,
    mapping: Option<&SourceFile>,
) -> Result<Tables, Finding> {
    let mut found = Tables { findings, ..Tables::default() };
    if tables.is_empty() && found.findings.is_empty() {
        return Err(Finding::whole_file("표가 하나도 없습니다. 온전한 파일로 다시 가져오십시오."));
    }
    for mut table in tables {
        let mut notes = std::mem::take(&mut table.notes);
        hidden(&table, &mut notes);
        let about = about(&table);
        if table.rows.is_empty() {
            notes.add(about, "자료 행이 하나도 없습니다. 온전한 파일로 다시 가져오십시오.");
        } else if let Err(finding) = recognise(table, source, hint, mapping, &mut notes, &mut found)
        {
            found.findings.push(finding);
        }
        found.findings.extend(notes.into_findings());
    }
    Ok(found)
}

/// Passes a table to the reader that matches its columns.
fn recognise(
    table: Table,
    source: &SourceFile,
    hint: KindHint,
    mapping: Option<&SourceFile>,
    notes: &mut Notes,
    found: &mut Tables,
) -> Result<(), Finding> {
    let path = &source.path;
    if let Some(file) = mapping {
        let mapping = mapping::mapping(file, &table)?;
        found.manuscripts.extend(mapping::read(&table, &mapping, path, notes));
    } else if technology_list::is_list(&table, hint) {
        found.technology_lists.push(technology_list::csv(&table, notes));
    } else if decisions::is_decisions(&table) {
        doubt(&table, hint, DocumentKind::Precedent, notes);
        found.manuscripts.extend(decisions::read(table, notes));
    } else if let Some(dur) = dur::which(&table, path, hint == Some(DocumentKind::Dur)) {
        doubt(&table, hint, DocumentKind::Dur, notes);
        found.manuscripts.extend(dur::read(table, dur, path, notes));
    } else if hint == Some(DocumentKind::Dur) {
        return Err(Finding::new(
            about(&table),
            "DUR의 어느 표인지 알 수 없습니다. 파일이나 시트 이름에 병용금기·특정연령대금기·임부금기·용량주의·투여기간주의·노인주의·수유부주의·효능군중복 가운데 하나를 넣으십시오.",
        ));
    } else if drug::is_drugs(&table, hint == Some(DocumentKind::Drug)) {
        doubt(&table, hint, DocumentKind::Drug, notes);
        found.manuscripts.extend(drug::read(table, notes));
    } else {
        return Err(mapping::unknown(&table, path));
    }
    Ok(())
}

/// Reports columns that contradict the type the user chose. The user's choice is kept.
fn doubt(table: &Table, hint: KindHint, kind: DocumentKind, notes: &mut Notes) {
    if let Some(hint) = hint.filter(|hint| *hint != kind) {
        notes.add(about(table), format!(
            "열 이름은 {kind} 자료인데 {hint}(으)로 가져왔습니다. 잘못 골랐으면 종류를 바꾸어 다시 가져오십시오."
        ));
    }
}

fn about(table: &Table) -> String {
    if table.name.is_empty() { String::new() } else { format!("시트 {}", table.name) }
}

/// Reports invisible characters, which may conceal part of a cell's text. They are kept.
fn hidden(table: &Table, notes: &mut Notes) {
    for row in &table.rows {
        if row.cells.iter().any(|(_, text)| text.contains(is_hidden)) {
            notes.add(row.place.clone(), "보이지 않는 문자가 있습니다. 그대로 가져왔으니 숨은 글이 없는지 원문과 견주십시오.");
        }
    }
}
