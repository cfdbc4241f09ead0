//! ONNX Runtime: where its library is, and what computes models.

use std::path::PathBuf;

use simui_inference::InferenceError;
use simui_inference::onnx::{Choice, LibrarySearch, Provider, Runtime, Trial};

use super::models::waiting;
use crate::types::{ChangeSettings, OnnxRuntime, OnnxSettings, ProviderTrial, SettingsView};
use crate::{ApiError, Desk};

const SUBJECT: &str = "onnx";

impl Desk {
    /// How models are computed.
    pub async fn onnx_settings(&self) -> Result<SettingsView<OnnxSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes it, in the name of an administrator. A process that has loaded a library keeps it until it ends.
    pub async fn set_onnx_settings(
        &self,
        mut change: ChangeSettings<OnnxSettings>,
    ) -> Result<SettingsView<OnnxSettings>, ApiError> {
        let filled = |text: Option<String>| {
            text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let library = filled(change.settings.library);
        if let Some(library) = &library {
            library_search(Some(library), PathBuf::new()).find()?;
        }
        let provider = match filled(change.settings.provider) {
            Some(name) => Some(provider(&name)?.name().to_owned()),
            None => None,
        };
        change.settings = OnnxSettings { library, provider };
        self.change_settings(SUBJECT, change).await
    }

    /// ONNX Runtime as it is on this machine: loaded, and its providers tried.
    pub async fn onnx_runtime(&self) -> Result<OnnxRuntime, ApiError> {
        let settings = self.onnx_settings().await?.settings;
        let search = library_search(settings.library.as_ref(), self.data_dir().to_owned());
        let choice = choice(&settings)?;
        waiting(move || Ok(look(&search, choice))).await
    }
}

pub(crate) fn library_search(setting: Option<&String>, data_dir: PathBuf) -> LibrarySearch {
    LibrarySearch::usual(setting.map(PathBuf::from), &data_dir)
}

pub(crate) fn choice(settings: &OnnxSettings) -> Result<Choice, ApiError> {
    match &settings.provider {
        Some(name) => Ok(Choice::Prefer(provider(name)?)),
        None => Ok(Choice::Automatic),
    }
}

fn provider(name: &str) -> Result<Provider, ApiError> {
    Provider::named(name).ok_or_else(|| ApiError::Missing {
        what: "provider",
        id: name.chars().take(40).collect(),
        remedy: "it is CUDA, TensorRT, DirectML, CoreML or CPU",
    })
}

/// What came of a provider, as the interface sees it.
pub(crate) fn trial(trial: &Trial) -> ProviderTrial {
    ProviderTrial {
        provider: trial.provider.name().to_owned(),
        taken: trial.taken,
        reason: trial.reason.clone(),
    }
}

fn look(search: &LibrarySearch, choice: Choice) -> OnnxRuntime {
    let looked = || -> Result<OnnxRuntime, InferenceError> {
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
    looked().unwrap_or_else(|error| OnnxRuntime {
        problem: error.to_string(),
        ..OnnxRuntime::default()
    })
}
