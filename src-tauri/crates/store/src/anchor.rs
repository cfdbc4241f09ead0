//! What of the audit log lies outside the database: its key, and its head.

use std::path::{Path, PathBuf};

use ed25519_dalek::{Signer, SigningKey};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::StoreError;
use crate::audit_key::{AuditKey, KeyPlace, KeyVault, failed, replace};
use crate::owner::{exclusive, hex};

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

/// `audit.head`: the head, and the key's word that it is. Without the seal whoever can write the file could put an
/// earlier entry into it and cut off the log behind that.
#[derive(Serialize, Deserialize)]
struct SealedHead {
    #[serde(flatten)]
    head: Head,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
}

/// Key and head.
pub(crate) struct Anchor {
    pub key: AuditKey,
    head_path: PathBuf,
    lock_path: PathBuf,
}

impl std::fmt::Debug for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Anchor")
    }
}

impl Anchor {
    /// Finds the key, see [`AuditKey::open`], and gives a log without entries its head.
    pub fn open(
        dir: &Path,
        empty: Option<KeyPlace>,
        vault: Option<KeyVault>,
    ) -> Result<Self, StoreError> {
        let anchor = Self {
            key: AuditKey::open(dir, empty, vault)?,
            head_path: dir.join("audit.head"),
            lock_path: dir.join("locks").join("audit"),
        };
        if empty.is_some() && !anchor.head_path.exists() {
            anchor.write_head(&Head::genesis())?;
        }
        Ok(anchor)
    }

    /// The code of these fields under the audit key.
    pub fn mac(&self, fields: &[&[u8]]) -> Result<String, StoreError> {
        Ok(hex(&self.code(fields)?))
    }

    /// A key for another use, made from the audit key, so that there is one secret to keep.
    pub fn derived(&self, use_of_it: &[u8]) -> Result<[u8; 32], StoreError> {
        self.code(&[use_of_it])
    }

    fn code(&self, fields: &[&[u8]]) -> Result<[u8; 32], StoreError> {
        #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.get()?).expect("any length");
        mac.update(&encoded(fields));
        Ok(mac.finalize().into_bytes().into())
    }

    /// Signs what leaves the desk. The key pair comes from the audit key, so that there is one secret to keep, and the
    /// secret need not leave for the signature to be checked.
    pub fn sign(&self, message: &[u8]) -> Result<String, StoreError> {
        Ok(hex(&self.signer()?.sign(message).to_bytes()))
    }

    /// What signatures are checked with.
    pub fn public_key(&self) -> Result<String, StoreError> {
        Ok(hex(self.signer()?.verifying_key().as_bytes()))
    }

    fn signer(&self) -> Result<SigningKey, StoreError> {
        Ok(SigningKey::from_bytes(&self.code(&[b"simui audit signature 1"])?))
    }

    /// The head as last anchored; the error says in words why there is none.
    pub fn head(&self) -> Result<Head, String> {
        let path = self.head_path.display();
        let text = std::fs::read(&self.head_path).map_err(|error| format!("{path}: {error}"))?;
        let SealedHead { head, seal } =
            serde_json::from_slice(&text).map_err(|error| format!("{path}: {error}"))?;
        let Ok(expected) = self.seal(&head) else {
            // Without the key nothing can be said about the seal; the entries fail for the same reason.
            return Ok(head);
        };
        match seal {
            Some(seal) if seal == expected => Ok(head),
            None if !self.key.guards_head() => Ok(head),
            Some(_) => Err(format!("{path}: its seal is not of this desk's key; it was edited")),
            None => Err(format!("{path}: it has no seal; it was edited")),
        }
    }

    /// Anchors a newer head. An older one changes nothing: another process has been faster.
    pub fn advance(&self, head: &Head) -> Result<(), StoreError> {
        let _turn = exclusive(&self.lock_path)?;
        if self.head().is_ok_and(|anchored| anchored.seq < head.seq) {
            self.write_head(head)?;
        }
        Ok(())
    }

    /// Writes the head again, with the seal that it may have lacked.
    pub fn seal_head(&self) -> Result<(), StoreError> {
        let _turn = exclusive(&self.lock_path)?;
        match self.head() {
            Ok(head) => self.write_head(&head),
            // The evidence stays as it is.
            Err(_) => Ok(()),
        }
    }

    fn seal(&self, head: &Head) -> Result<String, StoreError> {
        self.mac(&[b"simui audit head 1", &head.seq.to_be_bytes(), head.mac.as_bytes()])
    }

    fn write_head(&self, head: &Head) -> Result<(), StoreError> {
        let sealed = SealedHead { seal: self.seal(head).ok(), head: head.clone() };
        let text = crate::columns::json_text(&sealed)?;
        replace(&self.head_path, text.as_bytes()).map_err(|source| failed(&self.head_path, source))
    }
}

/// Fields one after the other, each with its length before it (eight bytes, the greatest first) so that none can run
/// into the next: no two lists of fields have the same bytes.
pub(crate) fn encoded(fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u64).to_be_bytes());
        bytes.extend(*field);
    }
    bytes
}

/// Bytes nobody can guess.
pub(crate) fn random<const N: usize>(for_what: &Path) -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| failed(for_what, error.into()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::encoded;

    /// Reads what [`encoded`] wrote; `None` when it could not have.
    fn decoded(mut bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_at_checked(8)?;
            let length = u64::from_be_bytes(length.try_into().ok()?);
            let (field, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            fields.push(field.to_vec());
            bytes = rest;
        }
        Some(fields)
    }

    proptest! {
        /// What can be read back in one way only is of one list only.
        #[test]
        fn fields_are_read_back_as_they_were(
            fields in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..12), 0..9),
        ) {
            let lent: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(decoded(&encoded(&lent)), Some(fields));
        }

        /// Letters that move from one field to the next change the bytes.
        #[test]
        fn no_field_runs_into_the_next(text in "[a-c\u{0}\u{8}]{1,12}", cuts in any::<(usize, usize)>()) {
            let cut = |at: usize| text.split_at(at % (text.len() + 1));
            let ((a, b), (c, d)) = (cut(cuts.0), cut(cuts.1));
            let one = encoded(&[a.as_bytes(), b.as_bytes()]);
            let other = encoded(&[c.as_bytes(), d.as_bytes()]);
            prop_assert_eq!(one == other, (a, b) == (c, d));
        }
    }
}
