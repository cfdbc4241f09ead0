//! Normalises the letters of a text and keeps for each the place in the original.

use regex::{Captures, Regex};
pub(crate) use simui_korean::hangul::is_syllable as is_hangul;
use simui_korean::normalized::joins_previous;
use unicode_normalization::UnicodeNormalization;

/// A text in normal letters (NFKC, lower case, one kind of dash and quotation mark, no invisible
/// characters).
///
/// Positions are indices of letters, unless a method says otherwise; `original` leads back to the source.
#[derive(Debug)]
pub(crate) struct Text {
    /// The letters.
    pub chars: Vec<char>,
    /// The letters as a string, for patterns.
    pub string: String,
    /// Byte offset of each letter in `string`, and the length of `string` at the end.
    bytes: Vec<u32>,
    /// For each letter the range of original characters it came from, in Unicode scalar values.
    origin: Vec<(u32, u32)>,
    /// Whether each letter was a capital in the original.
    capital: Vec<bool>,
}

/// Replaces a range of letters by others: `묵었` becomes `먹었`. An empty range inserts.
#[derive(Debug)]
pub(crate) struct Change {
    pub start: usize,
    pub end: usize,
    pub letters: Vec<char>,
}

impl Text {
    /// Normalises `original`.
    pub fn new(original: &str) -> Self {
        let mut text = Self::empty();
        let source: Vec<char> = original.chars().collect();
        let mut at = 0;
        while at < source.len() {
            let mut end = at + 1;
            while end < source.len() && joins_previous(source[end]) {
                end += 1;
            }
            text.push(&source[at..end], at, end);
            at = end;
        }
        text.bytes.push(text.string.len() as u32);
        text
    }

    fn empty() -> Self {
        Self {
            chars: vec![],
            string: String::new(),
            bytes: vec![],
            origin: vec![],
            capital: vec![],
        }
    }

    /// The text with the changes made; they are in order and do not overlap. The origin of a new letter
    /// is the whole range that it replaces; the origin of an inserted one is the empty range where it
    /// stands.
    pub fn changed(self, changes: &[Change]) -> Self {
        if changes.is_empty() {
            return self;
        }
        let mut text = Self::empty();
        let mut at = 0;
        for change in changes {
            text.copy(&self, at, change.start);
            let border = |it: usize| self.origin.get(it).map(|it| it.0);
            let last = self.origin.last().map_or(0, |it| it.1);
            let start = border(change.start).unwrap_or(last);
            let end = match change.end {
                end if end == change.start => start,
                end => self.origin[end - 1].1,
            };
            let capital = self.capital.get(change.start).copied().unwrap_or_default();
            for c in &change.letters {
                text.letter(*c, (start, end), capital);
            }
            at = change.end;
        }
        text.copy(&self, at, self.len());
        text.bytes.push(text.string.len() as u32);
        text
    }

    /// Appends letters of another text, with their origins.
    fn copy(&mut self, other: &Self, start: usize, end: usize) {
        for at in start..end {
            self.letter(other.chars[at], other.origin[at], other.capital[at]);
        }
    }

    fn letter(&mut self, c: char, origin: (u32, u32), capital: bool) {
        self.bytes.push(self.string.len() as u32);
        self.string.push(c);
        self.chars.push(c);
        self.origin.push(origin);
        self.capital.push(capital);
    }

    /// Appends the normal letters of a base character with its combining marks.
    fn push(&mut self, cluster: &[char], start: usize, end: usize) {
        let capital = cluster[0].is_uppercase();
        let mut letter = |c: char| {
            if let Some(c) = plain(c) {
                self.letter(c, (start as u32, end as u32), capital);
            }
        };
        match cluster {
            [c] if c.is_ascii() => letter(c.to_ascii_lowercase()),
            // A syllable is its own NFKC.
            [c] if is_hangul(*c) => letter(*c),
            // NFKC would turn compatibility jamo (ㅠㅠ) into initial consonants and vowels of syllables.
            [c @ '\u{3131}'..='\u{318e}'] => letter(*c),
            _ => cluster.iter().copied().nfkc().flat_map(char::to_lowercase).for_each(letter),
        }
    }

