//! Reads the data files that come with a crate. `patient`, `pharmacy` and `consult` use it for theirs.

use serde::de::DeserializeOwned;

/// A line of a data file that does not have the required shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}:{line}: {problem}; correct the line (the head of the file or the README beside it says what belongs there)"
)]
pub struct DataFault {
    /// Name of the data file.
    pub file: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub problem: String,
}

/// Parses a TOML data file. The error names `file` and the line of the mistake.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DataFault> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        DataFault {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            problem: error.message().to_owned(),
        }
    })
}
