/// Why something of the counsel could not be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CounselError {
    /// A line of a data file does not have its shape.
    #[error(
        "{file}:{line}: {problem}; correct the line (the head of the file or the README beside it says what belongs there)"
    )]
    Data {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A record of a patient cannot be read.
    #[error("{file}: entry {entry}: {problem}; export the patient again as one FHIR R4 bundle")]
    Bundle {
        /// Name of the file.
        file: String,
        /// Entry of the bundle, from 1; 0 where it is the bundle itself.
        entry: usize,
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
