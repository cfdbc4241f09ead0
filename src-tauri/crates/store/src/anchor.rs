//! What of the audit log lies outside the database: its key, and its head.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::StoreError;
use crate::owner::exclusive;

/// The last entry of the audit log as of some moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub seq: u64,
    pub mac: String,
}

impl Head {
    /// Before the first entry.
    pub fn genesis() -> Self {
        Self { seq: 0, mac: "0".repeat(64) }
    }
}

/// Key and head.
pub(crate) struct Anchor {
    key: Option<[u8; 32]>,
    key_path: PathBuf,
    head_path: PathBuf,
    lock_path: PathBuf,
}

impl std::fmt::Debug for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Anchor")
    }
}

impl Anchor {
    /// Reads the key. A log without entries gets a new key and head if it has none; a log with entries never
    /// does, because that would hide that they were lost. The caller holds the setup turn.
    pub fn open(dir: &Path, log_is_empty: bool) -> Result<Self, StoreError> {
        let keys = dir.join("keys");
        create_private_dir(&keys).map_err(|source| failed(&keys, source))?;
        let key_path = keys.join("audit.key");
        let mut anchor = Self {
            key: None,
            head_path: dir.join("audit.head"),
            lock_path: dir.join("locks").join("audit"),
            key_path,
        };
        if log_is_empty && !anchor.key_path.exists() {
            let mut key = [0; 32];
            getrandom::fill(&mut key).map_err(|error| failed(&anchor.key_path, error.into()))?;
            replace(&anchor.key_path, &key).map_err(|source| failed(&anchor.key_path, source))?;
        }
        if log_is_empty && !anchor.head_path.exists() {
            anchor.write_head(&Head::genesis())?;
        }
        anchor.key = read_key(&anchor.key_path).ok();
        Ok(anchor)
    }

    /// The code of these fields, each with its length before it so that none can run into the next.
    pub fn mac(&self, fields: &[&[u8]]) -> Result<String, StoreError> {
        let problem = |problem: &str| StoreError::AuditKey {
            path: self.key_path.display().to_string(),
            problem: problem.to_owned(),
        };
        let key = self.key.ok_or_else(|| problem("missing, or not 32 bytes long"))?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(|e| problem(&e.to_string()))?;
        for field in fields {
            mac.update(&(field.len() as u64).to_be_bytes());
            mac.update(field);
        }
        Ok(crate::owner::hex(&mac.finalize().into_bytes()))
    }

    /// The head as last anchored; the error says in words why there is none.
    pub fn head(&self) -> Result<Head, String> {
        let path = self.head_path.display();
        let text = std::fs::read(&self.head_path).map_err(|error| format!("{path}: {error}"))?;
        serde_json::from_slice(&text).map_err(|error| format!("{path}: {error}"))
    }

    /// Anchors a newer head. An older one changes nothing: another process has been faster.
    pub fn advance(&self, head: &Head) -> Result<(), StoreError> {
        let _turn = exclusive(&self.lock_path)?;
        if self.head().is_ok_and(|anchored| anchored.seq < head.seq) {
            self.write_head(head)?;
        }
        Ok(())
    }

    fn write_head(&self, head: &Head) -> Result<(), StoreError> {
        let text = crate::columns::json_text(head)?;
        replace(&self.head_path, text.as_bytes()).map_err(|source| failed(&self.head_path, source))
    }
}

fn failed(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::Directory { path: path.display().to_string(), source }
}

fn read_key(path: &Path) -> std::io::Result<[u8; 32]> {
    let mut key = [0; 32];
    let mut file = File::open(path)?;
    file.read_exact(&mut key)?;
    if file.read(&mut [0])? == 0 { Ok(key) } else { Err(std::io::ErrorKind::InvalidData.into()) }
}

/// Replaces a file as a whole: a reader sees the old or the new bytes, after a power cut too. Only the owner may
/// read it.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let fresh = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&fresh, path)?;
    #[cfg(unix)]
    if let Some(parent) = path.parent() {
        File::open(parent)?.sync_all()?;
    }
    Ok(())
}

fn create_private_dir(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
