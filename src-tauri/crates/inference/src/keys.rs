//! Stores keys in the operating system's keyring or, where there is none and the user asked for it, in a file
//! that a passphrase opens ([`KeyFile`]).
//!
//! All calls block: the keyring may ask the user, and deriving a key from the passphrase takes time. Call
//! them in `spawn_blocking`.

mod file;

use keyring::{Entry, Error};

use crate::InferenceError;
use crate::outbound::Secret;

pub use file::{KeyFile, Random};

/// The keys of one application in the system's keyring.
#[derive(Debug, Clone)]
pub struct Keyring {
    application: String,
}

impl Keyring {
    /// Accesses the keys that are stored under this application's name.
    pub fn new(application: &str) -> Self {
        Self { application: application.to_owned() }
    }

    /// Returns the key of this name.
    ///
    /// # Errors
    /// [`InferenceError::NoKey`] when it is not stored; [`InferenceError::Keyring`] when the keyring cannot
    /// be used.
    pub fn get(&self, name: &str) -> Result<Secret, InferenceError> {
        let key = self.entry(name)?.get_password().map_err(|error| failed(name, error))?;
        Ok(Secret::new(&key))
    }

    /// Stores a key, replacing one of the same name.
    ///
    /// # Errors
    /// [`InferenceError::Keyring`] when the key is empty or the keyring cannot be used.
    pub fn set(&self, name: &str, key: &Secret) -> Result<(), InferenceError> {
        if key.is_empty() {
            return Err(InferenceError::Keyring {
                problem: format!("the key for {name:?} is empty"),
            });
        }
        self.entry(name)?.set_password(key.reveal()).map_err(|error| failed(name, error))
    }

    /// Returns a binary key, which this program generated.
    ///
    /// # Errors
    /// The errors of [`Keyring::get`].
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, InferenceError> {
        self.entry(name)?.get_secret().map_err(|error| failed(name, error))
    }

    /// Stores a binary key, replacing one of the same name.
    ///
    /// # Errors
    /// [`InferenceError::Keyring`] when the keyring cannot be used.
    pub fn set_bytes(&self, name: &str, bytes: &[u8]) -> Result<(), InferenceError> {
        self.entry(name)?.set_secret(bytes).map_err(|error| failed(name, error))
    }

    /// Deletes a key.
    ///
    /// # Errors
    /// [`InferenceError::NoKey`] when it is not stored; [`InferenceError::Keyring`] when the keyring cannot
    /// be used.
    pub fn remove(&self, name: &str) -> Result<(), InferenceError> {
        self.entry(name)?.delete_credential().map_err(|error| failed(name, error))
    }

    fn entry(&self, name: &str) -> Result<Entry, InferenceError> {
        Entry::new(&self.application, name).map_err(|error| failed(name, error))
    }
}

/// Converts an error of the keyring without any stored content in its message.
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
