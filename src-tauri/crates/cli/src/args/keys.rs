//! Arguments of `simui keys`.

use clap::Subcommand;

use super::signature::Signed;

/// Commands of `simui keys`.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Store a key; its value is read from standard input.
    ///
    /// Example: simui keys set law.go.kr --as "박관리" < 인증키.txt
    Set {
        /// Name of the key: law.go.kr, data.go.kr, chat.NAME for a chat endpoint, or tavily for web links.
        name: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Remove a key.
    Remove {
        /// Name of the key: law.go.kr, data.go.kr, chat.NAME for a chat endpoint, or tavily for web links.
        name: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// List the keys that the desk can use, and whether each is stored. Values are never shown.
    List,
    /// Keep keys in a file protected by a passphrase, if there is no keyring.
    #[command(subcommand)]
    File(KeyFileCommand),
}

/// Commands of `simui keys file`.
#[derive(Debug, Subcommand)]
pub enum KeyFileCommand {
    /// Show whether a key file exists.
    Show,
    /// Create the key file; its passphrase is the next line of standard input. From then on it
    /// holds the keys, and every command that needs one takes the passphrase with --keys-stdin.
    Create(Signed),
    /// Delete the key file with its keys. Keys are then stored in the keyring again.
    Delete(Signed),
}
