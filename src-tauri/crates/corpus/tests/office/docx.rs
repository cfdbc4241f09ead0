//! Writes Word documents for tests.

use super::source::Piece;
use super::zip_file::{escape, zip};

const W: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006""#;

/// A document with these pieces.
pub fn of(pieces: &[Piece]) -> Vec<u8> {
    let body: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Line(words) => p(words),
            Piece::Table(rows) => table(rows),
        })
        .collect();
    with(&body, &[])
}

pub fn p(words: &str) -> String {
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>", escape(words))
}

pub fn table(rows: &[Vec<String>]) -> String {
    let row = |row: &Vec<String>| {
        format!(
            "<w:tr>{}</w:tr>",
            row.iter().map(|cell| format!("<w:tc><w:tcPr/>{}</w:tc>", p(cell))).collect::<String>()
        )
    };
    format!("<w:tbl><w:tblPr/>{}</w:tbl>", rows.iter().map(row).collect::<String>())
}

/// A document with this body and additional parts, whose content is placed in a root element with the
/// namespaces.
pub fn with(body: &str, parts: &[(&str, &str, &str)]) -> Vec<u8> {
    let xml = |root: &str, content: &str| {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:{root} {W}>{content}</w:{root}>")
    };
    let mut all = vec![
        ("[Content_Types].xml", "<Types/>".to_owned()),
        ("word/document.xml", xml("document", &format!("<w:body>{body}<w:sectPr/></w:body>"))),
    ];
    all.extend(parts.iter().map(|(name, root, content)| (*name, xml(root, content))));
    zip(&all)
}
