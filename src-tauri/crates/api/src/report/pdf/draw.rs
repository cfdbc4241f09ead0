//! Draws the pages with krilla.

mod brush;

use jiff::Timestamp;
use jiff::tz;
use krilla::configure::{Accessibility, Archival};
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::Point;
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::{Document as Pdf, SerializeSettings};

use self::brush::Brush;
use super::blocks::{Frame, Kind, PAGE, Part, SIDE, WIDTH};
use super::colour::{self, LINE};
use super::faces::Faces;
use super::lines::break_lines;
use super::pages::{BOTTOM, Page, Placed};
use super::shape::{Setting, paragraphs};
use super::tags::Tags;
use crate::report::document::Document;
use crate::report::error::ReportError;
use crate::report::text::plain;

const FOOT: Setting = Setting { size: 7.8, leading: 12.0, bold: false, colour: colour::MUTED };

/// Draws the pages and returns the PDF.
pub fn write(
    document: &Document,
    faces: &Faces<'_>,
    parts: &[Part],
    pages: &[Page],
) -> Result<Vec<u8>, ReportError> {
    let configuration = krilla::configure::ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| ReportError::Pdf(format!("{error:?}")))?;
    let settings = SerializeSettings { configuration, ..SerializeSettings::default() };
    let mut pdf = Pdf::new_with(settings);
    pdf.set_metadata(metadata(document));
    let mut tags = Tags::new(parts);
    for (at, page) in pages.iter().enumerate() {
        let size = PageSettings::from_wh(PAGE.0, PAGE.1)
            .ok_or_else(|| ReportError::Pdf("A4 is no page size".to_owned()))?;
        let mut sheet = pdf.start_page_with(size);
        let mut brush = Brush::new(sheet.surface(), faces);
        for placed in page {
            draw_row(&mut brush, parts, placed, &mut tags);
        }
        foot(&mut brush, document, (at + 1, pages.len()), faces);
        brush.finish();
        sheet.finish();
    }
    pdf.set_outline(outline(document, parts, pages));
    pdf.set_tag_tree(tags.tree());
    pdf.finish().map_err(|error| refused(error, faces))
}

fn metadata(document: &Document) -> Metadata {
    let metadata = Metadata::new()
        .title(format!("{} — {}", document.title, document.subject))
        .language("ko".to_owned())
        .creator("Simui".to_owned())
        .document_id(format!("{} {}", document.running, document.written_at));
    match Timestamp::from_second(document.written_at) {
        Ok(at) => metadata.creation_date(date(at)),
        Err(_) => metadata,
    }
}

fn date(at: Timestamp) -> DateTime {
    let at = tz::offset(9).to_datetime(at);
    // Every month, day, hour, minute and second fits; a year before 0 becomes 0.
    let part = |value: i8| u8::try_from(value).unwrap_or(0);
    DateTime::new(u16::try_from(at.year()).unwrap_or(0))
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(9)
        .utc_offset_minute(0)
}

/// Draws one row with its frame, then its cells.
fn draw_row(brush: &mut Brush<'_, '_>, parts: &[Part], placed: &Placed, tags: &mut Tags) {
    let row = &parts[placed.part].rows[placed.row];
    brush.aside(|brush| {
        if let Some(wash) = row.wash {
            brush.rectangle(SIDE, placed.y, WIDTH, placed.height, wash);
        }
        frame(brush, row.frame, placed);
    });
    for (at, (cell, lines)) in row.cells.iter().zip(&placed.lines).enumerate() {
        let mut y = placed.y + row.pad;
        if row.centred && placed.first && placed.last {
            y += (placed.height - 2.0 * row.pad - cell.height()) / 2.0;
        }
        for line in &cell.lines[lines.clone()] {
            let x = SIDE + cell.x + if cell.right { cell.width - line.width } else { 0.0 };
            brush.aside(|brush| brush.decorations(line, x, y));
            if placed.repeated {
                brush.aside(|brush| brush.letters(line, x, y));
            } else if brush.has_letters(line) {
                let tag = brush.start(ContentTag::Span(SpanTag::empty()));
                brush.letters(line, x, y);
                brush.end();
                tags.add(placed.part, placed.row, at, tag);
            }
            y += line.height;
        }
    }
}

