//! Reads the visible characters of a text, in NFKC, composed and in lower case, each with its place in the
//! original.

use simui_domain::Span;
use simui_korean::hangul;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use super::characters::{Characters, belongs_to_emoji, is_invisible};
use super::markup::{Markup, Shown, markup};

/// A visible character, and the characters `start..end` of the original that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The character, in lower case.
    pub ch: char,
    /// First scalar value in the original.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// Longest group of a base character and its combining marks; further marks are cut off, since hostile text
/// piles up thousands.
const LONGEST_GROUP: usize = 16;

pub(super) fn read(text: &str, characters: &Characters) -> (Vec<Glyph>, Vec<Span>) {
    let mut reader = Reader {
        characters,
        glyphs: Vec::with_capacity(text.len() / 2),
        hidden: vec![],
        numbers: vec![],
    };
    // A base character and its combining marks, waiting for the next base.
    let mut group: Vec<(usize, char)> = Vec::new();
    let mut previous = ' ';
    let mut markup = markup(text).into_iter().peekable();
    let mut shown_from = 0;
    for (index, c) in text.chars().enumerate() {
        while let Some(Markup { start, end, shown }) = markup.next_if(|it| it.start == index) {
            reader.flush(&mut group);
            match shown {
                Shown::Nothing => shown_from = end,
                Shown::Break => {
                    reader.push('\n', start, end);
                    shown_from = end;
                }
                Shown::Letter(letter) => {
                    letter.to_lowercase().for_each(|c| reader.push(c, start, end));
                    shown_from = end;
                }
                Shown::Unseen => (start..end).for_each(|at| reader.hide(at)),
            }
        }
        if index < shown_from {
            continue;
        }
        if is_invisible(c) {
            if !belongs_to_emoji(c) || previous.is_alphanumeric() {
                reader.hide(index);
            }
            continue;
        }
        if !combines(c) || group.len() >= LONGEST_GROUP {
            reader.flush(&mut group);
        }
        group.push((index, c));
        previous = c;
    }
    reader.flush(&mut group);
    let glyphs = read_ranks(reader.glyphs, &reader.numbers);
    (compose_loose_jamo(glyphs), reader.hidden)
}

/// Whether `c` combines with the character before it: marks, and the vowels and finals of decomposed
/// syllables.
fn combines(c: char) -> bool {
    c > '\u{2FF}'
        && (canonical_combining_class(c) != 0
            || matches!(c, '\u{1161}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}'))
}

struct Reader<'a> {
    characters: &'a Characters,
    glyphs: Vec<Glyph>,
    hidden: Vec<Span>,
    /// Circled numbers: the index of the glyph that stands for each, and its value.
    numbers: Vec<(usize, u32)>,
}

impl Reader<'_> {
    fn hide(&mut self, index: usize) {
        match self.hidden.last_mut() {
            Some(span) if span.end == index => span.end += 1,
            _ => self.hidden.push(Span { start: index, end: index + 1 }),
        }
    }

    fn flush(&mut self, group: &mut Vec<(usize, char)>) {
        let (Some(&(start, first)), Some(&(last, _))) = (group.first(), group.last()) else {
            return;
        };
        let end = last + 1;
        let plain = group.len() == 1 && (hangul::is_syllable(first) || first.is_ascii());
        if plain {
            self.push(first.to_ascii_lowercase(), start, end);
        } else if let Some(meaning) = self.characters.meaning(first) {
            meaning.chars().for_each(|c| self.push(c, start, end));
        } else if group.len() == 1 && is_list_number(first) {
            self.numbers.extend(value(first).map(|value| (self.glyphs.len(), value)));
            self.push('•', start, end);
        } else if group.len() == 1 && hangul::is_loose(hangul::full_width(first)) {
            self.push(hangul::full_width(first), start, end);
        } else {
            let composed = group.iter().map(|&(_, c)| c).nfkc().flat_map(char::to_lowercase);
            // A mark that composition leaves over (an accent on Hangul) only disguises the letter.
            let visible: Vec<char> =
                composed.filter(|&c| canonical_combining_class(c) == 0).collect();
            for c in visible {
                match self.characters.meaning(c) {
                    Some(meaning) => meaning.chars().for_each(|c| self.push(c, start, end)),
                    None => self.push(c, start, end),
                }
            }
        }
        group.clear();
    }

    fn push(&mut self, ch: char, start: usize, end: usize) {
        self.glyphs.push(Glyph { ch, start, end });
    }
}

