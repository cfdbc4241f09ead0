/// What is wrong with what the comparison is given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CoverageError {
    /// A rule file is not TOML, or not of the shape that `rules/README.md` describes.
    #[error("{file}:{line}: {reason}; see rules/README.md for the shape of the file")]
    Rules {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A rule file is not among those that were given.
    #[error("{file}: the rule file is missing; put it back beside the others")]
    MissingRules {
        /// Its name.
        file: &'static str,
    },
    /// An alias names a coverage or an insurer that no table has.
    #[error("{table} {name:?}: {reason}; correct the table and import it again")]
    Table {
        /// `coverage_alias`, …
        table: &'static str,
        /// The name in it.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

impl CoverageError {
    /// An error at byte `at` of `text`, the content of `file`.
    pub(crate) fn rules(file: &str, text: &str, at: usize, reason: impl Into<String>) -> Self {
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        Self::Rules { file: file.to_owned(), line, reason: reason.into() }
    }
}
