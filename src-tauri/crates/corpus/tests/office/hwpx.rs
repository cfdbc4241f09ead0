//! Writes 한글 documents in XML for tests, following the layout of Hancom's files.

use super::source::Piece;
use super::zip_file::{escape, zip};

const NS: &str = r#"xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hc="http://www.hancom.co.kr/hwpml/2011/core" xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head" xmlns:opf="http://www.idpf.org/2007/opf/""#;

/// Character shapes: 0 plain, 1 white, 2 tiny. Paragraph shapes: 0 plain, 1 and 2 outline, 3 list 2. Border 3
/// is dark, 4 is white, 5 is a gradient of white shades.
const HEADER: &str = r##"<hh:refList><hh:borderFills><hh:borderFill id="1"/><hh:borderFill id="3"><hc:fillBrush><hc:winBrush faceColor="#000080"/></hc:fillBrush></hh:borderFill><hh:borderFill id="4"><hc:fillBrush><hc:winBrush faceColor="#FFFFFF"/></hc:fillBrush></hh:borderFill><hh:borderFill id="5"><hc:fillBrush><hc:gradation><hc:color value="#FFFFFF"/><hc:color value="#FEFEFE"/></hc:gradation></hc:fillBrush></hh:borderFill></hh:borderFills>
<hh:charProperties><hh:charPr id="0" height="1000" textColor="#000000" shadeColor="none"/><hh:charPr id="1" height="1000" textColor="#FFFFFF" shadeColor="none"/><hh:charPr id="2" height="100" textColor="#000000" shadeColor="none"/></hh:charProperties>
<hh:numberings><hh:numbering id="1"><hh:paraHead start="1" level="1" numFormat="ROMAN_CAPITAL">^1.</hh:paraHead><hh:paraHead start="1" level="2" numFormat="DIGIT">^2.</hh:paraHead></hh:numbering><hh:numbering id="2"><hh:paraHead start="3" level="1" numFormat="HANGUL_SYLLABLE">^1)</hh:paraHead></hh:numbering></hh:numberings>
<hh:paraProperties><hh:paraPr id="0"><hh:heading type="NONE" idRef="0" level="0"/></hh:paraPr><hh:paraPr id="1"><hh:heading type="OUTLINE" idRef="0" level="0"/></hh:paraPr><hh:paraPr id="2"><hh:heading type="OUTLINE" idRef="0" level="1"/></hh:paraPr><hh:paraPr id="3"><hh:heading type="NUMBER" idRef="2" level="0"/></hh:paraPr><hh:paraPr id="4"><hh:border borderFillIDRef="3"/></hh:paraPr></hh:paraProperties>
<hh:styles><hh:style id="0" name="바탕글" engName="Normal"/><hh:style id="5" name="제목" engName="Title"/></hh:styles></hh:refList>"##;

/// A document with these pieces.
pub fn of(pieces: &[Piece]) -> Vec<u8> {
    let body: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Line(words) => p(words),
            Piece::Table(rows) => {
                format!("<hp:p><hp:run charPrIDRef=\"0\">{}<hp:t/></hp:run></hp:p>", table(rows))
            }
        })
        .collect();
    with(&[&body])
}

pub fn p(words: &str) -> String {
    format!(
        "<hp:p paraPrIDRef=\"0\" styleIDRef=\"0\"><hp:run charPrIDRef=\"0\"><hp:t>{}</hp:t></hp:run></hp:p>",
        escape(words)
    )
}

pub fn table(rows: &[Vec<String>]) -> String {
    let cell = |row: usize, column: usize, words: &str| {
        format!(
            "<hp:tc borderFillIDRef=\"1\"><hp:subList>{}</hp:subList><hp:cellAddr colAddr=\"{column}\" rowAddr=\"{row}\"/><hp:cellSpan colSpan=\"1\" rowSpan=\"1\"/></hp:tc>",
            p(words)
        )
    };
    let rows = rows.iter().enumerate().map(|(at, row)| {
        format!(
            "<hp:tr>{}</hp:tr>",
            row.iter()
                .enumerate()
                .map(|(column, words)| cell(at, column, words))
                .collect::<String>()
        )
    });
    format!("<hp:tbl>{}</hp:tbl>", rows.collect::<String>())
}

/// A cell at a row and column with row and column spans, a border and a character shape.
pub struct Cell<'a> {
    pub at: (usize, usize),
    pub spans: (usize, usize),
    pub border: u8,
    pub shape: u8,
    pub words: &'a str,
}

/// A table with cells row by row. `border` is that of the table. `zones` are inside it.
pub fn cells(border: u8, zones: &str, rows: &[&[Cell<'_>]]) -> String {
    let cell = |cell: &Cell<'_>| {
        let Cell { at: (row, column), spans: (long, wide), border, shape, words } = cell;
        format!(
            "<hp:tc borderFillIDRef=\"{border}\"><hp:subList><hp:p paraPrIDRef=\"0\"><hp:run charPrIDRef=\"{shape}\"><hp:t>{}</hp:t></hp:run></hp:p></hp:subList><hp:cellAddr colAddr=\"{column}\" rowAddr=\"{row}\"/><hp:cellSpan colSpan=\"{wide}\" rowSpan=\"{long}\"/></hp:tc>",
            escape(words)
        )
    };
    let rows = rows
        .iter()
        .map(|row| format!("<hp:tr>{}</hp:tr>", row.iter().map(cell).collect::<String>()));
    format!(
        "<hp:p paraPrIDRef=\"0\"><hp:run charPrIDRef=\"0\"><hp:tbl borderFillIDRef=\"{border}\">{zones}{}</hp:tbl></hp:run></hp:p>",
        rows.collect::<String>()
    )
}

/// A document with these sections.
pub fn with(sections: &[&str]) -> Vec<u8> {
    with_header(HEADER, sections)
}

/// A paragraph whose shape is an outline of this level, counted from 0.
pub fn outlined(level: usize, words: &str) -> Vec<u8> {
    let shape = "<hh:heading type=\"NONE\" idRef=\"0\" level=\"0\"/>";
    let header = HEADER
        .replace(shape, &format!("<hh:heading type=\"OUTLINE\" idRef=\"0\" level=\"{level}\"/>"));
    with_header(&header, &[&p(words)])
}

fn with_header(header: &str, sections: &[&str]) -> Vec<u8> {
    let mut parts = vec![
        ("mimetype", "application/hwp+zip".to_owned()),
        ("Contents/header.xml", format!("<?xml version=\"1.0\"?><hh:head {NS}>{header}</hh:head>")),
        (
            "Contents/content.hpf",
            format!(
                "<?xml version=\"1.0\"?><opf:package {NS}><opf:metadata><opf:title/></opf:metadata></opf:package>"
            ),
        ),
    ];
    let names: Vec<String> =
        (0..sections.len()).map(|at| format!("Contents/section{at}.xml")).collect();
    for (name, section) in names.iter().zip(sections) {
        parts.push((name, format!("<?xml version=\"1.0\"?><hs:sec {NS}>{section}</hs:sec>")));
    }
    zip(&parts)
}
