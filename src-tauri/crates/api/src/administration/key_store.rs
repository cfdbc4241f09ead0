//! Where API keys are kept: the operating system's keyring, or the file that an administrator has created.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::json;
use simui_inference::keys::{KeyFile, Keyring};
use simui_inference::outbound::Secret;
use simui_inference::{InferenceError, KeyFileFault};
use uuid::Uuid;

use super::keys::LAW_KEY;
use super::models::run_blocking;
use crate::types::{CreateKeyFile, DeleteKeyFile, KeyFileView, OpenKeyFile, PasswordText};
use crate::{ApiError, Desk};

/// Path of the file, relative to the data directory.
const FILE: &str = "keys/api.keys";

/// The desk's API keys. While the file of keys exists it holds the keys, and the keyring is not read. The
/// passphrase opens it until the process ends.
#[derive(Clone)]
pub(crate) struct Keys {
    pub(crate) keyring: Keyring,
    file: PathBuf,
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

    pub(super) fn set(&self, name: &str, key: &Secret) -> Result<(), InferenceError> {
        match self.file_in_use()? {
            Some(file) => file.set(name, key),
            None => self.keyring.set(name, key),
        }
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), InferenceError> {
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

    fn open_file(&self) -> MutexGuard<'_, Option<KeyFile>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the file of keys exists, and whether this process has opened it.
    pub(crate) fn file_state(&self) -> (bool, bool) {
        let exists = self.file.exists();
        (exists, exists && self.open_file().is_some())
    }
}

impl Desk {
    /// Returns whether the file of keys exists and is open in this process. Opens nothing.
    pub async fn key_file(&self) -> Result<KeyFileView, ApiError> {
        let keys = self.administration.keys.clone();
        let (exists, open) = keys.file_state();
        let path = keys.file.display().to_string();
        let fault = match run_blocking(move || keys.keyring.get(LAW_KEY)).await {
            Ok(_) | Err(ApiError::Inference(InferenceError::NoKey { .. })) => None,
            Err(error) => Some(error.body()),
        };
        let keyring = fault.as_ref().map(|it| it.message.clone()).unwrap_or_default();
        Ok(KeyFileView { exists, open, path, keyring, fault })
    }

    /// Creates the file of keys and opens it, signed by an administrator. From then on it holds the keys, and
    /// those in the keyring are not read.
    pub async fn create_key_file(&self, request: CreateKeyFile) -> Result<KeyFileView, ApiError> {
        let by = self.signing_administrator(&request.reviewer).await?;
        let passphrase = secret(&request.passphrase);
        let keys = self.administration.keys.clone();
        run_blocking(move || {
            let file = KeyFile::create(&keys.file, &passphrase, fill_random)?;
            *keys.open_file() = Some(file);
            Ok(())
        })
        .await?;
        let at = self.clock.now();
        self.database.audit(at, by.id.as_str(), "key_file_created", FILE, json!({})).await?;
        self.key_file().await
    }

    /// Opens the file of keys for this process. Anybody who knows the passphrase may; wrong ones delay
    /// further attempts in every process.
    pub async fn open_key_file(&self, request: OpenKeyFile) -> Result<KeyFileView, ApiError> {
        let passphrase = secret(&request.passphrase);
        let keys = self.administration.keys.clone();
        if !keys.file.exists() {
            return Err(ApiError::Inference(InferenceError::KeyFile {
                path: keys.file.display().to_string(),
                fault: KeyFileFault::Missing,
                problem: "there is none; `simui keys file create` makes one".to_owned(),
            }));
        }
        let failures = self.database.begin_secret_try(&self.clock, FILE).await?;
        let opened = run_blocking(move || {
            let file = KeyFile::open(&keys.file, &passphrase, fill_random)?;
            *keys.open_file() = Some(file);
            Ok(())
        })
        .await;
        if let Err(error) = opened {
            let action = "key_file_refused";
            self.database.wrong_secret_try(&self.clock, FILE, action, failures).await?;
            return Err(error);
        }
        self.database.right_secret_try(FILE).await?;
        self.key_file().await
    }

    /// Closes the file of keys in this process by dropping its decrypted keys.
    pub async fn close_key_file(&self) -> Result<KeyFileView, ApiError> {
        *self.administration.keys.open_file() = None;
        self.key_file().await
    }

    /// Deletes the file with its keys, signed by an administrator. The keyring is used again. Needs no
    /// passphrase, in case it is lost.
    pub async fn delete_key_file(&self, request: DeleteKeyFile) -> Result<KeyFileView, ApiError> {
        let by = self.signing_administrator(&request.reviewer).await?;
        let keys = self.administration.keys.clone();
        *keys.open_file() = None;
        run_blocking(move || {
            std::fs::remove_file(&keys.file).map_err(|source| InferenceError::File {
                path: keys.file.display().to_string(),
                source,
            })
        })
        .await?;
        let at = self.clock.now();
        self.database.audit(at, by.id.as_str(), "key_file_deleted", FILE, json!({})).await?;
        self.key_file().await
    }
}

fn secret(passphrase: &PasswordText) -> Secret {
    Secret::new(&passphrase.0)
}

/// Fills `bytes` from the system's generator: hashes of version 4 UUIDs, three for each 32 bytes, so that
/// their fixed bits do not matter.
fn fill_random(bytes: &mut [u8]) {
    use sha2::{Digest, Sha256};
    for part in bytes.chunks_mut(32) {
        let three: Vec<u8> = (0..3).flat_map(|_| *Uuid::new_v4().as_bytes()).collect();
        let digest = Sha256::digest(&three);
        for (byte, drawn) in part.iter_mut().zip(digest) {
            *byte = drawn;
        }
    }
}
