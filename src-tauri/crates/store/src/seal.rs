//! Seals health data with XChaCha20-Poly1305 under a key of each patient. These keys are sealed under a
//! key that is derived from the audit key.
//!
//! The audit key is in the keyring or in `keys/audit.key`, so whoever has only the database can read
//! nothing. Sealed data is bound to its place (patient, table, number) and does not open anywhere else.

use std::path::Path;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use crate::StoreError;
use crate::anchor::{Anchor, encoded};
use crate::randomness::random;

const NONCE: usize = 24;

/// Seals and opens the data of one patient.
pub(crate) struct Seal {
    cipher: XChaCha20Poly1305,
    patient: String,
}

/// The place that sealed data is bound to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Key,
    Name,
    Head,
    Item(u32),
    History(u32),
    Turn(u32),
    Answer(u32),
}

impl Seal {
    /// Makes the seal of a new patient. Returns it with its key as it is stored.
    pub fn new(anchor: &Anchor, patient: &str) -> Result<(Self, Vec<u8>), StoreError> {
        let key: [u8; 32] = random(Path::new("a patient's key"))?;
        let stored = Self::desk(anchor, patient)?.seal(Place::Key, &key)?;
        Ok((Self::under(key, patient), stored))
    }

    /// Opens the stored key of a patient.
    pub fn open_key(anchor: &Anchor, patient: &str, stored: &[u8]) -> Result<Self, StoreError> {
        let key = Self::desk(anchor, patient)?.open(Place::Key, stored)?;
        let key: [u8; 32] = key.try_into().map_err(|_| damaged(patient, Place::Key))?;
        Ok(Self::under(key, patient))
    }

    /// The seal under which the patient's key is stored.
    fn desk(anchor: &Anchor, patient: &str) -> Result<Self, StoreError> {
        Ok(Self::under(anchor.derive_key(b"simui patient keys 1")?, patient))
    }

    fn under(key: [u8; 32], patient: &str) -> Self {
        let cipher = XChaCha20Poly1305::new(&Key::from(key));
        Self { cipher, patient: patient.to_owned() }
    }

    pub fn seal(&self, place: Place, plain: &[u8]) -> Result<Vec<u8>, StoreError> {
        // Random, with 192 bits, so that no nonce repeats under one key.
        let nonce: [u8; NONCE] = random(Path::new("a nonce"))?;
        let payload = Payload { msg: plain, aad: &self.bound_to(place) };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| damaged(&self.patient, place))?;
        Ok([&nonce[..], &sealed].concat())
    }

    pub fn open(&self, place: Place, stored: &[u8]) -> Result<Vec<u8>, StoreError> {
        let damaged = || damaged(&self.patient, place);
        let (nonce, sealed) = stored.split_first_chunk::<NONCE>().ok_or_else(damaged)?;
        let payload = Payload { msg: sealed, aad: &self.bound_to(place) };
        self.cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| damaged())
    }

    fn bound_to(&self, place: Place) -> Vec<u8> {
        let (table, number) = match place {
            Place::Key => ("key", 0),
            Place::Name => ("name", 0),
            Place::Head => ("head", 0),
            Place::Item(number) => ("item", number),
            Place::History(number) => ("history", number),
            Place::Turn(number) => ("turn", number),
            Place::Answer(number) => ("answer", number),
        };
        let number = number.to_be_bytes();
        encoded(&[b"simui patient 1", self.patient.as_bytes(), table.as_bytes(), &number])
    }
}

fn damaged(patient: &str, place: Place) -> StoreError {
    StoreError::Sealed { patient: patient.to_owned(), place: format!("{place:?}").to_lowercase() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::audit_key::KeyPlace;

    #[test]
    fn what_is_sealed_opens_only_at_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let anchor = Anchor::open(dir.path(), Some(KeyPlace::File), None).unwrap();
        let (one, key) = Seal::new(&anchor, "one").unwrap();
        let (other, _) = Seal::new(&anchor, "other").unwrap();
        let sealed = one.seal(Place::Item(1), "페니실린".as_bytes()).unwrap();
        assert_eq!(one.open(Place::Item(1), &sealed).unwrap(), "페니실린".as_bytes());
        let again = Seal::open_key(&anchor, "one", &key).unwrap();
        assert_eq!(again.open(Place::Item(1), &sealed).unwrap(), "페니실린".as_bytes());
        assert!(one.open(Place::Item(2), &sealed).is_err(), "another item");
        assert!(one.open(Place::Turn(1), &sealed).is_err(), "another table");
        assert!(other.open(Place::Item(1), &sealed).is_err(), "another patient");
        assert!(Seal::open_key(&anchor, "other", &key).is_err(), "another patient's key");
        assert!(one.open(Place::Item(1), &sealed[..10]).is_err());
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(one.open(Place::Item(1), &changed).is_err(), "byte {at}");
        }
        // Sealing the same text twice gives different bytes.
        assert_ne!(one.seal(Place::Item(1), "페니실린".as_bytes()).unwrap(), sealed);
        // A key of another desk does not open it.
        let elsewhere = tempfile::tempdir().unwrap();
        let anchor = Anchor::open(elsewhere.path(), Some(KeyPlace::File), None).unwrap();
        assert!(Seal::open_key(&anchor, "one", &key).is_err());
    }
}
