//! Examples of tables of cues: a text with the words that a row decides about, or must not, between ‹ and ›.

use toml::Spanned;

use crate::rule_error::{RuleError, line_of};

/// A text with marked words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// Id of the row.
    pub id: String,
    /// Line of the example in the table, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// Offset of the first scalar value of the words, and after the last.
    pub words: (usize, usize),
    /// True when the row must decide about the words.
    pub holds: bool,
}

impl Marked {
    /// Reads an example of the row `id` in `text`, the content of `file`.
    ///
    /// # Errors
    /// [`RuleError`] with the line, where the words are not marked once.
    pub(crate) fn read(
        file: &str,
        text: &str,
        id: &str,
        (written, holds): (&Spanned<String>, bool),
    ) -> Result<Self, RuleError> {
        let at = written.span().start;
        let marked = written.get_ref();
        let parts: Vec<&str> = marked.split(['‹', '›']).collect();
        let [before, words, after] = parts[..] else {
            return Err(RuleError::value(
                file,
                text,
                at,
                "a text with ‹words› marked once",
                marked,
            ));
        };
        let start = before.chars().count();
        Ok(Self {
            id: id.to_owned(),
            line: line_of(text, at),
            text: [before, words, after].concat(),
            words: (start, start + words.chars().count()),
            holds,
        })
    }
}
