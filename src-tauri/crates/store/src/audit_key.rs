//! Where the key of the audit log lies: in the operating system's keyring, or in a file of the data directory.
//!
//! `keys/audit.key` holds the key itself. `keys/audit.keyring` says under which name the keyring holds it, with a
//! check value that tells the right key from a wrong one. While both are there a move was cut off; the key is the same.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::time::Duration;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use ts_rs::TS;

use crate::StoreError;
use crate::anchor::random;
use crate::columns::json_text;
use crate::owner::hex;

/// A locked keyring asks the person at the screen; the desk opens without the answer, and takes it when it comes.
const PATIENCE: Duration = Duration::from_secs(5);

/// The key's bytes.
pub(crate) type Key = [u8; 32];

/// Where the key of the audit log is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// The operating system's keyring.
    Keyring,
    /// `keys/audit.key` in the data directory: who can read that folder can write a log that checks out.
    File,
    /// Nowhere: it is lost, or was never there.
    Missing,
}

/// How the desk came by its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditKeyState {
    /// Where it is kept.
    pub place: KeyPlace,
    /// The desk has it. A key in a locked keyring has its place, and the desk does not have it.
    pub known: bool,
    /// What is not as it should be, and what to do; empty when all is.
    pub problem: String,
}

/// A keyring, as the program hands it in: this crate knows none. The calls wait for it.
#[derive(Clone)]
pub struct KeyVault {
    /// What is kept under a name; `None` when nothing is; why there is no answer.
    pub get: Arc<VaultGet>,
    /// Keeps bytes under a name.
    pub set: Arc<VaultSet>,
    /// Forgets a name.
    pub remove: Arc<VaultRemove>,
}

/// See [`KeyVault::get`].
pub type VaultGet = dyn Fn(&str) -> Result<Option<Vec<u8>>, String> + Send + Sync;
/// See [`KeyVault::set`].
pub type VaultSet = dyn Fn(&str, &[u8]) -> Result<(), String> + Send + Sync;
/// See [`KeyVault::remove`].
pub type VaultRemove = dyn Fn(&str) -> Result<(), String> + Send + Sync;

impl std::fmt::Debug for KeyVault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyVault")
    }
}

/// `keys/audit.keyring`.
#[derive(Debug, Serialize, Deserialize)]
struct Marker {
    /// The name in the keyring.
    name: String,
    /// [`check_of`] the key.
    check: String,
}

/// The key and its place.
pub(crate) struct AuditKey {
    file: PathBuf,
    marker: PathBuf,
    vault: Option<KeyVault>,
    key: Arc<OnceLock<Key>>,
    state: Mutex<(KeyPlace, String)>,
}

