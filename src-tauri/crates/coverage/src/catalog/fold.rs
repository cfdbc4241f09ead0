//! Folds text for comparison: no spaces, lower case, and one form of each sign.
//!
//! Names of coverages are written `암 진단비(유사암 제외)`, `암진단비(유사암제외)`, `암진단비【유사암제외】`, and broken over
//! lines. Everything is compared folded and quoted from the original, so [`Folded`] keeps the way
//! back to it.

use std::ops::Range;

use simui_korean::normalized::NormalizedText;
use unicode_normalization::UnicodeNormalization;

/// A folded text with the positions of its characters in the original.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folded(NormalizedText);

impl Folded {
    pub(crate) fn new(original: &str) -> Self {
        Self(NormalizedText::new(original, |c, mut push| fold_letter(c, &mut push)))
    }

    pub(crate) fn text(&self) -> &str {
        self.0.text()
    }

    /// Returns the byte range of the original that the byte range `folded` came from.
    pub(crate) fn original(&self, original: &str, folded: Range<usize>) -> Range<usize> {
        self.0.original_range(original, folded)
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
        // ** marks bold words.
        '*' | '"' | '\'' | '′' | '‘' | '’' | '“' | '”' | '＂' | '`' => {}
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
        for other in [
            "암 진단비 (유사암 제외)",
            "암진단비【유사암제외】",
            "**암진단비**\n(유사암\u{3000}제외)",
        ] {
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