    /// Number of letters.
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// Index of the letter at a byte of `string`.
    pub fn at_byte(&self, byte: usize) -> usize {
        self.bytes.partition_point(|&it| (it as usize) < byte)
    }

    /// The string of a range of letters; the end is exclusive.
    pub fn slice(&self, start: usize, end: usize) -> &str {
        &self.string[self.bytes[start] as usize..self.bytes[end] as usize]
    }

    /// The original range of a non-empty range of letters, in Unicode scalar values.
    pub fn original(&self, start: usize, end: usize) -> (usize, usize) {
        (self.origin[start].0 as usize, self.origin[end - 1].1 as usize)
    }

    /// The letters that came from a range of the original; `None` if none did.
    pub fn letters_of(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let of_range = |it: &(u32, u32)| start <= it.0 as usize && it.1 as usize <= end;
        let first = self.origin.iter().position(of_range)?;
        let last = self.origin.iter().rposition(of_range)?;
        Some((first, last + 1))
    }

    /// The matches of a pattern that needs Latin letters. Without Latin letters in the text, which is the
    /// usual case, nothing is searched.
    pub fn latin<'a>(&'a self, pattern: &'a Regex) -> impl Iterator<Item = Captures<'a>> {
        let has_latin = self.string.bytes().any(|it| it.is_ascii_alphabetic());
        has_latin.then(|| pattern.captures_iter(&self.string)).into_iter().flatten()
    }

    /// Whether every letter of a range was a capital.
    pub fn capitals(&self, start: usize, end: usize) -> bool {
        self.capital[start..end].iter().all(|it| *it)
    }

    /// The letter at a position, if the text reaches that far.
    pub fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// The letter before a position, if there is one.
    pub fn before(&self, at: usize) -> Option<char> {
        at.checked_sub(1).map(|at| self.chars[at])
    }
}

/// A surface form of a data file in normal letters.
pub(crate) fn normal(text: &str) -> String {
    Text::new(text).string
}

/// One normal character; `None` for invisible ones.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => return None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{301c}' | '\u{223c}' => '~',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{b7}' | '\u{30fb}' | '\u{318d}' | '\u{2022}' | '、' => ',',
        '。' => '.',
        '×' => 'x',
        c => c,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_normal_and_their_origin_is_kept() {
        for (original, string) in [
            ("ＢＰ １４０／９０", "bp 140/90"),
            ("38.5℃", "38.5°c"),
            ("당\u{200b}뇨", "당뇨"),
            ("\u{1103}\u{1161}\u{11bc}뇨", "당뇨"),
            ("70㎏ ㅠㅠ", "70kg ㅠㅠ"),
            ("", ""),
        ] {
            let text = Text::new(original);
            assert_eq!(text.string, string, "{original}");
            if text.len() > 0 {
                assert_eq!(
                    text.original(0, text.len()),
                    (0, original.chars().count()),
                    "{original}"
                );
            }
        }
        let text = Text::new("38.5℃ 당\u{200b}뇨");
        assert_eq!(text.original(7, 9), (6, 9));
        assert!(Text::new("DM").capitals(0, 2));
        assert!(!Text::new("Dm").capitals(0, 2));
        let changes = [
            Change { start: 2, end: 4, letters: vec!['먹', '었', '다'] },
            Change { start: 5, end: 5, letters: vec![' '] },
        ];
        let text = Text::new("약 묵었요예").changed(&changes);
        assert_eq!(text.string, "약 먹었다요 예");
        assert_eq!(text.original(2, 5), (2, 4));
        assert_eq!(text.original(5, 6), (4, 5));
        assert_eq!(text.original(7, 8), (5, 6));
    }
}
