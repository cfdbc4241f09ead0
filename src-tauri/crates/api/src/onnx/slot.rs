use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use simui_inference::registry::Entry;
use tokio::sync::Mutex;

use crate::ApiError;
use crate::types::OnnxSettings;

/// Time after which a model that could not be loaded is tried again.
const AGAIN: Duration = Duration::from_secs(30);

/// A loaded model. Another one replaces it when the key changes.
pub(super) struct Slot<M>(Mutex<Option<Held<M>>>);

/// The values whose change makes loading the model again necessary.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    entry: Entry,
    settings: OnnxSettings,
}

struct Held<M> {
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
        let mut held = self.0.lock().await;
        let good = |held: &Held<M>| {
            held.key == key && (held.model.is_ok() || held.since.elapsed() < AGAIN)
        };
        if let Some(held) = held.as_ref().filter(|held| good(held)) {
            return held.model.clone();
        }
        // Two large models at once may exceed the memory.
        *held = None;
        let model = loading.await.map(Arc::new).map_err(|error| error.to_string());
        *held = Some(Held { key, model: model.clone(), since: Instant::now() });
        model
    }
}
