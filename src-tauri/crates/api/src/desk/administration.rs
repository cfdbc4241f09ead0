//! The keys of an open desk, and its running updates and downloads.

use std::path::Path;

use simui_inference::keys::Keyring;
use tokio::sync::{Mutex, watch};

use super::keys::Keys;

/// State that the operations of administrators share.
pub(crate) struct Administration {
    /// The desk's keys.
    pub(crate) keys: Keys,
    /// Held by the update of laws or drug data that is running.
    pub(crate) updating: Mutex<()>,
    /// Signals the running update to stop.
    pub(crate) stop_update: watch::Sender<()>,
    /// Held by the change of models that is running.
    pub(crate) changing_models: Mutex<()>,
    /// Signals the running download to stop.
    pub(crate) stop_download: watch::Sender<()>,
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
