use simui_store::StoreError;

/// Errors of reading or changing the corpora. An unreadable file is no error: it is quarantined and the
/// import continues.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A path the user named does not exist.
    #[error("{path}: no such file or folder; check the path and try again")]
    NoSuchPath {
        /// The path as the user wrote it.
        path: String,
    },
    /// A benchmark file cannot be read.
    #[error("{path}: {source}; check that the file exists and may be read")]
    Read {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A line of a benchmark's corpus is malformed for `simui bench import-beir`.
    #[error("{path} line {line}: {reason}; correct the line and import again (nothing was stored)")]
    BenchLine {
        /// The file.
        path: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong with the line.
        reason: String,
    },
    /// An embedded file cannot be read, which only a faulty build causes.
    #[error("starter corpus {file}: {reason}; reinstall the program")]
    Starter {
        /// The embedded file.
        file: &'static str,
        /// What is wrong with the file.
        reason: String,
    },
    /// A worker thread stopped.
    #[error(
        "import: a reader thread stopped ({reason}); import again and report the last file shown"
    )]
    Worker {
        /// Message of the runtime.
        reason: String,
    },
    /// Several laws have the requested title.
    #[error("{} laws are titled {title}: {}; name one of them so, or by its id", .laws.len(), .laws.join(", "))]
    SameTitle {
        /// The requested title.
        title: String,
        /// Distinct names of the laws: `가법 시행규칙(보건복지부령)`.
        laws: Vec<String>,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
