//! Where API keys are kept: the operating system's keyring, or the file that an administrator has asked for.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::keys::{KeyFile, Keyring};
use simui_inference::outbound::Secret;
use uuid::Uuid;

use super::keys::LAW_KEY;
use super::models::waiting;
use crate::types::{CreateKeyFile, DeleteKeyFile, KeyFileView, OpenKeyFile, PasswordText};
use crate::{ApiError, Desk};

/// Below the data directory.
const FILE: &str = "keys/api.keys";

/// The desk's API keys. While there is a file of keys, it has them, and the keyring is not asked. Its passphrase opens it for as long
/// as the process lives.
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

    /// A key. Waits for the keyring.
    pub(crate) fn get(&self, name: &str) -> Result<Secret, InferenceError> {
        match self.opened()? {
            Some(file) => file.get(name),
            None => self.keyring.get(name),
        }
    }

    pub(super) fn set(&self, name: &str, key: &Secret) -> Result<(), InferenceError> {
        match self.opened()? {
            Some(file) => file.set(name, key),
            None => self.keyring.set(name, key),
        }
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), InferenceError> {
        match self.opened()? {
            Some(file) => file.remove(name),
            None => self.keyring.remove(name),
        }
    }

    /// The open file; nothing where there is none, so that the keyring is asked.
    fn opened(&self) -> Result<Option<KeyFile>, InferenceError> {
        if !self.file.exists() {
            return Ok(None);
        }
        match self.held().as_ref() {
            Some(file) => Ok(Some(file.clone())),
            None => Err(InferenceError::KeyFile {
                path: self.file.display().to_string(),
                problem: "it is locked; open it in the settings under outside connections, or give its passphrase with \
                          `--keys-stdin`"
                    .to_owned(),
            }),
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<KeyFile>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a file of keys, and whether this process has opened it.
    pub(crate) fn of_file(&self) -> (bool, bool) {
        let exists = self.file.exists();
        (exists, exists && self.held().is_some())
    }
}

impl Desk {
    /// Whether there is a file of keys, and whether it is open here. Nothing is opened.
    pub async fn key_file(&self) -> Result<KeyFileView, ApiError> {
        let keys = self.administration.keys.clone();
        let (exists, open) = keys.of_file();
        let path = keys.file.display().to_string();
        let keyring = match waiting(move || keys.keyring.get(LAW_KEY)).await {
            Ok(_) | Err(ApiError::Inference(InferenceError::NoKey { .. })) => String::new(),
            Err(error) => error.to_string(),
        };
        Ok(KeyFileView { exists, open, path, keyring })
    }

    /// Makes a file of keys and opens it, in the name of an administrator. From then on it has the keys, and those in the keyring
    /// are not asked for.
    pub async fn create_key_file(&self, request: CreateKeyFile) -> Result<KeyFileView, ApiError> {
        let by = self.signing_administrator(&request.reviewer).await?;
        let passphrase = secret(&request.passphrase);
        let keys = self.administration.keys.clone();
        waiting(move || {
            let file = KeyFile::create(&keys.file, &passphrase, random)?;
            *keys.held() = Some(file);
            Ok(())
        })
        .await?;
        let at = self.clock.now();
        self.database.audit(at, by.id.as_str(), "key_file_created", FILE, json!({})).await?;
        self.key_file().await
    }

    /// Opens it for this process. Whoever knows the passphrase may; wrong ones slow the next ones down, in every process.
    pub async fn open_key_file(&self, request: OpenKeyFile) -> Result<KeyFileView, ApiError> {
        let passphrase = secret(&request.passphrase);
        let keys = self.administration.keys.clone();
        if !keys.file.exists() {
            return Err(ApiError::Inference(InferenceError::KeyFile {
                path: keys.file.display().to_string(),
                problem: "there is none; `simui keys file create` makes one".to_owned(),
            }));
        }
        let failures = self.database.begin_secret_try(&self.clock, FILE).await?;
        let opened = waiting(move || {
            let file = KeyFile::open(&keys.file, &passphrase, random)?;
            *keys.held() = Some(file);
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

    /// Forgets in this process what the passphrase became.
    pub async fn close_key_file(&self) -> Result<KeyFileView, ApiError> {
        *self.administration.keys.held() = None;
        self.key_file().await
    }

    /// Deletes it with the keys in it, in the name of an administrator; the keyring has keys again. Also for a lost passphrase.
    pub async fn delete_key_file(&self, request: DeleteKeyFile) -> Result<KeyFileView, ApiError> {
        let by = self.signing_administrator(&request.reviewer).await?;
        let keys = self.administration.keys.clone();
        *keys.held() = None;
        waiting(move || {
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

/// From the system's generator, by way of version 4 UUIDs hashed: what is fixed in them does not matter.
fn random(bytes: &mut [u8]) {
    use sha2::{Digest, Sha256};
    for part in bytes.chunks_mut(32) {
        let three: Vec<u8> = (0..3).flat_map(|_| *Uuid::new_v4().as_bytes()).collect();
        let digest = Sha256::digest(&three);
        for (byte, drawn) in part.iter_mut().zip(digest) {
            *byte = drawn;
        }
    }
}
