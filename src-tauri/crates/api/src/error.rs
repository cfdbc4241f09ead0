use std::fmt::Display;

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

use crate::faults::{self, ErrorBody, ErrorCode, Fault};
use crate::report::ReportError;

/// Why an operation was refused or failed: what, where, and what to do.
///
/// The text is English, for logs and engineers. People read the words of its [`Fault`].
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The request is invalid.
    #[error("{1}")]
    Invalid(Fault, String),
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
    #[error("{1}")]
    SignIn(Fault, String),
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
    #[error("rules: {1}")]
    Rules(Fault, String),
    /// A report cannot be made.
    #[error("report: {0}")]
    Report(#[from] ReportError),
}

impl ApiError {
    /// Makes the error of a request that cannot be carried out, with a message for engineers.
    pub(crate) fn invalid(
        code: ErrorCode,
        params: &[(&'static str, &dyn Display)],
        message: String,
    ) -> Self {
        Self::Invalid(Fault::new(code, params), message)
    }

    /// Makes the error of a caller who has to prove their identity.
    pub(crate) fn sign_in(
        code: ErrorCode,
        params: &[(&'static str, &dyn Display)],
        message: String,
    ) -> Self {
        Self::SignIn(Fault::new(code, params), message)
    }

    /// Makes the error of rules that cannot be loaded or changed.
    pub(crate) fn rules(
        code: ErrorCode,
        params: &[(&'static str, &dyn Display)],
        message: String,
    ) -> Self {
        Self::Rules(Fault::new(code, params), message)
    }

    /// Returns the code that the window and other programs react to.
    pub fn code(&self) -> ErrorCode {
        self.fault().code
    }

    /// Returns the code with its parameters.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Invalid(fault, _) | Self::SignIn(fault, _) | Self::Rules(fault, _) => {
                fault.clone()
            }
            Self::Missing { what, id, .. } => faults::of_missing(what, id),
            Self::NotPermitted { name, .. } => {
                Fault::new(ErrorCode::NotPermitted, &[("name", name)])
            }
            Self::Store(error) => faults::of_store(error),
            Self::Flow(error) => faults::of_flow(error),
            Self::Search(error) => faults::of_search(error),
            Self::Corpus(error) => faults::of_corpus(error),
            Self::Inference(error) => faults::of_inference(error),
            Self::Patient(error) => faults::of_patient(error),
            Self::Clinical(error) | Self::Pharmacy(PharmacyError::Names(error)) => {
                faults::of_clinical(error)
            }
            Self::Pharmacy(PharmacyError::Data(fault))
            | Self::Consult(ConsultError::Data(fault)) => faults::of_data(fault),
            Self::Evaluate(error) => faults::of_evaluate(error),
            Self::Report(error) => error.fault(),
        }
    }

    /// Returns the error as it is sent to the window and to clients of the server.
    pub fn body(&self) -> ErrorBody {
        self.fault().body(self.to_string())
    }

    /// What went wrong, without what the error says to do about it: where something was stored already, to
    /// try again would be wrong advice.
    pub(crate) fn cause(&self) -> String {
        self.to_string().split(';').next().unwrap_or_default().to_owned()
    }
}

/// Returns a role as the table of operations writes it.
pub(crate) fn role_name(role: &Role) -> &'static str {
    match role {
        Role::Reviewer => "reviewer",
        Role::Pharmacist => "pharmacist",
        Role::Administrator => "administrator",
    }
}