fn frame(brush: &mut Brush<'_, '_>, frame: Frame, placed: &Placed) {
    let (top, bottom) = (placed.y, placed.y + placed.height);
    let (left, right) = (SIDE, SIDE + WIDTH);
    let mut around = |colour| {
        brush.line((left, top), (left, bottom), 0.7, colour);
        brush.line((right, top), (right, bottom), 0.7, colour);
        if placed.first {
            brush.line((left, top), (right, top), 0.7, colour);
        }
        if placed.last {
            brush.line((left, bottom), (right, bottom), 0.7, colour);
        }
    };
    match frame {
        Frame::None => {}
        Frame::Under(colour, width) if placed.last => {
            brush.line((left, bottom), (right, bottom), width, colour);
        }
        // A thin line shows that the row continues on the next page.
        Frame::Under(..) => brush.line((left, bottom), (right, bottom), 0.3, LINE),
        Frame::Between(colour) => {
            brush.line((left, top), (right, top), 0.7, colour);
            brush.line((left, bottom), (right, bottom), 0.7, colour);
        }
        Frame::Around(colour) => around(colour),
        Frame::Bar(colour) => brush.rectangle(left, top, 3.0, bottom - top, colour),
        Frame::Banner(colour) => {
            around(colour);
            brush.rectangle(left, top, 4.5, bottom - top, colour);
        }
    }
}

/// Draws the footer: the name of the report on the left, the page number on the right.
fn foot(brush: &mut Brush<'_, '_>, document: &Document, page: (usize, usize), faces: &Faces<'_>) {
    let y = BOTTOM + 18.0;
    brush.artifact(ArtifactType::Footer, |brush| {
        brush.line((SIDE, y), (SIDE + WIDTH, y), 0.5, LINE);
        let left = format!("{} · {}", document.title, document.running);
        let right = format!("{} / {}", page.0, page.1);
        for (text, width, to_right) in [(left, WIDTH - 60.0, false), (right, WIDTH, true)] {
            let pieces = paragraphs(&plain(&text), FOOT, faces).into_iter().next();
            let Some(line) =
                break_lines(pieces.unwrap_or_default(), width, FOOT).into_iter().next()
            else {
                continue;
            };
            let x = if to_right { SIDE + WIDTH - line.width } else { SIDE };
            brush.letters(&line, x, y + 5.0);
        }
    });
}

/// Returns the outline: the headings of the sections, below the title.
fn outline(document: &Document, parts: &[Part], pages: &[Page]) -> Outline {
    let mut outline = Outline::new();
    let start = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
    let mut title = OutlineNode::new(document.title.clone(), start);
    for (number, page) in pages.iter().enumerate() {
        for placed in page {
            if let Kind::Heading(2, text) = &parts[placed.part].kind {
                let point = Point::from_xy(0.0, (placed.y - 10.0).max(0.0));
                title
                    .push_child(OutlineNode::new(text.clone(), XyzDestination::new(number, point)));
            }
        }
    }
    outline.push_child(title);
    outline
}

fn refused(error: KrillaError, faces: &Faces<'_>) -> ReportError {
    match error {
        KrillaError::Font(font, reason) => match faces.iter().find(|face| face.font == font) {
            Some(face) => face.file.unusable(&reason),
            None => ReportError::Pdf(reason),
        },
        KrillaError::Validation(errors) => {
            let first = errors.first().map(|(error, _)| format!("{error:?}")).unwrap_or_default();
            ReportError::Pdf(format!("not PDF/A-2a and PDF/UA-1: {first}"))
        }
        other => ReportError::Pdf(other.to_string()),
    }
}

/// Marks content without a meaning of its own, such as lines.
const LAYOUT: Artifact = Artifact { kind: ArtifactType::Layout, bbox: None };
