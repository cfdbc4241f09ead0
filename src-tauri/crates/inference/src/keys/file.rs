//! Keys in a file that a passphrase opens, for machines without a keyring and only on request.
//!
//! Argon2id derives a key from the passphrase, and XChaCha20-Poly1305 seals all stored keys with it. The
//! parameters and the salt in the file are authenticated too. The passphrase is not stored; after losing it,
//! the user makes a new file and stores the keys again.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

use crate::outbound::Secret;
use crate::{InferenceError, KeyFileFault};

/// Default cost: the second recommended option of RFC 9106, 64 MiB of memory, three passes, four lanes.
const DEFAULT_COST: Cost = Cost { memory_kib: 64 * 1024, passes: 3, lanes: 4 };
/// Highest cost that is accepted from a file.
const MAX_COST: Cost = Cost { memory_kib: 1024 * 1024, passes: 16, lanes: 16 };
/// Least length of a passphrase in characters: a copied file can be attacked offline.
const MIN_PASSPHRASE: usize = 12;
const FORMAT: &str = "simui-keys-1";
/// Largest accepted file in bytes.
const MAX_FILE: u64 = 1 << 20;

/// Fills a slice with unpredictable bytes; passed in by the caller.
pub type Random = fn(&mut [u8]);

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cost {
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

/// The content of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    argon2id: Cost,
    salt: String,
    nonce: String,
    sealed: String,
}

impl Written {
    /// Returns the authenticated data that is not secret.
    fn head(&self) -> String {
        let Cost { memory_kib, passes, lanes } = self.argon2id;
        format!("{} {memory_kib} {passes} {lanes} {}", self.format, self.salt)
    }
}

/// An open key file. It holds the derived key, not the passphrase, and reads the file on every access,
/// because another process may have changed it.
#[derive(Clone)]
pub struct KeyFile {
    path: PathBuf,
    salt: String,
    sealer: XChaCha20Poly1305,
    random: Random,
}

impl fmt::Debug for KeyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyFile({})", self.path.display())
    }
}

impl KeyFile {
    /// Makes a new file without keys. Slow on purpose.
    ///
    /// # Errors
    /// [`InferenceError::KeyFile`] when the passphrase is too short or the file exists;
    /// [`InferenceError::File`] when it cannot be written.
    pub fn create(
        path: &Path,
        passphrase: &Secret,
        random: Random,
    ) -> Result<Self, InferenceError> {
        let length = passphrase.reveal().chars().count();
        if length < MIN_PASSPHRASE {
            return Err(wrong(
                path,
                KeyFileFault::PassphraseLength { shortest: MIN_PASSPHRASE },
                format!(
                    "the passphrase has {length} characters; choose one of {MIN_PASSPHRASE} or more"
                ),
            ));
        }
        if path.exists() {
            return Err(wrong(
                path,
                KeyFileFault::Exists,
                "it is there already; open it, or remove it with its keys first",
            ));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(InferenceError::file(folder))?;
        }
        let mut salt = [0; 32];
        random(&mut salt);
        let salt = STANDARD.encode(salt);
        let sealer = sealer(path, passphrase, &salt, DEFAULT_COST)?;
        let file = Self { path: path.to_owned(), salt, sealer, random };
        file.write(DEFAULT_COST, &BTreeMap::new())?;
        Ok(file)
    }

    /// Opens the file.
    ///
    /// # Errors
    /// [`InferenceError::KeyFile`] when the passphrase is wrong, or the file is damaged or altered;
    /// [`InferenceError::File`] when it cannot be read.
    pub fn open(path: &Path, passphrase: &Secret, random: Random) -> Result<Self, InferenceError> {
        let written = read(path)?;
        let sealer = sealer(path, passphrase, &written.salt, written.argon2id)?;
        let file = Self { path: path.to_owned(), salt: written.salt, sealer, random };
        file.keys()?;
        Ok(file)
    }

    /// Returns the key of this name.
    ///
    /// # Errors
    /// [`InferenceError::NoKey`] when it is not stored; the errors of [`KeyFile::open`].
    pub fn get(&self, name: &str) -> Result<Secret, InferenceError> {
        let (_, mut keys) = self.keys()?;
        let key =
            keys.remove(name).ok_or_else(|| InferenceError::NoKey { name: name.to_owned() })?;
        Ok(Secret::new(&key))
    }

    /// Stores a key, replacing one of the same name. The file is replaced atomically.
    ///
    /// # Errors
    /// [`InferenceError::KeyFile`] when the key is empty; the errors of [`KeyFile::open`].
    pub fn set(&self, name: &str, key: &Secret) -> Result<(), InferenceError> {
        if key.is_empty() {
            return Err(wrong(
                &self.path,
                KeyFileFault::EmptyKey,
                format!("the key for {name:?} is empty"),
            ));
        }
        let (cost, mut keys) = self.keys()?;
        keys.insert(name.to_owned(), key.reveal().to_owned());
        self.write(cost, &keys)
    }

    /// Deletes a key.
    ///
    /// # Errors
    /// [`InferenceError::NoKey`] when it is not stored; the errors of [`KeyFile::open`].
    pub fn remove(&self, name: &str) -> Result<(), InferenceError> {
        let (cost, mut keys) = self.keys()?;
        let none = || InferenceError::NoKey { name: name.to_owned() };
        keys.remove(name).ok_or_else(none)?;
        self.write(cost, &keys)
    }

