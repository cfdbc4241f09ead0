//! Hashes and compares passwords with Argon2id.

use argon2::password_hash::{PasswordHash, SaltString};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use unicode_normalization::UnicodeNormalization;
use uuid::Uuid;

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::PasswordText;

/// Memory in KiB (OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB of memory, two passes, one lane).
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Shortest password in characters (OWASP Authentication Cheat Sheet: at least 8, and long ones must be
/// possible).
const SHORTEST: usize = 8;
const LONGEST: usize = 128;

/// Returns the PHC string of a new password, with a random salt.
pub(super) async fn hash(password: &PasswordText) -> Result<String, ApiError> {
    let text = composed(password);
    let length = text.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return Err(ApiError::invalid(
            ErrorCode::PasswordLength,
            &[("shortest", &SHORTEST), ("longest", &LONGEST)],
            format!("password: it has {length} characters; choose one of {SHORTEST} to {LONGEST}"),
        ));
    }
    // Two random UUIDs: 244 bits from the system's generator.
    let salt = [*Uuid::new_v4().as_bytes(), *Uuid::new_v4().as_bytes()].concat();
    hash_blocking(move || {
        let salt = SaltString::encode_b64(&salt)?;
        Ok(argon2()?.hash_password(text.as_bytes(), &salt)?.to_string())
    })
    .await
}

/// Whether the password belongs to a stored hash.
pub(super) async fn matches(password: &PasswordText, hash: String) -> Result<bool, ApiError> {
    let text = composed(password);
    hash_blocking(move || {
        let stored = PasswordHash::new(&hash)?;
        if stored.hash.is_none() {
            return Err(argon2::password_hash::Error::PhcStringField);
        }
        // The parameters come from the stored hash, not from the constants.
        match Argon2::default().verify_password(text.as_bytes(), &stored) {
            Err(argon2::password_hash::Error::Password) => Ok(false),
            checked => checked.map(|()| true),
        }
    })
    .await
}

fn argon2() -> Result<Argon2<'static>, argon2::password_hash::Error> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Normalises a password to NFC, so that the same keys give the same password on systems that type Hangul as
/// single letters (NFD).
fn composed(password: &PasswordText) -> String {
    password.reveal().nfc().collect()
}

/// Runs `work` on a blocking thread, because hashing takes a noticeable time on purpose.
async fn hash_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, argon2::password_hash::Error> + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |error: &dyn std::fmt::Display| {
        ApiError::invalid(
            ErrorCode::PasswordUncheckable,
            &[],
            format!("password: it cannot be checked ({error}); set it again"),
        )
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| failed(&error)),
        Err(error) => Err(failed(&error)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn text(password: &str) -> PasswordText {
        PasswordText::new(password.to_owned())
    }

    #[tokio::test]
    async fn only_the_same_password_matches() {
        let password = text("한글로 된 비밀번호");
        let (one, other) = (hash(&password).await.unwrap(), hash(&password).await.unwrap());
        assert_ne!(one, other, "each has a salt of its own");
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        let decomposed: String = "한글로 된 비밀번호".nfd().collect();
        for (given, right) in [
            ("한글로 된 비밀번호", true),
            (decomposed.as_str(), true),
            ("한글로 된 비밀번호 ", false),
            ("한글로된비밀번호", false),
            ("", false),
        ] {
            assert_eq!(matches(&text(given), one.clone()).await.unwrap(), right, "{given:?}");
        }
        assert!(matches(&password, "$argon2id$broken".to_owned()).await.is_err());
    }

    #[tokio::test]
    async fn too_short_and_too_long_are_refused_without_being_shown() {
        for length in [0, 7, 129] {
            let refused = hash(&text(&"비".repeat(length))).await.unwrap_err().to_string();
            assert!(refused.contains("8 to 128") && !refused.contains('비'), "{refused}");
        }
        assert!(hash(&text(&"비".repeat(8))).await.is_ok());
    }
}
