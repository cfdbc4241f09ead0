//! Requests and responses of the file of API keys, which a passphrase opens.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::PasswordText;
use crate::faults::ErrorBody;

/// State of the file of keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeyFileView {
    /// Whether the file exists. It then holds the keys, and the keyring is not used.
    pub exists: bool,
    /// Whether this process has opened it.
    pub open: bool,
    /// The path of the file, which need not exist.
    pub path: String,
    /// Why the keyring cannot be used; empty when it can.
    pub keyring: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
}

/// Creates the file of keys.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct CreateKeyFile {
    /// The passphrase that will open it: 12 characters or more.
    pub passphrase: PasswordText,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// Opens the file of keys for this process.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct OpenKeyFile {
    /// The passphrase.
    pub passphrase: PasswordText,
}

/// Deletes the file of keys together with the keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeleteKeyFile {
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}
