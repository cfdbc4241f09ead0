//! Where the key of the audit log is kept: in the operating system's keyring, or in a file of the data
//! directory.
//!
//! `keys/audit.key` holds the key itself. `keys/audit.keyring` names the keyring's entry and has a check
//! value that distinguishes the right key from a wrong one. If both exist, a move was interrupted; the
//! key is the same in both.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::time::Duration;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use ts_rs::TS;

use crate::StoreError;
use crate::columns::json_text;
use crate::durable_files::{create_private_dir, failed, remove, replace};
use crate::owner::hex;
use crate::randomness::random;

/// Longest wait for the keyring. A locked one asks the person at the screen; the desk opens meanwhile and
/// takes the key when it arrives.
const KEYRING_TIMEOUT: Duration = Duration::from_secs(5);

/// The bytes of the audit key.
pub(crate) type Key = [u8; 32];

/// Where the key of the audit log is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// The operating system's keyring.
    Keyring,
    /// `keys/audit.key` in the data directory. Whoever can read that folder can forge a log that
    /// verifies.
    File,
    /// Nowhere: the key is lost or never existed.
    Missing,
}

/// The state of the audit key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditKeyState {
    /// Where it is kept.
    pub place: KeyPlace,
    /// Whether the desk has the key. It does not while the key is in a locked keyring.
    pub known: bool,
    /// What is wrong, and what to do about it; empty if nothing is.
    pub problem: String,
}

/// Access to a keyring, provided by the program. The calls block.
#[derive(Clone)]
pub struct KeyVault {
    /// Reads the bytes stored under a name; `None` if there are none. The error says why there is no
    /// answer.
    pub get: Arc<VaultGet>,
    /// Stores bytes under a name.
    pub set: Arc<VaultSet>,
    /// Removes a name.
    pub remove: Arc<VaultRemove>,
}

/// Type of [`KeyVault::get`].
pub type VaultGet = dyn Fn(&str) -> Result<Option<Vec<u8>>, String> + Send + Sync;
/// Type of [`KeyVault::set`].
pub type VaultSet = dyn Fn(&str, &[u8]) -> Result<(), String> + Send + Sync;
/// Type of [`KeyVault::remove`].
pub type VaultRemove = dyn Fn(&str) -> Result<(), String> + Send + Sync;

impl std::fmt::Debug for KeyVault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyVault")
    }
}

/// Content of `keys/audit.keyring`.
#[derive(Debug, Serialize, Deserialize)]
struct Marker {
    /// Name of the entry in the keyring.
    name: String,
    /// Check value of the key, see [`check_of`].
    check: String,
}

/// The audit key and where it is kept.
pub(crate) struct AuditKey {
    file: PathBuf,
    marker: PathBuf,
    vault: Option<KeyVault>,
    key: Arc<OnceLock<Key>>,
    state: Mutex<(KeyPlace, String)>,
}

impl AuditKey {
    /// Finds the key. A log without entries gets a new key if it has none. A log with entries never does,
    /// because that would hide that the key was lost. `empty` is given when there are no entries, and
    /// says where a new key should be kept. The caller holds the setup lock.
    pub fn open(
        dir: &Path,
        empty: Option<KeyPlace>,
        vault: Option<KeyVault>,
    ) -> Result<Self, StoreError> {
        let keys = dir.join("keys");
        create_private_dir(&keys).map_err(|source| failed(&keys, source))?;
        let this = Self::in_folder(&keys, vault);
        match (this.marker.exists(), this.file.exists(), empty) {
            (true, _, _) => this.take_from_keyring(),
            (false, true, _) => this.take_from_file(),
            (false, false, Some(wanted)) => this.create(wanted)?,
            (false, false, None) => this.set_state(KeyPlace::Missing, "it is missing"),
        }
        Ok(this)
    }

    /// Finds the key of a desk that is only read; creates and removes nothing.
    pub fn open_to_read(dir: &Path, vault: Option<KeyVault>) -> Self {
        let this = Self::in_folder(&dir.join("keys"), vault);
        match (this.marker.exists(), this.file.exists()) {
            (true, _) => this.take_from_keyring(),
            (false, true) => this.take_from_file(),
            (false, false) => this.set_state(KeyPlace::Missing, "it is missing"),
        }
        this
    }

    /// Whether a data directory has a key file or a marker of a key in the keyring.
    pub fn is_there(dir: &Path) -> bool {
        let keys = dir.join("keys");
        keys.join("audit.key").exists() || keys.join("audit.keyring").exists()
    }

