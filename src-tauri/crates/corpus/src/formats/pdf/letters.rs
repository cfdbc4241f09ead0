//! Reads the letters of a page from pdfium, in the page's coordinates.

use pdfium_render::prelude::*;

/// Most letters of a page.
const MOST_LETTERS: usize = 100_000;
/// Depth of letters below the baseline, as a share of their height, as in Korean fonts.
const BELOW: f32 = 0.12;
/// Width of a blank that is not drawn, as a share of the height.
const BLANK: f32 = 0.25;

/// A letter before the page is turned upright.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub c: char,
    pub bounds: PdfRect,
    /// Font size in points.
    pub size: f32,
    /// Direction, counterclockwise in degrees.
    pub angle: f32,
    /// Whether pdfium found a gap before it.
    pub spaced: bool,
    /// Index in the page's own order.
    pub order: usize,
    /// Whether it is drawn without ink.
    pub inkless: bool,
    /// Whether it is drawn in white.
    pub white: bool,
}

/// Returns the letters of a page, and whether the limit was exceeded.
pub(super) fn letters(text: &PdfPageText<'_>) -> (Vec<Found>, bool) {
    let (mut letters, mut sideways) = (Vec::new(), Vec::new());
    let (mut spaced, mut cut) = (false, false);
    for (order, letter) in text.chars().iter().enumerate() {
        if order >= MOST_LETTERS {
            cut = true;
            break;
        }
        let c = letter.unicode_char().unwrap_or('\u{FFFD}');
        if letter.is_generated().unwrap_or(false) || c.is_control() {
            spaced = true;
            continue;
        }
        let shape = Shape::of(&letter);
        sideways.push(Sideways::of(&letter, shape));
        letters.push(Found {
            c,
            bounds: letter.loose_bounds().unwrap_or(PdfRect::ZERO),
            size: shape.size,
            angle: shape.along.1.atan2(shape.along.0).to_degrees(),
            spaced,
            order,
            inkless: is_inkless(&letter),
            white: letter.fill_color().is_ok_and(is_white),
        });
        spaced = false;
    }
    // pdfium computes the bounds of horizontal letters; others extend to the next letter, or as far as they
    // are drawn.
    let next = sideways.iter().copied().skip(1).chain([None]);
    let gaps: Vec<bool> = letters.iter().skip(1).map(|it| it.spaced).chain([true]).collect();
    for (((letter, own), next), gap) in letters.iter_mut().zip(&sideways).zip(next).zip(gaps) {
        if let Some(own) = own {
            letter.bounds = own.bounds(next.filter(|_| !gap));
        }
    }
    (letters, cut)
}

/// Size and directions of a letter.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Height across the line, in points.
    size: f32,
    /// Direction along the line, of length one.
    along: (f32, f32),
    /// Direction up from the line, of length one.
    up: (f32, f32),
}

impl Shape {
    fn of(letter: &PdfPageTextChar<'_>) -> Self {
        let unscaled = letter.unscaled_font_size().value.abs();
        let (a, b, c, d) =
            letter.matrix().map_or((1.0, 0.0, 0.0, 0.0), |it| (it.a(), it.b(), it.c(), it.d()));
        let length = a.hypot(b);
        if length <= f32::EPSILON {
            return Self { size: 0.0, along: (1.0, 0.0), up: (0.0, 1.0) };
        }
        let area = a * d - b * c;
        let along = (a / length, b / length);
        let up = if area < 0.0 { (along.1, -along.0) } else { (-along.1, along.0) };
        Self { size: unscaled * area.abs() / length, along, up }
    }
}

/// A letter of a line that is not horizontal.
#[derive(Debug, Clone, Copy)]
struct Sideways {
    shape: Shape,
    /// Its origin on the baseline.
    origin: (f32, f32),
    /// Length drawn along the line.
    drawn: f32,
}

impl Sideways {
    fn of(letter: &PdfPageTextChar<'_>, shape: Shape) -> Option<Self> {
        if shape.along.1.abs() < 0.01 {
            return None;
        }
        let (x, y) = letter.origin().ok()?;
        let own = Self { shape, origin: (x.value, y.value), drawn: 0.0 };
        let drawn = letter.tight_bounds().map_or(0.0, |rect| {
            let (left, right) = (rect.left().value, rect.right().value);
            let (bottom, top) = (rect.bottom().value, rect.top().value);
            let corners = [(left, bottom), (left, top), (right, bottom), (right, top)];
            corners.into_iter().map(|corner| own.offset(corner).0).fold(0.0, f32::max)
        });
        Some(Self { drawn, ..own })
    }

    /// Returns the coordinates of a point along the line and up from it.
    fn offset(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        let Shape { along, up, .. } = self.shape;
        (x * along.0 + y * along.1, x * up.0 + y * up.1)
    }

    /// Returns the bounds: as high as its size, and as long as the distance to `next` if that follows
    /// directly.
    fn bounds(&self, next: Option<Self>) -> PdfRect {
        let Shape { size, along, up } = self.shape;
        let way = next.map(|next| self.offset(next.origin));
        let way = way.filter(|(on, off)| off.abs() < 0.2 * size && (0.0..=1.1 * size).contains(on));
        let drawn = if self.drawn > 0.0 { self.drawn } else { BLANK * size };
        let length = way.map_or(drawn, |(on, _)| on.max(self.drawn));
        let corner = |on: f32, off: f32| {
            (self.origin.0 + on * along.0 + off * up.0, self.origin.1 + on * along.1 + off * up.1)
        };
        let (from, to) = (corner(0.0, -BELOW * size), corner(length, (1.0 - BELOW) * size));
        PdfRect::new_from_values(
            from.1.min(to.1),
            from.0.min(to.0),
            from.1.max(to.1),
            from.0.max(to.0),
        )
    }
}

fn is_inkless(letter: &PdfPageTextChar<'_>) -> bool {
    let mode = letter.render_mode();
    matches!(mode, Ok(PdfPageTextRenderMode::Invisible | PdfPageTextRenderMode::InvisibleClipping))
        || letter.fill_color().is_ok_and(|color| color.alpha() == 0)
}

pub(super) fn is_white(color: PdfColor) -> bool {
    [color.red(), color.green(), color.blue()].iter().all(|part| *part >= 0xF8)
}
