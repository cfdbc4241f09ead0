use std::path::Path;

/// What can go wrong in analysis and search.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A file or folder cannot be read or written; a full disk comes here too.
    #[error("{path}: {source}; check that it exists, may be written and that the disk has room")]
    File {
        /// Which.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A dictionary is not what this version reads.
    #[error("dictionary {path}: {reason}; run models/dictionary/fetch.sh to build it again")]
    Dictionary {
        /// Its folder or file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A line of our own lexicon is not in the form of the dictionary.
    #[error("lexicon {path} line {line}: {reason}")]
    UserLexicon {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// Why, and what to write instead.
        reason: String,
    },
}

impl SearchError {
    /// For `map_err` beside file operations.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.display().to_string();
        move |source| SearchError::File { path, source }
    }
}
