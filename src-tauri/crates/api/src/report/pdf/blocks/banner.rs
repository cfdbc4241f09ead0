//! The verdict at the head.

use super::{ASIDE, BODY, Cell, Frame, Kind, Part, Row, WIDTH};
use crate::report::document::{Banner, Word};
use crate::report::pdf::colour;
use crate::report::pdf::faces::Faces;
use crate::report::pdf::shape::Setting;
use crate::report::text::{Phrase, plain};

const WORD: Setting = Setting { size: 19.0, leading: 26.0, bold: true, colour: colour::TEXT };
const FIGURE: Setting = Setting { size: 17.0, leading: 22.0, bold: true, colour: colour::TEXT };

/// Returns the verdict, who gave it, and the confidence.
pub fn part(banner: &Banner, faces: &Faces<'_>) -> Part {
    let ink = colour::ink(banner.tone);
    let verdict = Phrase::new().shape(banner.shape, banner.tone).plain(&banner.word).words();
    let state = Setting { bold: true, colour: ink, ..BODY };
    let whose: Vec<Word> = banner.lines.join(&Word::Break);
    let mut cells = vec![
        stacked(
            &[(verdict, Setting { colour: ink, ..WORD }), (plain(&banner.state), state)],
            16.0,
            140.0,
            faces,
        ),
        Cell::set(&whose, 164.0, WIDTH - 164.0 - 96.0, Setting { leading: 14.5, ..BODY }, faces),
    ];
    if let Some(sure) = &banner.confidence {
        let lines =
            [(plain(sure.label), ASIDE), (plain(&sure.value), FIGURE), (plain(sure.band), ASIDE)];
        cells.push(Cell { right: true, ..stacked(&lines, WIDTH - 96.0, 82.0, faces) });
    }
    let row = Row {
        above: 10.0,
        pad: 11.0,
        wash: Some(colour::wash(banner.tone)),
        frame: Frame::Banner(ink),
        max_unsplit_height: f32::MAX,
        centred: true,
        ..Row::of(cells)
    };
    Part { kind: Kind::Group, rows: vec![row] }
}

/// Returns a cell with words of different sizes.
fn stacked(lines: &[(Vec<Word>, Setting)], x: f32, width: f32, faces: &Faces<'_>) -> Cell {
    let lines = lines
        .iter()
        .filter(|(words, _)| !words.is_empty())
        .flat_map(|(words, setting)| Cell::set(words, x, width, *setting, faces).lines)
        .collect();
    Cell { x, width, lines, right: false }
}
