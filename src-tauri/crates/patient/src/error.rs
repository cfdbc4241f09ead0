use simui_clinical::data::DataFault;

/// Why the rules or a record of a patient cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatientError {
    /// A line of a data file does not have the required shape.
    #[error(transparent)]
    Data(#[from] DataFault),
    /// A record cannot be read.
    #[error("{file}: entry {entry}: {problem}; export the patient again as one FHIR R4 bundle")]
    Bundle {
        /// Name of the file.
        file: String,
        /// The kind of fault, for words about it.
        fault: BundleFault,
        /// Number of the entry in the bundle, from 1; 0 for the bundle itself.
        entry: usize,
        /// What is wrong with the entry.
        problem: String,
    },
}

/// What is wrong with a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundleFault {
    /// It has more bytes or entries than are read.
    TooLarge,
    /// The file is no JSON.
    NotJson,
    /// The file is JSON, but no FHIR R4 bundle.
    NotBundle,
    /// It has no Patient.
    NoPatient,
    /// It has more than one Patient.
    SecondPatient,
    /// An entry cannot be read.
    Entry,
}
