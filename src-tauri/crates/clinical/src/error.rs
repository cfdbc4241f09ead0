use crate::data::DataFault;

/// Why the facts of a text, or the names of a vocabulary, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClinicalError {
    /// A line of a data file does not have the required shape.
    #[error(transparent)]
    Data(#[from] DataFault),
    /// A line of an imported table does not have the required shape.
    #[error(
        "{file}:{line}: {problem}; nothing was imported: export the table again, or correct the line"
    )]
    Imported {
        /// Name of the imported file.
        file: String,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with the line.
        problem: String,
    },
    /// The text is longer than one turn or one note can be.
    #[error("text: {chars} characters, at most {limit} are read at once; split it into parts")]
    TooLong {
        /// Length of the text in characters.
        chars: usize,
        /// Greatest number of characters that are read at once.
        limit: usize,
    },
    /// The text is empty or has only white space.
    #[error("text: nothing in it; give a sentence or a note")]
    Empty,
}
