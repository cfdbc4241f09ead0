use crate::data::DataFault;

/// Why the facts of a text, or the names of a vocabulary, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClinicalError {
    /// A line of a data file does not have its shape.
    #[error(transparent)]
    Data(#[from] DataFault),
    /// A line of a table that is imported does not have its shape.
    #[error(
        "{file}:{line}: {problem}; nothing was imported: export the table again, or correct the line"
    )]
    Imported {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The text is longer than one turn or one note can be.
    #[error("text: {chars} characters, at most {limit} are read at once; split it into parts")]
    TooLong {
        /// Its length in characters.
        chars: usize,
        /// The limit.
        limit: usize,
    },
    /// There is nothing to read.
    #[error("text: nothing in it; give a sentence or a note")]
    Empty,
}
