//! Folds text for comparison: no spaces, lower case, and one form of each sign.
//!
//! Names of coverages are written `암 진단비(유사암 제외)`, `암진단비(유사암제외)`, `암진단비【유사암제외】`, and broken over
//! lines. Everything is compared folded and quoted from the original, so [`Folded`] keeps the way
//! back to it.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// A folded text with the positions of its characters in the original.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folded {
    text: String,
    /// For every character of `text`, in order: its first byte in `text` and in the original.
    // Length of the original in bytes.
    marks: Vec<(u32, u32)>,
    original: u32,
}

impl Folded {
    pub(crate) fn new(original: &str) -> Self {
        let mut folded =
            Self { original: u32::try_from(original.len()).unwrap_or(u32::MAX), ..Self::default() };
        for (at, c) in original.char_indices() {
            fold_letter(c, &mut |letter| {
                let here = u32::try_from(folded.text.len()).unwrap_or(u32::MAX);
                folded.marks.push((here, u32::try_from(at).unwrap_or(u32::MAX)));
                folded.text.push(letter);
            });
        }
        folded
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the byte range of the original that the byte range `folded` came from.
    pub(crate) fn original(&self, original: &str, folded: Range<usize>) -> Range<usize> {
        let start = self.mark(folded.start).map_or(self.original, |mark| mark.1) as usize;
        if folded.is_empty() {
            return start..start;
        }
        let last = self.mark(folded.end - 1).map_or(self.original, |mark| mark.1) as usize;
        let length =
            original.get(last..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        start..last + length
    }

    fn mark(&self, folded: usize) -> Option<(u32, u32)> {
        let behind = self.marks.partition_point(|mark| mark.0 as usize <= folded);
        self.marks.get(behind.checked_sub(1)?).copied()
    }
}

/// Returns the folded form of a text, without positions.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    text.chars().for_each(|c| fold_letter(c, &mut |letter| folded.push(letter)));
    folded
}

fn fold_letter(c: char, push: &mut impl FnMut(char)) {
    match c {
        'ㆍ' | '·' | '•' | '‧' | '∙' | '･' | '・' => push('·'),
        '~' | '∼' | '〜' | '～' | '–' | '—' | '−' | '‐' | '‑' | '-' => push('-'),
        '[' | '【' | '〔' | '{' | '［' | '「' | '『' | '〈' | '《' => push('('),
        ']' | '】' | '〕' | '}' | '］' | '」' | '』' | '〉' | '》' => push(')'),
        '"' | '\'' | '′' | '‘' | '’' | '“' | '”' | '＂' | '`' => {}
        '가'..='힣' => push(c),
        _ if c.is_whitespace() || is_invisible(c) => {}
        _ if c.is_ascii() => push(c.to_ascii_lowercase()),
        _ => {
            for letter in std::iter::once(c).nfkc().flat_map(char::to_lowercase) {
                if !letter.is_whitespace() {
                    push(letter);
                }
            }
        }
    }
}

/// Whether a character continues a word. The ⑳ in front of a name numbers a list and is no part of
/// the name.
pub(crate) fn goes_on_with(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit()
}

/// Returns the byte after the character at byte `at`, where the search for a name goes on: a name
/// may begin inside another.
pub(crate) fn past_letter(text: &str, at: usize) -> usize {
    at + text.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8)
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}') || c.is_control()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn spellings_of_one_name_fold_alike() {
        for other in
            ["암 진단비 (유사암 제외)", "암진단비【유사암제외】", "암진단비\n(유사암\u{3000}제외)"]
        {
            assert_eq!(fold(other), "암진단비(유사암제외)");
        }
        assert_eq!(fold("후유장해(3～100％) Ⅱ"), "후유장해(3-100%)ii");
    }

    #[test]
    fn a_folded_range_leads_back_to_the_original() {
        let original = "가입 암 진단비\n Ⅱ (유사암) 3,000만원";
        let folded = Folded::new(original);
        let at = folded.text().find("암진단비ii").unwrap();
        let range = folded.original(original, at..at + "암진단비ii".len());
        assert_eq!(original.get(range.clone()), Some("암 진단비\n Ⅱ"));
    }
}
