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
        /// Number of the entry in the bundle, from 1; 0 for the bundle itself.
        entry: usize,
        /// What is wrong with the entry.
        problem: String,
    },
}
