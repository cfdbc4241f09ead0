//! Checks what is installed, and says what to do about what is missing.

mod chat;
mod desk;
mod models;
mod outside;
mod search_models;

use crate::housekeeping::VERSION;
use crate::types::{DoctorCheck, DoctorReport, DoctorState};
use crate::{ApiError, Desk};

impl Desk {
    /// Runs all checks. Changes nothing and sends nothing.
    pub async fn doctor(&self) -> Result<DoctorReport, ApiError> {
        let checks = vec![
            self.check_corpora().await?,
            self.check_dictionary(),
            self.check_index().await?,
            self.check_embedding().await?,
            desk::check_fonts(),
            desk::check_pdfium().await,
            self.check_unfinished().await?,
            self.check_reviewers().await?,
            self.check_audit().await?,
            self.check_onnx_runtime().await?,
            self.check_models().await?,
            self.check_encoder().await?,
            self.check_reranker().await?,
            Box::pin(self.check_chat()).await?,
            self.check_outbound().await?,
            self.check_keyring().await,
        ];
        Ok(DoctorReport {
            version: VERSION.to_owned(),
            data_dir: self.data_dir().display().to_string(),
            checks,
        })
    }
}

fn check(
    name: &str,
    state: DoctorState,
    detail: impl Into<String>,
    remedy: impl Into<String>,
) -> DoctorCheck {
    DoctorCheck { name: name.to_owned(), state, detail: detail.into(), remedy: remedy.into() }
}
