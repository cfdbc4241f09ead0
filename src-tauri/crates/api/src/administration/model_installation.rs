//! Installs models from a folder or, where calls are allowed, by download, and removes them.

use std::path::Path;

use serde_json::json;
use simui_inference::registry::{Intake, Listed, ModelDirectory, ModelId, State};
use simui_inference::{InferenceError, outbound::Progress};
use simui_search::encoded::forget;
use tokio::runtime::Handle;
use tokio::sync::MutexGuard;

use super::models::{folder, known, view};
use crate::desk::installed_models::run_blocking;
use crate::desk::onnx_models::vectors_of;
use crate::faults::ErrorCode;
use crate::types::{
    AddModel, AddedModel, DeskEvent, ModelDownloadProgress, ModelRequest, ModelView,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Copies a model's files from a folder, checks them and installs the model, replacing an installed one.
    pub async fn add_model(&self, request: AddModel) -> Result<AddedModel, ApiError> {
        let _turn = self.lock_models()?;
        let actor = self.actor(request.reviewer.as_deref()).await?;
        let (directory, root) = (self.model_directory(), self.models_root());
        let intake = run_blocking(move || {
            install_from_folder(&directory, &root, &folder(&request.folder), request.id.as_deref())
        })
        .await?;
        self.record_installation(&actor, "folder", intake).await
    }

    /// Downloads a model's files from the hosts of the list, where the settings allow them, and installs the
    /// model. An interrupted download is continued.
    pub async fn download_model(&self, request: ModelRequest) -> Result<AddedModel, ApiError> {
        let _turn = self.lock_models()?;
        let mut stop = self.administration.stop_download.subscribe();
        let actor = self.actor(request.reviewer.as_deref()).await?;
        let entry = known(&self.models_root(), &request.id)?;
        let settings = self.outbound_settings().await?.settings;
        let (outbound, calls) = self.outbound(&settings, actor.clone())?;
        let (directory, events) = (self.model_directory(), self.events.clone());
        let mut progress = move |file: &str, at: Progress| {
            let progress = ModelDownloadProgress {
                id: request.id.clone(),
                file: file.to_owned(),
                received: at.received,
                total: at.total,
            };
            // Without a listener the send fails, which is no error.
            let _ = events.send(DeskEvent::ModelDownload { progress });
        };
        // On a blocking thread, because the files are copied and read again at the end.
        let handle = Handle::current();
        let done = run_blocking(move || {
            handle.block_on(async {
                tokio::select! {
                    done = directory.download(&entry, &outbound, &mut progress) => done.map(Some),
                    _ = stop.changed() => Ok(None),
                }
            })
        })
        .await;
        calls.finish().await?;
        match done? {
            Some(intake) => self.record_installation(&actor, "download", intake).await,
            None => Err(ApiError::invalid(
                ErrorCode::ModelDownloadStopped,
                &[],
                "download: it was stopped; the next one goes on where it stopped".to_owned(),
            )),
        }
    }

    /// Stops the running download. Files fetched so far stay.
    pub fn cancel_download(&self) {
        self.administration.stop_download.send_replace(());
    }

    /// Removes an installed model, damaged or not. Returns the models that remain.
    pub async fn remove_model(&self, request: ModelRequest) -> Result<Vec<ModelView>, ApiError> {
        let _turn = self.lock_models()?;
        let actor = self.actor(request.reviewer.as_deref()).await?;
        let (directory, id) = (self.model_directory(), request.id);
        let removed = run_blocking(move || {
            let unknown =
                |_| InferenceError::UnknownModel { id: id.clone(), place: "is installed" };
            let id = ModelId::try_from(id.clone()).map_err(unknown)?;
            // For a damaged model it is unknown which vectors belong to it.
            let vectors = directory.installed_entry(&id).ok().and_then(|entry| vectors_of(&entry));
            directory.remove(&id).map(|()| (id, vectors))
        });
        let (id, vectors) = removed.await?;
        if let Some(Err(error)) = vectors.map(|model| forget(&self.holdings.folder(), &model)) {
            tracing::warn!(%error, "the vectors of a model that was removed stay behind");
        }
        self.audit_model(&actor, "model_removed", id.as_str(), json!({})).await?;
        self.models().await
    }

    async fn record_installation(
        &self,
        actor: &str,
        from: &'static str,
        intake: Intake,
    ) -> Result<AddedModel, ApiError> {
        let Intake { entry, unchecked } = intake;
        let files: Vec<_> = entry
            .files
            .iter()
            .map(
                |file| json!({ "path": file.path, "sha256": file.sha256.map(|it| it.to_string()) }),
            )
            .collect();
        let details = json!({ "from": from, "files": files });
        self.audit_model(actor, "model_added", entry.id.as_str(), details).await?;
        self.search.embed_in_background();
        let unchecked = unchecked.into_iter().map(String::from).collect();
        let known = known(&self.models_root(), entry.id.as_str()).is_ok();
        let model = view(Listed { entry, state: State::Installed, known });
        Ok(AddedModel { model, unchecked })
    }

    async fn audit_model(
        &self,
        actor: &str,
        action: &'static str,
        id: &str,
        details: serde_json::Value,
    ) -> Result<(), ApiError> {
        self.database.audit(self.clock.now(), actor, action, id, details).await?;
        self.send_event(DeskEvent::ModelsChanged);
        Ok(())
    }

    fn lock_models(&self) -> Result<MutexGuard<'_, ()>, ApiError> {
        self.administration.changing_models.try_lock().map_err(|_| {
            ApiError::invalid(
                ErrorCode::ModelChangeRunning,
                &[],
                "models: another change is running; wait for it or cancel it".to_owned(),
            )
        })
    }
}

/// Installs the model of a folder: the requested one, else the one in its `model.toml`, else the listed one
/// of the folder's name.
fn install_from_folder(
    directory: &ModelDirectory,
    root: &Path,
    folder: &Path,
    id: Option<&str>,
) -> Result<Intake, InferenceError> {
    if let Some(id) = id {
        return directory.add(&known(root, id)?, folder);
    }
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match known(root, name) {
        Ok(entry) if !folder.join("model.toml").exists() => directory.add(&entry, folder),
        _ => directory.add_described(folder),
    }
}