/// Whether `c` is a number of a list (①, ❶, ⓐ), which NFKC would turn into digits of the text.
fn is_list_number(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{24FF}' | '\u{2776}'..='\u{2793}' | '\u{3200}'..='\u{321E}' | '\u{3260}'..='\u{327F}')
}

/// Returns the value of a circled number, 1 to 20 for ①, ❶ and ⓵; `None` for circled letters and numbers in
/// brackets.
fn value(c: char) -> Option<u32> {
    let code = c as u32;
    match code {
        0x2460..=0x2473 => Some(code - 0x2460 + 1),
        0x24EB..=0x24F4 => Some(code - 0x24EB + 11),
        0x24F5..=0x24FE => Some(code - 0x24F5 + 1),
        0x2776..=0x2793 => Some((code - 0x2776) % 10 + 1),
        _ => None,
    }
}

/// Turns circled numbers that are no list into digits: 전국 ①위 reads 전국 1위. Such a number is alone in its line
/// and stands directly before 위, 등, 호, a digit or %. Where other numbers stand in the same line or at the
/// starts of lines (①위 ②대장), they are a list.
fn read_ranks(glyphs: Vec<Glyph>, numbers: &[(usize, u32)]) -> Vec<Glyph> {
    let mut ranks = Vec::new();
    let starts = starts_of_lines(&glyphs, numbers);
    let line = |index: Option<usize>| index.and_then(|it| starts.get(it)).map(|start| start.line);
    for (index, &(at, value)) in numbers.iter().enumerate() {
        let (own, before) = (line(Some(index)), line(index.checked_sub(1)));
        let alone = before != own && line(Some(index + 1)) != own;
        let leads = starts.get(index).is_some_and(|start| start.text == at);
        let precedes_rank = glyphs.get(at + 1).is_some_and(|next| {
            next.start == glyphs[at].end
                && (matches!(next.ch, '위' | '등' | '호' | '%') || next.ch.is_ascii_digit())
        });
        if precedes_rank && alone && (!leads || numbers.len() == 1) {
            ranks.push((at, value));
        }
    }
    if ranks.is_empty() {
        return glyphs;
    }
    let mut ranks = ranks.into_iter().peekable();
    let mut read = Vec::with_capacity(glyphs.len() + 4);
    for (at, glyph) in glyphs.into_iter().enumerate() {
        match ranks.next_if(|rank| rank.0 == at) {
            Some((_, value)) => {
                read.extend(value.to_string().chars().map(|ch| Glyph { ch, ..glyph }));
            }
            None => read.push(glyph),
        }
    }
    read
}

/// The line in which a circled number stands.
struct LineStart {
    /// Index of the first glyph of the line.
    line: usize,
    /// Index of the first glyph of the line that is no white space.
    text: usize,
}

/// Returns the line of each of `numbers`, which are in reading order, in one pass over the text.
fn starts_of_lines(glyphs: &[Glyph], numbers: &[(usize, u32)]) -> Vec<LineStart> {
    let (mut line, mut text, mut read) = (0, None, 0);
    let start = |&(at, _): &(usize, u32)| {
        for (index, glyph) in glyphs.iter().enumerate().take(at + 1).skip(read) {
            if glyph.ch == '\n' {
                (line, text) = (index + 1, None);
            } else if !glyph.ch.is_whitespace() {
                text.get_or_insert(index);
            }
        }
        read = at + 1;
        LineStart { line, text: text.unwrap_or(at) }
    };
    numbers.iter().map(start).collect()
}

fn compose_loose_jamo(glyphs: Vec<Glyph>) -> Vec<Glyph> {
    if !glyphs.iter().any(|glyph| hangul::is_loose(glyph.ch)) {
        return glyphs;
    }
    let mut composed = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    while let Some(&glyph) = glyphs.get(at) {
        let run: Vec<char> = glyphs[at..]
            .iter()
            .take(4)
            .map(|next| next.ch)
            .take_while(|&c| hangul::is_loose(c))
            .collect();
        let (ch, used) = hangul::compose(&run).unwrap_or((glyph.ch, 1));
        let end = glyphs.get(at + used - 1).map_or(glyph.end, |last| last.end);
        composed.push(Glyph { ch, start: glyph.start, end });
        at += used;
    }
    composed
}