    fn keys(&self) -> Result<(Cost, Keys), InferenceError> {
        let written = read(&self.path)?;
        if written.salt != self.salt {
            return Err(wrong(
                &self.path,
                KeyFileFault::MadeAnew,
                "it was made anew since it was opened; open it again",
            ));
        }
        let damaged = || {
            wrong(
                &self.path,
                KeyFileFault::Damaged,
                "it is damaged; restore it from a backup, or remove it and store the keys again",
            )
        };
        let nonce = STANDARD.decode(&written.nonce).map_err(|_| damaged())?;
        let nonce: [u8; 24] = nonce.try_into().map_err(|_| damaged())?;
        let sealed = STANDARD.decode(&written.sealed).map_err(|_| damaged())?;
        let head = written.head();
        let payload = Payload { msg: &sealed, aad: head.as_bytes() };
        let plain = self.sealer.decrypt(&XNonce::from(nonce), payload).map_err(|_| {
            wrong(
                &self.path,
                KeyFileFault::Passphrase,
                "the passphrase is wrong, or the file was changed; nothing was opened",
            )
        })?;
        let plain = Zeroizing::new(plain);
        let keys = serde_json::from_slice(&plain).map_err(|_| damaged())?;
        Ok((written.argon2id, keys))
    }

    fn write(&self, cost: Cost, keys: &Keys) -> Result<(), InferenceError> {
        let mut nonce = [0; 24];
        (self.random)(&mut nonce);
        let mut written = Written {
            format: FORMAT.to_owned(),
            argon2id: cost,
            salt: self.salt.clone(),
            nonce: STANDARD.encode(nonce),
            sealed: String::new(),
        };
        let head = written.head();
        let unwritable = |_| {
            wrong(&self.path, KeyFileFault::Unwritable, "its keys cannot be sealed; report this")
        };
        let plain = serde_json::to_vec(keys).map_err(|_| {
            wrong(&self.path, KeyFileFault::Unwritable, "its keys cannot be written; report this")
        })?;
        let plain = Zeroizing::new(plain);
        let payload = Payload { msg: &plain, aad: head.as_bytes() };
        let sealed = self.sealer.encrypt(&XNonce::from(nonce), payload).map_err(unwritable)?;
        written.sealed = STANDARD.encode(sealed);
        let text = serde_json::to_vec_pretty(&written).map_err(|_| {
            wrong(&self.path, KeyFileFault::Unwritable, "it cannot be written; report this")
        })?;
        replace(&self.path, &text).map_err(InferenceError::file(&self.path))
    }
}

/// Keys by name.
type Keys = BTreeMap<String, String>;

fn sealer(
    path: &Path,
    passphrase: &Secret,
    salt: &str,
    cost: Cost,
) -> Result<XChaCha20Poly1305, InferenceError> {
    let Cost { memory_kib, passes, lanes } = cost;
    let within =
        memory_kib <= MAX_COST.memory_kib && passes <= MAX_COST.passes && lanes <= MAX_COST.lanes;
    let params = Params::new(memory_kib, passes, lanes, Some(32)).ok().filter(|_| within);
    let strange = || {
        wrong(
            path,
            KeyFileFault::Damaged,
            "its cost is none that this program takes; restore the file from a backup",
        )
    };
    let params = params.ok_or_else(strange)?;
    let mut key = Zeroizing::new([0; 32]);
    // Composed to NFC, because some systems type Hangul as single letters (NFD).
    let composed = Zeroizing::new(passphrase.reveal().nfc().collect::<String>());
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(composed.as_bytes(), salt.as_bytes(), key.as_mut())
        .map_err(|_| strange())?;
    Ok(XChaCha20Poly1305::new(&Key::from(*key)))
}

fn read(path: &Path) -> Result<Written, InferenceError> {
    let size = fs::metadata(path).map_err(InferenceError::file(path))?.len();
    let cut = || {
        wrong(
            path,
            KeyFileFault::Damaged,
            "it is cut off or no file of keys; restore it from a backup, or remove it and store the keys again",
        )
    };
    if size > MAX_FILE {
        return Err(cut());
    }
    close_to_others(path)?;
    let text = fs::read(path).map_err(InferenceError::file(path))?;
    let written: Written = serde_json::from_slice(&text).map_err(|_| cut())?;
    match written.format == FORMAT {
        true => Ok(written),
        false => Err(wrong(
            path,
            KeyFileFault::Damaged,
            "it is of another version of this program; use that one",
        )),
    }
}

/// Restricts the file to its owner.
fn close_to_others(path: &Path) -> Result<(), InferenceError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_err(InferenceError::file(path))?.permissions().mode();
        if mode & 0o077 != 0 {
            tracing::warn!(path = %path.display(), "others could read the file of keys; now they cannot");
            fs::set_permissions(path, fs::Permissions::from_mode(0o600))
                .map_err(InferenceError::file(path))?;
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Writes the file atomically, through a temporary file beside it.
fn replace(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let beside = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(text)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)
}

fn wrong(path: &Path, fault: KeyFileFault, problem: impl Into<String>) -> InferenceError {
    InferenceError::KeyFile { path: path.display().to_string(), fault, problem: problem.into() }
}
