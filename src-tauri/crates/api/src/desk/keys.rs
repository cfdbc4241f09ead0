//! Where API keys are kept: the operating system's keyring, or the file that an administrator has created.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use simui_inference::keys::{KeyFile, Keyring};
use simui_inference::outbound::Secret;
use simui_inference::{InferenceError, KeyFileFault};

/// The key of law.go.kr's open API (`OC`).
pub(crate) const LAW_KEY: &str = "law.go.kr";

/// The key of data.go.kr's services (`serviceKey`).
pub(crate) const DRUG_KEY: &str = "data.go.kr";

/// Path of the file, relative to the data directory.
pub(crate) const FILE: &str = "keys/api.keys";

/// The desk's API keys. While the file of keys exists it holds the keys, and the keyring is not read. The
/// passphrase opens it until the process ends.
#[derive(Clone)]
pub(crate) struct Keys {
    pub(crate) keyring: Keyring,
    pub(crate) file: PathBuf,
    open: Arc<Mutex<Option<KeyFile>>>,
}

impl Keys {
    pub(crate) fn new(keyring: Keyring, data_dir: &Path) -> Self {
        Self { keyring, file: data_dir.join(FILE), open: Arc::default() }
    }

    /// Returns a key. May block on the keyring.
    pub(crate) fn get(&self, name: &str) -> Result<Secret, InferenceError> {
        match self.file_in_use()? {
            Some(file) => file.get(name),
            None => self.keyring.get(name),
        }
    }

    pub(crate) fn set(&self, name: &str, key: &Secret) -> Result<(), InferenceError> {
        match self.file_in_use()? {
            Some(file) => file.set(name, key),
            None => self.keyring.set(name, key),
        }
    }

    pub(crate) fn remove(&self, name: &str) -> Result<(), InferenceError> {
        match self.file_in_use()? {
            Some(file) => file.remove(name),
            None => self.keyring.remove(name),
        }
    }

    /// Returns the opened file; `None` when no file exists, so that the keyring is used. An error when it is
    /// locked.
    fn file_in_use(&self) -> Result<Option<KeyFile>, InferenceError> {
        if !self.file.exists() {
            return Ok(None);
        }
        match self.open_file().as_ref() {
            Some(file) => Ok(Some(file.clone())),
            None => Err(InferenceError::KeyFile {
                path: self.file.display().to_string(),
                fault: KeyFileFault::Locked,
                problem: "it is locked; open it in the settings under outside connections, or give its passphrase with \
                          `--keys-stdin`"
                    .to_owned(),
            }),
        }
    }

    pub(crate) fn open_file(&self) -> MutexGuard<'_, Option<KeyFile>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the file of keys exists, and whether this process has opened it.
    pub(crate) fn file_state(&self) -> (bool, bool) {
        let exists = self.file.exists();
        (exists, exists && self.open_file().is_some())
    }
}
