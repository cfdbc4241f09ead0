use std::ops::Range;

/// The number of characters between stored byte offsets.
const STEP: usize = 256;

/// A text that can be sliced at character offsets without counting from its start.
#[derive(Debug, Clone)]
pub(crate) struct CharIndex {
    text: String,
    /// The byte offset of character `STEP * n`.
    marks: Vec<usize>,
}

impl CharIndex {
    pub(crate) fn new(text: String) -> Self {
        let marks = text.char_indices().step_by(STEP).map(|(byte, _)| byte).collect();
        Self { text, marks }
    }

    /// The characters of a range, limited to the length of the text.
    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        let start = self.byte_of(range.start);
        let end = self.byte_of(range.end.max(range.start));
        self.text.get(start..end).unwrap_or_default()
    }

    fn byte_of(&self, char_offset: usize) -> usize {
        let Some(&mark) = self.marks.get(char_offset / STEP) else { return self.text.len() };
        let rest = self.text.get(mark..).unwrap_or_default();
        rest.char_indices().nth(char_offset % STEP).map_or(self.text.len(), |(byte, _)| mark + byte)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn cuts_as_counting_does(text in "[가-힣a-z\n]{0,900}", a in 0usize..1000, b in 0usize..1000) {
            let (start, end) = (a.min(b), a.max(b));
            let counted: String = text.chars().skip(start).take(end - start).collect();
            let index = CharIndex::new(text);
            prop_assert_eq!(index.slice(start..end), counted);
        }
    }
}
