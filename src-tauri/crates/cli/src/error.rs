use std::path::Path;

/// Why a command failed: one line for standard error.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The desk refused.
    #[error(transparent)]
    Desk(#[from] simui_api::ApiError),
    /// The server cannot run.
    #[error(transparent)]
    Serve(#[from] simui_server::ServeError),
    /// A file cannot be read or written.
    #[error("{path}: {source}; check the path and its permissions")]
    File {
        /// Which.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{place}: {reason}; {remedy}")]
    Json {
        /// File and line.
        place: String,
        /// What was wrong.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A file is no text that can be read; the reason says what to do.
    #[error("{place}: {reason}")]
    Text {
        /// File and line.
        place: String,
        /// What was wrong, and what to do about it, in Korean.
        reason: String,
    },
    /// Some lines of a batch failed; each was reported when it did.
    #[error("{failed} of {total} lines failed; the error lines above say what to do about each")]
    Batch {
        /// How many.
        failed: usize,
        /// Of how many.
        total: usize,
    },
    /// What was checked is not in order.
    #[error("{0}")]
    Check(String),
}

impl CliError {
    /// A file that cannot be read or written.
    pub fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File { path: path.display().to_string(), source }
    }
}
