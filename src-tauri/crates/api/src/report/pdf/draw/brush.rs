//! Draws lines, rectangles, shapes and letters on one page.

use std::f32::consts::PI;

use krilla::geom::{PathBuilder, Point, Rect};
use krilla::paint::{Fill, LineCap, LineJoin, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier};
use krilla::text::KrillaGlyph;

use super::LAYOUT;
use crate::report::document::{Shape, Tone};
use crate::report::pdf::colour::{self, Colour, rgb};
use crate::report::pdf::faces::Faces;
use crate::report::pdf::lines::Line;
use crate::report::pdf::shape::{Body, Piece, Style};

/// A page that is being drawn. Distances are in points from its top left corner.
pub struct Brush<'a, 'f> {
    surface: Surface<'a>,
    faces: &'f Faces<'f>,
}

impl<'a, 'f> Brush<'a, 'f> {
    pub fn new(surface: Surface<'a>, faces: &'f Faces<'f>) -> Self {
        Self { surface, faces }
    }

    pub fn finish(self) {
        self.surface.finish();
    }

    /// Draws content without a meaning of its own.
    pub fn aside(&mut self, draw: impl FnOnce(&mut Self)) {
        self.start(ContentTag::Artifact(LAYOUT));
        draw(self);
        self.end();
    }

    /// Draws content that belongs to the page and not to the text.
    pub fn artifact(&mut self, kind: ArtifactType, draw: impl FnOnce(&mut Self)) {
        self.start(ContentTag::Artifact(Artifact::with_kind(kind)));
        draw(self);
        self.end();
    }

    pub fn start(&mut self, tag: ContentTag<'_>) -> Identifier {
        self.surface.start_tagged(tag)
    }

    pub fn end(&mut self) {
        self.surface.end_tagged();
    }

