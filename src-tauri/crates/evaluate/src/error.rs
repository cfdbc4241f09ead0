use simui_clinical::ClinicalError;
use simui_flow::FlowError;
use simui_patient::PatientError;

/// The reason why an evaluation failed.
#[derive(Debug, thiserror::Error)]
pub enum EvaluateError {
    /// A data file does not have the required form.
    #[error("{file}:{line}: {problem}; correct the line and try again")]
    Data {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong in the line.
        problem: String,
    },
    /// A file has no advertisement to measure.
    #[error("{file}: no advertisement in it; write one JSON object a line with at least \"text\"")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// The text of an invented patient cannot be read.
    #[error(transparent)]
    Clinical(#[from] ClinicalError),
    /// The rules of the memory do not load.
    #[error(transparent)]
    Patient(#[from] PatientError),
    /// The graph could not be run.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// A node of the review failed.
    #[error(
        "advertisement {ad}: node {node} failed: {message}; review it alone with `simui review run`"
    )]
    Review {
        /// Id of the advertisement.
        ad: String,
        /// Name of the node.
        node: String,
        /// The error message of the node.
        message: String,
    },
}
