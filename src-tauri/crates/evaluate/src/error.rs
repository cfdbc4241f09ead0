use simui_clinical::ClinicalError;
use simui_flow::FlowError;
use simui_patient::PatientError;

/// Why an evaluation could not be made.
#[derive(Debug, thiserror::Error)]
pub enum EvaluateError {
    /// A data file does not have its shape.
    #[error("{file}:{line}: {problem}; correct the line and try again")]
    Data {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// There is nothing to measure.
    #[error("{file}: no advertisement in it; write one JSON object a line with at least \"text\"")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// What an invented patient says cannot be read.
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
        /// Its id.
        ad: String,
        /// The node.
        node: String,
        /// What it said.
        message: String,
    },
}
