//! Splits the text of a paragraph into characters and controls.

use super::record::{PARA_CHAR_SHAPE, PARA_TEXT, Record, u32_at};

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text in one character shape.
    Words(String, u32),
    /// Position of the next of the paragraph's controls.
    Control,
}

/// Returns the pieces of a paragraph in order.
pub(super) fn pieces(paragraph: &Record<'_>) -> Vec<Piece> {
    let text = paragraph.child(PARA_TEXT).map(|record| record.data).unwrap_or_default();
    let units: Vec<u16> =
        text.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    let shapes = shapes(paragraph);
    let mut pieces = Vec::new();
    let mut open = (Vec::new(), 0);
    let mut at = 0;
    while let Some(unit) = units.get(at).copied() {
        let shape = shape_at(&shapes, at);
        if shape != open.1 {
            end(&mut pieces, &mut open, shape);
        }
        let mut push = |c: char| open.0.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        let mut length = 1;
        match unit {
            9 => {
                push(' ');
                length = 8;
            }
            10 => push('\n'),
            24 => push('-'),
            30 | 31 => push(' '),
            // Inline controls: the end of a field, a mark of a title.
            4..=8 | 19 | 20 => length = 8,
            // Sections, tables, notes, fields: eight units, with a record of their own.
            1..=3 | 11 | 12 | 14..=18 | 21..=23 => {
                end(&mut pieces, &mut open, shape);
                pieces.push(Piece::Control);
                length = 8;
            }
            0..=31 => {}
            unit => open.0.push(unit),
        }
        at += length;
    }
    end(&mut pieces, &mut open, 0);
    pieces
}

fn end(pieces: &mut Vec<Piece>, open: &mut (Vec<u16>, u32), shape: u32) {
    let units = std::mem::take(&mut open.0);
    if !units.is_empty() {
        pieces.push(Piece::Words(String::from_utf16_lossy(&units), open.1));
    }
    open.1 = shape;
}

/// Returns the character shapes with the unit from which each applies.
fn shapes(paragraph: &Record<'_>) -> Vec<(usize, u32)> {
    let data = paragraph.child(PARA_CHAR_SHAPE).map(|record| record.data).unwrap_or_default();
    let pairs =
        data.chunks_exact(8).filter_map(|pair| Some((u32_at(pair, 0)? as usize, u32_at(pair, 4)?)));
    let mut shapes: Vec<(usize, u32)> = pairs.collect();
    shapes.sort_by_key(|(from, _)| *from);
    shapes
}

fn shape_at(shapes: &[(usize, u32)], at: usize) -> u32 {
    let after = shapes.partition_point(|(from, _)| *from <= at);
    after.checked_sub(1).and_then(|last| shapes.get(last)).map_or(0, |(_, shape)| *shape)
}
