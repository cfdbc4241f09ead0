//! Head and foot of a letter.

use super::{ASIDE, BODY, Cell, Frame, Kind, Part, Row, TITLE, WIDTH, paragraph_part};
use crate::report::document::{Letter, Tone, Words};
use crate::report::pdf::colour;
use crate::report::pdf::faces::Faces;
use crate::report::pdf::shape::Setting;
use crate::report::text::plain;

const OFFICE: Setting = Setting { size: 13.0, leading: 22.0, bold: true, colour: colour::TEXT };
const NAME: Setting = Setting { size: 18.0, leading: 27.0, ..TITLE };
const DAY: Setting = Setting { size: 10.5, leading: 18.0, bold: false, colour: colour::TEXT };
const SIGNER: Setting = Setting { size: 15.0, leading: 26.0, bold: true, colour: colour::TEXT };
/// Width of the names before their values, in points.
const NAMES: f32 = 72.0;

/// Returns sender, kind of letter, number and recipient.
pub fn head(letter: &Letter, title: &str, faces: &Faces<'_>) -> Vec<Part> {
    let mut parts = vec![centred(&letter.office, OFFICE, 0.0, faces)];
    let mut name = centred(title, NAME, 8.0, faces).rows;
    for row in &mut name {
        row.pad = 4.0;
        row.frame = Frame::Between(colour::TEXT);
    }
    parts.push(Part { kind: Kind::Heading(1, title.to_owned()), rows: name });
    if !letter.draft.is_empty() {
        let care = colour::ink(Tone::Care);
        let setting = Setting { bold: true, colour: care, ..BODY };
        parts.push(paragraph_part(Row {
            above: 8.0,
            pad: 5.0,
            frame: Frame::Around(care),
            leads: true,
            ..Row::of(vec![Cell::set(&plain(&letter.draft), 12.0, WIDTH - 24.0, setting, faces)])
        }));
    }
    parts.push(named(&letter.rows, BODY, faces));
    parts
}

/// Returns day, signature and contact data.
pub fn foot(letter: &Letter, faces: &Faces<'_>) -> Vec<Part> {
    let mut parts =
        vec![centred(&letter.day, DAY, 30.0, faces), centred(&letter.signer, SIGNER, 6.0, faces)];
    if letter.contact.is_empty() {
        return parts;
    }
    if let Some(row) = parts.last_mut().and_then(|part| part.rows.last_mut()) {
        row.pad = 10.0;
        row.frame = Frame::Under(colour::STRONG_LINE, 0.7);
    }
    parts.push(named(&letter.contact, ASIDE, faces));
    parts
}

/// Returns names and values, one pair a row.
pub fn named(rows: &[(String, Words)], setting: Setting, faces: &Faces<'_>) -> Part {
    let muted = Setting { colour: colour::MUTED, ..setting };
    let rows = rows.iter().enumerate().map(|(at, (name, value))| Row {
        above: if at == 0 { 10.0 } else { 0.0 },
        pad: 1.5,
        leads: true,
        ..Row::of(vec![
            Cell::set(&plain(name), 0.0, NAMES - 6.0, muted, faces),
            Cell::set_or_blank(value, NAMES, WIDTH - NAMES, setting, faces),
        ])
    });
    let mut rows: Vec<Row> = rows.collect();
    if let Some(last) = rows.last_mut() {
        last.leads = false;
    }
    Part { kind: Kind::Facts, rows }
}

/// Returns centred lines that stay with what follows.
fn centred(text: &str, setting: Setting, above: f32, faces: &Faces<'_>) -> Part {
    let lines = Cell::set(&plain(text), 0.0, WIDTH, setting, faces).lines;
    let rows = lines.into_iter().enumerate().map(|(at, line)| Row {
        above: if at == 0 { above } else { 0.0 },
        leads: true,
        ..Row::of(vec![Cell {
            x: (WIDTH - line.width) / 2.0,
            width: line.width,
            lines: vec![line],
            right: false,
        }])
    });
    Part { kind: Kind::Paragraph, rows: rows.collect() }
}
