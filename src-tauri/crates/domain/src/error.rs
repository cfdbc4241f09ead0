//! The error of parsing a term of the field.

/// A text that does not have the form of the type it was parsed as.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} expected, found {found:?}")]
pub struct ParseError {
    /// The expected form, in the user's words.
    pub what: &'static str,
    /// The text that does not fit, at most 80 characters of it.
    pub found: String,
}

impl ParseError {
    /// Makes the error. Only the start of `found` is kept, because hostile input may be a megabyte long.
    pub fn new(what: &'static str, found: &str) -> Self {
        Self { what, found: found.chars().take(80).collect() }
    }
}
