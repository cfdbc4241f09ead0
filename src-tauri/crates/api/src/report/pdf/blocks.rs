//! Converts blocks to rows of cells, from which pages are made.

mod banner;
mod letter;
mod table;

use super::colour::{self, Colour};
use super::faces::Faces;
use super::lines::{Line, break_lines};
use super::shape::{Setting, paragraphs};
use crate::report::document::{Block, Document, Word};
use crate::report::text::{one_line, plain};

/// Width and height of A4 in points.
pub const PAGE: (f32, f32) = (595.276, 841.89);
/// Left and right margin in points.
pub const SIDE: f32 = 54.0;
/// Width of the text in points.
pub const WIDTH: f32 = PAGE.0 - 2.0 * SIDE;

const BODY: Setting = Setting { size: 9.5, leading: 15.5, bold: false, colour: colour::TEXT };
const ASIDE: Setting = Setting { size: 8.3, leading: 13.5, bold: false, colour: colour::MUTED };
const WORDING: Setting = Setting { size: 10.5, leading: 19.5, bold: false, colour: colour::TEXT };
const DENSE: Setting = Setting { size: 8.5, leading: 13.5, bold: false, colour: colour::TEXT };
const TITLE: Setting = Setting { size: 20.0, leading: 28.0, bold: true, colour: colour::TEXT };
const SUBJECT: Setting = Setting { size: 11.0, leading: 18.0, bold: false, colour: colour::MUTED };
const HEADING: Setting = Setting { size: 12.5, leading: 19.0, bold: true, colour: colour::TEXT };
const SUBHEADING: Setting = Setting { size: 9.5, leading: 15.5, bold: true, colour: colour::TEXT };

/// The kind of a part, for screen readers and for the outline.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A heading with its level and words.
    Heading(u16, String),
    /// A paragraph.
    Paragraph,
    /// A quote.
    Quote,
    /// Paragraphs that belong together.
    Group,
    /// A numbered list: label and text in each row.
    List,
    /// Names and values, in turn.
    Facts,
    /// A table with its caption. The first row contains the column headings.
    Table(String),
}

/// Rows that belong together.
#[derive(Debug)]
pub struct Part {
    /// The kind of part.
    pub kind: Kind,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// The frame of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Frame {
    /// No frame.
    None,
    /// A line below, of this width in points.
    Under(Colour, f32),
    /// Lines above and below.
    Between(Colour),
    /// A line on all sides.
    Around(Colour),
    /// A thick bar on the left.
    Bar(Colour),
    /// A line on all sides and a thick bar on the left.
    Banner(Colour),
}

/// Cells side by side.
#[derive(Debug)]
pub struct Row {
    /// The cells, from left to right.
    pub cells: Vec<Cell>,
    /// Space above it in points, except at the top of a page.
    pub above: f32,
    /// Space between its frame and its contents, above and below, in points.
    pub pad: f32,
    /// The background colour.
    pub wash: Option<Colour>,
    /// The frame.
    pub frame: Frame,
    /// Whether it must not be the last row of a page.
    pub leads: bool,
    /// Largest height in points up to which it is not split.
    pub max_unsplit_height: f32,
    /// Whether its cells are centred vertically.
    pub centred: bool,
}

/// Lines one below the other.
#[derive(Debug)]
pub struct Cell {
    /// Distance from the left edge of the text in points.
    pub x: f32,
    /// Width in points, for right-aligned lines.
    pub width: f32,
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether lines are right-aligned.
    pub right: bool,
}

impl Cell {
    /// Sets words in a column.
    fn set(words: &[Word], x: f32, width: f32, setting: Setting, faces: &Faces<'_>) -> Self {
        let lines = paragraphs(words, setting, faces)
            .into_iter()
            .flat_map(|pieces| break_lines(pieces, width, setting))
            .collect();
        Self { x, width, lines, right: false }
    }

    /// Sets words in a column, or a blank for none, so that a screen reader finds all cells of a table.
    fn set_or_blank(
        words: &[Word],
        x: f32,
        width: f32,
        setting: Setting,
        faces: &Faces<'_>,
    ) -> Self {
        match words.is_empty() {
            true => Self::set(&plain(" "), x, width, setting, faces),
            false => Self::set(words, x, width, setting, faces),
        }
    }

    /// Returns the height in points.
    pub fn height(&self) -> f32 {
        self.lines.iter().map(|line| line.height).sum()
    }
}

impl Row {
    fn of(cells: Vec<Cell>) -> Self {
        Self {
            cells,
            above: 0.0,
            pad: 0.0,
            wash: None,
            frame: Frame::None,
            leads: false,
            max_unsplit_height: 0.0,
            centred: false,
        }
    }

    /// Returns the height in points when the row is not split.
    pub fn height(&self) -> f32 {
        self.cells.iter().map(Cell::height).fold(0.0, f32::max) + 2.0 * self.pad
    }
}

