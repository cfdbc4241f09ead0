//! Reads files as pages of text, as tables and as pictures for other parts of the program. Nothing is stored
//! here.

use serde::{Deserialize, Serialize};

use crate::encoding::{self, composed};
use crate::format::{Format, format};
use crate::formats::html::with_rows;
use crate::formats::pdf;
use crate::formats::tables::delimiter;
use crate::picture::{PagePicture, WantedPicture};
use crate::reading::{Finding, SourceFile};

/// The pages of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePages {
    /// The text of each page, in order.
    pub pages: Vec<String>,
    /// What could not be read.
    pub findings: Vec<Finding>,
}

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsvTable {
    /// The column names, in lower case.
    pub columns: Vec<String>,
    /// The rows. Empty rows are left out.
    pub rows: Vec<CsvRow>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvRow {
    /// The line number in the file, starting at 1.
    pub line: u64,
    /// The cells, trimmed.
    pub cells: Vec<String>,
}

impl CsvTable {
    /// The index of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|it| it == name)
    }
}

/// The pages of a PDF, or of a text file (`.txt`, `.md`) in which a form feed starts a new page. Tables of
/// HTML elements in it become rows of cells between bars.
///
/// # Errors
/// Returns a finding about the whole file when it cannot be read or is empty.
pub fn file_pages(source: &SourceFile) -> Result<FilePages, Finding> {
    if matches!(format(&source.path, &source.bytes), Some(Format::Pdf)) {
        let (pages, findings) = pdf::pages(&source.bytes)?;
        if pages.iter().all(|page| page.trim().is_empty()) {
            return Err(findings.into_iter().next().map_or_else(
                || {
                    Finding::whole_file(
                        "글이 없는 PDF입니다. 광학 문자 인식(OCR)을 거쳐 다시 가져오십시오.",
                    )
                },
                |finding| Finding::whole_file(finding.reason),
            ));
        }
        return Ok(FilePages {
            pages: pages.iter().map(|page| composed(page).into_owned()).collect(),
            findings,
        });
    }
    let text = encoding::text_of_file(&without_stray_zeros(&source.bytes))?;
    let mut pages: Vec<String> =
        text.split('\u{C}').map(|page| page.trim_matches('\n').to_owned()).collect();
    // A form feed at the end of the file only terminates the last page.
    if pages.len() > 1 && pages.last().is_some_and(|page| page.trim().is_empty()) {
        pages.pop();
    }
    let mut findings = Vec::new();
    for (at, page) in pages.iter_mut().enumerate() {
        let place = format!("{}쪽", at + 1);
        let (text, lost) = with_rows(page);
        *page = text;
        findings.extend(lost.into_iter().map(|it| Finding::new(place.clone(), it.reason)));
        if page.trim().is_empty() {
            findings.push(Finding::new(
                place,
                "글이 없는 쪽입니다. 스캔한 쪽이면 광학 문자 인식(OCR)을 거쳐 다시 가져오십시오.",
            ));
        }
    }
    Ok(FilePages { pages, findings })
}

/// Draws a page of a PDF.
///
/// # Errors
/// Returns a finding when the file is no PDF, cannot be opened, has no such page, or cannot be drawn.
pub fn page_picture(source: &SourceFile, wanted: &WantedPicture) -> Result<PagePicture, Finding> {
    if !matches!(format(&source.path, &source.bytes), Some(Format::Pdf)) {
        return Err(Finding::whole_file("PDF가 아니어서 그릴 쪽이 없습니다."));
    }
    pdf::picture(&source.bytes, wanted)
}

/// Replaces zero bytes by spaces in UTF-8 text that contains a few of them. Text layers of PDFs have zero
/// bytes for letters without a meaning. A file with many zero bytes is not text.
fn without_stray_zeros(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().filter(|byte| **byte == 0).count();
    if zeros * 10 > bytes.len() || std::str::from_utf8(bytes).is_err() {
        return bytes.to_vec();
    }
    bytes.iter().map(|byte| if *byte == 0 { b' ' } else { *byte }).collect()
}

/// Reads a table of values separated by commas, tabs or semicolons, whose first line names the columns.
///
/// # Errors
/// Returns a finding with the line number when the text cannot be decoded or a row is not valid CSV.
pub fn csv_table(source: &SourceFile) -> Result<CsvTable, Finding> {
    let text = encoding::text_of_file(&source.bytes)?;
    let sign = delimiter(&text);
    if let Some(line) = left_open(&text, char::from(sign)) {
        return Err(Finding::new(
            format!("line {line}"),
            "따옴표가 닫히지 않아 그 뒤의 줄을 모두 잃습니다. 따옴표를 닫고 다시 가져오십시오.",
        ));
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(sign)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut table = CsvTable::default();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            Finding::new(
                format!("line {line}"),
                format!("CSV를 읽을 수 없습니다({error}). 고치거나 다시 저장하십시오."),
            )
        })?;
        let line = record.position().map_or(1, csv::Position::line);
        let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
        if cells.iter().all(String::is_empty) {
            continue;
        }
        if table.columns.is_empty() {
            table.columns = cells.iter().map(|cell| cell.to_lowercase()).collect();
        } else {
            table.rows.push(CsvRow { line, cells });
        }
    }
    Ok(table)
}

/// The line of the last quotation mark that opens a cell and is not closed.
fn left_open(text: &str, sign: char) -> Option<usize> {
    let (mut line, mut open, mut begins) = (1, None, true);
    for letter in text.chars() {
        match letter {
            '"' if open.is_some() => open = None,
            // In a cell that does not begin with a quotation mark, the mark is ordinary text: 5" 화면. A
            // doubled mark reopens the quotes.
            '"' if begins => open = Some(line),
            _ => {}
        }
        line += usize::from(letter == '\n');
        begins =
            open.is_none() && (letter == sign || matches!(letter, '\n' | '\r' | '\u{FEFF}' | '"'));
    }
    open
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn source(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn a_form_feed_begins_a_page() {
        let read = |text: &str| file_pages(&source("a.txt", text)).unwrap().pages;
        assert_eq!(read("하나\n\u{C}둘\n셋\n\u{C}"), ["하나", "둘\n셋"]);
        assert_eq!(read("하나\n\u{C}\n\u{C}셋"), ["하나", "", "셋"]);
        assert!(file_pages(&source("a.txt", " \n")).is_err());
        let words = "가입금액을 지급합니다. ".repeat(9);
        assert_eq!(read(&format!("{words}\0끝")), [format!("{words} 끝")]);
        assert!(file_pages(&source("a.txt", &"가\0".repeat(9))).is_err());
    }

    #[test]
    fn a_table_has_columns_and_lines() {
        let table =
            csv_table(&source("a.csv", "\u{FEFF}Code,name\nA1,\"가, 나\"\n,\nA2, 다 \n")).unwrap();
        assert_eq!((table.column("code"), table.column("size")), (Some(0), None));
        assert_eq!(
            table.rows[0],
            CsvRow { line: 2, cells: vec!["A1".to_owned(), "가, 나".to_owned()] }
        );
        for (text, expected) in [
            ("a,b\n\"가\"\"나\",\"다\n라\"\n5\" 화면,c\n", None),
            ("a,b\n가,\"나\n다,라\n", Some(2)),
            ("a\n\"가\"\n\"나\"\"\n", Some(3)),
        ] {
            assert_eq!(left_open(text, ','), expected, "{text}");
        }
        assert_eq!(table.rows[1].line, 4);
        assert_eq!(table.rows[1].cells, ["A2", "다"]);
    }
}