    fn in_folder(keys: &Path, vault: Option<KeyVault>) -> Self {
        Self {
            file: keys.join("audit.key"),
            marker: keys.join("audit.keyring"),
            vault,
            key: Arc::default(),
            state: Mutex::new((KeyPlace::Missing, String::new())),
        }
    }

    /// The key, once it is known.
    pub fn get(&self) -> Result<&Key, StoreError> {
        self.key.get().ok_or_else(|| StoreError::AuditKey {
            path: self.display_place(),
            problem: self.state().1.clone(),
        })
    }

    /// The place of the key, and what is wrong with it.
    pub fn describe(&self) -> AuditKeyState {
        let known = self.key.get().is_some();
        let (place, problem) = self.state().clone();
        // A keyring that was unlocked late has answered in the meantime.
        let late = known && place == KeyPlace::Keyring;
        AuditKeyState { place, known, problem: if late { String::new() } else { problem } }
    }

    /// Whether the head must carry a seal. If the key lies beside it in a file, a seal would prove
    /// nothing.
    pub fn guards_head(&self) -> bool {
        self.state().0 == KeyPlace::Keyring
    }

    /// First half of a move: writes the key to the new place as well, reads it back and compares it.
    /// Returns its name in the keyring, if it is there.
    pub fn copy_to(&self, to: KeyPlace) -> Result<Option<String>, StoreError> {
        let key = *self.get()?;
        if to == KeyPlace::File {
            replace(&self.file, &key).map_err(|source| failed(&self.file, source))?;
            return Ok(None);
        }
        let name = fresh_name()?;
        self.keep_in_vault(&name, &key).map_err(|problem| StoreError::KeyMove { problem })?;
        Ok(Some(name))
    }

    /// Second half of a move: from here on the new place counts, and the old one is cleared.
    pub fn settle_in(&self, to: KeyPlace, name: Option<String>) -> Result<(), StoreError> {
        match name {
            Some(name) => {
                self.write_marker(&name, self.get()?)?;
                remove(&self.file).map_err(|source| failed(&self.file, source))?;
                self.set_state(to, "");
            }
            None => {
                let marker = self.read_marker();
                remove(&self.marker).map_err(|source| failed(&self.marker, source))?;
                self.set_state(to, "");
                if let (Some(vault), Ok(marker)) = (&self.vault, marker)
                    && let Err(problem) = (vault.remove)(&marker.name)
                {
                    tracing::warn!(problem, "the moved audit key stays in the keyring as well");
                }
            }
        }
        Ok(())
    }

    fn take_from_file(&self) {
        match read_key(&self.file) {
            Ok(key) => {
                let _ = self.key.set(key);
                self.set_state(KeyPlace::File, "");
            }
            Err(error) => self.set_state(KeyPlace::File, &format!("cannot be read: {error}")),
        }
    }

    fn take_from_keyring(&self) {
        let marker = match self.read_marker() {
            Ok(marker) => marker,
            Err(problem) => return self.set_state(KeyPlace::Keyring, &problem),
        };
        let problem = match &self.vault {
            None => "this program was started without the keyring".to_owned(),
            Some(vault) => match fetch_key(vault, &marker, &self.key) {
                Ok(()) => {
                    self.set_state(KeyPlace::Keyring, "");
                    return self.finish_move();
                }
                Err(problem) => problem,
            },
        };
        // An interrupted move to the keyring has left the key in the file as well.
        match read_key(&self.file) {
            Ok(key) if check_of(&key) == marker.check => {
                let _ = self.key.set(key);
                self.set_state(KeyPlace::File, &format!("the keyring did not give it: {problem}"));
            }
            _ => self.set_state(KeyPlace::Keyring, &problem),
        }
    }

    /// Removes the key file that an interrupted move to the keyring left behind.
    fn finish_move(&self) {
        let Ok(left) = read_key(&self.file) else { return };
        if self.key.get() == Some(&left)
            && let Err(error) = remove(&self.file)
        {
            tracing::warn!(%error, "keys/audit.key could not be removed after its move");
        }
    }

