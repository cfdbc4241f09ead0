//! Shapes words into pieces: the smallest units between which a line can break, each with its width.

use std::ops::Range;

use krilla::text::{GlyphId, KrillaGlyph};
use rustybuzz::{Direction, UnicodeBuffer};
use unicode_linebreak::linebreaks;
use unicode_script::{Script, UnicodeScript};

use super::colour::{self, Colour};
use super::faces::Faces;
use crate::report::document::{Look, Role, Shape, Tone, Word};
use crate::report::text::code;

/// How a block is set.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Font size in points.
    pub size: f32,
    /// Distance between lines in points.
    pub leading: f32,
    /// Whether all text is bold.
    pub bold: bool,
    /// Colour of text that has none of its own.
    pub colour: Colour,
}

/// How a piece is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Font size in points.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// The colour.
    pub colour: Colour,
    /// Distance above the baseline in points.
    pub raise: f32,
    /// The background colour.
    pub wash: Option<Colour>,
    /// Colour of a line below it.
    pub rule: Option<Colour>,
    /// Whether a line goes through it.
    pub struck: bool,
    /// Whether it has a frame.
    pub framed: bool,
}

/// How well a line can end behind a piece; greater is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Break {
    /// Only when nothing else fits.
    Anywhere,
    /// Between syllables, for words longer than a line.
    Syllable,
    /// Between words.
    Word,
}

/// The contents of a piece.
#[derive(Debug, Clone)]
pub enum Body {
    /// Letters that belong together. The ranges of the glyphs are offsets into `text`.
    Letters {
        /// Index of the face.
        face: usize,
        /// The text for searching and copying.
        text: String,
        /// The glyphs, with widths in parts of the font size.
        glyphs: Vec<KrillaGlyph>,
    },
    /// A shape as high as the letters.
    Shape(Shape),
    /// A bar as wide as the column.
    Bar {
        /// The filled part, in hundredths.
        percent: u8,
    },
}

/// A piece.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The contents.
    pub body: Body,
    /// Width in points.
    pub width: f32,
    /// How it is drawn.
    pub style: Style,
    /// Whether a line may end behind it.
    pub end: Break,
    /// Whether it takes no space at the end of a line.
    pub blank: bool,
}

/// Converts words to paragraphs of pieces, one for each line break, empty ones included.
pub fn paragraphs(words: &[Word], setting: Setting, faces: &Faces<'_>) -> Vec<Vec<Piece>> {
    words
        .split(|word| matches!(word, Word::Break))
        .map(|words| paragraph(words, setting, faces))
        .collect()
}

/// A part of a paragraph: text of one style, or an object.
enum Run {
    Letters(Style),
    Object(Body, Style),
}

/// Placeholder in the text for a shape or bar.
const OBJECT: char = '\u{fffc}';

fn paragraph(words: &[Word], setting: Setting, faces: &Faces<'_>) -> Vec<Piece> {
    let mut text = String::new();
    let mut runs: Vec<(Range<usize>, Run)> = Vec::new();
    for word in words {
        let start = text.len();
        let run = match word {
            Word::Text { text: own, look } => {
                text.push_str(own);
                Run::Letters(style(look, setting))
            }
            Word::Shape { shape, tone } => {
                text.push(OBJECT);
                Run::Object(Body::Shape(*shape), toned(setting, *tone))
            }
            Word::Bar { percent } => {
                text.push(OBJECT);
                Run::Object(Body::Bar { percent: *percent }, plain(setting))
            }
            Word::Break => continue,
        };
        runs.push((start..text.len(), run));
    }
    let mut pieces = Vec::new();
    let ends = Ends::of(&text);
    for (range, run) in runs {
        match run {
            Run::Letters(style) => letters(&text, range, style, faces, &ends, &mut pieces),
            // A shape has its space on the right and is not separated from what follows.
            Run::Object(body, style) => pieces.push(Piece {
                body,
                width: style.size * 1.12,
                style,
                end: Break::Anywhere,
                blank: false,
            }),
        }
    }
    pieces
}

