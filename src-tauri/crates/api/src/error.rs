use simui_clinical::ClinicalError;
use simui_consult::ConsultError;
use simui_corpus::CorpusError;
use simui_domain::Role;
use simui_evaluate::EvaluateError;
use simui_flow::FlowError;
use simui_inference::InferenceError;
use simui_patient::PatientError;
use simui_pharmacy::PharmacyError;
use simui_search::SearchError;
use simui_store::StoreError;

use crate::privileges::role_name;

/// Why an operation was refused or failed: what, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The request is invalid.
    #[error("{0}")]
    Invalid(String),
    /// The requested object does not exist.
    #[error("{what} {id:?} does not exist; {remedy}")]
    Missing {
        /// The kind of object: `case`, `document`, `reviewer`, …
        what: &'static str,
        /// The id as requested.
        id: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The caller has to prove their identity.
    #[error("{0}")]
    SignIn(String),
    /// The role of the caller does not permit the operation.
    #[error("{operation}: {name:?} is a {}, and this needs: {needed}; ask somebody who may", role_name(.role))]
    NotPermitted {
        /// The operation.
        operation: String,
        /// The name of the caller.
        name: String,
        /// The role of the caller.
        role: Role,
        /// The roles that permit the operation.
        needed: String,
    },
    /// An error of the database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An error of a run.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// An error of the search index.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// An error of an import.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// An error of a model, a key, or an outbound call.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// A text that cannot be read for facts.
    #[error(transparent)]
    Clinical(#[from] ClinicalError),
    /// An error in a patient's record, or in the rules of its memory.
    #[error(transparent)]
    Patient(#[from] PatientError),
    /// An error in the rules of questions about drugs.
    #[error(transparent)]
    Pharmacy(#[from] PharmacyError),
    /// An error in the rules of consultations and warnings.
    #[error(transparent)]
    Consult(#[from] ConsultError),
    /// An error of an evaluation.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The rules cannot be loaded.
    #[error("rules: {0}")]
    Rules(String),
    /// A report cannot be made.
    #[error("report: {0}")]
    Report(String),
}

impl ApiError {
    /// Returns the code that the interface reacts to: for `sign_in` it asks for a password.
    pub fn code(&self) -> Option<&'static str> {
        matches!(self, Self::SignIn(_)).then_some("sign_in")
    }

    /// What went wrong, without what the error says to do about it: where something was stored already, to
    /// try again would be wrong advice.
    pub(crate) fn cause(&self) -> String {
        self.to_string().split(';').next().unwrap_or_default().to_owned()
    }
}
