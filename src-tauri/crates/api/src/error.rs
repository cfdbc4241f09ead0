use simui_corpus::CorpusError;
use simui_counsel::CounselError;
use simui_domain::Role;
use simui_evaluate::EvaluateError;
use simui_flow::FlowError;
use simui_inference::InferenceError;
use simui_search::SearchError;
use simui_store::StoreError;

use crate::privileges::role_name;

/// Why an operation was refused or failed: what, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// What was asked does not make sense.
    #[error("{0}")]
    Invalid(String),
    /// What was asked for is not there.
    #[error("{what} {id:?} does not exist; {remedy}")]
    Missing {
        /// `case`, `document`, `reviewer`, …
        what: &'static str,
        /// As asked.
        id: String,
        /// What to do.
        remedy: &'static str,
    },
    /// Somebody must prove that it is they.
    #[error("{0}")]
    SignIn(String),
    /// Whoever is signed in has a role that may not do this.
    #[error("{operation}: {name:?} is a {}, and this needs: {needed}; ask somebody who may", role_name(.role))]
    NotPermitted {
        /// What was asked for.
        operation: String,
        /// Who is signed in.
        name: String,
        /// As what.
        role: Role,
        /// The roles that may.
        needed: String,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A run.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// The search index.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// An import.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A model, a key, or a call that leaves the machine.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// What was said cannot be read.
    #[error(transparent)]
    Counsel(#[from] CounselError),
    /// A measure of the desk.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The rules do not load.
    #[error("rules: {0}")]
    Rules(String),
    /// A report cannot be made.
    #[error("report: {0}")]
    Report(String),
}

impl ApiError {
    /// What the interface acts on: `sign_in` asks for a password.
    pub fn code(&self) -> Option<&'static str> {
        matches!(self, Self::SignIn(_)).then_some("sign_in")
    }

    /// What went wrong, without what the error says to do about it: where something was stored already, to try again would be wrong
    /// advice.
    pub(crate) fn cause(&self) -> String {
        self.to_string().split(';').next().unwrap_or_default().to_owned()
    }
}
