//! Keys: into the operating system's keyring and out of it, and nowhere else.

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::keys::Keyring;
use simui_inference::outbound::Secret;

use crate::types::{KeyState, KeyView, RemoveKey, SetKey};
use crate::{ApiError, Desk};

/// The key of law.go.kr's open API (`OC`).
pub(crate) const LAW_KEY: &str = "law.go.kr";

/// The keys the desk has a use for.
const NAMES: [&str; 1] = [LAW_KEY];

impl Desk {
    /// The keys the desk has a use for, and whether each is there.
    pub async fn keys(&self) -> Result<Vec<KeyView>, ApiError> {
        let mut keys = Vec::new();
        for name in NAMES {
            keys.push(self.has_key(name).await?);
        }
        Ok(keys)
    }

    /// Whether a key is there.
    pub async fn has_key(&self, name: &str) -> Result<KeyView, ApiError> {
        let name = known(name)?;
        let (state, problem) = match self.in_keyring(move |keyring| keyring.get(name)).await {
            Ok(_) => (KeyState::Stored, String::new()),
            Err(ApiError::Inference(InferenceError::NoKey { .. })) => {
                (KeyState::Absent, String::new())
            }
            Err(error) => (KeyState::Unknown, error.to_string()),
        };
        Ok(KeyView { name: name.to_owned(), state, problem })
    }

    /// Stores a key, over one that is there, in the name of an administrator.
    pub async fn set_key(&self, request: SetKey) -> Result<KeyView, ApiError> {
        let SetKey { name, value, reviewer } = request;
        let name = known(&name)?;
        let by = self.signing_administrator(&reviewer).await?;
        let value = Secret::new(&value.0);
        self.in_keyring(move |keyring| keyring.set(name, &value)).await?;
        self.database
            .audit(self.clock.now(), by.id.as_str(), "key_stored", name, json!({}))
            .await?;
        Ok(KeyView { name: name.to_owned(), state: KeyState::Stored, problem: String::new() })
    }

    /// Removes a key, in the name of an administrator.
    pub async fn remove_key(&self, request: RemoveKey) -> Result<KeyView, ApiError> {
        let name = known(&request.name)?;
        let by = self.signing_administrator(&request.reviewer).await?;
        self.in_keyring(move |keyring| keyring.remove(name)).await?;
        self.database
            .audit(self.clock.now(), by.id.as_str(), "key_removed", name, json!({}))
            .await?;
        Ok(KeyView { name: name.to_owned(), state: KeyState::Absent, problem: String::new() })
    }

    /// A key, for the wire.
    pub(super) async fn key(&self, name: &'static str) -> Result<Secret, ApiError> {
        self.in_keyring(move |keyring| keyring.get(name)).await
    }

    /// Asks the keyring where waiting is allowed: it may ask the person at the screen.
    async fn in_keyring<T: Send + 'static>(
        &self,
        ask: impl FnOnce(Keyring) -> Result<T, InferenceError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let keyring = self.administration.keyring.clone();
        let asked = tokio::task::spawn_blocking(move || ask(keyring)).await;
        Ok(asked.map_err(|error| ApiError::Invalid(format!("keyring: {error}; report this")))??)
    }
}

/// A mistyped name would store a key that is never used.
fn known(name: &str) -> Result<&'static str, ApiError> {
    NAMES.into_iter().find(|it| *it == name.trim()).ok_or_else(|| ApiError::Missing {
        what: "key",
        // Somebody may have given the key itself.
        id: "(not shown)".to_owned(),
        remedy: "the desk uses one key: law.go.kr",
    })
}
