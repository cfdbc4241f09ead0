use simui_store::StoreError;

/// What stops the corpora from being read or changed. A file that cannot be read is not one of
/// these: it is quarantined and the rest of the import goes on.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A path the user named does not exist.
    #[error("{path}: no such file or folder; check the path and try again")]
    NoSuchPath {
        /// As the user wrote it.
        path: String,
    },
    /// A file of a benchmark cannot be read at all.
    #[error("{path}: {source}; check that the file exists and may be read")]
    Read {
        /// Which file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A line of a benchmark's corpus does not have the form that `simui bench import-beir` reads.
    #[error("{path} line {line}: {reason}; correct the line and import again (nothing was stored)")]
    BenchLine {
        /// Which file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A file embedded in the program cannot be read; only a faulty build does this.
    #[error("starter corpus {file}: {reason}; reinstall the program")]
    Starter {
        /// Which embedded file.
        file: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A worker thread of the import was lost.
    #[error(
        "import: a reader thread stopped ({reason}); import again and report the last file shown"
    )]
    Worker {
        /// What the runtime says.
        reason: String,
    },
    /// Two laws share a title, and only the title was given.
    #[error("{} laws are titled {title}: {}; name one of them so, or by its id", .laws.len(), .laws.join(", "))]
    SameTitle {
        /// As it was asked for.
        title: String,
        /// What each is called: `가법 시행규칙(보건복지부령)`.
        laws: Vec<String>,
    },
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}
