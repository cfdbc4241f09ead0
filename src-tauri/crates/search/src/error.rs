use std::path::Path;

/// What can go wrong in analysis and search.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A file or folder cannot be read or written; a full disk comes here too.
    #[error("{path}: {source}; check that it exists, may be written and that the disk has room")]
    File {
        /// The file or folder.
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
    /// There is no dictionary on this machine.
    #[error(
        "no Korean dictionary in {looked_in}; run models/dictionary/fetch.sh, or name its folder in \
         SIMUI_DICTIONARY"
    )]
    NoDictionary {
        /// Every folder tried.
        looked_in: String,
    },
    /// There is no embedding on this machine: searches are by words alone.
    #[error(
        "no embedding in {looked_in}; restore models/embedding/base.bin, make it with models/train/train.sh, \
         or name its file in SIMUI_EMBEDDING"
    )]
    NoEmbedding {
        /// Every place tried.
        looked_in: String,
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
    /// The index cannot be written or read; a full disk comes here too.
    #[error("search index {path}: {reason}; free some disk space and try again, it builds itself")]
    Index {
        /// Its folder.
        path: String,
        /// Why.
        reason: String,
    },
    /// A model's file is not what this version reads.
    #[error(
        "model {path}: {reason}; restore the file, or make it again with models/train/train.sh"
    )]
    Model {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A line of a data file (profiles, weights) is not in its form.
    #[error("{path} line {line}: {reason}")]
    Data {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// Why, and what to write instead.
        reason: String,
    },
    /// An installed encoder failed.
    #[error("encoder: {reason}")]
    Encoder {
        /// Why, and what to do.
        reason: String,
    },
    /// Another process is making an encoder's vectors.
    #[error(
        "another process is making the vectors of this encoder; wait for it, or stop it and start again"
    )]
    Busy,
    /// The corpus cannot be read.
    #[error(transparent)]
    Store(#[from] simui_store::StoreError),
}

impl SearchError {
    /// For a mistake in a data file at byte `at` of its text.
    pub(crate) fn data(path: &str, text: &str, at: usize, reason: String) -> Self {
        let before = text.bytes().take(at);
        let line = 1 + before.filter(|&byte| byte == b'\n').count();
        SearchError::Data { path: path.to_owned(), line, reason }
    }

    /// For work on another thread that did not come back.
    pub(crate) fn panicked(panic: &dyn std::fmt::Display) -> Self {
        SearchError::Index { path: "being built".to_owned(), reason: format!("{panic} panicked") }
    }

    /// For `map_err` beside file operations.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.display().to_string();
        move |source| SearchError::File { path, source }
    }
}
