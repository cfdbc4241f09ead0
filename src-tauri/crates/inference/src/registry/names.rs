use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A model's name, which is also the name of its folder: lower-case ASCII letters, digits, `.`, `_` and `-`,
/// beginning with a letter or digit, at most 64.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ModelId(String);

impl ModelId {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ModelId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
        let starts = text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        if starts && text.len() <= 64 && text.chars().all(allowed) && !text.ends_with('.') {
            Ok(Self(text))
        } else {
            Err(format!(
                "{text:?} is no model name; use a-z, 0-9, `.`, `_` and `-`, beginning with a letter or digit"
            ))
        }
    }
}

impl From<ModelId> for String {
    fn from(id: ModelId) -> Self {
        id.0
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file's path inside a model's folder: relative, with `/` as separator, never leaving the folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ModelPath(String);

impl ModelPath {
    /// Returns the path below `folder`.
    pub fn below(&self, folder: &Path) -> PathBuf {
        self.0.split('/').fold(folder.to_owned(), |path, part| path.join(part))
    }

    /// Returns the path with `/` as separator.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ModelPath {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let forbidden = |c: char| c.is_control() || "\\:*?\"<>|".contains(c);
        // Forbidding a leading dot excludes `.`, `..` and hidden files.
        let part =
            |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(['.', ' ']);
        let fits = text.len() <= 200 && !text.contains(forbidden) && text.split('/').all(part);
        if !fits {
            return Err(format!(
                "{text:?} is no path inside a model's folder; write it like onnx/model.onnx"
            ));
        }
        if text.eq_ignore_ascii_case(DESCRIPTION) {
            return Err(format!(
                "{DESCRIPTION} describes the model and cannot be one of its files"
            ));
        }
        Ok(Self(text))
    }
}

impl From<ModelPath> for String {
    fn from(path: ModelPath) -> Self {
        path.0
    }
}

impl fmt::Display for ModelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The file in a model's folder that describes it, in the manifest's format.
pub(super) const DESCRIPTION: &str = "model.toml";
