//! The file of API keys that a passphrase opens.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::PasswordText;

/// The file of keys as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeyFileView {
    /// There is one; then it has the keys, and the keyring is not asked.
    pub exists: bool,
    /// This process has opened it.
    pub open: bool,
    /// Where it is, or would be.
    pub path: String,
    /// Why the keyring cannot be used; empty when it can.
    pub keyring: String,
}

/// Makes it.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct CreateKeyFile {
    /// What will open it: 12 characters or more.
    pub passphrase: PasswordText,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// Opens it for this process.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct OpenKeyFile {
    /// What opens it.
    pub passphrase: PasswordText,
}

/// Deletes it with the keys in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeleteKeyFile {
    /// The administrator who signs: name or id.
    pub reviewer: String,
}
