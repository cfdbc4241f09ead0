//! Checks ONNX Runtime and the installed models.

use super::check;
use crate::types::{DoctorCheck, DoctorState, ModelState, ProviderTrial};
use crate::{ApiError, Desk};

impl Desk {
    pub(super) async fn check_onnx_runtime(&self) -> Result<DoctorCheck, ApiError> {
        let runtime = self.onnx_runtime().await?;
        let Some(library) = &runtime.library else {
            let detail = "models cannot be computed";
            return Ok(check("onnxruntime", DoctorState::Degraded, detail, runtime.problem));
        };
        let detail = format!(
            "{}, {library}; {}",
            runtime.version.as_ref().unwrap_or(&runtime.build),
            providers(&runtime.providers)
        );
        Ok(check("onnxruntime", DoctorState::Ok, detail, ""))
    }

    pub(super) async fn check_models(&self) -> Result<DoctorCheck, ApiError> {
        let models = self.models().await?;
        let of = |state: ModelState| {
            let those = models.iter().filter(move |model| model.state == state);
            those.map(|model| model.id.as_str()).collect::<Vec<_>>().join(", ")
        };
        let (installed, damaged) = (of(ModelState::Installed), of(ModelState::Damaged));
        Ok(if !damaged.is_empty() {
            let detail = format!("damaged: {damaged}; installed: {}", or_none(&installed));
            let remedy = "see `simui models verify NAME`, then add the model again or remove it";
            check("models", DoctorState::Degraded, detail, remedy)
        } else if installed.is_empty() {
            let remedy = "optional: `simui models list` shows what can be added";
            check("models", DoctorState::Ok, "none installed", remedy)
        } else {
            check("models", DoctorState::Ok, installed, "")
        })
    }
}

fn or_none(names: &str) -> &str {
    if names.is_empty() { "none" } else { names }
}

/// Describes the provider in use, and why no faster one is.
pub(super) fn providers(trials: &[ProviderTrial]) -> String {
    let taken = trials.iter().find(|trial| trial.taken);
    let taken = taken.map_or("none", |trial| trial.provider.as_str());
    let refused: Vec<String> = trials
        .iter()
        .filter(|trial| !trial.taken)
        .map(|trial| format!("{}: {}", trial.provider, trial.reason))
        .collect();
    if refused.is_empty() {
        format!("computes on {taken}")
    } else {
        format!("computes on {taken} ({})", refused.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_the_cpu_computes_is_told() {
        let trial = |provider: &str, taken, reason: &str| ProviderTrial {
            provider: provider.into(),
            taken,
            reason: reason.into(),
        };
        let trials = vec![trial("CUDA", false, "no driver"), trial("CPU", true, "always there")];
        assert_eq!(providers(&trials), "computes on CPU (CUDA: no driver)");
    }
}
