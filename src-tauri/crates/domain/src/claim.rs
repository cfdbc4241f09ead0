//! Claims of an advertisement, and spans of a text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ClaimId;

/// A half-open range of a text, counted in Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
pub struct Span {
    /// Offset of the first scalar value.
    pub start: usize,
    /// Offset after the last scalar value.
    pub end: usize,
}

impl Span {
    /// The part of `text` that the span covers; `None` if it reaches past the end.
    pub fn slice<'a>(&self, text: &'a str) -> Option<&'a str> {
        if self.start > self.end {
            return None;
        }
        let mut bounds = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let from = bounds.nth(self.start)?;
        let to = match self.end - self.start {
            0 => from,
            more => bounds.nth(more - 1)?,
        };
        text.get(from..to)
    }
}

/// A text with an index of its scalar values, for many slices of a long text.
#[derive(Debug, Clone)]
pub struct ScalarIndex<'a> {
    text: &'a str,
    /// Byte offset of each scalar value, and the length of the text.
    starts: Vec<usize>,
}

impl<'a> ScalarIndex<'a> {
    /// Indexes a text.
    pub fn new(text: &'a str) -> Self {
        let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        Self { text, starts }
    }

    /// The part of the text that a span covers, like [`Span::slice`], in constant time.
    pub fn slice(&self, span: Span) -> Option<&'a str> {
        self.text.get(*self.starts.get(span.start)?..*self.starts.get(span.end)?)
    }
}

/// 주장: a part of the advertisement that must be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Claim {
    /// `c1`, `c2`, … in order of appearance.
    pub id: ClaimId,
    /// Exactly the characters `start..end` of the advertisement.
    pub text: String,
    /// Offset of the first scalar value.
    pub start: usize,
    /// Offset after the last scalar value.
    pub end: usize,
}

impl Claim {
    /// The span of the claim in the advertisement.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

#[cfg(test)]
mod tests {
    use super::{ScalarIndex, Span};

    fn check(text: &str, start: usize, end: usize, expected: Option<&str>) {
        assert_eq!(Span { start, end }.slice(text), expected, "{text:?} {start}..{end}");
        assert_eq!(ScalarIndex::new(text).slice(Span { start, end }), expected, "indexed {text:?}");
    }

    #[test]
    fn slices_by_scalar_value() {
        check("국내 유일 치료", 0, 2, Some("국내"));
        check("국내 유일 치료", 3, 5, Some("유일"));
        check("국내", 0, 2, Some("국내"));
        check("국내", 2, 2, Some(""));
        check("국내", 1, 3, None);
        check("국내", 2, 1, None);
        check("", 0, 0, Some(""));
        check("a😀b", 1, 2, Some("😀"));
    }
}
