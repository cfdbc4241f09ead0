//! Normalises text to NFKC and keeps the source of each character.
//!
//! Compatibility jamo (ㄱ, ㅋㅋ) are kept: NFKC would turn them into leading consonants, which no dictionary
//! uses.

use std::borrow::Cow;

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Most characters that are normalised together. Bounds the work on hostile text, as Unicode's stream-safe
/// format does.
const LARGEST_GROUP: usize = 32;

/// A text in NFKC with the source of each of its characters.
pub(super) struct Normal<'a> {
    pub(super) text: Cow<'a, str>,
    /// For each character, the character offsets of its source; `None` when the text was NFKC already.
    sources: Option<Vec<(usize, usize)>>,
}

impl<'a> Normal<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.chars().filter(|&c| !is_compatibility_jamo(c));
        if is_nfkc_quick(rest) == IsNormalized::Yes {
            return Self { text: Cow::Borrowed(text), sources: None };
        }
        let (mut normal, mut sources) = (String::with_capacity(text.len()), Vec::new());
        for (start, group) in groups(text) {
            let source = (start, start + group.chars().count());
            let before = normal.len();
            match group.chars().next() {
                Some(jamo) if is_compatibility_jamo(jamo) => normal.push_str(group),
                _ => normal.extend(group.nfkc()),
            }
            sources.extend(normal[before..].chars().map(|_| source));
        }
        Self { text: Cow::Owned(normal), sources: Some(sources) }
    }

    /// Maps characters `start..end` of the normalised text to character offsets of the original.
    pub(super) fn source(&self, start: usize, end: usize) -> (usize, usize) {
        match &self.sources {
            None => (start, end),
            Some(sources) => {
                let first = sources.get(start).map_or(0, |source| source.0);
                let last = sources.get(end.max(start + 1) - 1).map_or(first, |source| source.1);
                (first, last)
            }
        }
    }
}

/// Splits where the characters on both sides cannot combine; each piece has the offset of its first
/// character.
fn groups(text: &str) -> Vec<(usize, &str)> {
    let mut groups = Vec::new();
    let (mut from, mut first, mut length) = (0, 0, 0);
    let mut after_jamo = false;
    for (index, (at, c)) in text.char_indices().enumerate() {
        let jamo = is_compatibility_jamo(c);
        if length > 0 && (jamo || after_jamo || length == LARGEST_GROUP || starts_group(c)) {
            groups.push((first, &text[from..at]));
            (from, first, length) = (at, index, 0);
        }
        length += 1;
        after_jamo = jamo;
    }
    if length > 0 {
        groups.push((first, &text[from..]));
    }
    groups
}

/// Returns whether `c` combines with no character before it.
fn starts_group(c: char) -> bool {
    let mut first = None;
    decompose_compatible(c, |part| {
        first.get_or_insert(part);
    });
    let first = first.unwrap_or(c);
    canonical_combining_class(first) == 0
        && is_nfkc_quick(std::iter::once(first)) != IsNormalized::Maybe
}

fn is_compatibility_jamo(c: char) -> bool {
    ('\u{3131}'..='\u{318E}').contains(&c)
}

/// Converts to lower case, the form in which lemmas and terms are compared.
pub(super) fn fold<'a>(text: impl Into<Cow<'a, str>>) -> String {
    let text = text.into();
    let plain = |c: char| ('가'..='힣').contains(&c) || c.is_ascii() && !c.is_ascii_uppercase();
    if text.chars().all(plain) {
        return text.into_owned();
    }
    text.chars().flat_map(char::to_lowercase).collect()
}
