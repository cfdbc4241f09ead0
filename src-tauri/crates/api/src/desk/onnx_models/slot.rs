use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use simui_inference::registry::Entry;
use tokio::sync::Mutex;

use crate::ApiError;
use crate::types::OnnxSettings;

/// Time after which a model that could not be loaded is tried again.
const RETRY_INTERVAL: Duration = Duration::from_secs(30);

/// A loaded model. Another one replaces it when the key changes.
pub(super) struct Slot<M>(Mutex<Option<LoadedModel<M>>>);

/// The values whose change makes loading the model again necessary.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    entry: Entry,
    settings: OnnxSettings,
}

struct LoadedModel<M> {
    key: Key,
    model: Result<Arc<M>, String>,
    since: Instant,
}

impl Key {
    pub(super) fn new(entry: &Entry, settings: &OnnxSettings) -> Self {
        let mut entry = entry.clone();
        // Thresholds change nothing about a loaded model.
        entry.score.iter_mut().for_each(|score| score.thresholds.clear());
        Self { entry, settings: settings.clone() }
    }
}

impl<M> Default for Slot<M> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<M> Slot<M> {
    /// Returns the model of this key, awaiting `loading` when it is not loaded. Concurrent callers wait for
    /// the same loading.
    pub(super) async fn get(
        &self,
        key: Key,
        loading: impl Future<Output = Result<M, ApiError>>,
    ) -> Result<Arc<M>, String> {
        let mut loaded = self.0.lock().await;
        let good = |loaded: &LoadedModel<M>| {
            loaded.key == key && (loaded.model.is_ok() || loaded.since.elapsed() < RETRY_INTERVAL)
        };
        if let Some(loaded) = loaded.as_ref().filter(|loaded| good(loaded)) {
            return loaded.model.clone();
        }
        // Two large models at once may exceed the memory.
        *loaded = None;
        let model = loading.await.map(Arc::new).map_err(|error| error.to_string());
        *loaded = Some(LoadedModel { key, model: model.clone(), since: Instant::now() });
        model
    }
}
