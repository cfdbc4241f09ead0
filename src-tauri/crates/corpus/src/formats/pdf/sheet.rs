//! One page as pdfium shows it: letters, ruled lines, painted areas. Turned upright, the origin at the top left.

use pdfium_render::prelude::*;

/// Letters of one page that are looked at.
const MOST_LETTERS: usize = 100_000;
/// Drawings of one page that are looked at.
const MOST_OBJECTS: usize = 20_000;
/// Painted areas of one page that are remembered.
const MOST_PAINTED: usize = 2_000;
/// Straight pieces of one drawing.
const MOST_PIECES: u32 = 2_000;
/// Lines shorter than this, in points, rule nothing.
const SHORTEST_RULE: f32 = 4.0;

/// A rectangle in points; `top` is smaller than `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

/// Why nobody sees a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// Drawn with no ink. Recognised text lies so over the picture of a page.
    NoInk,
    /// White on white, of no size, or beside the page.
    Hidden,
    /// Slanted over the page, as watermarks are.
    Slanted,
}

/// One letter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Letter {
    pub c: char,
    pub area: Area,
    /// In points.
    pub size: f32,
    /// pdfium saw a gap in front of it.
    pub spaced: bool,
    /// Its place in the page's own order.
    pub order: usize,
    pub unseen: Option<Unseen>,
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub letters: Vec<Letter>,
    /// Horizontal and vertical lines, as areas without height or width.
    pub rules: Vec<Area>,
    pub height: f32,
    pub pictures: usize,
    /// A picture covers most of it.
    pub is_picture: bool,
    /// There were more letters than are looked at.
    pub cut: bool,
}

impl Area {
    pub(super) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub(super) fn center(&self) -> (f32, f32) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    pub(super) fn contains(&self, (x, y): (f32, f32)) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }
}

/// Page space turned upright.
struct Turn {
    width: f32,
    height: f32,
    rotation: PdfPageRenderRotation,
    origin: (f32, f32),
}

impl Turn {
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        match self.rotation {
            PdfPageRenderRotation::None => (x, self.height - y),
            PdfPageRenderRotation::Degrees90 => (y, x),
            PdfPageRenderRotation::Degrees180 => (self.width - x, y),
            PdfPageRenderRotation::Degrees270 => (self.width - y, self.height - x),
        }
    }

    fn area(&self, rect: PdfRect) -> Area {
        let (x1, y1) = self.point(rect.left().value, rect.top().value);
        let (x2, y2) = self.point(rect.right().value, rect.bottom().value);
        Area { left: x1.min(x2), top: y1.min(y2), right: x1.max(x2), bottom: y1.max(y2) }
    }
}

/// Looks at a page.
///
/// # Errors
/// pdfium's.
pub(super) fn sheet(page: &PdfPage<'_>) -> Result<Sheet, PdfiumError> {
    let bounds = page.boundaries().bounding().map_or(PdfRect::ZERO, |it| it.bounds);
    let (width, height) = (page.width().value, page.height().value);
    let rotation = page.rotation().unwrap_or(PdfPageRenderRotation::None);
    let turn =
        Turn { width, height, rotation, origin: (bounds.left().value, bounds.bottom().value) };
    let mut sheet = Sheet { height, ..Sheet::default() };
    let painted = drawings(page, &turn, &mut sheet);
    sheet.is_picture = painted
        .iter()
        .any(|(area, picture)| *picture && area.width() * area.height() > 0.5 * width * height);
    let paper = Area { left: -1.0, top: -1.0, right: width + 1.0, bottom: height + 1.0 };
    let text = page.text()?;
    let upright = match rotation {
        PdfPageRenderRotation::None => 0.0,
        PdfPageRenderRotation::Degrees90 => 90.0,
        PdfPageRenderRotation::Degrees180 => 180.0,
        PdfPageRenderRotation::Degrees270 => 270.0,
    };
    let mut spaced = false;
    for (order, letter) in text.chars().iter().enumerate() {
        if order >= MOST_LETTERS {
            sheet.cut = true;
            break;
        }
        let c = letter.unicode_char().unwrap_or('\u{FFFD}');
        if letter.is_generated().unwrap_or(false) || c.is_control() {
            spaced = true;
            continue;
        }
        let area = letter.loose_bounds().map(|rect| turn.area(rect)).unwrap_or_default();
        let size = letter.scaled_font_size().value.abs();
        let slant = letter.angle_degrees().map_or(0.0, |angle| (angle - upright).rem_euclid(360.0));
        let unseen = if !paper.contains(area.center()) || size < 1.0 {
            Some(Unseen::Hidden)
        } else if is_inkless(&letter) {
            Some(Unseen::NoInk)
        } else if letter.fill_color().is_ok_and(is_white)
            && !painted.iter().any(|(it, _)| it.contains(area.center()))
        {
            Some(Unseen::Hidden)
        } else if (8.0..352.0).contains(&slant) && (slant % 90.0 - 45.0).abs() < 37.0 {
            Some(Unseen::Slanted)
        } else {
            None
        };
        sheet.letters.push(Letter { c, area, size, spaced, order, unseen });
        spaced = false;
    }
    Ok(sheet)
}

