use std::path::Path;

/// Errors of analysis and search.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A file or folder cannot be read or written; includes a full disk.
    #[error("{path}: {source}; check that it exists, may be written and that the disk has room")]
    File {
        /// The file or folder.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A dictionary is damaged or of another version.
    #[error("dictionary {path}: {reason}; run models/dictionary/fetch.sh to build it again")]
    Dictionary {
        /// Folder or file of the dictionary.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No dictionary is installed.
    #[error(
        "no Korean dictionary in {looked_in}; run models/dictionary/fetch.sh, or name its folder in \
         SIMUI_DICTIONARY"
    )]
    NoDictionary {
        /// Every folder that was tried.
        looked_in: String,
    },
    /// No embedding is installed: searches use words only.
    #[error(
        "no embedding in {looked_in}; restore models/embedding/base.bin, make it with models/train/train.sh, \
         or name its file in SIMUI_EMBEDDING"
    )]
    NoEmbedding {
        /// Every place that was tried.
        looked_in: String,
    },
    /// A line of our own lexicon is malformed.
    #[error("lexicon {path} line {line}: {reason}")]
    UserLexicon {
        /// The file.
        path: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong, and what to write instead.
        reason: String,
    },
    /// The index cannot be written or read; includes a full disk.
    #[error("search index {path}: {reason}; free some disk space and try again, it builds itself")]
    Index {
        /// Folder of the index.
        path: String,
        /// What failed.
        reason: String,
    },
    /// A model file is damaged or of another version.
    #[error(
        "model {path}: {reason}; restore the file, or make it again with models/train/train.sh"
    )]
    Model {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A line of a data file (profiles, weights) is malformed.
    #[error("{path} line {line}: {reason}")]
    Data {
        /// The file.
        path: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong, and what to write instead.
        reason: String,
    },
    /// An installed encoder failed.
    #[error("encoder: {reason}")]
    Encoder {
        /// What failed, and what to do.
        reason: String,
    },
    /// Another process is computing the vectors of this encoder.
    #[error(
        "another process is making the vectors of this encoder; wait for it, or stop it and start again"
    )]
    Busy,
    /// The corpus cannot be read.
    #[error(transparent)]
    Store(#[from] simui_store::StoreError),
}

impl SearchError {
    /// Makes the error of a mistake at byte `at` of a data file's `text`.
    pub(crate) fn data(path: &str, text: &str, at: usize, reason: String) -> Self {
        let before = text.bytes().take(at);
        let line = 1 + before.filter(|&byte| byte == b'\n').count();
        SearchError::Data { path: path.to_owned(), line, reason }
    }

    /// Makes the error of a panicked background task.
    pub(crate) fn panicked(panic: &dyn std::fmt::Display) -> Self {
        SearchError::Index { path: "being built".to_owned(), reason: format!("{panic} panicked") }
    }

    /// Returns a converter of file errors of `path`, for `map_err`.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.display().to_string();
        move |source| SearchError::File { path, source }
    }
}
