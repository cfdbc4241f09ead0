//! Writes 한글 5 documents record by record for tests.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::source::Piece;

const PARA_HEADER: u32 = 0x42;
const PARA_TEXT: u32 = 0x43;
const PARA_CHAR_SHAPE: u32 = 0x44;
const CTRL_HEADER: u32 = 0x47;
const LIST_HEADER: u32 = 0x48;
const TABLE: u32 = 0x4D;

/// A document with these pieces.
pub fn of(pieces: &[Piece]) -> Vec<u8> {
    let body: Vec<u8> = pieces
        .iter()
        .flat_map(|piece| match piece {
            Piece::Line(words) => p(0, 0, words),
            Piece::Table(rows) => table(rows),
        })
        .collect();
    with(1, &[body])
}

pub fn record(tag: u32, level: u32, data: &[u8]) -> Vec<u8> {
    let size = data.len() as u32;
    let header = tag | (level << 10) | (size.min(0xFFF) << 20);
    let mut bytes = header.to_le_bytes().to_vec();
    if size >= 0xFFF {
        bytes.extend(size.to_le_bytes());
    }
    bytes.extend(data);
    bytes
}

pub fn utf16(words: &str) -> Vec<u8> {
    words.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A paragraph with a paragraph shape and the plain character shape.
pub fn p(level: u32, shape: u16, words: &str) -> Vec<u8> {
    paragraph(level, shape, &utf16(words), &[(0, 0)])
}

/// A paragraph of units, with character shapes that begin at given positions.
pub fn paragraph(level: u32, shape: u16, text: &[u8], shapes: &[(u32, u32)]) -> Vec<u8> {
    let mut header = vec![0u8; 22];
    header[0..4].copy_from_slice(&((text.len() / 2 + 1) as u32).to_le_bytes());
    header[8..10].copy_from_slice(&shape.to_le_bytes());
    let text = [text, &13u16.to_le_bytes()[..]].concat();
    let shapes: Vec<u8> = shapes
        .iter()
        .flat_map(|(at, shape)| [at.to_le_bytes(), shape.to_le_bytes()].concat())
        .collect();
    [
        record(PARA_HEADER, level, &header),
        record(PARA_TEXT, level + 1, &text),
        record(PARA_CHAR_SHAPE, level + 1, &shapes),
    ]
    .concat()
}

/// The eight units that represent a control in the text.
pub fn mark(code: u16, name: &[u8; 4]) -> Vec<u8> {
    let mut reversed = *name;
    reversed.reverse();
    [&code.to_le_bytes()[..], &reversed, &[0; 8], &code.to_le_bytes()].concat()
}

/// A control with these records below it.
pub fn control(level: u32, name: &[u8; 4], data: &[u8], below: &[u8]) -> Vec<u8> {
    let mut reversed = *name;
    reversed.reverse();
    [record(CTRL_HEADER, level, &[&reversed[..], data].concat()), below.to_vec()].concat()
}

pub fn list(level: u32, data: &[u8]) -> Vec<u8> {
    record(LIST_HEADER, level, &[&[1, 0, 0, 0, 0, 0, 0, 0][..], data].concat())
}

pub fn table(rows: &[Vec<String>]) -> Vec<u8> {
    let mut below = record(TABLE, 2, &[0; 22]);
    for (row, cells) in rows.iter().enumerate() {
        for (column, words) in cells.iter().enumerate() {
            below.extend(cell(row as u16, column as u16, 1, 1));
            below.extend(p(2, 0, words));
        }
    }
    let text = mark(11, b"tbl ");
    [paragraph(0, 0, &text, &[(0, 0)]), control(1, b"tbl ", &[0; 42], &below)].concat()
}

/// The header of a cell with a border.
pub fn cell(row: u16, column: u16, span: u16, border: u16) -> Vec<u8> {
    let numbers = [column, row, span, 1, 0, 0, 0, 0, 0, 0, 0, 0, border];
    list(2, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

/// Character shapes: 0 plain, 1 white, 2 tiny. Paragraph shapes: 0 plain, 1 and 2 outline, 3 list 2. Border 2
/// is dark.
fn doc_info() -> Vec<u8> {
    let fill = |color: Option<u32>| {
        let mut data = vec![0u8; 32];
        data.extend(u32::from(color.is_some()).to_le_bytes());
        data.extend(color.unwrap_or(0).to_le_bytes());
        record(0x14, 1, &data)
    };
    let letter = |size: u32, color: u32| {
        let mut data = vec![0u8; 72];
        data[42..46].copy_from_slice(&size.to_le_bytes());
        data[52..56].copy_from_slice(&color.to_le_bytes());
        data[60..64].copy_from_slice(&u32::MAX.to_le_bytes());
        record(0x15, 1, &data)
    };
    let list = |levels: &[(u32, &str)], start: u16| {
        let mut data = Vec::new();
        for at in 0..7 {
            let (format, text) = levels.get(at).copied().unwrap_or((0, ""));
            data.extend((format << 5).to_le_bytes());
            data.extend([0; 8]);
            data.extend((text.encode_utf16().count() as u16).to_le_bytes());
            data.extend(utf16(text));
        }
        data.extend(start.to_le_bytes());
        record(0x17, 1, &data)
    };
    let shape = |kind: u32, level: u32, list: u16| {
        let mut data = vec![0u8; 54];
        data[0..4].copy_from_slice(&((kind << 23) | (level << 25)).to_le_bytes());
        data[30..32].copy_from_slice(&list.to_le_bytes());
        record(0x19, 1, &data)
    };
    [
        record(0x10, 0, &[0; 26]),
        record(0x11, 0, &[0; 72]),
        fill(None),
        fill(Some(0x0080_0000)),
        letter(1000, 0),
        letter(1000, 0x00FF_FFFF),
        letter(100, 0),
        list(&[(2, "^1."), (0, "^2.")], 1),
        list(&[(8, "^1)")], 3),
        shape(0, 0, 0),
        shape(1, 0, 0),
        shape(1, 1, 0),
        shape(2, 0, 2),
    ]
    .concat()
}

/// A document with flags and sections, compressed where the flags say so.
pub fn with(flags: u32, sections: &[Vec<u8>]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    let mut header = vec![0u8; 256];
    header[..17].copy_from_slice(b"HWP Document File");
    header[32..36].copy_from_slice(&0x0500_0304u32.to_le_bytes());
    header[36..40].copy_from_slice(&flags.to_le_bytes());
    file.create_stream("/FileHeader").unwrap().write_all(&header).unwrap();
    let packed = |bytes: &[u8]| {
        if flags & 1 == 0 {
            return bytes.to_vec();
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    file.create_stream("/DocInfo").unwrap().write_all(&packed(&doc_info())).unwrap();
    file.create_storage("/BodyText").unwrap();
    for (at, section) in sections.iter().enumerate() {
        file.create_stream(format!("/BodyText/Section{at}"))
            .unwrap()
            .write_all(&packed(section))
            .unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}