/// Returns all parts of a document, in reading order.
pub fn parts(document: &Document, faces: &Faces<'_>) -> Vec<Part> {
    let mut parts = match &document.letter {
        Some(letter) => letter::head(letter, &document.title, faces),
        None => head(document, faces),
    };
    parts.extend(document.banner.as_ref().map(|it| banner::part(it, faces)));
    parts.extend(document.front.iter().map(|block| part(block, faces)));
    for (at, section) in document.sections.iter().enumerate() {
        let number = Cell::set(
            &plain(&(at + 1).to_string()),
            0.0,
            22.0,
            Setting { bold: false, colour: colour::MUTED, ..HEADING },
            faces,
        );
        let title = Cell::set(&plain(&section.title), 22.0, WIDTH - 22.0, HEADING, faces);
        let row = Row {
            above: 20.0,
            pad: 2.0,
            frame: Frame::Under(colour::TEXT, 1.2),
            ..Row::of(vec![number, title])
        };
        parts.push(heading(2, &section.title, row));
        for (at, block) in section.blocks.iter().enumerate() {
            let mut part = part(block, faces);
            if leads(block, section.blocks.get(at + 1), &part) {
                part.rows.iter_mut().for_each(|row| row.leads = true);
            }
            parts.push(part);
        }
    }
    if let Some(letter) = &document.letter {
        // A signature must not be alone on a page.
        if let Some(last) = parts.last_mut().filter(|part| is_short(part)) {
            last.rows.iter_mut().for_each(|row| row.leads = true);
        }
        parts.extend(letter::foot(letter, faces));
    }
    parts
}

/// Returns the head of a report.
fn head(document: &Document, faces: &Faces<'_>) -> Vec<Part> {
    let across = |words: &[Word], setting| Cell::set(words, 0.0, WIDTH, setting, faces);
    let date =
        Cell { right: true, ..across(&plain(&format!("{} 작성", document.written)), ASIDE) };
    vec![
        paragraph_part(Row {
            leads: true,
            ..Row::of(vec![across(&plain("심의 데스크"), ASIDE), date])
        }),
        heading(1, &document.title, Row::of(vec![across(&plain(&document.title), TITLE)])),
        paragraph_part(Row {
            leads: true,
            ..Row::of(vec![across(&plain(&document.subject), SUBJECT)])
        }),
    ]
}

/// Whether a block must not be separated from the next one: an explanation from its object, a short quote
/// from its source.
fn leads(block: &Block, next: Option<&Block>, part: &Part) -> bool {
    match (block, next) {
        (Block::Paragraph { aside: true, .. }, Some(next)) => {
            !matches!(next, Block::Paragraph { .. } | Block::Subheading { .. })
        }
        (Block::Quote { .. }, Some(Block::Paragraph { aside: true, .. })) => is_short(part),
        _ => false,
    }
}

fn is_short(part: &Part) -> bool {
    part.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.lines.len() <= 4)
}

fn heading(level: u16, title: &str, row: Row) -> Part {
    let rows = vec![Row { leads: true, ..row }];
    Part { kind: Kind::Heading(level, title.to_owned()), rows }
}

fn paragraph_part(row: Row) -> Part {
    Part { kind: Kind::Paragraph, rows: vec![row] }
}

fn part(block: &Block, faces: &Faces<'_>) -> Part {
    let across = |words: &[Word], setting| Cell::set(words, 0.0, WIDTH, setting, faces);
    let boxed = |words: &[Word], setting| Cell::set(words, 12.0, WIDTH - 24.0, setting, faces);
    match block {
        Block::Paragraph { words, aside } => {
            let setting = if *aside { ASIDE } else { BODY };
            paragraph_part(Row { above: 5.0, ..Row::of(vec![across(words, setting)]) })
        }
        Block::Subheading { words } => {
            let row = Row { above: 11.0, ..Row::of(vec![across(words, SUBHEADING)]) };
            heading(3, &one_line(words, 120), row)
        }
        Block::Facts { rows } => table::facts(rows, faces),
        Block::Change { rows } => letter::named(rows, BODY, faces),
        Block::Table(content) => table::table(content, faces),
        Block::Wording { words } => paragraph_part(Row {
            above: 7.0,
            pad: 8.0,
            frame: Frame::Around(colour::STRONG_LINE),
            ..Row::of(vec![boxed(words, WORDING)])
        }),
        Block::Quote { words, tone } => Part {
            kind: Kind::Quote,
            rows: vec![Row {
                above: 4.0,
                pad: 5.0,
                wash: Some(colour::SOFT),
                frame: Frame::Bar(colour::ink(*tone)),
                ..Row::of(vec![boxed(words, BODY)])
            }],
        },
        Block::Steps { steps } => steps_part(steps, faces),
        Block::Difference { lines } => {
            let mut cell = Cell { x: 12.0, width: WIDTH - 24.0, lines: Vec::new(), right: false };
            cell.lines = lines.iter().flat_map(|words| boxed(words, DENSE).lines).collect();
            paragraph_part(Row {
                above: 4.0,
                pad: 6.0,
                wash: Some(colour::SOFT),
                frame: Frame::Around(colour::LINE),
                ..Row::of(vec![cell])
            })
        }
    }
}

fn steps_part(steps: &[(String, Vec<Word>)], faces: &Faces<'_>) -> Part {
    let label = Setting { bold: true, ..BODY };
    let rows = steps.iter().enumerate().map(|(at, (name, words))| {
        let name = plain(&format!("{}. {name}", at + 1));
        Row {
            above: 5.0,
            ..Row::of(vec![
                Cell::set(&name, 0.0, 70.0, label, faces),
                Cell::set_or_blank(words, 76.0, WIDTH - 76.0, BODY, faces),
            ])
        }
    });
    Part { kind: Kind::List, rows: rows.collect() }
}
