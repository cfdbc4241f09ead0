//! The parts of the audit log that lie outside the database: its key and its head.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ed25519_dalek::{Signer, SigningKey};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::StoreError;
use crate::audit_key::{AuditKey, KeyPlace, KeyVault};
use crate::durable_files::{failed, put_in_place, replace, write_beside};
use crate::identity::Identity;
use crate::owner::{exclusive, hex};

/// Number and code of a log's last entry at some moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub seq: u64,
    pub mac: String,
}

impl Head {
    /// The head of an empty log.
    pub fn genesis() -> Self {
        Self { seq: 0, mac: "0".repeat(64) }
    }
}

/// The heads of both logs at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heads {
    pub audit: Head,
    /// The head of the record log; `None` on a desk whose rows are not bound yet.
    pub records: Option<Head>,
}

/// Content of `audit.head`: the heads, and a seal over them made with the audit key. Without the seal,
/// whoever can write the file could enter an earlier head and cut off the entries behind it.
#[derive(Serialize, Deserialize)]
struct SealedHead {
    #[serde(flatten)]
    head: Head,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records: Option<Head>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
}

/// The audit key and the anchored heads of one data directory.
pub(crate) struct Anchor {
    pub key: AuditKey,
    head_path: PathBuf,
    lock_path: PathBuf,
    /// The record log's head as this process last read or wrote it.
    records: Mutex<Option<Head>>,
    /// Why the heads could not be written after the last entry; empty if they were.
    unanchored: Mutex<String>,
}

impl std::fmt::Debug for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Anchor")
    }
}

impl Anchor {
    /// Finds the key, see [`AuditKey::open`]. `empty` is given when the database holds nothing: a
    /// directory without key and head is then a new desk and gets both. The head is written first, so
    /// that a key without a head always means that the head was removed.
    pub fn open(
        dir: &Path,
        empty: Option<KeyPlace>,
        vault: Option<KeyVault>,
    ) -> Result<Self, StoreError> {
        let head_path = dir.join("audit.head");
        let headless = !head_path.exists();
        let empty = empty.filter(|_| !headless || !AuditKey::is_there(dir));
        if empty.is_some() && headless {
            let genesis = SealedHead { head: Head::genesis(), records: None, seal: None };
            let text = crate::columns::json_text(&genesis)?;
            replace(&head_path, text.as_bytes()).map_err(|source| failed(&head_path, source))?;
        }
        let anchor = Self::with(AuditKey::open(dir, empty, vault)?, dir);
        if empty.is_some() {
            anchor.seal_new_head()?;
        }
        Ok(anchor)
    }

    /// Seals the head of a desk that has written nothing yet.
    fn seal_new_head(&self) -> Result<(), StoreError> {
        let genesis = Heads { audit: Head::genesis(), records: None };
        let text = std::fs::read(&self.head_path).unwrap_or_default();
        match serde_json::from_slice::<SealedHead>(&text) {
            Ok(it) if it.seal.is_none() && it.head == genesis.audit && it.records.is_none() => {
                self.write_heads(&genesis, None)
            }
            _ => Ok(()),
        }
    }

    /// Opens key and head for reading, see [`AuditKey::open_to_read`]; creates nothing.
    pub fn open_to_read(dir: &Path, vault: Option<KeyVault>) -> Self {
        Self::with(AuditKey::open_to_read(dir, vault), dir)
    }

    fn with(key: AuditKey, dir: &Path) -> Self {
        let this = Self {
            key,
            head_path: dir.join("audit.head"),
            lock_path: dir.join("locks").join("audit"),
            records: Mutex::default(),
            unanchored: Mutex::default(),
        };
        *locked(&this.records) = this.heads().ok().and_then(|heads| heads.records);
        this
    }

    /// The record log's head as this process last anchored or read it.
    pub fn anchored_records(&self) -> Option<Head> {
        locked(&self.records).clone()
    }

    /// Notes that the heads could not be written although the entry was committed; people are warned
    /// about it.
    pub fn note_unanchored(&self, error: &StoreError) {
        *locked(&self.unanchored) = error.to_string();
    }

    /// Why the heads could not be written after the last entry; empty if they were.
    pub fn unanchored(&self) -> String {
        locked(&self.unanchored).clone()
    }

    /// HMAC-SHA-256 of the fields under the audit key, hexadecimal.
    pub fn mac(&self, fields: &[&[u8]]) -> Result<String, StoreError> {
        Ok(hex(&self.code(fields)?))
    }

    /// Derives a key for another purpose from the audit key, so that there is only one secret to keep.
    pub fn derive_key(&self, purpose: &[u8]) -> Result<[u8; 32], StoreError> {
        self.code(&[purpose])
    }

    fn code(&self, fields: &[&[u8]]) -> Result<[u8; 32], StoreError> {
        #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.get()?).expect("any length");
        mac.update(&encoded(fields));
        Ok(mac.finalize().into_bytes().into())
    }

