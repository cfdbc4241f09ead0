//! Hashes and signatures.

use ed25519_dalek::{Signature, VerifyingKey};
use sha2::{Digest, Sha256};

/// SHA-256 of bytes, hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of values, each preceded by its length in eight bytes, big-endian.
pub fn digest_of<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let mut digest = Sha256::new();
    for value in values {
        digest.update((value.len() as u64).to_be_bytes());
        digest.update(value);
    }
    hex(&digest.finalize())
}

/// Why a signature is not valid; `None` if it is.
pub fn signature_fault(message: &[u8], key: &str, signature: &str) -> Option<&'static str> {
    let Some(key) = bytes::<32>(key).and_then(|key| VerifyingKey::from_bytes(&key).ok()) else {
        return Some("its public key is none");
    };
    let Some(signature) = bytes::<64>(signature) else { return Some("its signature is none") };
    let is_valid = key.verify_strict(message, &Signature::from_bytes(&signature)).is_ok();
    (!is_valid).then_some(
        "its signature does not hold: it was changed after it was signed, or by somebody else",
    )
}

/// Whether a text is a hash: 64 hexadecimal digits in lower case.
pub fn is_hash(text: &str) -> bool {
    bytes::<32>(text).is_some()
}

/// Exactly `N` bytes from hexadecimal digits in lower case.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits: Vec<u32> = text
        .chars()
        .map(|c| c.to_digit(16).filter(|_| !c.is_ascii_uppercase()))
        .collect::<Option<_>>()?;
    let pairs: Vec<u8> = digits
        .chunks(2)
        .map(|pair| match pair {
            [high, low] => u8::try_from(high * 16 + low).ok(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    pairs.try_into().ok()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
