//! The file of keys: creates, opens, closes and deletes it.

use serde_json::json;
use simui_inference::keys::KeyFile;
use simui_inference::outbound::Secret;
use simui_inference::{InferenceError, KeyFileFault};
use uuid::Uuid;

use crate::desk::installed_models::run_blocking;
use crate::desk::keys::{FILE, LAW_KEY};
use crate::types::{CreateKeyFile, DeleteKeyFile, KeyFileView, OpenKeyFile, PasswordText};
use crate::{ApiError, Desk};

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
    Secret::new(passphrase.reveal())
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