fn plain(setting: Setting) -> Style {
    style(&Look::default(), setting)
}

fn toned(setting: Setting, tone: Tone) -> Style {
    style(&Look { tone: Some(tone), strong: true, ..Look::default() }, setting)
}

fn style(look: &Look, setting: Setting) -> Style {
    let mut style = Style {
        size: if look.small { setting.size * 0.88 } else { setting.size },
        bold: look.strong || setting.bold,
        colour: match look.tone {
            Some(tone) => colour::ink(tone),
            None if look.small => colour::MUTED,
            None => setting.colour,
        },
        raise: 0.0,
        wash: look.mark.map(colour::wash),
        rule: look.mark.map(colour::ink),
        struck: false,
        framed: false,
    };
    match look.role {
        Role::Plain => {}
        Role::Number => (style.size, style.raise) = (setting.size * 0.68, setting.size * 0.34),
        Role::Hidden => {
            (style.size, style.colour) = (setting.size * 0.76, colour::ink(Tone::Bad));
            style.framed = true;
        }
        Role::Deleted => {
            (style.colour, style.struck) = (colour::ink(Tone::Bad), true);
            style.wash = Some(colour::wash(Tone::Bad));
        }
        Role::Inserted => {
            style.colour = colour::ink(Tone::Good);
            style.wash = Some(colour::wash(Tone::Good));
        }
    }
    style
}

/// Places where lines may end, by byte offset.
struct Ends {
    words: Vec<usize>,
    syllables: Vec<usize>,
}

impl Ends {
    /// Finds the breaks between words by the Unicode line breaking algorithm (UAX 14) on the text with every
    /// Korean, Chinese and Japanese letter replaced by a Latin one, which corresponds to `word-break:
    /// keep-all`: a word stays together with its brackets and punctuation. Breaks between syllables come from
    /// the algorithm on the text itself.
    fn of(text: &str) -> Self {
        let kept: String = text.chars().map(|c| if is_syllable(c) { 'a' } else { c }).collect();
        let mut places =
            kept.char_indices().zip(text.char_indices()).map(|((k, _), (t, _))| (k, t));
        let words = linebreaks(&kept)
            .filter_map(|(wanted, _)| places.find(|(k, _)| *k == wanted).map(|(_, t)| t))
            .collect();
        Self { words, syllables: linebreaks(text).map(|(at, _)| at).collect() }
    }

    fn at(&self, offset: usize) -> Break {
        if self.words.binary_search(&offset).is_ok() {
            Break::Word
        } else if self.syllables.binary_search(&offset).is_ok() {
            Break::Syllable
        } else {
            Break::Anywhere
        }
    }
}

/// Whether UAX 14 would break beside this letter.
fn is_syllable(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3041}'..='\u{30ff}' | '\u{3131}'..='\u{318e}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{a960}'..='\u{a97c}'
        | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3fffd}')
}

fn letters(
    text: &str,
    range: Range<usize>,
    style: Style,
    faces: &Faces<'_>,
    ends: &Ends,
    pieces: &mut Vec<Piece>,
) {
    for (part, face) in by_face(&text[range.clone()], style.bold, faces) {
        let offset = range.start + part.start;
        for (cluster, glyphs) in clusters(&text[offset..range.start + part.end], face, faces) {
            let own = &text[offset + cluster.start..offset + cluster.end];
            let end = ends.at(offset + cluster.end);
            match glyphs {
                Some(glyphs) => pieces.push(piece(own, face, glyphs, style, end)),
                None => {
                    apart(own, style, faces, pieces);
                    if let Some(last) = pieces.last_mut() {
                        last.end = end;
                    }
                }
            }
        }
    }
}

/// Adds the characters of a cluster that its face cannot draw one by one; those that no face has, by number.
fn apart(text: &str, style: Style, faces: &Faces<'_>, pieces: &mut Vec<Piece>) {
    let numbered = Style { size: style.size * 0.76, framed: true, ..style };
    for c in text.chars() {
        let (text, style) = match faces.has(c) && !is_private(c) {
            true => (c.to_string(), style),
            false => (code(c), numbered),
        };
        let face = faces.choose(text.chars().next().unwrap_or(c), style.bold);
        for (cluster, glyphs) in clusters(&text, face, faces) {
            if let Some(glyphs) = glyphs {
                pieces.push(piece(&text[cluster], face, glyphs, style, Break::Anywhere));
            }
        }
    }
}

