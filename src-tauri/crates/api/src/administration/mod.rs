//! What only administrators decide: what may leave the machine, keys, updates of laws, models.

mod calls;
mod key_store;
mod keys;
mod laws;
mod models;
mod models_in_and_out;
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
pub(crate) use models::{models_in, waiting};
pub(crate) use onnx::{choice, library_search, trial};
pub(crate) use outbound::{jitter, policy};
pub(crate) use settings::settings_in;

/// What the operations of this folder share.
pub(crate) struct Administration {
    /// The desk's keys.
    pub(crate) keys: Keys,
    /// One update of laws at a time.
    updating: Mutex<()>,
    /// Told when the update that is running is to stop.
    stop_update: watch::Sender<()>,
    /// One change of the models at a time.
    changing_models: Mutex<()>,
    /// Told when the download that is running is to stop.
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