impl AuditKey {
    /// Finds the key. A log without entries gets a new one if it has none; a log with entries never does, because
    /// that would hide that it was lost. `empty`: there are no entries, and a new key is wanted there. The caller holds
    /// the setup turn.
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
            (false, false, None) => this.say(KeyPlace::Missing, "it is missing"),
        }
        Ok(this)
    }

    /// Finds the key of a desk that is only read: nothing is created or cleared away.
    pub fn open_to_read(dir: &Path, vault: Option<KeyVault>) -> Self {
        let this = Self::in_folder(&dir.join("keys"), vault);
        match (this.marker.exists(), this.file.exists()) {
            (true, _) => this.take_from_keyring(),
            (false, true) => this.take_from_file(),
            (false, false) => this.say(KeyPlace::Missing, "it is missing"),
        }
        this
    }

    /// Whether a data directory has a key, or the keyring has its.
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
            path: self.shown_place(),
            problem: self.state().1.clone(),
        })
    }

    /// Where it is, and what is not in order.
    pub fn describe(&self) -> AuditKeyState {
        let known = self.key.get().is_some();
        let (place, problem) = self.state().clone();
        // A keyring that was unlocked late has answered meanwhile.
        let late = known && place == KeyPlace::Keyring;
        AuditKeyState { place, known, problem: if late { String::new() } else { problem } }
    }

    /// Whether the head must carry a seal: with a key beside it in a file, a seal would prove nothing.
    pub fn guards_head(&self) -> bool {
        self.state().0 == KeyPlace::Keyring
    }

    /// First half of a move: the key stands in the new place as well, read back and compared.
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

    /// Second half: the new place counts from here on, and the old one is emptied.
    pub fn settle_in(&self, to: KeyPlace, name: Option<String>) -> Result<(), StoreError> {
        match name {
            Some(name) => {
                self.write_marker(&name, self.get()?)?;
                remove(&self.file).map_err(|source| failed(&self.file, source))?;
                self.say(to, "");
            }
            None => {
                let marker = self.read_marker();
                remove(&self.marker).map_err(|source| failed(&self.marker, source))?;
                self.say(to, "");
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
                self.say(KeyPlace::File, "");
            }
            Err(error) => self.say(KeyPlace::File, &format!("cannot be read: {error}")),
        }
    }

    fn take_from_keyring(&self) {
        let marker = match self.read_marker() {
            Ok(marker) => marker,
            Err(problem) => return self.say(KeyPlace::Keyring, &problem),
        };
        let problem = match &self.vault {
            None => "this program was started without the keyring".to_owned(),
            Some(vault) => match ask(vault, &marker, &self.key) {
                Ok(()) => {
                    self.say(KeyPlace::Keyring, "");
                    return self.finish_move();
                }
                Err(problem) => problem,
            },
        };
        // A move to the keyring that was cut off has left the key here as well.
        match read_key(&self.file) {
            Ok(key) if check_of(&key) == marker.check => {
                let _ = self.key.set(key);
                self.say(KeyPlace::File, &format!("the keyring did not give it: {problem}"));
            }
            _ => self.say(KeyPlace::Keyring, &problem),
        }
    }

    /// The keyring has the key: what a cut-off move left in the file goes.
    fn finish_move(&self) {
        let Ok(left) = read_key(&self.file) else { return };
        if self.key.get() == Some(&left)
            && let Err(error) = remove(&self.file)
        {
            tracing::warn!(%error, "keys/audit.key could not be removed after its move");
        }
    }

    /// A new key: in the keyring, or in a file where there is none.
    fn create(&self, wanted: KeyPlace) -> Result<(), StoreError> {
        let unusable = match wanted {
            KeyPlace::Keyring => match self.create_in_vault() {
                Ok(()) => return Ok(()),
                Err(problem) => format!("the keyring cannot be used: {problem}"),
            },
            KeyPlace::File | KeyPlace::Missing => String::new(),
        };
        // Not the one that was offered to the keyring, which may still take it.
        let key = random(&self.file)?;
        replace(&self.file, &key).map_err(|source| failed(&self.file, source))?;
        let _ = self.key.set(key);
        self.say(KeyPlace::File, &unusable);
        Ok(())
    }

    fn create_in_vault(&self) -> Result<(), String> {
        let key: Key = random(&self.file).map_err(|error| error.to_string())?;
        let name = fresh_name().map_err(|error| error.to_string())?;
        self.keep_in_vault(&name, &key)?;
        self.write_marker(&name, &key).map_err(|error| error.to_string())?;
        let _ = self.key.set(key);
        self.say(KeyPlace::Keyring, "");
        Ok(())
    }

    fn keep_in_vault(&self, name: &str, key: &Key) -> Result<(), String> {
        let vault = self.vault.clone().ok_or("this program was started without a keyring")?;
        let (name, key) = (name.to_owned(), *key);
        in_time(move || {
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

    fn say(&self, place: KeyPlace, problem: &str) {
        *self.state() = (place, problem.to_owned());
    }

    fn shown_place(&self) -> String {
        match self.state().0 {
            KeyPlace::Keyring => "in the operating system's keyring".to_owned(),
            KeyPlace::File | KeyPlace::Missing => self.file.display().to_string(),
        }
    }
}

/// Asks the keyring, and puts the key in its place even when the answer comes too late for the caller.
fn ask(vault: &KeyVault, marker: &Marker, key: &Arc<OnceLock<Key>>) -> Result<(), String> {
    let (vault, key) = (vault.clone(), key.clone());
    let (name, check) = (marker.name.clone(), marker.check.clone());
    in_time(move || {
        let kept = (vault.get)(&name)?.ok_or_else(|| format!("it has no key {name:?}"))?;
        let kept: Key = kept.try_into().map_err(|_| format!("{name:?} is not 32 bytes long"))?;
        if check_of(&kept) != check {
            return Err(format!("{name:?} is the key of another log"));
        }
        let _ = key.set(kept);
        Ok(())
    })?
}

/// On a thread of its own, which may outlive the question.
fn in_time<T: Send + 'static>(ask: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        // Nobody waits any more: fine.
        let _ = tell.send(ask());
    });
    told.recv_timeout(PATIENCE).map_err(|_| "it does not answer: unlock it".to_owned())
}

/// Tells the right key from a wrong one, and says nothing else about it.
fn check_of(key: &Key) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
    mac.update(b"simui audit key check");
    hex(&mac.finalize().into_bytes()[..8])
}

/// Of this directory alone: its copy must not share the name.
fn fresh_name() -> Result<String, StoreError> {
    Ok(format!("audit-{}", hex(&random::<8>(Path::new("audit key name"))?)))
}

pub(crate) fn failed(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::Directory { path: path.display().to_string(), source }
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

/// Replaces a file as a whole: a reader sees the old or the new bytes, after a power cut too. Only the owner may
/// read it. Files of other names may be replaced at the same time.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    put_in_place(&write_beside(path, bytes)?, path)
}

/// The first half of [`replace`]: writes the new file beside the old one.
pub(crate) fn write_beside(path: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(fresh.into())
}

/// The second half of [`replace`].
pub(crate) fn put_in_place(fresh: &Path, path: &Path) -> std::io::Result<()> {
    std::fs::rename(fresh, path)?;
    sync_folder_of(path)
}

/// Removes a file for good. One that is not there is fine.
fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => sync_folder_of(path),
    }
}

fn sync_folder_of(path: &Path) -> std::io::Result<()> {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::replace;

    /// `audit verify` writes `audit.verified` while decisions write `audit.head`.
    #[test]
    fn files_that_are_replaced_at_once_keep_their_own_content() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for name in ["audit.head", "audit.verified"] {
                let path = dir.path().join(name);
                scope.spawn(move || {
                    for _ in 0..300 {
                        replace(&path, name.as_bytes()).unwrap();
                        assert_eq!(std::fs::read(&path).unwrap(), name.as_bytes());
                    }
                });
            }
        });
    }
}
