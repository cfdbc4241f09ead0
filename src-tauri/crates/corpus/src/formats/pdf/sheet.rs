//! A page of pdfium: letters, ruled lines and coloured areas, turned upright, with the origin at the top
//! left.

use pdfium_render::prelude::*;

use super::letters::{Found, is_white, letters};
use super::turn::{Quarters, Turn, most};

/// Most drawings of a page that are read.
const MOST_OBJECTS: usize = 20_000;
/// Most coloured areas of a page that are kept.
const MOST_PAINTED: usize = 2_000;
/// Most straight pieces of a drawing that are read.
const MOST_PIECES: u32 = 2_000;
/// Shortest ruled line in points.
const SHORTEST_RULE: f32 = 4.0;

/// A rectangle in points; `top` is smaller than `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

/// Reason why a letter is invisible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// Drawn without ink, as recognised text over the picture of a page.
    NoInk,
    /// White on white, without size, or beside the page.
    Hidden,
    /// Slanted over the page, like a watermark.
    Slanted,
}

/// A letter of an upright page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Letter {
    pub c: char,
    pub area: Area,
    /// Font size in points.
    pub size: f32,
    /// Whether pdfium found a gap before it.
    pub spaced: bool,
    /// Index in the page's own order.
    pub order: usize,
    /// Direction on the sheet.
    pub standing: Quarters,
    pub unseen: Option<Unseen>,
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub letters: Vec<Letter>,
    /// Horizontal and vertical lines as areas without height or width.
    pub rules: Vec<Area>,
    pub width: f32,
    pub height: f32,
    /// Clockwise turn from the page as it is displayed to this sheet.
    pub turned: Quarters,
    pub pictures: usize,
    /// Whether a picture covers most of it.
    pub is_picture: bool,
    /// Whether the limit of letters was exceeded.
    pub cut: bool,
    /// Whether lines, shapes or pictures are drawn on it.
    pub is_drawn_on: bool,
    /// Whether it could not be read, which was reported.
    pub failed: bool,
}

impl Area {
    /// Returns the area with these opposite corners.
    pub(super) fn between(a: (f32, f32), b: (f32, f32)) -> Self {
        Self { left: a.0.min(b.0), top: a.1.min(b.1), right: a.0.max(b.0), bottom: a.1.max(b.1) }
    }

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

/// Reads a page.
///
/// # Errors
/// The error of pdfium.
pub(super) fn sheet(page: &PdfPage<'_>) -> Result<Sheet, PdfiumError> {
    let bounds = page.boundaries().bounding().map_or(PdfRect::ZERO, |it| it.bounds);
    let of_page = Quarters::of_page(page.rotation().unwrap_or(PdfPageRenderRotation::None));
    let text = page.text()?;
    let (found, cut) = letters(&text);
    // Direction of a letter on the page as displayed.
    let direction = |letter: &Found| Quarters::of_angle(letter.angle).map(|it| it - of_page);
    let drawn = found.iter().filter(|it| !it.c.is_whitespace());
    let turned = most(drawn.filter_map(direction));
    let turn = Turn::new(
        (page.width().value, page.height().value),
        of_page,
        turned,
        (bounds.left().value, bounds.bottom().value),
    );
    let (width, height) = (turn.width, turn.height);
    let mut sheet = Sheet { width, height, turned, cut, ..Sheet::default() };
    let painted = drawings(page, &turn, &mut sheet);
    let half = 0.5 * turn.width * turn.height;
    sheet.is_picture =
        painted.iter().any(|(area, picture)| *picture && area.width() * area.height() > half);
    let paper = Area { left: -1.0, top: -1.0, right: turn.width + 1.0, bottom: turn.height + 1.0 };
    for letter in found {
        let area = turn.area(letter.bounds);
        let standing = direction(&letter).map(|it| it - turned);
        let on_colour = || painted.iter().any(|(it, _)| it.contains(area.center()));
        let unseen = if !paper.contains(area.center()) || letter.size < 1.0 {
            Some(Unseen::Hidden)
        } else if letter.inkless {
            Some(Unseen::NoInk)
        } else if letter.white && !on_colour() {
            Some(Unseen::Hidden)
        } else if standing.is_none() {
            Some(Unseen::Slanted)
        } else {
            None
        };
        let Found { c, size, spaced, order, .. } = letter;
        let standing = standing.unwrap_or_default();
        sheet.letters.push(Letter { c, area, size, spaced, order, standing, unseen });
    }
    Ok(sheet)
}

/// Collects the ruled lines; returns the areas in another colour than white (`true` for pictures).
fn drawings(page: &PdfPage<'_>, turn: &Turn, sheet: &mut Sheet) -> Vec<(Area, bool)> {
    let mut painted = Vec::new();
    for object in page.objects().iter().take(MOST_OBJECTS) {
        sheet.is_drawn_on |= object.object_type() != PdfPageObjectType::Text;
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

/// Adds the horizontal and vertical lines of a drawing.
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
    let area = Area::between(from, to);
    let (wide, high) = (area.width(), area.height());
    let straight = (wide < 1.0) != (high < 1.0);
    (straight && wide.max(high) >= SHORTEST_RULE && wide.is_finite() && high.is_finite())
        .then_some(area)
}
