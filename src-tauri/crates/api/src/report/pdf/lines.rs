//! Breaks pieces into lines.

use super::shape::{Body, Break, Piece, Setting};

/// A line.
#[derive(Debug, Clone)]
pub struct Line {
    /// The pieces, including blanks at its end, so that copied text has a space between two words.
    pub pieces: Vec<Piece>,
    /// Width in points, without the blanks at its end.
    pub width: f32,
    /// Distance to the next line in points.
    pub height: f32,
    /// Distance from its top to the baseline in points.
    pub baseline: f32,
}

/// Breaks a paragraph into lines of at most `width` points. Returns at least one line.
pub fn break_lines(mut pieces: Vec<Piece>, width: f32, setting: Setting) -> Vec<Line> {
    for piece in &mut pieces {
        if matches!(piece.body, Body::Bar { .. }) {
            piece.width = width;
        }
    }
    let mut ends = vec![0];
    while let Some(from) = ends.last().copied().filter(|from| *from < pieces.len()) {
        ends.push(line_end(&pieces, from, width));
    }
    let mut pieces = pieces.into_iter();
    let lengths = ends.windows(2).map(|pair| pair[1] - pair[0]);
    let mut lines: Vec<Line> =
        lengths.map(|length| line(pieces.by_ref().take(length).collect(), setting)).collect();
    if lines.is_empty() {
        lines.push(line(Vec::new(), setting));
    }
    lines
}

fn line(pieces: Vec<Piece>, setting: Setting) -> Line {
    let inked = pieces.iter().rposition(|piece| !piece.blank).map_or(0, |last| last + 1);
    Line {
        width: pieces[..inked].iter().map(|piece| piece.width).sum(),
        height: setting.leading,
        // Hangul extends from about .88 above the baseline to .12 below it, so that this centres it.
        baseline: setting.leading / 2.0 + setting.size * 0.37,
        pieces,
    }
}

/// Returns the end, exclusive, of the line that starts at piece `from`.
fn line_end(pieces: &[Piece], from: usize, width: f32) -> usize {
    let mut used = 0.0;
    let mut word_end = None;
    let mut syllable_end = None;
    for (at, piece) in pieces.iter().enumerate().skip(from) {
        // A small tolerance, because sums of widths are not exact.
        if !piece.blank && used + piece.width > width + 0.01 && at > from {
            let hopeless = || word_width(pieces, word_end.unwrap_or(from)) > width;
            return match (word_end, syllable_end) {
                // A word that fits into no line begins on this one.
                (Some(_), Some(syllable)) if hopeless() => syllable,
                (Some(word), _) => word,
                (None, Some(syllable)) => syllable,
                (None, None) => at,
            };
        }
        used += piece.width;
        match piece.end {
            Break::Word => (word_end, syllable_end) = (Some(at + 1), Some(at + 1)),
            Break::Syllable => syllable_end = Some(at + 1),
            Break::Anywhere => {}
        }
    }
    pieces.len()
}

fn word_width(pieces: &[Piece], from: usize) -> f32 {
    let last = pieces[from..].iter().position(|piece| piece.end == Break::Word);
    let word = &pieces[from..last.map_or(pieces.len(), |last| from + last + 1)];
    word.iter().filter(|piece| !piece.blank).map(|piece| piece.width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::pdf::colour;
    use crate::report::pdf::shape::Style;

    const SETTING: Setting =
        Setting { size: 10.0, leading: 15.0, bold: false, colour: colour::TEXT };

    /// Letters ten points wide, spaces five. A line may end behind a space (word) or a Korean letter
    /// (syllable).
    fn pieces(text: &str) -> Vec<Piece> {
        let style = Style {
            size: 10.0,
            bold: false,
            colour: colour::TEXT,
            raise: 0.0,
            wash: None,
            rule: None,
            struck: false,
            framed: false,
        };
        let piece = |c: char| Piece {
            body: Body::Letters { face: 0, text: c.to_string(), glyphs: Vec::new() },
            width: if c == ' ' { 5.0 } else { 10.0 },
            style,
            end: match c {
                ' ' => Break::Word,
                c if c.is_ascii() => Break::Anywhere,
                _ => Break::Syllable,
            },
            blank: c == ' ',
        };
        text.chars().map(piece).collect()
    }

    fn check(text: &str, width: f32, expected: &[&str]) {
        let lines = break_lines(pieces(text), width, SETTING);
        let drawn: Vec<String> = lines
            .iter()
            .map(|line| {
                let texts = line.pieces.iter().map(|piece| match &piece.body {
                    Body::Letters { text, .. } => text.as_str(),
                    _ => "#",
                });
                texts.collect::<String>()
            })
            .collect();
        assert_eq!(drawn, expected, "{text:?} in {width}");
        assert!(lines.iter().all(|line| line.width <= width.max(10.0) + 0.01), "{text:?}");
    }

    #[test]
    fn words_hold_together() {
        check("의료 광고 심의", 50.0, &["의료 광고 ", "심의"]);
        check("의료 광고심의", 50.0, &["의료 ", "광고심의"]);
        check("의료 광고 ", 45.0, &["의료 광고 "]);
    }

    #[test]
    fn words_longer_than_a_line_are_cut_between_syllables_and_letters_at_last() {
        check("의료광고심의기준", 30.0, &["의료광", "고심의", "기준"]);
        check("가 의료광고심의기준", 40.0, &["가 의료", "광고심의", "기준"]);
        check("abcdefg", 30.0, &["abc", "def", "g"]);
        check("가", 5.0, &["가"]);
    }

    #[test]
    fn nothing_is_a_line_too() {
        check("", 30.0, &[""]);
        check("  ", 30.0, &["  "]);
    }
}
