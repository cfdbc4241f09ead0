use simui_clinical::data::DataFault;

/// Why a patient cannot be remembered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatientError {
    /// A line of a data file does not have its shape.
    #[error(transparent)]
    Data(#[from] DataFault),
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
}
