//! Lists the known and the installed models, and verifies installed ones.

use std::path::{Path, PathBuf};

use simui_inference::InferenceError;
use simui_inference::registry::{Entry, Listed, Manifest, ModelDirectory, Role, State};

use crate::desk::chat_models::model_id;
use crate::desk::installed_models::{models_in, run_blocking};
use crate::types::{ModelCheck, ModelRequest, ModelRole, ModelState, ModelView};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists the models of the desk's list, followed by others that are installed.
    pub async fn models(&self) -> Result<Vec<ModelView>, ApiError> {
        let (directory, root) = (self.model_directory(), self.models_root());
        let listed = run_blocking(move || directory.list(&manifest(&root)?)).await?;
        let chosen = self.onnx.chosen().await?;
        let chat = Box::pin(self.chat_settings()).await?.settings;
        let used = |id: &str| {
            [&chosen.encoder, &chosen.reranker].iter().any(|it| it.as_deref() == Some(id))
                || chat.endpoints.iter().any(|it| model_id(it) == Some(id))
        };
        let viewed = listed.into_iter().map(view);
        Ok(viewed.map(|model| ModelView { used: used(&model.id), ..model }).collect())
    }

    /// Reads every file of an installed model and compares its SHA-256.
    pub async fn verify_model(&self, request: ModelRequest) -> Result<ModelCheck, ApiError> {
        let (directory, id) = (self.model_directory(), request.id.clone());
        let fault = match run_blocking(move || directory.verify(&id)).await {
            Ok(_) => None,
            Err(ApiError::Inference(
                error @ (InferenceError::Model { .. } | InferenceError::Manifest { .. }),
            )) => Some(ApiError::from(error).body()),
            Err(error) => return Err(error),
        };
        let problem = fault.as_ref().map(|it| it.message.clone()).unwrap_or_default();
        Ok(ModelCheck { id: request.id, intact: fault.is_none(), problem, fault })
    }

    /// Returns the directory of installed models.
    pub(super) fn model_directory(&self) -> ModelDirectory {
        ModelDirectory::new(self.models_root())
    }

    pub(super) fn models_root(&self) -> PathBuf {
        models_in(self.data_dir())
    }
}

/// Returns the models that come with the program and those that an office lists in `manifest.toml` beside the
/// installed ones. The office's entry counts where both list a model.
pub(super) fn manifest(root: &Path) -> Result<Manifest, InferenceError> {
    let mut manifest = Manifest::built_in()?;
    let own = root.join("manifest.toml");
    if own.exists() {
        let own = Manifest::read(&own)?.models;
        manifest.models.retain(|entry| own.iter().all(|other| other.id != entry.id));
        manifest.models.extend(own);
    }
    Ok(manifest)
}

/// Returns the listed model with this id.
pub(super) fn known(root: &Path, id: &str) -> Result<Entry, InferenceError> {
    let models = manifest(root)?.models;
    models.into_iter().find(|entry| entry.id.as_str() == id).ok_or_else(|| {
        InferenceError::UnknownModel { id: id.chars().take(80).collect(), place: "is in the list" }
    })
}

/// Converts a folder name that a person typed to a path.
pub(super) fn folder(text: &str) -> PathBuf {
    PathBuf::from(text.trim())
}

pub(super) fn view(listed: Listed) -> ModelView {
    let Listed { entry, state, known } = listed;
    let size = entry.files.iter().map(|file| file.size).sum::<Option<u64>>();
    let downloadable = entry.files.iter().all(|file| file.sha256.is_some() && file.url.is_some());
    let mut hosts: Vec<String> =
        entry.files.iter().filter_map(|file| file.url.as_deref()).map(host).collect();
    hosts.sort();
    hosts.dedup();
    let (state, problems) = match state {
        State::Installed => (ModelState::Installed, Vec::new()),
        State::Missing => (ModelState::Missing, Vec::new()),
        State::Damaged(problems) => (ModelState::Damaged, problems),
    };
    ModelView {
        id: entry.id.to_string(),
        name: entry.name,
        role: match entry.role {
            Role::Encoder(_) => ModelRole::Encoder,
            Role::Reranker => ModelRole::Reranker,
            Role::Chat => ModelRole::Chat,
        },
        licence: entry.licence,
        source: entry.source,
        note: entry.note.split_whitespace().collect::<Vec<_>>().join(" "),
        size,
        state,
        problems,
        known,
        downloadable,
        hosts,
        used: false,
    }
}

/// Returns the host of a file's address in the form that the settings use.
fn host(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
    let host = rest.split('/').next().unwrap_or(rest);
    if scheme == "http" { format!("http://{host}") } else { host.to_owned() }
}
