//! Chat models from GGUF files: locates the file and keeps the last model loaded.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use simui_inference::InferenceError;
use simui_inference::gguf::{self, Gguf};
use simui_inference::registry::{ModelDirectory, ModelId, Role};
use tokio::sync::Mutex;

use super::endpoints::wrong;
use crate::ApiError;
use crate::desk::installed_models::run_blocking;
use crate::types::ChatEndpoint;

/// Prefix of an address that names an installed model.
const INSTALLED: &str = "model:";

/// The model that was asked last. Asking another one replaces it.
#[derive(Default)]
pub(super) struct InProcess(Mutex<Option<Loaded>>);

struct Loaded {
    path: PathBuf,
    changed: Option<SystemTime>,
    model: Gguf,
}

/// Returns the id of the installed model that an endpoint names, if it names one.
pub(crate) fn model_id(endpoint: &ChatEndpoint) -> Option<&str> {
    let id = endpoint.address.strip_prefix(INSTALLED)?;
    (endpoint.preset == crate::types::ChatPreset::Gguf).then_some(id)
}

/// Checks that an endpoint in this process needs no key and names an installed model or the absolute path of
/// a GGUF file.
pub(crate) fn check_file(endpoint: &ChatEndpoint) -> Result<(), ApiError> {
    let ChatEndpoint { name, address, key, .. } = endpoint;
    if *key {
        return Err(wrong(&format!("endpoint {name}: a model in this process wants no key")));
    }
    let usable = match address.strip_prefix(INSTALLED) {
        Some(id) => ModelId::try_from(id.to_owned()).is_ok(),
        None => Path::new(address).is_absolute() && address.ends_with(".gguf"),
    };
    match usable {
        true => Ok(()),
        false => Err(wrong(&format!(
            "endpoint {name}: this names no model; write the whole path of a file that ends in .gguf, or `model:ID` for an \
             installed one (`simui models list`)"
        ))),
    }
}

/// Returns why an endpoint's model cannot be asked; empty when it can.
pub(crate) async fn obstacle(endpoint: &ChatEndpoint, models: &ModelDirectory) -> String {
    if !gguf::BUILT_IN {
        return gguf::NOT_BUILT_IN.to_owned();
    }
    let (endpoint, models) = (endpoint.clone(), models.clone());
    let problem = run_blocking(move || match model_id(&endpoint) {
        // The contents are read when the model is loaded: gigabytes are not read for a status.
        Some(id) => chat_model(&models, id).map(|_| ()),
        None => gguf::check(Path::new(&endpoint.address)),
    });
    problem.await.err().map(|error| error.to_string()).unwrap_or_default()
}

impl InProcess {
    /// Returns the endpoint's model, loaded. An installed one is first compared with its SHA-256.
    pub(super) async fn model(
        &self,
        endpoint: &ChatEndpoint,
        models: &ModelDirectory,
    ) -> Result<Gguf, ApiError> {
        let mut loaded = self.0.lock().await;
        let (endpoint, models) = (endpoint.clone(), models.clone());
        let known = loaded.as_ref().map(|it| (it.path.clone(), it.changed));
        let found = run_blocking(move || {
            let path = match model_id(&endpoint) {
                Some(id) => chat_model(&models, id)?,
                None => PathBuf::from(&endpoint.address),
            };
            let changed = std::fs::metadata(&path).and_then(|it| it.modified()).ok();
            if known == Some((path.clone(), changed)) {
                return Ok(None);
            }
            if let Some(id) = model_id(&endpoint) {
                models.verify(id)?;
            }
            Ok(Some(Loaded { model: Gguf::open(&path)?, path, changed }))
        })
        .await?;
        if let Some(fresh) = found {
            *loaded = Some(fresh);
        }
        match loaded.as_ref() {
            Some(it) => Ok(it.model.clone()),
            None => Err(wrong("the model is not loaded; report this")),
        }
    }
}

/// Returns the file of an installed chat model.
fn chat_model(models: &ModelDirectory, id: &str) -> Result<PathBuf, InferenceError> {
    let unknown = || InferenceError::UnknownModel { id: id.to_owned(), place: "is installed" };
    let id = ModelId::try_from(id.to_owned()).map_err(|_| unknown())?;
    let entry = models.installed_entry(&id)?;
    match entry.role {
        Role::Chat => Ok(models.place_of(&entry)),
        _ => Err(InferenceError::Model {
            id: id.to_string(),
            problem: "it is no chat model; choose one with the role `chat`".to_owned(),
        }),
    }
}
