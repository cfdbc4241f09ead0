//! The letters of a page as pdfium finds them, in the page's own space.

use pdfium_render::prelude::*;

/// Letters of one page that are looked at.
const MOST_LETTERS: usize = 100_000;
/// How far letters reach below their line, in heights of them; Korean fonts are drawn so.
const BELOW: f32 = 0.12;
/// A blank that is not drawn is so wide, in heights.
const BLANK: f32 = 0.25;

/// A letter before anybody knows how its page is turned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub c: char,
    pub bounds: PdfRect,
    /// In points.
    pub size: f32,
    /// Counterclockwise, in degrees.
    pub angle: f32,
    /// pdfium saw a gap in front of it.
    pub spaced: bool,
    /// Its place in the page's own order.
    pub order: usize,
    /// Drawn with no ink.
    pub inkless: bool,
    /// Drawn in white.
    pub white: bool,
}

/// The letters of a page, and whether there are more than are looked at.
pub(super) fn letters(text: &PdfPageText<'_>) -> (Vec<Found>, bool) {
    let mut letters = Vec::new();
    let mut spaced = false;
    for (order, letter) in text.chars().iter().enumerate() {
        if order >= MOST_LETTERS {
            return (letters, true);
        }
        let c = letter.unicode_char().unwrap_or('\u{FFFD}');
        if letter.is_generated().unwrap_or(false) || c.is_control() {
            spaced = true;
            continue;
        }
        let shape = Shape::of(&letter);
        letters.push(Found {
            c,
            bounds: bounds(&letter, &shape),
            size: shape.size,
            angle: shape.along.1.atan2(shape.along.0).to_degrees(),
            spaced,
            order,
            inkless: is_inkless(&letter),
            white: letter.fill_color().is_ok_and(is_white),
        });
        spaced = false;
    }
    (letters, false)
}

/// How a letter is drawn.
struct Shape {
    /// In points, across the line.
    size: f32,
    /// Along the line, of length one.
    along: (f32, f32),
    /// Up from the line, of length one.
    up: (f32, f32),
}

impl Shape {
    fn of(letter: &PdfPageTextChar<'_>) -> Self {
        let unscaled = letter.unscaled_font_size().value.abs();
        let (a, b, c, d) = letter
            .matrix()
            .map_or((1.0, 0.0, 0.0, 0.0), |it| (it.a(), it.b(), it.c(), it.d()));
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

/// The room a letter takes. pdfium works it out for lines that run across the page only; elsewhere it is as high as the letter's
/// size, and as long as what is drawn.
fn bounds(letter: &PdfPageTextChar<'_>, shape: &Shape) -> PdfRect {
    if shape.along.1.abs() < 0.01 {
        return letter.loose_bounds().unwrap_or(PdfRect::ZERO);
    }
    let Ok((x, y)) = letter.origin() else { return PdfRect::ZERO };
    let drawn = letter.tight_bounds().map_or(0.0, |rect| {
        let along = |px: f32, py: f32| {
            (px - x.value) * shape.along.0 + (py - y.value) * shape.along.1
        };
        let (left, right) = (rect.left().value, rect.right().value);
        let (bottom, top) = (rect.bottom().value, rect.top().value);
        let corners = [along(left, bottom), along(left, top), along(right, bottom), along(right, top)];
        corners.into_iter().fold(0.0, f32::max)
    });
    let length = if drawn > 0.0 { drawn } else { BLANK * shape.size };
    let corner = |along: f32, up: f32| {
        (
            x.value + along * shape.along.0 + up * shape.up.0,
            y.value + along * shape.along.1 + up * shape.up.1,
        )
    };
    let (from, to) = (corner(0.0, -BELOW * shape.size), corner(length, (1.0 - BELOW) * shape.size));
    PdfRect::new_from_values(
        from.1.min(to.1),
        from.0.min(to.0),
        from.1.max(to.1),
        from.0.max(to.0),
    )
}

fn is_inkless(letter: &PdfPageTextChar<'_>) -> bool {
    let mode = letter.render_mode();
    matches!(mode, Ok(PdfPageTextRenderMode::Invisible | PdfPageTextRenderMode::InvisibleClipping))
        || letter.fill_color().is_ok_and(|color| color.alpha() == 0)
}

pub(super) fn is_white(color: PdfColor) -> bool {
    [color.red(), color.green(), color.blue()].iter().all(|part| *part >= 0xF8)
}
