//! Mistakes in rule packs, lexicons and tables, with the place of each.

use std::fmt::Display;

/// A mistake in a rule pack or a lexicon, with its file and line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The file is not TOML, or not of the shape that `rules/README.md` describes.
    #[error("{file}:{line}: {reason}; see rules/README.md for the shape of the file")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The message of the TOML reader.
        reason: String,
    },
    /// A value that is well-formed TOML but not allowed here.
    #[error("{file}:{line}: {expected} expected, found {found:?}")]
    Value {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is allowed there.
        expected: String,
        /// The value that was found, at most 80 characters.
        found: String,
    },
}

impl RuleError {
    /// Returns the file and the line in it, from 1.
    pub fn place(&self) -> (&str, usize) {
        match self {
            Self::Syntax { file, line, .. } | Self::Value { file, line, .. } => (file, *line),
        }
    }

    /// Returns what is wrong, without file and line.
    pub fn complaint(&self) -> String {
        match self {
            Self::Syntax { reason, .. } => {
                format!("{reason}; see rules/README.md for the shape of the file")
            }
            Self::Value { expected, found, .. } => format!("{expected} expected, found {found:?}"),
        }
    }

    /// Creates an error from an error of the TOML reader in `text`, the content of `file`.
    pub(crate) fn syntax(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let line = line_of(text, error.span().map_or(0, |span| span.start));
        Self::Syntax { file: file.to_owned(), line, reason: error.message().trim().to_owned() }
    }

    /// Creates an error for a wrong value at byte `at` of `text`, the content of `file`.
    pub(crate) fn value(
        file: &str,
        text: &str,
        at: usize,
        expected: impl Display,
        found: impl Display,
    ) -> Self {
        Self::Value {
            file: file.to_owned(),
            line: line_of(text, at),
            expected: expected.to_string(),
            found: found.to_string().chars().take(80).collect(),
        }
    }
}

/// Returns the line of a byte, from 1.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&b| b == b'\n').count()
}
