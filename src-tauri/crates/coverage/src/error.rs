/// Errors in the rule files and tables that a comparison is built from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CoverageError {
    /// A rule file is not TOML, or not of the shape that `rules/README.md` describes.
    #[error("{file}:{line}: {reason}; see rules/README.md for the shape of the file")]
    Rules {
        /// Name of the file.
        file: String,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong, as half a sentence.
        reason: String,
    },
    /// A rule file is missing from the set of files.
    #[error("{file}: the rule file is missing; put it back beside the others")]
    MissingRules {
        /// Name of the missing file.
        file: &'static str,
    },
    /// An alias refers to a coverage or an insurer that no table contains.
    #[error("{table} {name:?}: {reason}; correct the table and import it again")]
    Table {
        /// Name of the table, such as `coverage_alias`.
        table: &'static str,
        /// The name in the table that is wrong.
        name: String,
        /// What is wrong with the name, as half a sentence.
        reason: String,
    },
}

impl CoverageError {
    /// Builds an error for byte `at` of `text`, the content of `file`.
    pub(crate) fn rules(file: &str, text: &str, at: usize, reason: impl Into<String>) -> Self {
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        Self::Rules { file: file.to_owned(), line, reason: reason.into() }
    }
}