fn is_inkless(letter: &PdfPageTextChar<'_>) -> bool {
    let mode = letter.render_mode();
    matches!(mode, Ok(PdfPageTextRenderMode::Invisible | PdfPageTextRenderMode::InvisibleClipping))
        || letter.fill_color().is_ok_and(|color| color.alpha() == 0)
}

fn is_white(color: PdfColor) -> bool {
    [color.red(), color.green(), color.blue()].iter().all(|part| *part >= 0xF8)
}

/// Notes the ruled lines, and gives the areas that are painted in another colour than white (`true` for pictures).
fn drawings(page: &PdfPage<'_>, turn: &Turn, sheet: &mut Sheet) -> Vec<(Area, bool)> {
    let mut painted = Vec::new();
    for object in page.objects().iter().take(MOST_OBJECTS) {
        let area = || object.bounds().map(|bounds| turn.area(bounds.to_rect())).unwrap_or_default();
        match object.object_type() {
            PdfPageObjectType::Image => {
                sheet.pictures += 1;
                painted.push((area(), true));
            }
            PdfPageObjectType::Shading => painted.push((area(), false)),
            PdfPageObjectType::Path => {
                let Some(path) = object.as_path_object() else { continue };
                let filled = path.fill_mode().is_ok_and(|mode| mode != PdfPathFillMode::None);
                if filled
                    && path.fill_color().is_ok_and(|color| !is_white(color) && color.alpha() > 0)
                {
                    painted.push((area(), false));
                }
                if filled || path.is_stroked().unwrap_or(false) {
                    rules(path, turn, &mut sheet.rules);
                }
            }
            _ => {}
        }
    }
    painted.truncate(MOST_PAINTED);
    painted
}

/// The straight lines of a drawing that run along the page.
fn rules(path: &PdfPagePathObject<'_>, turn: &Turn, rules: &mut Vec<Area>) {
    let Ok(matrix) = path.matrix() else { return };
    let pieces = path.segments().transform(matrix);
    let mut start = (0.0, 0.0);
    let mut at = start;
    for index in 0..pieces.len().min(MOST_PIECES) {
        let Ok(piece) = pieces.get(index) else { return };
        let (x, y) = piece.point();
        let to = turn.point(x.value, y.value);
        if piece.segment_type() == PdfPathSegmentType::MoveTo {
            start = to;
        } else {
            rules.extend(rule(at, to));
            if piece.is_close() {
                rules.extend(rule(to, start));
            }
        }
        at = to;
    }
}

fn rule(from: (f32, f32), to: (f32, f32)) -> Option<Area> {
    let area = Area {
        left: from.0.min(to.0),
        right: from.0.max(to.0),
        top: from.1.min(to.1),
        bottom: from.1.max(to.1),
    };
    let (wide, high) = (area.width(), area.height());
    let straight = (wide < 1.0) != (high < 1.0);
    (straight && wide.max(high) >= SHORTEST_RULE && wide.is_finite() && high.is_finite())
        .then_some(area)
}
