//! Keys live in the operating system's keyring; where there is none and somebody has asked for it, in a file that a passphrase
//! opens ([`KeyFile`]). The calls wait for the keyring, which may ask the person at the screen, or for the passphrase to become a
//! key: call them where waiting is allowed (`spawn_blocking`).

mod file;

use keyring::{Entry, Error};

use crate::InferenceError;
use crate::outbound::Secret;

pub use file::{KeyFile, Random};

/// The keys of one application in the keyring.
#[derive(Debug, Clone)]
pub struct Keyring {
    application: String,
}

impl Keyring {
    /// The keys that are stored under this application's name.
    pub fn new(application: &str) -> Self {
        Self { application: application.to_owned() }
    }

    /// The key of this name.
    ///
    /// # Errors
    /// [`InferenceError::NoKey`] when there is none; [`InferenceError::Keyring`] when there is no keyring.
    pub fn get(&self, name: &str) -> Result<Secret, InferenceError> {
        let key = self.entry(name)?.get_password().map_err(|error| failed(name, error))?;
        Ok(Secret::new(&key))
    }

    /// Stores a key, over one that is there.
    ///
    /// # Errors
    /// [`InferenceError::Keyring`].
    pub fn set(&self, name: &str, key: &Secret) -> Result<(), InferenceError> {
        if key.is_empty() {
            return Err(InferenceError::Keyring {
                problem: format!("the key for {name:?} is empty"),
            });
        }
        self.entry(name)?.set_password(key.reveal()).map_err(|error| failed(name, error))
    }

    /// Bytes that are no text: a key of the desk's own making.
    ///
    /// # Errors
    /// Those of [`Keyring::get`].
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, InferenceError> {
        self.entry(name)?.get_secret().map_err(|error| failed(name, error))
    }

    /// Stores bytes, over those that are there.
    ///
    /// # Errors
    /// [`InferenceError::Keyring`].
    pub fn set_bytes(&self, name: &str, bytes: &[u8]) -> Result<(), InferenceError> {
        self.entry(name)?.set_secret(bytes).map_err(|error| failed(name, error))
    }

    /// Forgets a key.
    ///
    /// # Errors
    /// [`InferenceError::NoKey`] when there is none; [`InferenceError::Keyring`].
    pub fn remove(&self, name: &str) -> Result<(), InferenceError> {
        self.entry(name)?.delete_credential().map_err(|error| failed(name, error))
    }

    fn entry(&self, name: &str) -> Result<Entry, InferenceError> {
        Entry::new(&self.application, name).map_err(|error| failed(name, error))
    }
}

/// The reason without any content: what a keyring holds must not come out in an error.
fn failed(name: &str, error: Error) -> InferenceError {
    let problem = match error {
        Error::NoEntry => return InferenceError::NoKey { name: name.to_owned() },
        Error::BadEncoding(_) => format!("what is stored as {name:?} is no text"),
        Error::Ambiguous(_) => format!("{name:?} is stored more than once"),
        Error::TooLong(field, most) => format!("{field} is longer than {most} characters"),
        Error::Invalid(field, reason) => format!("{field} cannot be used: {reason}"),
        Error::PlatformFailure(reason) | Error::NoStorageAccess(reason) => {
            format!("it cannot be reached ({reason})")
        }
        _ => "it refused".to_owned(),
    };
    InferenceError::Keyring { problem }
}
