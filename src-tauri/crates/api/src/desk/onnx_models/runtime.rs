//! ONNX Runtime as the settings choose it: its library, and the provider that computes.

use std::path::PathBuf;

use simui_inference::onnx::{Choice, LibrarySearch, Provider};

use crate::ApiError;
use crate::types::OnnxSettings;

/// Returns where the library is searched for.
pub(crate) fn library_search(setting: Option<&String>, data_dir: PathBuf) -> LibrarySearch {
    LibrarySearch::usual(setting.map(PathBuf::from), &data_dir)
}

/// Returns the provider of the settings; without one, the first that works is taken.
pub(crate) fn choice(settings: &OnnxSettings) -> Result<Choice, ApiError> {
    match &settings.provider {
        Some(name) => Ok(Choice::Prefer(provider(name)?)),
        None => Ok(Choice::Automatic),
    }
}

/// Returns the provider of a name.
pub(crate) fn provider(name: &str) -> Result<Provider, ApiError> {
    Provider::named(name).ok_or_else(|| ApiError::Missing {
        what: "provider",
        id: name.chars().take(40).collect(),
        remedy: "it is CUDA, TensorRT, DirectML, CoreML or CPU",
    })
}
