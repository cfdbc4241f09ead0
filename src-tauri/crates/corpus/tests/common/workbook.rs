//! Writes a small workbook part by part.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "test set-up; every test file uses its own part of it"
)]

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A cell position such as `B2` and its text. A text that begins with `=` is raw XML of the cell (`=<c
/// r="B2"><v>1</v></c>`).
pub type Cell<'a> = (&'a str, &'a str);

/// A sheet: name, state, cells row by row, and merged regions.
pub struct Sheet<'a> {
    pub name: &'a str,
    pub state: &'a str,
    pub rows: &'a [&'a [Cell<'a>]],
    pub merged: &'a [&'a str],
}

/// A workbook with these sheets.
pub fn workbook(sheets: &[Sheet<'_>]) -> Vec<u8> {
    let names: String = (1..)
        .zip(sheets)
        .map(|(n, sheet)| {
            format!(
                "<sheet name=\"{}\" sheetId=\"{n}\" state=\"{}\" r:id=\"rId{n}\"/>",
                sheet.name, sheet.state
            )
        })
        .collect();
    let relations: String = (1..).zip(sheets).map(|(n, _)| {
        format!("<Relationship Id=\"rId{n}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>")
    }).collect();
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let mut parts = vec![
        ("_rels/.rels".to_owned(), "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>".to_owned()),
        ("xl/workbook.xml".to_owned(), format!("<workbook xmlns=\"{main}\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{names}</sheets></workbook>")),
        ("xl/_rels/workbook.xml.rels".to_owned(), format!("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{relations}</Relationships>")),
        ("xl/styles.xml".to_owned(), format!("<styleSheet xmlns=\"{main}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>")),
    ];
    for (n, sheet) in (1..).zip(sheets) {
        let rows: String = sheet
            .rows
            .iter()
            .map(|row| {
                let cells: String = row
                    .iter()
                    .map(|(place, text)| match text.strip_prefix('=') {
                        Some(raw) => raw.to_owned(),
                        None => {
                            format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
                        }
                    })
                    .collect();
                format!("<row>{cells}</row>")
            })
            .collect();
        let merged: String =
            sheet.merged.iter().map(|it| format!("<mergeCell ref=\"{it}\"/>")).collect();
        let merged =
            if merged.is_empty() { merged } else { format!("<mergeCells>{merged}</mergeCells>") };
        parts.push((
            format!("xl/worksheets/sheet{n}.xml"),
            format!(
                "<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData>{merged}</worksheet>"
            ),
        ));
    }
    zipped(&parts)
}

/// Puts parts into a container.
pub fn zipped(parts: &[(String, String)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
