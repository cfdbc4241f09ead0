/// A word or number that does not have the form of the type it was read as.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} expected, found {found:?}")]
pub struct ParseError {
    /// What was expected, in the user's words.
    pub what: &'static str,
    /// The text that did not fit, at most 80 characters of it.
    pub found: String,
}

impl ParseError {
    /// Keeps only the start of `found`: hostile input may be a megabyte long.
    pub fn new(what: &'static str, found: &str) -> Self {
        Self { what, found: found.chars().take(80).collect() }
    }
}
