//! Data files of this crate.

use serde::de::DeserializeOwned;

use crate::CounselError;

/// A TOML file; an error names the line.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, CounselError> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        CounselError::Data {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            problem: error.message().to_owned(),
        }
    })
}