    pub fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        let mut path = PathBuilder::new();
        let Some(rect) = Rect::from_xywh(x, y, width, height) else { return };
        path.push_rect(rect);
        self.path(path, Some(colour), None);
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, colour: Colour) {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
        self.path(path, None, Some((width, colour)));
    }

    fn path(&mut self, path: PathBuilder, fill: Option<Colour>, stroke: Option<(f32, Colour)>) {
        let Some(path) = path.finish() else { return };
        self.surface
            .set_fill(fill.map(|colour| Fill { paint: rgb(colour).into(), ..Fill::default() }));
        self.surface.set_stroke(stroke.map(|(width, colour)| Stroke {
            paint: rgb(colour).into(),
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
        self.surface.set_stroke(None);
    }

    /// Whether a line has anything to read.
    pub fn has_letters(&self, line: &Line) -> bool {
        line.pieces.iter().any(|piece| matches!(piece.body, Body::Letters { .. }))
    }

    /// Draws the background and the lines of a text line whose top left corner is given.
    pub fn decorations(&mut self, line: &Line, x: f32, y: f32) {
        let baseline = y + line.baseline;
        for (start, style, pieces) in runs(line, x) {
            let width: f32 = pieces.iter().map(|piece| piece.width).sum();
            let (top, bottom) = (baseline - style.size * 1.02, baseline + style.size * 0.3);
            if let Some(wash) = style.wash {
                self.rectangle(start, top, width, bottom - top, wash);
            }
            if let Some(rule) = style.rule {
                self.rectangle(start, bottom, width, 1.1, rule);
            }
            if style.struck {
                let middle = baseline - style.size * 0.36;
                self.line((start, middle), (start + width, middle), 0.6, style.colour);
            }
            if style.framed {
                let mut path = PathBuilder::new();
                if let Some(rect) = Rect::from_ltrb(start, top, start + width, bottom) {
                    path.push_rect(rect);
                }
                self.path(path, None, Some((0.4, style.colour)));
            }
            let mut left = start;
            for piece in pieces {
                match piece.body {
                    Body::Shape(shape) => self.shape(shape, left, baseline, style),
                    Body::Bar { percent } => self.bar(percent, left, baseline, piece.width, style),
                    Body::Letters { .. } => {}
                }
                left += piece.width;
            }
        }
    }

    fn bar(&mut self, percent: u8, x: f32, baseline: f32, width: f32, style: Style) {
        let y = baseline - style.size * 0.55;
        self.rectangle(x, y, width, 4.0, colour::wash(Tone::Calm));
        self.rectangle(x, y, width * f32::from(percent) / 100.0, 4.0, colour::BAR);
    }

    /// Draws a shape in a square as high as the letters.
    fn shape(&mut self, shape: Shape, x: f32, baseline: f32, style: Style) {
        let side = style.size * 0.8;
        let at = |h: f32, v: f32| (x + h * side, baseline - style.size * 0.76 + v * side);
        let mut path = PathBuilder::new();
        let mut draw = |points: &[(f32, f32)]| {
            for (index, (h, v)) in points.iter().enumerate() {
                let (x, y) = at(*h, *v);
                if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
        };
        match shape {
            Shape::Check => draw(&[(0.1, 0.55), (0.38, 0.82), (0.92, 0.2)]),
            Shape::Cross => {
                draw(&[(0.15, 0.15), (0.85, 0.85)]);
                draw(&[(0.85, 0.15), (0.15, 0.85)]);
            }
            Shape::Triangle => {
                draw(&[(0.5, 0.12), (0.92, 0.86), (0.08, 0.86), (0.5, 0.12), (0.92, 0.86)])
            }
            Shape::Circle => {
                let turn = |at: usize| at as f32 / 36.0 * 2.0 * PI;
                let points: Vec<_> = (0..=37)
                    .map(|at| (0.5 + 0.38 * turn(at).cos(), 0.5 + 0.38 * turn(at).sin()))
                    .collect();
                draw(&points);
            }
        }
        self.path(path, None, Some((style.size * 0.13, style.colour)));
    }

    /// Draws the letters of a line whose top left corner is given.
    pub fn letters(&mut self, line: &Line, x: f32, y: f32) {
        for (mut start, style, pieces) in runs(line, x) {
            let fill = Fill { paint: rgb(style.colour).into(), ..Fill::default() };
            self.surface.set_fill(Some(fill));
            self.surface.set_stroke(None);
            for same in pieces.chunk_by(|a, b| face(a).is_some() && face(a) == face(b)) {
                let foot = y + line.baseline - style.raise;
                if let Some(face) = same.first().and_then(face) {
                    let (text, glyphs) = joined(same);
                    let font = self.faces.get(face).font.clone();
                    let point = Point::from_xy(start, foot);
                    self.surface.draw_glyphs(point, &glyphs, font, &text, style.size, false);
                }
                start += same.iter().map(|piece| piece.width).sum::<f32>();
            }
        }
    }
}

fn face(piece: &Piece) -> Option<usize> {
    match &piece.body {
        Body::Letters { face, .. } => Some(*face),
        _ => None,
    }
}

/// Groups pieces of one style with their start. Blanks at the end of the line lose their background and
/// lines.
fn runs(line: &Line, x: f32) -> Vec<(f32, Style, &[Piece])> {
    let mut start = x;
    let inked = line.pieces.iter().rposition(|piece| !piece.blank).map_or(0, |last| last + 1);
    let (inked, blank) = line.pieces.split_at(inked);
    let mut runs = Vec::new();
    for pieces in inked.chunk_by(|a, b| a.style == b.style) {
        runs.push((start, pieces[0].style, pieces));
        start += pieces.iter().map(|piece| piece.width).sum::<f32>();
    }
    if let Some(first) = blank.first() {
        let style = Style { wash: None, rule: None, struck: false, framed: false, ..first.style };
        runs.push((start, style, blank));
    }
    runs
}

/// Joins text and glyphs of several pieces.
fn joined(pieces: &[Piece]) -> (String, Vec<KrillaGlyph>) {
    let mut text = String::new();
    let mut all = Vec::new();
    for piece in pieces {
        if let Body::Letters { text: own, glyphs, .. } = &piece.body {
            all.extend(glyphs.iter().map(|glyph| KrillaGlyph {
                text_range: text.len() + glyph.text_range.start..text.len() + glyph.text_range.end,
                ..glyph.clone()
            }));
            text.push_str(own);
        }
    }
    (text, all)
}
