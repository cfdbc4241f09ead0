//! Operations reserved for administrators: outbound calls, keys, law updates, models and settings.

mod calls;
mod key_store;
mod keys;
mod laws;
mod model_installation;
mod models;
mod onnx;
mod outbound;
mod outbound_log;
mod search_models;
mod settings;
#[cfg(test)]
pub(crate) mod tests;
mod update;

use std::path::Path;

use simui_inference::keys::Keyring;
use tokio::sync::{Mutex, watch};

pub(crate) use calls::Calls;
pub(crate) use key_store::Keys;
pub(crate) use keys::LAW_KEY;
pub(crate) use models::{models_in, run_blocking};
pub(crate) use onnx::{choice, library_search, trial};
pub(crate) use outbound::{jitter, policy};
pub(crate) use settings::settings_in;

/// State that the operations of this folder share.
pub(crate) struct Administration {
    /// The desk's keys.
    pub(crate) keys: Keys,
    /// Held by the law update that is running.
    updating: Mutex<()>,
    /// Signals the running update to stop.
    stop_update: watch::Sender<()>,
    /// Held by the change of models that is running.
    changing_models: Mutex<()>,
    /// Signals the running download to stop.
    stop_download: watch::Sender<()>,
}

impl Administration {
    pub(crate) fn new(data_dir: &Path) -> Self {
        Self {
            keys: Keys::new(Keyring::new("simui"), data_dir),
            updating: Mutex::default(),
            stop_update: watch::Sender::new(()),
            changing_models: Mutex::default(),
            stop_download: watch::Sender::new(()),
        }
    }
}
