//! Masks the parts of an article that contain no references, keeping its length in characters.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// Number and title at the beginning of an article.
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s*(?:#{1,6}\s*)?제\s?\d+조(?:의\d+)?\s*(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))?")
});

/// Editors' notes, which describe amendments and are no law.
static NOTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"<[^<>\n]*\d{4}\s*\.\s*\d[^<>\n]*>|\[(?:전문개정|본조신설|본항신설|제목개정|제목신설|종전|제\d+조(?:의\d+)?에서|시행일|유효기간|단순위헌|위헌|헌법불합치|한정위헌|법률)[^\[\]\n]*\]",
    )
});

/// A text with editors' notes and heading replaced by blanks, and its character offsets.
pub(super) struct Masked {
    pub text: String,
    /// Byte offset of every character.
    bytes: Vec<usize>,
}

impl Masked {
    /// Masks editors' notes, and a heading with an article's number at the beginning.
    pub(super) fn new(piece: &str) -> Self {
        let mut text = blank(piece, &NOTE);
        text = blank(&text, &HEADING);
        let bytes = text.char_indices().map(|(byte, _)| byte).collect();
        Self { text, bytes }
    }

    /// Returns the index of the character at a byte.
    pub(super) fn char_at(&self, byte: usize) -> usize {
        self.bytes.partition_point(|start| *start < byte)
    }
}

fn blank(text: &str, pattern: &Regex) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut done = 0;
    for found in pattern.find_iter(text) {
        masked.push_str(text.get(done..found.start()).unwrap_or_default());
        masked.extend(found.as_str().chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        done = found.end();
    }
    masked.push_str(text.get(done..).unwrap_or_default());
    masked
}
