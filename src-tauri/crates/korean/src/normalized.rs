//! Text in one spelling that leads back to every place of its original.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// A text of which each letter was composed (NFC) and then replaced by what the caller wants: other letters,
/// several, or none.
///
/// The original is not kept; [`Self::original_range`] needs it again.
#[derive(Debug, Clone, Default)]
pub struct NormalizedText {
    text: String,
    /// For every letter of `text` in order: its first byte in `text`, and the first byte of its origin in the
    /// original.
    marks: Vec<(u32, u32)>,
    /// Length of the original in bytes.
    original_length: u32,
}

impl NormalizedText {
    /// Normalises `original`. `replace` gets each composed character and passes on the letters that stand for
    /// it. Texts of 4 GiB or more are beyond the offsets; readers refuse far smaller ones.
    pub fn new(original: &str, mut replace: impl FnMut(char, &mut dyn FnMut(char))) -> Self {
        let offset = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let mut normalized = Self { original_length: offset(original.len()), ..Self::default() };
        for (at, cluster) in clusters(original) {
            let mut push = |letter: char| {
                normalized.marks.push((offset(normalized.text.len()), offset(at)));
                normalized.text.push(letter);
            };
            let mut characters = cluster.chars();
            match (characters.next(), characters.next()) {
                (Some(only), None) => replace(only, &mut push),
                _ => cluster.nfc().for_each(|c| replace(c, &mut push)),
            }
        }
        normalized
    }

    /// The normalised text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the byte range of `original` from which the byte range `normalized` came. An empty range leads
    /// to an empty one.
    pub fn original_range(&self, original: &str, normalized: Range<usize>) -> Range<usize> {
        let start = self.origin(normalized.start);
        if normalized.is_empty() {
            return start..start;
        }
        let last = self.origin(normalized.end - 1);
        let rest = original.get(last..).unwrap_or_default();
        let length = clusters(rest).next().map_or(0, |(_, cluster)| cluster.len());
        start..last + length
    }

    /// Returns the first byte of the origin of the letter at a byte of the text.
    fn origin(&self, byte: usize) -> usize {
        let behind = self.marks.partition_point(|mark| mark.0 as usize <= byte);
        let mark = behind.checked_sub(1).and_then(|at| self.marks.get(at));
        mark.map_or(self.original_length, |mark| mark.1) as usize
    }
}

/// Returns the pieces of a text that NFC composes on their own, with their first bytes: a character and the
/// marks, or the vowel and final consonant of a decomposed syllable, that join it.
pub fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut characters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = characters.next()?;
        let mut end = start + first.len_utf8();
        while let Some((at, c)) = characters.next_if(|(_, c)| joins_previous(*c)) {
            end = at + c.len_utf8();
        }
        Some((start, &text[start..end]))
    })
}

/// Whether a character combines with the one before it: a mark, or the vowel or final consonant of a
/// decomposed syllable.
pub fn joins_previous(c: char) -> bool {
    matches!(c, '\u{1160}'..='\u{11FF}') || (!c.is_ascii() && canonical_combining_class(c) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without white space, in lower case.
    fn squeezed(original: &str) -> NormalizedText {
        NormalizedText::new(original, |c, push| {
            if !c.is_whitespace() {
                c.to_lowercase().for_each(push);
            }
        })
    }

    #[test]
    fn a_range_leads_back() {
        for (original, found, expected) in [
            ("가입 암 진단비\n ABC (유사암)", "암진단비abc", "암 진단비\n ABC"),
            // Decomposed syllables, as file names of macOS have them.
            (
                "\u{1106}\u{116E}\u{11AB} \u{1109}\u{1165} 끝",
                "문서",
                "\u{1106}\u{116E}\u{11AB} \u{1109}\u{1165}",
            ),
            ("a\u{301} b", "á", "a\u{301}"),
        ] {
            let text = squeezed(original);
            let at = text.text().find(found).map(|at| at..at + found.len());
            let range = at.map(|at| text.original_range(original, at));
            assert_eq!(range.and_then(|range| original.get(range)), Some(expected), "{original}");
        }
    }

    proptest::proptest! {
        #[test]
        fn every_range_is_within_the_original_and_ends_at_letters(
            original in "[가-나ᄀ-나-ᅣᆨ-ᆪa-cA-C \u{301}\u{200b}ﬀ]{0,12}", from in 0_usize..12, to in 0_usize..12
        ) {
            let text = squeezed(&original);
            let byte = |nth: usize| {
                text.text().char_indices().nth(nth).map_or(text.text().len(), |(at, _)| at)
            };
            let (from, to) = (byte(from.min(to)), byte(from.max(to)));
            let range = text.original_range(&original, from..to);
            proptest::prop_assert!(original.get(range.clone()).is_some(), "{:?}", range);
            // What is between the ends is what was normalised, and nothing is lost.
            let again = squeezed(&original[range]);
            proptest::prop_assert!(again.text().contains(&text.text()[from..to]));
        }
    }
}