fn piece(text: &str, face: usize, glyphs: Vec<KrillaGlyph>, style: Style, end: Break) -> Piece {
    Piece {
        width: glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * style.size,
        blank: text.chars().all(char::is_whitespace),
        body: Body::Letters { face, text: text.to_owned(), glyphs },
        style,
        end,
    }
}

/// Splits a text into parts of one face and one script. Combining characters stay with their letter.
fn by_face(text: &str, bold: bool, faces: &Faces<'_>) -> Vec<(Range<usize>, usize)> {
    let mut parts: Vec<(Range<usize>, usize, Script)> = Vec::new();
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let modifies = matches!(c, '\u{300}'..='\u{36f}' | '\u{1160}'..='\u{11ff}' | '\u{200d}'
            | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
        let face = faces.choose(c, bold);
        let common = matches!(c.script(), Script::Common | Script::Inherited);
        match parts.last_mut() {
            Some((range, ..)) if modifies => range.end = end,
            Some((range, own, script)) if *own == face && (common || *script == c.script()) => {
                range.end = end;
            }
            _ => parts.push((at..end, face, c.script())),
        }
    }
    parts.into_iter().map(|(range, face, _)| (range, face)).collect()
}

/// Shapes a text with one face. A cluster that the face cannot draw has no glyphs.
fn clusters(
    text: &str,
    face: usize,
    faces: &Faces<'_>,
) -> Vec<(Range<usize>, Option<Vec<KrillaGlyph>>)> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(Direction::LeftToRight);
    let shaper = &faces.get(face).shaper;
    let shaped = rustybuzz::shape(shaper, &[], buffer);
    let scale = 1.0 / shaper.units_per_em() as f32;
    let infos = shaped.glyph_infos();
    let mut found: Vec<(Range<usize>, Option<Vec<KrillaGlyph>>)> = Vec::new();
    let starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
    for (at, position) in shaped.glyph_positions().iter().enumerate() {
        let start = starts[at];
        if found.last().is_none_or(|(range, _)| range.start != start) {
            let end = starts[at..].iter().copied().find(|next| *next != start);
            found.push((start..end.unwrap_or(text.len()), Some(Vec::new())));
        }
        let Some((range, glyphs)) = found.last_mut() else { continue };
        if infos[at].glyph_id == 0 || text[range.clone()].chars().any(is_private) {
            *glyphs = None;
        }
        if let Some(glyphs) = glyphs {
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(infos[at].glyph_id),
                position.x_advance as f32 * scale,
                position.x_offset as f32 * scale,
                position.y_offset as f32 * scale,
                position.y_advance as f32 * scale,
                0..range.len(),
                None,
            ));
        }
    }
    found
}

/// Whether the character is for private use. PDF/A-2a does not accept such characters as text.
fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text with `|` where a word may end and `+` where a long word may be split.
    fn check(expected: &str) {
        let text: String = expected.chars().filter(|c| !matches!(c, '|' | '+')).collect();
        let ends = Ends::of(&text);
        let mut drawn = String::new();
        for (at, c) in text.char_indices() {
            if at > 0 {
                drawn.push_str(match ends.at(at) {
                    Break::Word => "|",
                    Break::Syllable => "+",
                    Break::Anywhere => "",
                });
            }
            drawn.push(c);
        }
        assert_eq!(drawn, expected);
    }

    #[test]
    fn korean_breaks_between_words_and_only_at_need_between_syllables() {
        check("의+료+법 |제+56+조+제+2+항");
        check("의+료+법+(법+률)+은 |금+지+한+다.");
        check("“국+내 |유+일”이+라+고 |95%+를");
        check("치+료+율 |99.9%");
        check("good |morning, |가+나");
        check("最+高+의 |병+원");
    }
}
