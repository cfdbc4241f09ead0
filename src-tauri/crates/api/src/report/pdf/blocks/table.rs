//! Tables, and names with their values.

use super::{Cell, DENSE, Frame, Kind, Part, Row, WIDTH};
use crate::report::document::{Table, Words};
use crate::report::pdf::colour;
use crate::report::pdf::faces::Faces;
use crate::report::pdf::shape::Setting;
use crate::report::text::plain;

/// Largest height of a table row that is not split, in points: a third of a page.
const MAX_UNSPLIT_HEIGHT: f32 = 250.0;
/// Space between two columns in points.
const GAP: f32 = 10.0;

/// Returns a table.
pub fn table(table: &Table, faces: &Faces<'_>) -> Part {
    let titles = table.columns.iter().map(|column| plain(column.title)).collect::<Vec<_>>();
    let head = Row {
        above: 6.0,
        pad: 4.0,
        wash: Some(colour::SOFT),
        frame: Frame::Between(colour::STRONG_LINE),
        leads: true,
        ..Row::of(cells(table, &titles, Setting { bold: true, ..DENSE }, faces))
    };
    let body = table.rows.iter().map(|row| Row {
        pad: 4.5,
        frame: Frame::Under(colour::LINE, 0.6),
        max_unsplit_height: MAX_UNSPLIT_HEIGHT,
        ..Row::of(cells(table, row, DENSE, faces))
    });
    let rows = std::iter::once(head).chain(body).collect();
    Part { kind: Kind::Table(table.caption.clone()), rows }
}

fn cells(table: &Table, row: &[Words], setting: Setting, faces: &Faces<'_>) -> Vec<Cell> {
    let mut left = 0.0;
    let columns = table.columns.iter().zip(row).map(|(column, words)| {
        let width = WIDTH * f32::from(column.share) / 100.0;
        let x = left + GAP / 2.0;
        left += width;
        let cell = Cell::set_or_blank(words, x, width - GAP, setting, faces);
        Cell { right: column.figures, ..cell }
    });
    columns.collect()
}

/// Returns names and values, two pairs a row.
pub fn facts(facts: &[(String, Words)], faces: &Faces<'_>) -> Part {
    const NAME: f32 = 62.0;
    let half = (WIDTH - 18.0) / 2.0;
    let rows = facts.chunks(2).enumerate().map(|(at, pairs)| {
        let blank = (String::new(), Words::new());
        let pairs = [pairs.first().unwrap_or(&blank), pairs.get(1).unwrap_or(&blank)];
        let cells = pairs.into_iter().enumerate().flat_map(|(side, (name, value))| {
            let x = if side == 0 { 0.0 } else { half + 18.0 };
            let muted = Setting { colour: colour::MUTED, ..DENSE };
            let name = if name.is_empty() { Words::new() } else { plain(name) };
            [
                Cell::set_or_blank(&name, x, NAME - 4.0, muted, faces),
                Cell::set_or_blank(value, x + NAME, half - NAME, DENSE, faces),
            ]
        });
        Row {
            above: if at == 0 { 8.0 } else { 0.0 },
            pad: 3.5,
            frame: Frame::Under(colour::LINE, 0.6),
            max_unsplit_height: MAX_UNSPLIT_HEIGHT,
            ..Row::of(cells.collect())
        }
    });
    let mut rows: Vec<Row> = rows.collect();
    // Short facts stay together on a page.
    if let Some((_, before)) = rows.split_last_mut() {
        before.iter_mut().for_each(|row| row.leads = row.height() < 40.0);
    }
    Part { kind: Kind::Facts, rows }
}
