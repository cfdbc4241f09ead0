//! Checks the installed models that searches use.

use simui_inference::onnx::Trial;

use super::check;
use super::models::providers;
use crate::administration::trial;
use crate::desk::onnx_models::{Unusable, vectors_of};
use crate::types::{DoctorCheck, DoctorState};
use crate::{ApiError, Desk};

impl Desk {
    /// Checks the chosen encoder: its provider, and how many passages have a vector.
    pub(super) async fn check_encoder(&self) -> Result<DoctorCheck, ApiError> {
        let chosen = match self.onnx.encoder(&self.onnx.chosen().await?).await {
            Ok(Some(chosen)) => chosen,
            Ok(None) => {
                let detail = "none chosen: the embedding above searches by meaning";
                return Ok(check("encoder", DoctorState::Ok, detail, ""));
            }
            Err(why) => return Ok(unusable("encoder", why)),
        };
        let Some(model) = vectors_of(&chosen.entry) else {
            return Ok(check("encoder", DoctorState::Degraded, "it is no encoder", ""));
        };
        let library = self.refresh().await?;
        let share = self.onnx.survey(&self.holdings, &library.retriever, &model).await?;
        let detail = format!(
            "{}, {}; {} of {} passages have their vector",
            chosen.entry.id,
            computed(&chosen.model.providers()),
            share.done,
            share.of
        );
        Ok(if share.done == share.of {
            check("encoder", DoctorState::Ok, detail, "")
        } else {
            let remedy = "the embedding above searches until all have: the window makes them, or `simui corpus embed`";
            check("encoder", DoctorState::Degraded, detail, remedy)
        })
    }

    /// Checks the chosen cross-encoder and its provider.
    pub(super) async fn check_reranker(&self) -> Result<DoctorCheck, ApiError> {
        Ok(match self.onnx.reranker(&self.onnx.chosen().await?).await {
            Ok(Some(chosen)) => {
                let providers = computed(&chosen.model.providers());
                let detail = format!("{}, {providers}", chosen.entry.id);
                check("reranker", DoctorState::Ok, detail, "")
            }
            Ok(None) => {
                check("reranker", DoctorState::Ok, "offline (lexical and static embedding)", "")
            }
            Err(why) => unusable("reranker", why),
        })
    }
}

fn unusable(name: &str, Unusable { id, why }: Unusable) -> DoctorCheck {
    check(name, DoctorState::Degraded, format!("{id} is chosen and cannot be used"), why)
}

fn computed(trials: &[Trial]) -> String {
    providers(&trials.iter().map(trial).collect::<Vec<_>>())
}
