//! SHA-256 digests of bytes and files.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::InferenceError;

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Finishes an incremental digest.
    fn finish(state: Sha256) -> Self {
        Self(state.finalize().into())
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no SHA-256; write 64 hexadecimal digits");
        if text.len() != 64 || !text.is_ascii() {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(digits).ok().filter(|it| !it.starts_with('+'));
            *byte = pair.and_then(|it| u8::from_str_radix(it, 16).ok()).ok_or_else(wrong)?;
        }
        Ok(Self(bytes))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Computes the SHA-256 of a file.
pub(crate) fn digest_of(path: &Path) -> Result<Digest, InferenceError> {
    each_block(path, |_| Ok(()))
}

/// Computes the SHA-256 of a file and hands each block to `take`.
pub(crate) fn each_block(
    path: &Path,
    mut take: impl FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<Digest, InferenceError> {
    let mut input = File::open(path).map_err(InferenceError::file(path))?;
    let mut block = vec![0; 1 << 20];
    let mut state = Sha256::new();
    loop {
        let read = input.read(&mut block).map_err(InferenceError::file(path))?;
        if read == 0 {
            return Ok(Digest::finish(state));
        }
        state.update(&block[..read]);
        take(&block[..read]).map_err(InferenceError::file(path))?;
    }
}
