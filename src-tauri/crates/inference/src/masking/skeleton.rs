//! A normalised text for finding identifiers, with offsets into the original.

use simui_domain::is_hidden;
pub(super) use simui_korean::hangul::is_syllable;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use super::find::Identifier;

/// Replaces what was found already, and the placeholders of a masked text. Nothing is found in it or across
/// it.
pub(super) const FOUND: char = '\u{FFFC}';

/// A text with full-width letters narrowed, decomposed letters (NFD) composed, every dash as `-`, every space
/// as ` `, invisible characters removed, and placeholders as [`FOUND`].
pub(super) struct Skeleton {
    pub chars: Vec<char>,
    /// Start of each character in the original, in Unicode scalar values.
    at: Vec<usize>,
    /// End of each character in the original, in Unicode scalar values.
    end: Vec<usize>,
}

impl Skeleton {
    pub fn of(text: &str) -> Self {
        let mut skeleton = Self { chars: Vec::new(), at: Vec::new(), end: Vec::new() };
        for (index, c) in text.chars().enumerate() {
            if is_hidden(c) {
                continue;
            }
            let together = skeleton.chars.last().and_then(|&last| compose(last, c));
            if let (Some(together), Some(last)) = (together, skeleton.chars.last_mut()) {
                *last = together;
                if let Some(end) = skeleton.end.last_mut() {
                    *end = index + 1;
                }
                continue;
            }
            skeleton.chars.push(plain(c));
            skeleton.at.push(index);
            skeleton.end.push(index + 1);
        }
        skeleton.leave_placeholders_out();
        skeleton
    }

    /// Returns the span of the non-empty `chars[from..to]` in the original.
    pub fn span(&self, from: usize, to: usize) -> (usize, usize) {
        let start = self.at.get(from).copied().unwrap_or(0);
        let end = to.checked_sub(1).and_then(|it| self.end.get(it)).copied();
        (start, end.unwrap_or(start + 1))
    }

    pub fn get(&self, index: usize) -> Option<char> {
        self.chars.get(index).copied()
    }

    /// Marks `chars[from..to]` as found.
    pub fn take_out(&mut self, from: usize, to: usize) {
        if let Some(taken) = self.chars.get_mut(from..to) {
            taken.fill(FOUND);
        }
    }

    /// Returns at most `most` characters before `index` in lower case, back to the last [`FOUND`].
    pub fn before(&self, index: usize, most: usize) -> String {
        let window = self.chars.get(index.saturating_sub(most)..index).unwrap_or_default();
        let from = window.iter().rposition(|&c| c == FOUND).map_or(0, |at| at + 1);
        window.iter().skip(from).collect::<String>().to_lowercase()
    }

    /// Marks our own placeholders (`⟦전화1⟧`, `⟦2·이름1⟧`) as found.
    fn leave_placeholders_out(&mut self) {
        let opens: Vec<usize> =
            (0..self.chars.len()).filter(|&at| self.chars.get(at) == Some(&'⟦')).collect();
        for open in opens {
            let window = self.chars.iter().skip(open + 1).take(LONGEST_PLACEHOLDER);
            let inside: String = window.take_while(|&&c| c != '⟧').collect();
            let close = open + 1 + inside.chars().count();
            if self.get(close) == Some('⟧') && is_placeholder(&inside) {
                self.take_out(open, close + 1);
            }
        }
    }
}

/// Most characters between the brackets of a placeholder.
const LONGEST_PLACEHOLDER: usize = 24;

/// Returns whether the text is the inside of a placeholder: `전화1`, `2·이름1`.
fn is_placeholder(inside: &str) -> bool {
    let rest = match inside.split_once('·') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        Some(_) => return false,
        None => inside,
    };
    let label = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    label.len() < rest.len() && Identifier::ALL.iter().any(|kind| kind.label() == label)
}

/// Normalises one character.
fn plain(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}'
        | '\u{2212}'
        | '\u{FE58}'
        | '\u{FE63}'
        | '\u{FF0D}'
        | '\u{30FC}'
        | '\u{3161}'
        | '\u{2500}'
        | '\u{02D7}'
        | '\u{207B}'
        | '\u{208B}'
        | '\u{2E3A}'
        | '\u{2E3B}' => '-',
        '\u{301C}' | '\u{223C}' | '\u{02DC}' | '\u{FF5E}' => '~',
        '\u{2022}' | '\u{2219}' | '\u{22C5}' | '\u{30FB}' | '\u{318D}' | '\u{2027}'
        | '\u{FF65}' => '·',
        '\u{3001}' | '\u{FF0C}' | '\u{FF64}' => ',',
        '\u{3002}' | '\u{FF61}' => '.',
        '\u{2044}' | '\u{2215}' | '\u{2571}' => '/',
        '\u{2236}' | '\u{A789}' => ':',
        _ if c.is_whitespace() => ' ',
        _ if c.is_ascii() || is_syllable(c) => c,
        _ => {
            let mut narrow = std::iter::once(c).nfkc();
            match (narrow.next(), narrow.next()) {
                (Some(one), None) if one.is_whitespace() => ' ',
                (Some(one), None) => one,
                _ => c,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_the_same() {
        let skeleton = Skeleton::of("９０\u{200B}０１－\u{3000}＠Ａ—①가〜・");
        let chars: String = skeleton.chars.iter().collect();
        assert_eq!(chars, "9001- @A-1가~·");
        assert_eq!(skeleton.at[2], 3, "the hidden one is counted");
        assert_eq!(skeleton.span(0, 4), (0, 5));
    }

    #[test]
    fn letters_that_were_taken_apart_are_one_and_know_their_place() {
        let text: String = "a홍길b".nfd().collect();
        let skeleton = Skeleton::of(&text);
        assert_eq!(skeleton.chars, ['a', '홍', '길', 'b']);
        assert_eq!(skeleton.span(1, 3), (1, 7));
    }

    #[test]
    fn only_our_placeholders_are_left_out() {
        let check = |text: &str, expected: &str| {
            let chars: String = Skeleton::of(text).chars.iter().collect();
            assert_eq!(chars.replace(FOUND, "x"), expected, "{text}");
        };
        check("⟦전화1⟧로", "xxxxx로");
        check("⟦12·이름3⟧", "xxxxxxxx");
        check("⟦010-1234-5678⟧", "⟦010-1234-5678⟧");
        check("⟦전화⟧ ⟦이름1", "⟦전화⟧ ⟦이름1");
        check("⟦x·이름1⟧", "⟦x·이름1⟧");
    }
}