    /// Signs a message that leaves the desk; hexadecimal Ed25519. The key pair is derived from the audit
    /// key: there is one secret to keep, and whoever checks a signature does not need it.
    pub fn sign(&self, message: &[u8]) -> Result<String, StoreError> {
        Ok(hex(&self.signer()?.sign(message).to_bytes()))
    }

    /// The public key that checks signatures, hexadecimal.
    pub fn public_key(&self) -> Result<String, StoreError> {
        Ok(hex(self.signer()?.verifying_key().as_bytes()))
    }

    fn signer(&self) -> Result<SigningKey, StoreError> {
        Ok(SigningKey::from_bytes(&self.code(&[b"simui audit signature 1"])?))
    }

    /// The audit log's head as last anchored; the error says in words why there is none.
    pub fn head(&self) -> Result<Head, String> {
        Ok(self.heads()?.audit)
    }

    /// Both heads as last anchored.
    pub fn heads(&self) -> Result<Heads, String> {
        let path = self.head_path.display();
        let text = std::fs::read(&self.head_path).map_err(|error| format!("{path}: {error}"))?;
        let SealedHead { head, records, seal } =
            serde_json::from_slice(&text).map_err(|error| format!("{path}: {error}"))?;
        let heads = Heads { audit: head, records };
        let Ok(expected) = self.seal(&heads) else {
            // Without the key the seal cannot be checked; the entries fail for the same reason.
            return Ok(heads);
        };
        match seal {
            Some(seal) if seal == expected => Ok(heads),
            None if !self.key.guards_head() => Ok(heads),
            Some(_) => Err(format!("{path}: its seal is not of this desk's key; it was edited")),
            None => Err(format!("{path}: it has no seal; it was edited")),
        }
    }

    /// Anchors newer heads of an open database. A head that is older than the anchored one is ignored,
    /// because another process was faster. Another database that now lies in the directory keeps its own
    /// heads.
    pub fn advance(
        &self,
        audit: Option<&Head>,
        records: Option<&Head>,
        of: &Identity,
    ) -> Result<(), StoreError> {
        let _turn = exclusive(&self.lock_path)?;
        let Ok(mut heads) = self.heads() else { return Ok(()) };
        let before = heads.clone();
        if let Some(newer) = audit.filter(|it| it.seq > heads.audit.seq) {
            heads.audit = newer.clone();
        }
        let anchored = heads.records.as_ref().map_or(0, |it| it.seq);
        if let Some(newer) = records.filter(|it| it.seq > anchored) {
            heads.records = Some(newer.clone());
        }
        if heads == before { Ok(()) } else { self.write_heads(&heads, Some(of)) }
    }

    /// Writes the heads again, with the seal that they may have lacked.
    pub fn seal_head(&self) -> Result<(), StoreError> {
        let _turn = exclusive(&self.lock_path)?;
        match self.heads() {
            Ok(heads) => self.write_heads(&heads, None),
            // A head that cannot be read is evidence and stays as it is.
            Err(_) => Ok(()),
        }
    }

    fn seal(&self, heads: &Heads) -> Result<String, StoreError> {
        let audit = (&heads.audit.seq.to_be_bytes(), heads.audit.mac.as_bytes());
        match &heads.records {
            None => self.mac(&[b"simui audit head 1", audit.0, audit.1]),
            Some(records) => self.mac(&[
                b"simui audit head 2",
                audit.0,
                audit.1,
                &records.seq.to_be_bytes(),
                records.mac.as_bytes(),
            ]),
        }
    }

    fn write_heads(&self, heads: &Heads, of: Option<&Identity>) -> Result<(), StoreError> {
        let Heads { audit, records } = heads.clone();
        let sealed = SealedHead { seal: self.seal(heads).ok(), head: audit, records };
        let text = crate::columns::json_text(&sealed)?;
        let refused = |source| failed(&self.head_path, source);
        let fresh = write_beside(&self.head_path, text.as_bytes()).map_err(refused)?;
        // Writing takes its time: asked just before the file appears.
        if let Some(Err(replaced)) = of.map(Identity::check_file) {
            let _ = std::fs::remove_file(&fresh);
            return Err(replaced);
        }
        put_in_place(&fresh, &self.head_path).map_err(refused)?;
        locked(&self.records).clone_from(&heads.records);
        locked(&self.unanchored).clear();
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Joins fields, each preceded by its length in eight bytes, big-endian. No two different lists of fields
/// give the same bytes.
pub(crate) fn encoded(fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u64).to_be_bytes());
        bytes.extend(*field);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::encoded;

    /// Reverses [`encoded`]; `None` if the bytes cannot be its output.
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
        /// Every encoding can be read back, so no two lists of fields share one.
        #[test]
        fn fields_are_read_back_as_they_were(
            fields in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..12), 0..9),
        ) {
            let lent: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(decoded(&encoded(&lent)), Some(fields));
        }

        /// Moving letters from one field to the next changes the bytes.
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
