use std::fmt::Display;
use std::path::Path;

use simui_api::{ErrorCode, Fault};
use simui_server::ServeError;

/// The reason why a command failed, as one line for standard error.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The desk refused the operation.
    #[error(transparent)]
    Desk(#[from] simui_api::ApiError),
    /// The server cannot run.
    #[error(transparent)]
    Serve(#[from] simui_server::ServeError),
    /// A file cannot be read or written.
    #[error("{path}: {source}; check the path and its permissions")]
    File {
        /// The file or folder.
        path: String,
        /// The reason that the operating system gives.
        source: std::io::Error,
    },
    /// A file does not have the required form.
    #[error("{place}: {reason}; {remedy}")]
    Json {
        /// File and line.
        place: String,
        /// What is wrong.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A file is not readable text; the reason says what to do.
    #[error("{place}: {reason}")]
    Text {
        /// File and line.
        place: String,
        /// What is wrong and what to do, in Korean.
        reason: String,
    },
    /// Some lines of a batch failed; each was reported at once.
    #[error("{failed} of {total} lines failed; the error lines above say what to do about each")]
    Batch {
        /// Number of lines that failed.
        failed: usize,
        /// Number of all lines.
        total: usize,
    },
    /// The command cannot do what it was asked for.
    #[error("{1}")]
    Refused(Fault, String),
    /// A check found a problem; the text describes it.
    #[error("{0}")]
    Check(String),
}

impl CliError {
    /// Creates the error of a command that cannot do what it was asked for.
    pub fn refused(
        code: ErrorCode,
        params: &[(&'static str, &dyn Display)],
        message: String,
    ) -> Self {
        Self::Refused(Fault::new(code, params), message)
    }

    /// Returns the code with its parameters.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Desk(error) => error.fault(),
            Self::Serve(ServeError::Listen { address, .. }) => {
                Fault::new(ErrorCode::ListenFailed, &[("address", address)])
            }
            Self::File { path, source } => Fault::of_file(path, source),
            Self::Json { place, .. } => Fault::new(ErrorCode::InputMalformed, &[("place", place)]),
            Self::Text { place, .. } => Fault::new(ErrorCode::FileNotText, &[("path", place)]),
            Self::Batch { failed, total } => {
                Fault::new(ErrorCode::LinesFailed, &[("failed", failed), ("total", total)])
            }
            Self::Refused(fault, _) => fault.clone(),
            Self::Check(finding) => Fault::new(ErrorCode::CheckFailed, &[("finding", finding)]),
        }
    }

    /// Creates the error of a file that cannot be read or written.
    pub fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File { path: path.display().to_string(), source }
    }
}