    /// Creates a key: in the keyring, or in a file if there is none.
    fn create(&self, wanted: KeyPlace) -> Result<(), StoreError> {
        let unusable = match wanted {
            KeyPlace::Keyring => match self.create_in_vault() {
                Ok(()) => return Ok(()),
                Err(problem) => format!("the keyring cannot be used: {problem}"),
            },
            KeyPlace::File | KeyPlace::Missing => String::new(),
        };
        // A key other than the one offered to the keyring, which may still store that one.
        let key = random(&self.file)?;
        replace(&self.file, &key).map_err(|source| failed(&self.file, source))?;
        let _ = self.key.set(key);
        self.set_state(KeyPlace::File, &unusable);
        Ok(())
    }

    fn create_in_vault(&self) -> Result<(), String> {
        let key: Key = random(&self.file).map_err(|error| error.to_string())?;
        let name = fresh_name().map_err(|error| error.to_string())?;
        self.keep_in_vault(&name, &key)?;
        self.write_marker(&name, &key).map_err(|error| error.to_string())?;
        let _ = self.key.set(key);
        self.set_state(KeyPlace::Keyring, "");
        Ok(())
    }

    fn keep_in_vault(&self, name: &str, key: &Key) -> Result<(), String> {
        let vault = self.vault.clone().ok_or("this program was started without a keyring")?;
        let (name, key) = (name.to_owned(), *key);
        with_timeout(move || {
            (vault.set)(&name, &key)?;
            match (vault.get)(&name)? {
                Some(kept) if kept == key => Ok(()),
                _ => Err("it does not give back what it was given".to_owned()),
            }
        })?
    }

    fn read_marker(&self) -> Result<Marker, String> {
        let unreadable = |error: &dyn std::fmt::Display| {
            format!("{}: {error}; restore it from a backup", self.marker.display())
        };
        let text = std::fs::read(&self.marker).map_err(|error| unreadable(&error))?;
        serde_json::from_slice(&text).map_err(|error| unreadable(&error))
    }

    fn write_marker(&self, name: &str, key: &Key) -> Result<(), StoreError> {
        let marker = Marker { name: name.to_owned(), check: check_of(key) };
        replace(&self.marker, json_text(&marker)?.as_bytes())
            .map_err(|source| failed(&self.marker, source))
    }

    fn state(&self) -> MutexGuard<'_, (KeyPlace, String)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_state(&self, place: KeyPlace, problem: &str) {
        *self.state() = (place, problem.to_owned());
    }

    fn display_place(&self) -> String {
        match self.state().0 {
            KeyPlace::Keyring => "in the operating system's keyring".to_owned(),
            KeyPlace::File | KeyPlace::Missing => self.file.display().to_string(),
        }
    }
}

/// Reads the key from the keyring. An answer that comes too late for the caller still fills `key`.
fn fetch_key(vault: &KeyVault, marker: &Marker, key: &Arc<OnceLock<Key>>) -> Result<(), String> {
    let (vault, key) = (vault.clone(), key.clone());
    let (name, check) = (marker.name.clone(), marker.check.clone());
    with_timeout(move || {
        let kept = (vault.get)(&name)?.ok_or_else(|| format!("it has no key {name:?}"))?;
        let kept: Key = kept.try_into().map_err(|_| format!("{name:?} is not 32 bytes long"))?;
        if check_of(&kept) != check {
            return Err(format!("{name:?} is the key of another log"));
        }
        let _ = key.set(kept);
        Ok(())
    })?
}

/// Runs a call on a thread of its own, and waits for it at most [`KEYRING_TIMEOUT`].
fn with_timeout<T: Send + 'static>(call: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        // Sending fails if the caller no longer waits, which is fine.
        let _ = sender.send(call());
    });
    receiver.recv_timeout(KEYRING_TIMEOUT).map_err(|_| "it does not answer: unlock it".to_owned())
}

/// Check value that distinguishes the right key from a wrong one and reveals nothing else about it.
fn check_of(key: &Key) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
    mac.update(b"simui audit key check");
    hex(&mac.finalize().into_bytes()[..8])
}

/// A new random name for the keyring: a copy of this directory must not share it.
fn fresh_name() -> Result<String, StoreError> {
    Ok(format!("audit-{}", hex(&random::<8>(Path::new("audit key name"))?)))
}

fn read_key(path: &Path) -> std::io::Result<Key> {
    let mut key = [0; 32];
    let mut file = File::open(path)?;
    file.read_exact(&mut key)?;
    match file.read(&mut [0])? {
        0 => Ok(key),
        _ => Err(std::io::Error::other("it is not 32 bytes long")),
    }
}
