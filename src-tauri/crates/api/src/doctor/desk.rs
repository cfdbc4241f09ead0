//! Checks the desk itself: corpora, dictionary, index, fonts, people, audit log.

use simui_search::retriever::FIT_FROM;

use super::check;
use crate::types::{DoctorCheck, DoctorState, UnfinishedReviews};
use crate::{ApiError, Desk};

impl Desk {
    pub(super) async fn check_corpora(&self) -> Result<DoctorCheck, ApiError> {
        let status = self.status().await?;
        let detail = format!("{} statutes, {} documents", status.statutes, status.documents);
        Ok(if status.digests_only {
            let remedy = "only digests are here: import the statutes with `simui corpus import`";
            check("corpora", DoctorState::Degraded, detail, remedy)
        } else {
            check("corpora", DoctorState::Ok, detail, "")
        })
    }

    pub(super) fn check_dictionary(&self) -> DoctorCheck {
        match &self.without_dictionary {
            None => check("dictionary", DoctorState::Ok, "mecab-ko-dic", ""),
            Some(why) => {
                check("dictionary", DoctorState::Degraded, why.clone(), "run `make setup`")
            }
        }
    }

    pub(super) async fn check_index(&self) -> Result<DoctorCheck, ApiError> {
        let library = self.refresh().await?;
        let detail = format!("{} chunks", library.retriever.index().chunks());
        Ok(check("index", DoctorState::Ok, detail, ""))
    }

    /// Checks the static embedding of dense search: its presence, its fit to the corpora and its vectors.
    pub(super) async fn check_embedding(&self) -> Result<DoctorCheck, ApiError> {
        if let Some(why) = &self.holdings.without_embedding {
            let detail = "words only (BM25)";
            return Ok(check("embedding", DoctorState::Degraded, detail, why.clone()));
        }
        let library = self.refresh().await?;
        let ready = match self.holdings.ready(&library).await {
            Ok(ready) => ready,
            Err(error) => {
                let (detail, why) = ("words only (BM25)", error.to_string());
                return Ok(check("embedding", DoctorState::Degraded, detail, why));
            }
        };
        let dims = library.retriever.embedding().map_or(0, |embedding| embedding.dims());
        let fitted = self.holdings.is_fitted(&library);
        let kind = if fitted { "fitted to the corpora" } else { "as it comes with the program" };
        let detail = format!("static, {dims} numbers, {kind}");
        let (state, remedy) = match (ready, fitted) {
            (false, _) => {
                (DoctorState::Degraded, "an import is running; look again when it has ended")
            }
            (true, false) if library.retriever.index().chunks() >= FIT_FROM => {
                (DoctorState::Degraded, "fit it to the corpora with `simui corpus fit`")
            }
            (true, _) => (DoctorState::Ok, ""),
        };
        Ok(check("embedding", state, detail, remedy))
    }

    /// Reviews that a killed process left, and reviews that failed.
    pub(super) async fn check_unfinished(&self) -> Result<DoctorCheck, ApiError> {
        let UnfinishedReviews { left_behind, failed } = self.unfinished_reviews().await?;
        let detail = format!("{left_behind} left unfinished, {failed} failed");
        Ok(match (left_behind, failed) {
            (0, 0) => check("reviews", DoctorState::Ok, detail, ""),
            (0, _) => {
                let remedy =
                    "look at each with `simui review show`, then `simui review retry CASE`";
                check("reviews", DoctorState::Degraded, detail, remedy)
            }
            _ => {
                let remedy = "go on with them with `simui review resume`";
                check("reviews", DoctorState::Degraded, detail, remedy)
            }
        })
    }

    pub(super) async fn check_reviewers(&self) -> Result<DoctorCheck, ApiError> {
        let count = self.reviewers().await?.len();
        let detail = format!("{count} registered");
        Ok(if count == 0 {
            let remedy = "nobody can decide: register somebody with `simui reviewer add NAME`";
            check("reviewers", DoctorState::Degraded, detail, remedy)
        } else {
            check("reviewers", DoctorState::Ok, detail, "")
        })
    }

    pub(super) async fn check_audit(&self) -> Result<DoctorCheck, ApiError> {
        let report = self.audit().await?;
        let detail = format!("{} entries, {}", report.entries, crate::audit::place(&report.key));
        Ok(match (report.intact, report.key_warning.is_empty()) {
            (false, _) => check("audit", DoctorState::Missing, detail, report.reason),
            (true, true) => check("audit", DoctorState::Ok, detail, ""),
            (true, false) => check("audit", DoctorState::Degraded, detail, report.key_warning),
        })
    }
}

pub(super) fn check_fonts() -> DoctorCheck {
    match crate::report::Fonts::locate(None) {
        Ok(fonts) => check("fonts", DoctorState::Ok, fonts.describe(), ""),
        Err(error) => {
            check("fonts", DoctorState::Degraded, "no Korean font for PDF", error.to_string())
        }
    }
}

/// Runs on a blocking thread, because the first check loads the library.
pub(super) async fn check_pdfium() -> DoctorCheck {
    let found = tokio::task::spawn_blocking(|| {
        simui_corpus::pdf_library().map(|file| file.display().to_string()).map_err(str::to_owned)
    });
    match found.await.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(file) => check("pdfium", DoctorState::Ok, file, ""),
        Err(why) => check(
            "pdfium",
            DoctorState::Degraded,
            format!("PDF files cannot be read: {why}"),
            "run models/pdfium/fetch.sh, or name libpdfium in SIMUI_PDFIUM",
        ),
    }
}
