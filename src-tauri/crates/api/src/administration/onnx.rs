//! Settings of ONNX Runtime: its library, and the provider that computes models.

use std::path::PathBuf;

use simui_inference::InferenceError;
use simui_inference::onnx::{Choice, LibrarySearch, Runtime, Trial};

use crate::desk::installed_models::run_blocking;
use crate::desk::onnx_models::{choice, library_search, provider};
use crate::types::{ChangeSettings, OnnxRuntime, OnnxSettings, ProviderTrial, SettingsView};
use crate::{ApiError, Desk};

const SUBJECT: &str = "onnx";

impl Desk {
    /// Returns the settings of ONNX Runtime.
    pub async fn onnx_settings(&self) -> Result<SettingsView<OnnxSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes the settings, signed by an administrator. A process that has loaded a library keeps it until
    /// it ends.
    pub async fn set_onnx_settings(
        &self,
        mut change: ChangeSettings<OnnxSettings>,
    ) -> Result<SettingsView<OnnxSettings>, ApiError> {
        let trimmed = |text: Option<String>| {
            text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let library = trimmed(change.settings.library);
        if let Some(library) = &library {
            library_search(Some(library), PathBuf::new()).find()?;
        }
        let provider = match trimmed(change.settings.provider) {
            Some(name) => Some(provider(&name)?.name().to_owned()),
            None => None,
        };
        change.settings = OnnxSettings { library, provider };
        self.change_settings(SUBJECT, change).await
    }

    /// Loads ONNX Runtime, tries its providers and describes the result.
    pub async fn onnx_runtime(&self) -> Result<OnnxRuntime, ApiError> {
        let settings = self.onnx_settings().await?.settings;
        let search = library_search(settings.library.as_ref(), self.data_dir().to_owned());
        let choice = choice(&settings)?;
        run_blocking(move || Ok(inspect_runtime(&search, choice))).await
    }
}

/// Converts the trial of a provider to its view.
pub(crate) fn trial(trial: &Trial) -> ProviderTrial {
    ProviderTrial {
        provider: trial.provider.name().to_owned(),
        taken: trial.taken,
        reason: trial.reason.clone(),
    }
}

fn inspect_runtime(search: &LibrarySearch, choice: Choice) -> OnnxRuntime {
    let inspect = || -> Result<OnnxRuntime, InferenceError> {
        let runtime = Runtime::load(search)?;
        let trials = runtime.providers(choice)?;
        Ok(OnnxRuntime {
            library: Some(runtime.library().display().to_string()),
            version: runtime.version(),
            build: runtime.build_information().to_owned(),
            providers: trials.iter().map(trial).collect(),
            problem: String::new(),
        })
    };
    inspect().unwrap_or_else(|error| OnnxRuntime {
        problem: error.to_string(),
        ..OnnxRuntime::default()
    })
}
