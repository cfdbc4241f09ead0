//! Numbers that a word processor draws before a paragraph without storing them in its text.
//!
//! They are part of the document ("제1조", "가."), so the readers of DOCX, HWPX and HWP write them as text.

use std::collections::HashMap;

/// Most levels of a list; formats have nine or ten.
const LEVELS: usize = 10;

/// Longest text around a number, in characters.
const LONGEST: usize = 60;

/// Style of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Style {
    /// 1, 2, 3.
    #[default]
    Decimal,
    /// ①, ②, ③.
    Circled,
    /// I, II, III.
    UpperRoman,
    /// i, ii, iii.
    LowerRoman,
    /// A, B, C.
    UpperLetter,
    /// a, b, c.
    LowerLetter,
    /// 가, 나, 다.
    Syllable,
    /// ㄱ, ㄴ, ㄷ.
    Consonant,
    /// 일, 이, 삼.
    Hangul,
    /// 一, 二, 三.
    Hanja,
    /// No number: a bullet or no mark.
    None,
}

/// A level of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Level {
    /// Style of the number.
    pub style: Style,
    /// Text around the number; `%1` is the number of the first level, `%2` of the second, …
    pub text: String,
    /// First number.
    pub start: u32,
}

/// Current numbers of every list of a document.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    counts: HashMap<u32, [u32; LEVELS]>,
}

impl Counters {
    /// Returns the mark of the next paragraph of a list at a level (from 0), such as `제3조` or `가.`; empty for
    /// bullets.
    pub(crate) fn next(&mut self, list: u32, level: usize, levels: &[Level]) -> String {
        let Some(this) = levels.get(level).filter(|_| level < LEVELS) else { return String::new() };
        let counts = self.counts.entry(list).or_default();
        for (at, count) in counts.iter_mut().enumerate() {
            let start = levels.get(at).map_or(1, |level| level.start);
            if at == level {
                *count = if *count == 0 { start } else { count.saturating_add(1) };
            } else if at > level {
                *count = 0;
            } else if *count == 0 {
                *count = start;
            }
        }
        if this.style == Style::None {
            return String::new();
        }
        let mut mark = String::new();
        let mut chars = this.text.chars().take(LONGEST).peekable();
        while let Some(c) = chars.next() {
            let digit =
                (c == '%').then(|| chars.peek().and_then(|next| next.to_digit(10))).flatten();
            match digit.and_then(|digit| (digit as usize).checked_sub(1)) {
                Some(at) => {
                    chars.next();
                    let style = levels.get(at).map_or(Style::Decimal, |level| level.style);
                    mark.push_str(&number(counts.get(at).copied().unwrap_or(1), style));
                }
                None => mark.push(c),
            }
        }
        mark
    }
}

/// Writes a number; numbers beyond a style's signs become digits.
pub(crate) fn number(number: u32, style: Style) -> String {
    let of = |signs: &str| {
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| signs.chars().nth(at)).map_or_else(|| number.to_string(), String::from)
    };
    match style {
        Style::Decimal => number.to_string(),
        Style::Circled => crate::text::paragraph_mark(number),
        Style::UpperRoman => roman(number),
        Style::LowerRoman => roman(number).to_lowercase(),
        Style::UpperLetter => of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        Style::LowerLetter => of("abcdefghijklmnopqrstuvwxyz"),
        Style::Syllable => of(simui_domain::SUBITEM_LETTERS),
        Style::Consonant => of("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
        Style::Hangul => tens(number, "일이삼사오육칠팔구", '십'),
        Style::Hanja => tens(number, "一二三四五六七八九", '十'),
        Style::None => String::new(),
    }
}

fn roman(number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number > 3999 {
        return number.to_string();
    }
    let mut rest = number;
    let mut written = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            written.push_str(sign);
            rest -= value;
        }
    }
    written
}

fn tens(number: u32, digits: &str, ten: char) -> String {
    if number == 0 || number > 99 {
        return number.to_string();
    }
    let digit = |value: u32| digits.chars().nth((value as usize).wrapping_sub(1));
    let mut written = String::new();
    written.extend(digit(number / 10).filter(|_| number >= 20));
    if number >= 10 {
        written.push(ten);
    }
    written.extend(digit(number % 10));
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_they_are_written() {
        let check = |n, style, expected: &str| assert_eq!(number(n, style), expected);
        check(3, Style::Circled, "③");
        check(14, Style::UpperRoman, "XIV");
        check(4, Style::LowerRoman, "iv");
        check(15, Style::Syllable, "거");
        check(2, Style::Consonant, "ㄴ");
        check(21, Style::Hangul, "이십일");
        check(10, Style::Hanja, "十");
        check(27, Style::UpperLetter, "27");
        check(u32::MAX, Style::Decimal, "4294967295");
    }

    #[test]
    fn lower_levels_start_again() {
        let level = |style, text: &str| Level { style, text: text.into(), start: 1 };
        let levels = [
            level(Style::Decimal, "제%1조"),
            level(Style::Syllable, "%2."),
            level(Style::Decimal, "%1.%3)"),
        ];
        let mut counters = Counters::default();
        let marks: Vec<String> =
            [0, 1, 1, 2, 0, 1, 2].iter().map(|level| counters.next(7, *level, &levels)).collect();
        assert_eq!(marks, ["제1조", "가.", "나.", "1.1)", "제2조", "가.", "2.1)"]);
        assert_eq!(counters.next(8, 1, &levels), "가.");
        assert_eq!(counters.next(7, 99, &levels), "");
    }
}
