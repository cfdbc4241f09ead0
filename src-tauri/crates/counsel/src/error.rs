use thiserror::Error;

/// What can go wrong in this crate.
#[derive(Debug, Error)]
pub enum CounselError {
    /// A data file is not what its README says.
    #[error("{file}, line {line}: {problem}")]
    Data {
        /// The file.
        file: String,
        /// Where in it, from 1.
        line: usize,
        /// What is wrong, and what to do.
        problem: String,
    },
}
